// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CatalogPresetResponse, CatalogPresetsResponse, CatalogTemplateListResponse, CatalogTemplateResponse, CatalogTypeListResponse } from './schemas.ts'

/** The answer of `applicationCatalog.listTypes`. */
export type ListApplicationCatalogTypesAnswer = CatalogTypeListResponse

/** The query parameters of `applicationCatalog.listTemplates`. */
export interface ListApplicationCatalogTemplatesQuery {
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: boolean
  /** Only built-ins for applications (true), or only others (false). */
  readonly is_application?: boolean
  /** Only built-ins for evaluators (true), or only others (false). */
  readonly is_evaluator?: boolean
  /** Only built-ins for snippets (true), or only others (false). */
  readonly is_snippet?: boolean
}

/** The answer of `applicationCatalog.listTemplates`. */
export type ListApplicationCatalogTemplatesAnswer = CatalogTemplateListResponse

/** The answer of `applicationCatalog.fetchTemplate`. */
export type FetchApplicationCatalogTemplateAnswer = CatalogTemplateResponse

/** The query parameters of `applicationCatalog.listPresets`. */
export interface ListApplicationCatalogPresetsQuery {
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: boolean
}

/** The answer of `applicationCatalog.listPresets`. */
export type ListApplicationCatalogPresetsAnswer = CatalogPresetsResponse

/** The answer of `applicationCatalog.fetchPreset`. */
export type FetchApplicationCatalogPresetAnswer = CatalogPresetResponse

/** The operations of `assay.applicationCatalog`. */
export const applicationCatalog = (core: Core) => ({
  /** JSON Schemas of the values in templates. */
  listTypes: (options?: CallOptions) =>
    core.json<ListApplicationCatalogTypesAnswer>('GET /api/applications/catalog/types/', { options }),
  /** The templates of built-ins. */
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
