// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateProjectKeyRequest, CreateProjectKeyResponse, CreateProjectRequest, DeleteProjectKeyResponse, DemoProjectResponse, ListProjectKeysResponse, ListProjectsResponse, ProjectResponse } from './schemas.ts'

export type CreateProjectBody = CreateProjectRequest

export type CreateProjectAnswer = ProjectResponse

export interface ListProjectsQuery {
  readonly include_archived?: boolean
}

export type ListProjectsAnswer = ListProjectsResponse

export type ArchiveProjectAnswer = ProjectResponse

export type UnarchiveProjectAnswer = ProjectResponse

export type CreateProjectKeyBody = CreateProjectKeyRequest

export type CreateProjectKeyAnswer = CreateProjectKeyResponse

export type ListProjectKeysAnswer = ListProjectKeysResponse

export type DeleteProjectKeyAnswer = DeleteProjectKeyResponse

export type CreateDemoProjectAsOperatorAnswer = DemoProjectResponse

export const admin = (core: Core) => ({
  /** Create a project. */
  createProject: (body: CreateProjectBody, options?: CallOptions) =>
    core.json<CreateProjectAnswer>('POST /api/admin/projects/', { body, repeatable: true, options }),
  /** The projects, oldest first. */
  listProjects: (query?: ListProjectsQuery, options?: CallOptions) =>
    core.json<ListProjectsAnswer>('GET /api/admin/projects/', { query, options }),
  /** Refuse the keys of a project. */
  archiveProject: (id: string, options?: CallOptions) =>
    core.json<ArchiveProjectAnswer>(`POST /api/admin/projects/${at(id)}/archive`, { repeatable: true, options }),
  /** Accept the keys of a project again. */
  unarchiveProject: (id: string, options?: CallOptions) =>
    core.json<UnarchiveProjectAnswer>(`POST /api/admin/projects/${at(id)}/unarchive`, { repeatable: true, options }),
  /** Create a key of a project. Its secret is shown only once. */
  createKey: (id: string, body: CreateProjectKeyBody, options?: CallOptions) =>
    core.json<CreateProjectKeyAnswer>(`POST /api/admin/projects/${at(id)}/keys/`, { body, repeatable: true, options }),
  /** The keys of a project, without their secrets. */
  listKeys: (id: string, options?: CallOptions) =>
    core.json<ListProjectKeysAnswer>(`GET /api/admin/projects/${at(id)}/keys/`, { options }),
  /** Revoke a key of a project. */
  deleteKey: (id: string, prefix: string, options?: CallOptions) =>
    core.json<DeleteProjectKeyAnswer>(`DELETE /api/admin/projects/${at(id)}/keys/${at(prefix)}`, { repeatable: true, options }),
  /** Create a demo project, filled with a made-up help desk. Its key is shown only once. */
  createDemo: (options?: CallOptions) =>
    core.json<CreateDemoProjectAsOperatorAnswer>('POST /api/admin/projects/demo', { repeatable: true, options }),
})
