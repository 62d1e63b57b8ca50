// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { DeleteKeyResponse, DeleteSessionResponse, ListKeyNamesResponse, ListKeysResponse, ListSessionsResponse, NewKey } from './schemas.ts'

/** The answer of `keys.list`. */
export type ListKeysAnswer = ListKeysResponse

/** The body of `keys.create`. */
export type CreateKeyBody = NewKey

/** The answer of `keys.create`. */
export type CreateKeyAnswer = string

/** The answer of `keys.delete`. */
export type DeleteKeyAnswer = DeleteKeyResponse

/** The answer of `keys.sessions`. */
export type ListSessionsAnswer = ListSessionsResponse

/** The answer of `keys.endSession`. */
export type DeleteSessionAnswer = DeleteSessionResponse

/** The answer of `keys.names`. */
export type ListKeyNamesAnswer = ListKeyNamesResponse

/** The operations of `assay.keys`. */
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
