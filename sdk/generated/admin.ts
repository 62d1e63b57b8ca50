// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'

export interface CreateProjectBody {
  readonly project: {
    readonly name: string
    readonly slug?: string | null
    readonly seed_defaults?: boolean | null
  }
}

export interface CreateProjectAnswer {
  readonly count: 1
  readonly project: {
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly is_default: boolean
    readonly created_at: string
    readonly archived_at?: string
  }
}

export interface ListProjectsQuery {
  readonly include_archived?: boolean | null
}

export interface ListProjectsAnswer {
  readonly count: number
  readonly projects: ReadonlyArray<{
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly is_default: boolean
    readonly created_at: string
    readonly archived_at?: string
  }>
}

export interface ArchiveProjectAnswer {
  readonly count: 1
  readonly project: {
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly is_default: boolean
    readonly created_at: string
    readonly archived_at?: string
  }
}

export interface UnarchiveProjectAnswer {
  readonly count: 1
  readonly project: {
    readonly id: string
    readonly slug: string
    readonly name: string
    readonly is_default: boolean
    readonly created_at: string
    readonly archived_at?: string
  }
}

export interface CreateProjectKeyBody {
  readonly key: {
    readonly name?: string | null
    readonly role?: 'viewer' | 'editor' | 'admin' | null
    readonly expiration_date?: string | null
  }
}

export interface CreateProjectKeyAnswer {
  readonly count: 1
  readonly key: {
    readonly id: string
    readonly prefix: string
    readonly name?: string
    readonly role: 'viewer' | 'editor' | 'admin'
    readonly created_at: string
    readonly last_used_at?: string
    readonly expiration_date?: string
    readonly secret: string
  }
}

export interface ListProjectKeysAnswer {
  readonly count: number
  readonly keys: ReadonlyArray<{
    readonly id: string
    readonly prefix: string
    readonly name?: string
    readonly role: 'viewer' | 'editor' | 'admin'
    readonly created_at: string
    readonly last_used_at?: string
    readonly expiration_date?: string
  }>
}

export interface DeleteProjectKeyAnswer {
  readonly count: 1
  readonly key: {
    readonly id: string
    readonly prefix: string
    readonly name?: string
    readonly role: 'viewer' | 'editor' | 'admin'
    readonly created_at: string
    readonly last_used_at?: string
    readonly expiration_date?: string
  }
}

export const admin = (core: Core) => ({
  /** Make a project. */
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
  /** Make a key of a project. Its secret is shown only now. */
  createKey: (id: string, body: CreateProjectKeyBody, options?: CallOptions) =>
    core.json<CreateProjectKeyAnswer>(`POST /api/admin/projects/${at(id)}/keys/`, { body, repeatable: true, options }),
  /** The keys of a project, without their secrets. */
  listKeys: (id: string, options?: CallOptions) =>
    core.json<ListProjectKeysAnswer>(`GET /api/admin/projects/${at(id)}/keys/`, { options }),
  /** Revoke a key of a project. */
  deleteKey: (id: string, prefix: string, options?: CallOptions) =>
    core.json<DeleteProjectKeyAnswer>(`DELETE /api/admin/projects/${at(id)}/keys/${at(prefix)}`, { repeatable: true, options }),
})
