// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { CheckPermissionResponse } from './schemas.ts'

/** The query parameters of `permissions.check`. */
export interface CheckPermissionQuery {
  /** The action to check. */
  readonly action: string
  /** The type of the resource to check. */
  readonly resource_type: 'service' | 'local_secrets'
  /** The id of the resource to check. */
  readonly resource_id?: string
  /** The type of the scope to check. */
  readonly scope_type?: string
  /** The id of the scope to check. */
  readonly scope_id?: string
}

/** The answer of `permissions.check`. */
export type CheckPermissionAnswer = CheckPermissionResponse

/** The operations of `assay.permissions`. */
export const permissions = (core: Core) => ({
  /** Whether this key may perform an action. */
  check: (query: CheckPermissionQuery, options?: CallOptions) =>
    core.json<CheckPermissionAnswer>('GET /api/access/permissions/check', { query, options }),
})
