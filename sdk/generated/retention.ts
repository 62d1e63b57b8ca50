// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { EditRetentionRequest, RetentionResponse } from './schemas.ts'

export type FetchRetentionAnswer = RetentionResponse

export type EditRetentionBody = EditRetentionRequest

export type EditRetentionAnswer = RetentionResponse

export const retention = (core: Core) => ({
  /** The days for which this project retains traces, runs and audit entries; absent: the server setting applies. */
  fetch: (options?: CallOptions) =>
    core.json<FetchRetentionAnswer>('GET /api/retention/', { options }),
  /** Set the days for which this project retains traces, runs and audit entries; 0: forever, null: the server setting. */
  edit: (body: EditRetentionBody, options?: CallOptions) =>
    core.json<EditRetentionAnswer>('PUT /api/retention/', { body, repeatable: true, options }),
})
