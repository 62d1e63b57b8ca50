// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CountProjectRecordsResponse, CreateOwnProjectRequest, CreatedProjectResponse, DemoProjectResponse, FetchCurrentProjectResponse, FetchProjectsResponse, ImportProjectRequest, ImportedProjectResponse, RenameCurrentProjectRequest, RenamedProjectResponse } from './schemas.ts'

/** The answer of `projects.current`. */
export type FetchCurrentProjectAnswer = FetchCurrentProjectResponse

/** The body of `projects.rename`. */
export type RenameCurrentProjectBody = RenameCurrentProjectRequest

/** The answer of `projects.rename`. */
export type RenameCurrentProjectAnswer = RenamedProjectResponse

/** The answer of `projects.list`. */
export type FetchProjectsAnswer = FetchProjectsResponse

/** The body of `projects.create`. */
export type CreateOwnProjectBody = CreateOwnProjectRequest

/** The answer of `projects.create`. */
export type CreateOwnProjectAnswer = CreatedProjectResponse

/** The answer of `projects.createDemo`. */
export type CreateDemoProjectAnswer = DemoProjectResponse

/** The query parameters of `projects.export`. */
export interface ExportProjectQuery {
  /** `full` for all data, `configuration` for versioned artifacts and settings alone. */
  readonly contents?: 'full' | 'configuration'
}

/** The body of `projects.import`. */
export type ImportProjectForm = ImportProjectRequest

/** The answer of `projects.import`. */
export type ImportProjectAnswer = ImportedProjectResponse

/** The answer of `projects.countRecords`. */
export type CountProjectRecordsAnswer = CountProjectRecordsResponse

/** The operations of `assay.projects`. */
export const projects = (core: Core) => ({
  /** The project of this key. Organisation and workspace have the same values. */
  current: (options?: CallOptions) =>
    core.json<FetchCurrentProjectAnswer>('GET /api/projects/current', { options }),
  /** Rename the project of this key. Its slug and its addresses stay the same. */
  rename: (body: RenameCurrentProjectBody, options?: CallOptions) =>
    core.json<RenameCurrentProjectAnswer>('PATCH /api/projects/current', { body, options }),
  /** The project of this key, as a list with one entry. */
  list: (options?: CallOptions) =>
    core.json<FetchProjectsAnswer>('GET /api/projects', { options }),
  /** Create a project. The answer has its first key, shown only once. */
  create: (body: CreateOwnProjectBody, options?: CallOptions) =>
    core.json<CreateOwnProjectAnswer>('POST /api/projects', { body, options }),
  /** Create a demo project, filled with a fictional help desk. Its key is shown only once. */
  createDemo: (options?: CallOptions) =>
    core.json<CreateDemoProjectAnswer>('POST /api/projects/demo', { options }),
  /** Export the project of this key as one file, which another server can import. */
  export: (project: string, query?: ExportProjectQuery, options?: CallOptions) =>
    core.file(`GET /api/projects/${at(project)}/archive`, { query, options }),
  /** Create a project from an exported file. The answer has its first key, shown only once. */
  import: (form: ImportProjectForm, options?: CallOptions) =>
    core.json<ImportProjectAnswer>('POST /api/projects/import', { form, options }),
  /** The same as a stream of events. Create a project from an exported file. The answer has its first key, shown only once. */
  importEvents: (form: ImportProjectForm, options?: CallOptions) =>
    core.events('POST /api/projects/import', { form, options }),
  /** How many artifacts and revisions of each family this project has, archived ones included. */
  countRecords: (options?: CallOptions) =>
    core.json<CountProjectRecordsAnswer>('GET /api/projects/current/records', { options }),
})
