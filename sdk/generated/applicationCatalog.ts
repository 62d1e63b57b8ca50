// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CatalogPresetResponse, CatalogPresetsResponse, CatalogTemplateListResponse, CatalogTemplateResponse, CatalogTypeListResponse } from './schemas.ts'

export type ListApplicationCatalogTypesAnswer = CatalogTypeListResponse

export interface ListApplicationCatalogTemplatesQuery {
  readonly include_archived?: boolean
  readonly is_application?: boolean
  readonly is_evaluator?: boolean
  readonly is_snippet?: boolean
}

export type ListApplicationCatalogTemplatesAnswer = CatalogTemplateListResponse

export type FetchApplicationCatalogTemplateAnswer = CatalogTemplateResponse

export interface ListApplicationCatalogPresetsQuery {
  readonly include_archived?: boolean
}

export type ListApplicationCatalogPresetsAnswer = CatalogPresetsResponse

export type FetchApplicationCatalogPresetAnswer = CatalogPresetResponse

export const applicationCatalog = (core: Core) => ({
  /** JSON Schemas of the values in templates. */
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
