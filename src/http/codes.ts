// Codes of failures that several routes share, by what the routes do. A route lists under `errors` what it can answer beside
// the codes that follow from its schemas and its access; the OpenAPI document shows them, and tests hold the server to them.
import type { ErrorCode } from '../kernel/errors.ts'
import type { Family } from '../storage/contract/contract.ts'
import type { Kind } from '../versioning/kinds.ts'

type Codes = readonly ErrorCode[]

export const pageCodes: Codes = ['cursor_unknown', 'limit_exceeded']

export const referenceCodes: Codes = ['reference_required', 'reference_insufficient', 'reference_mismatch']

/** Of references that may lead through an environment. */
export const targetCodes = (kind: Kind): Codes =>
  kind.deployable ? [...referenceCodes, 'key_required', 'not_deployed'] : referenceCodes

export const newRecordCodes: Codes = ['slug_conflict', 'slug_reserved', 'id_conflict']

const payloadCodes: Readonly<Record<Family, Codes>> = {
  workflow: ['uri_unknown', 'schema_invalid'],
  environment: ['not_found', 'archived', ...referenceCodes, 'environment_guarded', 'limit_exceeded'],
  testset: ['rows_unknown', 'column_conflict', 'limit_exceeded'],
  query: ['filter_invalid', 'limit_exceeded'],
}

/** Of requests that bring the payload of a revision. */
export const payloadCodesOf = (kind: Kind): Codes => payloadCodes[kind.family]

/** Of changes to what is there. */
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

/** Of testsets that are changed by more than a commit. */
export const rowCodes: Codes = [
  'not_found',
  'archived',
  ...referenceCodes,
  'revision_conflict',
  'rows_unknown',
  'column_conflict',
  'limit_exceeded',
]

/** Of reads from the trace store. */
export const traceReadCodes: Codes = ['trace_invalid', 'budget_exceeded']

/** Of filters, saved ones included, over spans. */
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

/** Of finding a revision, with what a request may have done with it at once. */
export const retrieveCodes = (kind: Kind): Codes => [
  ...targetCodes(kind),
  ...(kind.embeds ? (['embed_failed'] as const) : []),
  ...(kind.family === 'testset' ? pageCodes : []),
  ...(kind.family === 'query' ? spanQueryCodes : []),
]

/** Of traces that are written as flat records: annotations are held to the form that their evaluator asks for. */
export const recordCodes: Codes = [
  ...referenceCodes,
  'not_found',
  'slug_conflict',
  'schema_invalid',
  'output_mismatch',
  'trace_invalid',
  'budget_exceeded',
]

/** Of writes to a run and to what belongs to it. */
export const runCodes: Codes = ['not_found', 'reference_mismatch', 'run_closed', 'run_active']

/** Of steps that name revisions. */
export const stepCodes: Codes = ['not_found', 'archived', ...referenceCodes, 'limit_exceeded']
