// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'

export interface CreateSessionAnswer {
  readonly session: {
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
  }
}

export interface ListOwnSessionsAnswer {
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
  }>
}

export const session = (core: Core) => ({
  /** Sign in: the answer sets a cookie that stands for the key of this request. */
  create: (options?: CallOptions) =>
    core.json<CreateSessionAnswer>('POST /api/session', { options }),
  /** The projects that this browser is signed in to. */
  list: (options?: CallOptions) =>
    core.json<ListOwnSessionsAnswer>('GET /api/session', { options }),
  /** Sign out: the session of this request ends. */
  end: (options?: CallOptions) =>
    core.json<void>('DELETE /api/session', { repeatable: true, options }),
})
