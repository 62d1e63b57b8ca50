// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CatalogHarnessListResponse, CatalogHarnessResponse, CatalogPresetResponse, CatalogPresetsResponse, CatalogTemplateListResponse, CatalogTemplateResponse, CatalogTypeListResponse, CatalogTypeResponse } from './schemas.ts'

/** The answer of `workflowCatalog.listTypes`. */
export type ListWorkflowCatalogTypesAnswer = CatalogTypeListResponse

/** The query parameters of `workflowCatalog.listTemplates`. */
export interface ListWorkflowCatalogTemplatesQuery {
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: boolean
  /** Only built-ins for applications (true), or only others (false). */
  readonly is_application?: boolean
  /** Only built-ins for evaluators (true), or only others (false). */
  readonly is_evaluator?: boolean
  /** Only built-ins for snippets (true), or only others (false). */
  readonly is_snippet?: boolean
}

/** The answer of `workflowCatalog.listTemplates`. */
export type ListWorkflowCatalogTemplatesAnswer = CatalogTemplateListResponse

/** The answer of `workflowCatalog.fetchTemplate`. */
export type FetchWorkflowCatalogTemplateAnswer = CatalogTemplateResponse

/** The query parameters of `workflowCatalog.listPresets`. */
export interface ListWorkflowCatalogPresetsQuery {
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: boolean
}

/** The answer of `workflowCatalog.listPresets`. */
export type ListWorkflowCatalogPresetsAnswer = CatalogPresetsResponse

/** The answer of `workflowCatalog.fetchPreset`. */
export type FetchWorkflowCatalogPresetAnswer = CatalogPresetResponse

/** The answer of `workflowCatalog.fetchType`. */
export type FetchWorkflowCatalogTypeAnswer = CatalogTypeResponse

/** The answer of `workflowCatalog.listHarnesses`. */
export type ListWorkflowCatalogHarnessesAnswer = CatalogHarnessListResponse

/** The answer of `workflowCatalog.fetchHarness`. */
export type FetchWorkflowCatalogHarnessAnswer = CatalogHarnessResponse

/** The operations of `assay.workflowCatalog`. */
export const workflowCatalog = (core: Core) => ({
  /** JSON Schemas of the values in templates. */
  listTypes: (options?: CallOptions) =>
    core.json<ListWorkflowCatalogTypesAnswer>('GET /api/workflows/catalog/types/', { options }),
  /** The templates of built-ins. */
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
  /** One type of the catalog. */
  fetchType: (key: string, options?: CallOptions) =>
    core.json<FetchWorkflowCatalogTypeAnswer>(`GET /api/workflows/catalog/types/${at(key)}`, { options }),
  /** An empty list: there are no harnesses. */
  listHarnesses: (options?: CallOptions) =>
    core.json<ListWorkflowCatalogHarnessesAnswer>('GET /api/workflows/catalog/harnesses/', { options }),
  /** An empty answer: there are no harnesses. */
  fetchHarness: (key: string, options?: CallOptions) =>
    core.json<FetchWorkflowCatalogHarnessAnswer>(`GET /api/workflows/catalog/harnesses/${at(key)}`, { options }),
})
