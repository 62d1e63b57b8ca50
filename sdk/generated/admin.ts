// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateProjectKeyRequest, CreateProjectKeyResponse, CreateProjectRequest, DeleteProjectKeyResponse, DemoProjectResponse, ListProjectKeysResponse, ListProjectsResponse, ProjectResponse } from './schemas.ts'

/** The body of `admin.createProject`. */
export type CreateProjectBody = CreateProjectRequest

/** The answer of `admin.createProject`. */
export type CreateProjectAnswer = ProjectResponse

/** The query parameters of `admin.listProjects`. */
export interface ListProjectsQuery {
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: boolean
}

/** The answer of `admin.listProjects`. */
export type ListProjectsAnswer = ListProjectsResponse

/** The answer of `admin.archiveProject`. */
export type ArchiveProjectAnswer = ProjectResponse

/** The answer of `admin.unarchiveProject`. */
export type UnarchiveProjectAnswer = ProjectResponse

/** The body of `admin.createKey`. */
export type CreateProjectKeyBody = CreateProjectKeyRequest

/** The answer of `admin.createKey`. */
export type CreateProjectKeyAnswer = CreateProjectKeyResponse

/** The answer of `admin.listKeys`. */
export type ListProjectKeysAnswer = ListProjectKeysResponse

/** The answer of `admin.deleteKey`. */
export type DeleteProjectKeyAnswer = DeleteProjectKeyResponse

/** The answer of `admin.createDemo`. */
export type CreateDemoProjectAsOperatorAnswer = DemoProjectResponse

/** The operations of `assay.admin`. */
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
  /** Create a demo project, filled with a fictional help desk. Its key is shown only once. */
  createDemo: (options?: CallOptions) =>
    core.json<CreateDemoProjectAsOperatorAnswer>('POST /api/admin/projects/demo', { repeatable: true, options }),
})
