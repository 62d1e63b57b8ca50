// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { CheckPermissionResponse } from './schemas.ts'

export interface CheckPermissionQuery {
  readonly action: string
  readonly resource_type: 'service' | 'local_secrets'
  readonly resource_id?: string
  readonly scope_type?: string
  readonly scope_id?: string
}

export type CheckPermissionAnswer = CheckPermissionResponse

export const permissions = (core: Core) => ({
  /** Whether this key may perform an action. */
  check: (query: CheckPermissionQuery, options?: CallOptions) =>
    core.json<CheckPermissionAnswer>('GET /api/access/permissions/check', { query, options }),
})
