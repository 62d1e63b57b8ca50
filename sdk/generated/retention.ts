// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'

export interface FetchRetentionAnswer {
  readonly count: number
  readonly retention: {
    readonly days?: number
  }
}

export interface EditRetentionBody {
  readonly retention: {
    readonly days?: number | null
  }
}

export interface EditRetentionAnswer {
  readonly count: number
  readonly retention: {
    readonly days?: number
  }
}

export const retention = (core: Core) => ({
  /** For how many days this project keeps its traces; without days the setting of the server counts. */
  fetch: (options?: CallOptions) =>
    core.json<FetchRetentionAnswer>('GET /api/retention/', { options }),
  /** Set for how many days this project keeps its traces; 0: for ever, null: as the server says. */
  edit: (body: EditRetentionBody, options?: CallOptions) =>
    core.json<EditRetentionAnswer>('PUT /api/retention/', { body, repeatable: true, options }),
})
