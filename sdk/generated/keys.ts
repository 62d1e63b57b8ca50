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
  readonly name?: string | null
  readonly role?: 'viewer' | 'editor' | 'admin' | null
  readonly expiration_date?: string | null
}

export type CreateKeyAnswer = string

export interface DeleteKeyAnswer {
  readonly message: string
}

export const keys = (core: Core) => ({
  /** The keys of this project, without their secrets. */
  list: (options?: CallOptions) =>
    core.json<ListKeysAnswer>('GET /api/keys', { options }),
  /** Make a key. The answer is the whole key, shown only now. */
  create: (body?: CreateKeyBody, options?: CallOptions) =>
    core.json<CreateKeyAnswer>('POST /api/keys', { body, options }),
  /** Revoke a key; it is refused from now on. */
  delete: (prefix: string, options?: CallOptions) =>
    core.json<DeleteKeyAnswer>(`DELETE /api/keys/${at(prefix)}`, { repeatable: true, options }),
})
