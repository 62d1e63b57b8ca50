// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { CountProjectRecordsResponse, DemoProjectResponse, FetchCurrentProjectResponse, FetchProjectsResponse } from './schemas.ts'

export type FetchCurrentProjectAnswer = FetchCurrentProjectResponse

export type FetchProjectsAnswer = FetchProjectsResponse

export type CreateDemoProjectAnswer = DemoProjectResponse

export type CountProjectRecordsAnswer = CountProjectRecordsResponse

export const projects = (core: Core) => ({
  /** The project of this key. Organisations and workspaces repeat it. */
  current: (options?: CallOptions) =>
    core.json<FetchCurrentProjectAnswer>('GET /api/projects/current', { options }),
  /** The project of this key, as a list of one. */
  list: (options?: CallOptions) =>
    core.json<FetchProjectsAnswer>('GET /api/projects', { options }),
  /** Create a project that shows what Assay does, filled with a made-up help desk. Its key is shown only now. */
  createDemo: (options?: CallOptions) =>
    core.json<CreateDemoProjectAnswer>('POST /api/projects/demo', { options }),
  /** How many artifacts and revisions of each family this project has, archived ones included. */
  countRecords: (options?: CallOptions) =>
    core.json<CountProjectRecordsAnswer>('GET /api/projects/current/records', { options }),
})
