// Error codes that several routes share, grouped by the kind of route. A route lists in `errors` its codes
// beyond those implied by its schemas and access. The OpenAPI document shows them, and tests compare the
// server with them.
import type { ErrorCode } from '../kernel/errors.ts'
import type { Family } from '../storage/contract/contract.ts'
import type { Kind } from '../versioning/kinds.ts'

type Codes = readonly ErrorCode[]

export const pageCodes: Codes = ['cursor_unknown', 'limit_exceeded']

export const referenceCodes: Codes = ['reference_required', 'reference_insufficient', 'reference_mismatch']

/** Codes for references that may go through an environment. */
export const targetCodes = (kind: Kind): Codes =>
  kind.isDeployable ? [...referenceCodes, 'key_required', 'not_deployed'] : referenceCodes

export const newRecordCodes: Codes = ['slug_conflict', 'slug_reserved', 'id_conflict']

const payloadCodes: Readonly<Record<Family, Codes>> = {
  workflow: ['uri_unknown', 'schema_invalid', 'limit_exceeded'],
  environment: ['not_found', 'archived', ...referenceCodes, 'environment_guarded', 'limit_exceeded'],
  testset: ['rows_unknown', 'column_conflict', 'limit_exceeded'],
  query: ['filter_invalid', 'limit_exceeded'],
}

/** Codes for requests with the payload of a revision. */
export const payloadCodesOf = (kind: Kind): Codes => payloadCodes[kind.family]

/** Codes for changes to existing records. */
export const changeCodes = (kind: Kind): Codes => [
  'not_found',
  'archived',
  ...(kind.family === 'environment' ? (['environment_guarded'] as const) : []),
]

export const commitCodes = (kind: Kind): Codes => [
  ...changeCodes(kind),
  ...referenceCodes,
  'revision_conflict',
  'data_or_delta',
  ...newRecordCodes,
  ...payloadCodesOf(kind),
]

/** Codes for changes of testsets beyond a commit. */
export const rowCodes: Codes = [
  'not_found',
  'archived',
  ...referenceCodes,
  'revision_conflict',
  'rows_unknown',
  'column_conflict',
  'limit_exceeded',
]

/** Codes for reads from the trace store. */
export const traceReadCodes: Codes = ['trace_invalid', 'budget_exceeded']

/** Codes for filters over spans, saved ones included. */
export const spanQueryCodes: Codes = [
  'filter_invalid',
  ...pageCodes,
  'focus_conflict',
  ...referenceCodes,
  'budget_exceeded',
]

export const forkCodes: Codes = [
  'not_found',
  'archived',
  ...referenceCodes,
  'fork_source_empty',
  ...newRecordCodes,
]

/** Codes for retrieving a revision, including its optional expansions. */
export const retrieveCodes = (kind: Kind): Codes => [
  ...targetCodes(kind),
  ...(kind.hasEmbeds ? (['embed_failed'] as const) : []),
  ...(kind.family === 'testset' ? pageCodes : []),
  ...(kind.family === 'query' ? spanQueryCodes : []),
]

/** Codes for traces written as flat records: annotations must match the schema of their evaluator. */
export const recordCodes: Codes = [
  ...referenceCodes,
  'not_found',
  'slug_conflict',
  'schema_invalid',
  'output_mismatch',
  'trace_invalid',
  'budget_exceeded',
]

/** Codes for writes to a run and its parts. */
export const runCodes: Codes = ['not_found', 'reference_mismatch', 'run_closed', 'run_active']

/** Codes for steps that reference revisions. */
export const stepCodes: Codes = ['not_found', 'archived', ...referenceCodes, 'limit_exceeded']
