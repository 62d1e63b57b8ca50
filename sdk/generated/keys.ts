// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'

export type ListKeysAnswer = ReadonlyArray<{
  readonly id: string
  readonly prefix: string
  readonly name: string | null
  readonly role: 'viewer' | 'editor' | 'admin'
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expiration_date: string | null
}>

export interface CreateKeyBody {
  readonly name: string
  readonly role: 'viewer' | 'editor' | 'admin'
  readonly expiration_date?: string | null
}

export type CreateKeyAnswer = string

export interface DeleteKeyAnswer {
  readonly message: string
}

export interface ListSessionsAnswer {
  readonly count: number
  readonly sessions: ReadonlyArray<{
    readonly id: string
    readonly project: {
      readonly id: string
      readonly slug: string
      readonly name: string
    }
    readonly key: {
      readonly id: string
      readonly prefix: string
      readonly name: string | null
      readonly role: 'viewer' | 'editor' | 'admin'
    }
    readonly created_at: string
    readonly expires_at: string
    readonly last_used_at: string
  }>
}

export interface DeleteSessionAnswer {
  readonly count: number
}

export interface ListKeyNamesAnswer {
  readonly count: number
  readonly keys: ReadonlyArray<{
    readonly id: string
    readonly prefix: string
    readonly name: string | null
  }>
}

export const keys = (core: Core) => ({
  /** The keys of this project, without their secrets. */
  list: (options?: CallOptions) =>
    core.json<ListKeysAnswer>('GET /api/keys', { options }),
  /** Make a key. The answer is the whole key, shown only now. */
  create: (body: CreateKeyBody, options?: CallOptions) =>
    core.json<CreateKeyAnswer>('POST /api/keys', { body, options }),
  /** Revoke a key; it is refused from now on. */
  delete: (prefix: string, options?: CallOptions) =>
    core.json<DeleteKeyAnswer>(`DELETE /api/keys/${at(prefix)}`, { repeatable: true, options }),
  /** Who is signed in to the pages of this project, by the keys they used. */
  sessions: (options?: CallOptions) =>
    core.json<ListSessionsAnswer>('GET /api/keys/sessions', { options }),
  /** End a session: its cookie is refused from now on. */
  endSession: (sessionId: string, options?: CallOptions) =>
    core.json<DeleteSessionAnswer>(`DELETE /api/keys/sessions/${at(sessionId)}`, { repeatable: true, options }),
  /** The names of all keys of this project, revoked ones too: who is behind an author’s id. */
  names: (options?: CallOptions) =>
    core.json<ListKeyNamesAnswer>('GET /api/keys/names', { options }),
})
