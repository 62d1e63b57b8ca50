// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CatalogPresetResponse, CatalogPresetsResponse, CatalogTemplateListResponse, CatalogTemplateResponse, CatalogTypeListResponse } from './schemas.ts'

export type ListEvaluatorCatalogTypesAnswer = CatalogTypeListResponse

export interface ListEvaluatorCatalogTemplatesQuery {
  readonly include_archived?: boolean
  readonly is_application?: boolean
  readonly is_evaluator?: boolean
  readonly is_snippet?: boolean
}

export type ListEvaluatorCatalogTemplatesAnswer = CatalogTemplateListResponse

export type FetchEvaluatorCatalogTemplateAnswer = CatalogTemplateResponse

export interface ListEvaluatorCatalogPresetsQuery {
  readonly include_archived?: boolean
}

export type ListEvaluatorCatalogPresetsAnswer = CatalogPresetsResponse

export type FetchEvaluatorCatalogPresetAnswer = CatalogPresetResponse

export const evaluatorCatalog = (core: Core) => ({
  /** JSON Schemas of the values in templates. */
  listTypes: (options?: CallOptions) =>
    core.json<ListEvaluatorCatalogTypesAnswer>('GET /api/evaluators/catalog/types/', { options }),
  /** The built-ins to start from. */
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
