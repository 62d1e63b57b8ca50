// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { DeleteKeyResponse, DeleteSessionResponse, ListKeyNamesResponse, ListKeysResponse, ListSessionsResponse, NewKey } from './schemas.ts'

export type ListKeysAnswer = ListKeysResponse

export type CreateKeyBody = NewKey

export type CreateKeyAnswer = string

export type DeleteKeyAnswer = DeleteKeyResponse

export type ListSessionsAnswer = ListSessionsResponse

export type DeleteSessionAnswer = DeleteSessionResponse

export type ListKeyNamesAnswer = ListKeyNamesResponse

export const keys = (core: Core) => ({
  /** The keys of this project, without their secrets. */
  list: (options?: CallOptions) =>
    core.json<ListKeysAnswer>('GET /api/keys', { options }),
  /** Create a key, with the role of the caller unless the body has one. The answer is the full key, shown only once. */
  create: (body?: CreateKeyBody, options?: CallOptions) =>
    core.json<CreateKeyAnswer>('POST /api/keys', { body, options }),
  /** Revoke a key. It is refused from now on. */
  delete: (prefix: string, options?: CallOptions) =>
    core.json<DeleteKeyAnswer>(`DELETE /api/keys/${at(prefix)}`, { repeatable: true, options }),
  /** The sessions of the pages of this project, with their keys. */
  sessions: (options?: CallOptions) =>
    core.json<ListSessionsAnswer>('GET /api/keys/sessions', { options }),
  /** End a session. Its cookie is refused from now on. */
  endSession: (sessionId: string, options?: CallOptions) =>
    core.json<DeleteSessionAnswer>(`DELETE /api/keys/sessions/${at(sessionId)}`, { repeatable: true, options }),
  /** The names of all keys of this project, revoked ones included, to display authors. */
  names: (options?: CallOptions) =>
    core.json<ListKeyNamesAnswer>('GET /api/keys/names', { options }),
})
