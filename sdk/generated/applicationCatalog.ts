// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'

export interface ListApplicationCatalogTypesAnswer {
  readonly count: number
  readonly types: ReadonlyArray<{
    readonly [key: string]: unknown
  }>
}

export interface ListApplicationCatalogTemplatesQuery {
  readonly include_archived?: boolean | null
  readonly is_application?: boolean | null
  readonly is_evaluator?: boolean | null
  readonly is_snippet?: boolean | null
}

export interface ListApplicationCatalogTemplatesAnswer {
  readonly count: number
  readonly templates: ReadonlyArray<{
    readonly [key: string]: unknown
  }>
}

export interface FetchApplicationCatalogTemplateAnswer {
  readonly count: number
  readonly template?: {
    readonly [key: string]: unknown
  }
}

export interface ListApplicationCatalogPresetsQuery {
  readonly include_archived?: boolean | null
}

export interface ListApplicationCatalogPresetsAnswer {
  readonly count: number
  readonly presets?: ReadonlyArray<{
    readonly [key: string]: unknown
  }>
}

export interface FetchApplicationCatalogPresetAnswer {
  readonly count: number
  readonly preset?: {
    readonly [key: string]: unknown
  }
}

export const applicationCatalog = (core: Core) => ({
  /** JSON Schemas of the values that templates speak of. */
  listTypes: (options?: CallOptions) =>
    core.json<ListApplicationCatalogTypesAnswer>('GET /api/applications/catalog/types/', { options }),
  /** The built-ins to start from. */
  listTemplates: (query?: ListApplicationCatalogTemplatesQuery, options?: CallOptions) =>
    core.json<ListApplicationCatalogTemplatesAnswer>('GET /api/applications/catalog/templates/', { query, options }),
  /** One built-in with its schemas. */
  fetchTemplate: (key: string, options?: CallOptions) =>
    core.json<FetchApplicationCatalogTemplateAnswer>(`GET /api/applications/catalog/templates/${at(key)}`, { options }),
  /** Complete settings for a built-in. */
  listPresets: (key: string, query?: ListApplicationCatalogPresetsQuery, options?: CallOptions) =>
    core.json<ListApplicationCatalogPresetsAnswer>(`GET /api/applications/catalog/templates/${at(key)}/presets/`, { query, options }),
  /** One preset of a built-in. */
  fetchPreset: (key: string, preset: string, options?: CallOptions) =>
    core.json<FetchApplicationCatalogPresetAnswer>(`GET /api/applications/catalog/templates/${at(key)}/presets/${at(preset)}`, { options }),
})
