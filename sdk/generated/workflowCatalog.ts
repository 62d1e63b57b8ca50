// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CatalogHarnessListResponse, CatalogHarnessResponse, CatalogPresetResponse, CatalogPresetsResponse, CatalogTemplateListResponse, CatalogTemplateResponse, CatalogTypeListResponse, CatalogTypeResponse } from './schemas.ts'

export type ListWorkflowCatalogTypesAnswer = CatalogTypeListResponse

export interface ListWorkflowCatalogTemplatesQuery {
  readonly include_archived?: boolean
  readonly is_application?: boolean
  readonly is_evaluator?: boolean
  readonly is_snippet?: boolean
}

export type ListWorkflowCatalogTemplatesAnswer = CatalogTemplateListResponse

export type FetchWorkflowCatalogTemplateAnswer = CatalogTemplateResponse

export interface ListWorkflowCatalogPresetsQuery {
  readonly include_archived?: boolean
}

export type ListWorkflowCatalogPresetsAnswer = CatalogPresetsResponse

export type FetchWorkflowCatalogPresetAnswer = CatalogPresetResponse

export type FetchWorkflowCatalogTypeAnswer = CatalogTypeResponse

export type ListWorkflowCatalogHarnessesAnswer = CatalogHarnessListResponse

export type FetchWorkflowCatalogHarnessAnswer = CatalogHarnessResponse

export const workflowCatalog = (core: Core) => ({
  /** JSON Schemas of the values in templates. */
  listTypes: (options?: CallOptions) =>
    core.json<ListWorkflowCatalogTypesAnswer>('GET /api/workflows/catalog/types/', { options }),
  /** The built-ins to start from. */
  listTemplates: (query?: ListWorkflowCatalogTemplatesQuery, options?: CallOptions) =>
    core.json<ListWorkflowCatalogTemplatesAnswer>('GET /api/workflows/catalog/templates/', { query, options }),
  /** One built-in with its schemas. */
  fetchTemplate: (key: string, options?: CallOptions) =>
    core.json<FetchWorkflowCatalogTemplateAnswer>(`GET /api/workflows/catalog/templates/${at(key)}`, { options }),
  /** Complete settings for a built-in. */
  listPresets: (key: string, query?: ListWorkflowCatalogPresetsQuery, options?: CallOptions) =>
    core.json<ListWorkflowCatalogPresetsAnswer>(`GET /api/workflows/catalog/templates/${at(key)}/presets/`, { query, options }),
  /** One preset of a built-in. */
  fetchPreset: (key: string, preset: string, options?: CallOptions) =>
    core.json<FetchWorkflowCatalogPresetAnswer>(`GET /api/workflows/catalog/templates/${at(key)}/presets/${at(preset)}`, { options }),
  /** One type. */
  fetchType: (key: string, options?: CallOptions) =>
    core.json<FetchWorkflowCatalogTypeAnswer>(`GET /api/workflows/catalog/types/${at(key)}`, { options }),
  /** An empty list: there are no harnesses. */
  listHarnesses: (options?: CallOptions) =>
    core.json<ListWorkflowCatalogHarnessesAnswer>('GET /api/workflows/catalog/harnesses/', { options }),
  /** An empty answer: there are no harnesses. */
  fetchHarness: (key: string, options?: CallOptions) =>
    core.json<FetchWorkflowCatalogHarnessAnswer>(`GET /api/workflows/catalog/harnesses/${at(key)}`, { options }),
})
