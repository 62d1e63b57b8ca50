// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { EditRetentionRequest, RetentionResponse } from './schemas.ts'

/** The answer of `retention.fetch`. */
export type FetchRetentionAnswer = RetentionResponse

/** The body of `retention.edit`. */
export type EditRetentionBody = EditRetentionRequest

/** The answer of `retention.edit`. */
export type EditRetentionAnswer = RetentionResponse

/** The operations of `assay.retention`. */
export const retention = (core: Core) => ({
  /** The days for which this project retains traces, runs and audit entries; absent: the server setting applies. */
  fetch: (options?: CallOptions) =>
    core.json<FetchRetentionAnswer>('GET /api/retention/', { options }),
  /** Set the days for which this project retains traces, runs and audit entries; 0: forever, null: the server setting. */
  edit: (body: EditRetentionBody, options?: CallOptions) =>
    core.json<EditRetentionAnswer>('PUT /api/retention/', { body, repeatable: true, options }),
})
