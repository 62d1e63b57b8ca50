// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { EditRetentionRequest, RetentionResponse } from './schemas.ts'

export type FetchRetentionAnswer = RetentionResponse

export type EditRetentionBody = EditRetentionRequest

export type EditRetentionAnswer = RetentionResponse

export const retention = (core: Core) => ({
  /** For how many days this project keeps its traces; without days the setting of the server counts. */
  fetch: (options?: CallOptions) =>
    core.json<FetchRetentionAnswer>('GET /api/retention/', { options }),
  /** Set for how many days this project keeps its traces; 0: for ever, null: as the server says. */
  edit: (body: EditRetentionBody, options?: CallOptions) =>
    core.json<EditRetentionAnswer>('PUT /api/retention/', { body, repeatable: true, options }),
})
