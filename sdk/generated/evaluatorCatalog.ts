// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CatalogPresetResponse, CatalogPresetsResponse, CatalogTemplateListResponse, CatalogTemplateResponse, CatalogTypeListResponse } from './schemas.ts'

/** The answer of `evaluatorCatalog.listTypes`. */
export type ListEvaluatorCatalogTypesAnswer = CatalogTypeListResponse

/** The query parameters of `evaluatorCatalog.listTemplates`. */
export interface ListEvaluatorCatalogTemplatesQuery {
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: boolean
  /** Only built-ins for applications (true), or only others (false). */
  readonly is_application?: boolean
  /** Only built-ins for evaluators (true), or only others (false). */
  readonly is_evaluator?: boolean
  /** Only built-ins for snippets (true), or only others (false). */
  readonly is_snippet?: boolean
}

/** The answer of `evaluatorCatalog.listTemplates`. */
export type ListEvaluatorCatalogTemplatesAnswer = CatalogTemplateListResponse

/** The answer of `evaluatorCatalog.fetchTemplate`. */
export type FetchEvaluatorCatalogTemplateAnswer = CatalogTemplateResponse

/** The query parameters of `evaluatorCatalog.listPresets`. */
export interface ListEvaluatorCatalogPresetsQuery {
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: boolean
}

/** The answer of `evaluatorCatalog.listPresets`. */
export type ListEvaluatorCatalogPresetsAnswer = CatalogPresetsResponse

/** The answer of `evaluatorCatalog.fetchPreset`. */
export type FetchEvaluatorCatalogPresetAnswer = CatalogPresetResponse

/** The operations of `assay.evaluatorCatalog`. */
export const evaluatorCatalog = (core: Core) => ({
  /** JSON Schemas of the values in templates. */
  listTypes: (options?: CallOptions) =>
    core.json<ListEvaluatorCatalogTypesAnswer>('GET /api/evaluators/catalog/types/', { options }),
  /** The templates of built-ins. */
  listTemplates: (query?: ListEvaluatorCatalogTemplatesQuery, options?: CallOptions) =>
    core.json<ListEvaluatorCatalogTemplatesAnswer>('GET /api/evaluators/catalog/templates/', { query, options }),
  /** One built-in with its schemas. */
  fetchTemplate: (key: string, options?: CallOptions) =>
    core.json<FetchEvaluatorCatalogTemplateAnswer>(`GET /api/evaluators/catalog/templates/${at(key)}`, { options }),
  /** Complete settings for a built-in. */
  listPresets: (key: string, query?: ListEvaluatorCatalogPresetsQuery, options?: CallOptions) =>
    core.json<ListEvaluatorCatalogPresetsAnswer>(`GET /api/evaluators/catalog/templates/${at(key)}/presets/`, { query, options }),
  /** One preset of a built-in. */
  fetchPreset: (key: string, preset: string, options?: CallOptions) =>
    core.json<FetchEvaluatorCatalogPresetAnswer>(`GET /api/evaluators/catalog/templates/${at(key)}/presets/${at(preset)}`, { options }),
})
