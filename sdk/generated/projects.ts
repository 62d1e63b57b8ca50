// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'

export interface FetchCurrentProjectAnswer {
  readonly organization_id: string
  readonly organization_name: string
  readonly workspace_id: string
  readonly workspace_name: string
  readonly project_id: string
  readonly project_name: string
  readonly is_default_project: boolean
  readonly user_role: 'viewer' | 'editor' | 'admin'
  readonly is_demo: boolean
}

export type FetchProjectsAnswer = ReadonlyArray<{
  readonly organization_id: string
  readonly organization_name: string
  readonly workspace_id: string
  readonly workspace_name: string
  readonly project_id: string
  readonly project_name: string
  readonly is_default_project: boolean
  readonly user_role: 'viewer' | 'editor' | 'admin'
  readonly is_demo: boolean
}>

export interface CreateDemoProjectAnswer {
  readonly count: 1
  readonly project: {
    readonly id: string
    readonly slug: string
    readonly name: string
  }
  readonly key: string
}

export const projects = (core: Core) => ({
  /** The project of this key. Organisations and workspaces repeat it. */
  current: (options?: CallOptions) =>
    core.json<FetchCurrentProjectAnswer>('GET /api/projects/current', { options }),
  /** The project of this key, as a list of one. */
  list: (options?: CallOptions) =>
    core.json<FetchProjectsAnswer>('GET /api/projects', { options }),
  /** Make a project that shows what Assay does, filled with a made-up help desk. Its key is shown only now. */
  createDemo: (options?: CallOptions) =>
    core.json<CreateDemoProjectAnswer>('POST /api/projects/demo', { options }),
})
