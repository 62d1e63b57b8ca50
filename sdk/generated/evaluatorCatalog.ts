// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'

export interface ListEvaluatorCatalogTypesAnswer {
  readonly count: number
  readonly types: ReadonlyArray<{
    readonly [key: string]: unknown
  }>
}

export interface ListEvaluatorCatalogTemplatesQuery {
  readonly include_archived?: boolean | null
  readonly is_application?: boolean | null
  readonly is_evaluator?: boolean | null
  readonly is_snippet?: boolean | null
}

export interface ListEvaluatorCatalogTemplatesAnswer {
  readonly count: number
  readonly templates: ReadonlyArray<{
    readonly [key: string]: unknown
  }>
}

export interface FetchEvaluatorCatalogTemplateAnswer {
  readonly count: number
  readonly template?: {
    readonly [key: string]: unknown
  }
}

export interface ListEvaluatorCatalogPresetsQuery {
  readonly include_archived?: boolean | null
}

export interface ListEvaluatorCatalogPresetsAnswer {
  readonly count: number
  readonly presets?: ReadonlyArray<{
    readonly [key: string]: unknown
  }>
}

export interface FetchEvaluatorCatalogPresetAnswer {
  readonly count: number
  readonly preset?: {
    readonly [key: string]: unknown
  }
}

export const evaluatorCatalog = (core: Core) => ({
  /** JSON Schemas of the values that templates speak of. */
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
