// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { AssayError } from '../core/errors.ts'

/** The server answered `reference_required`. */
export class ReferenceRequiredError extends AssayError {
  declare readonly code: 'reference_required'
}
/** The server answered `reference_insufficient`. */
export class ReferenceInsufficientError extends AssayError {
  declare readonly code: 'reference_insufficient'
}
/** The server answered `reference_mismatch`. */
export class ReferenceMismatchError extends AssayError {
  declare readonly code: 'reference_mismatch'
}
/** The server answered `key_required`. */
export class KeyRequiredError extends AssayError {
  declare readonly code: 'key_required'
}
/** The server answered `id_mismatch`. */
export class IdMismatchError extends AssayError {
  declare readonly code: 'id_mismatch'
}
/** The server answered `data_or_delta`. */
export class DataOrDeltaError extends AssayError {
  declare readonly code: 'data_or_delta'
}
/** The server answered `data_required`. */
export class DataRequiredError extends AssayError {
  declare readonly code: 'data_required'
}
/** The server answered `fork_source_empty`. */
export class ForkSourceEmptyError extends AssayError {
  declare readonly code: 'fork_source_empty'
}
/** The server answered `slug_reserved`. */
export class SlugReservedError extends AssayError {
  declare readonly code: 'slug_reserved'
}
/** The server answered `cursor_unknown`. */
export class CursorUnknownError extends AssayError {
  declare readonly code: 'cursor_unknown'
}
/** The server answered `filter_invalid`. */
export class FilterInvalidError extends AssayError {
  declare readonly code: 'filter_invalid'
}
/** The server answered `trace_invalid`. */
export class TraceInvalidError extends AssayError {
  declare readonly code: 'trace_invalid'
}
/** The server answered `payload_undecodable`. */
export class PayloadUndecodableError extends AssayError {
  declare readonly code: 'payload_undecodable'
}
/** The server answered `embed_failed`. */
export class EmbedFailedError extends AssayError {
  declare readonly code: 'embed_failed'
}
/** The server answered `unauthorized`. */
export class UnauthorizedError extends AssayError {
  declare readonly code: 'unauthorized'
}
/** The server answered `forbidden`. */
export class ForbiddenError extends AssayError {
  declare readonly code: 'forbidden'
}
/** The server answered `environment_guarded`. */
export class EnvironmentGuardedError extends AssayError {
  declare readonly code: 'environment_guarded'
}
/** The server answered `not_found`. */
export class NotFoundError extends AssayError {
  declare readonly code: 'not_found'
}
/** The server answered `archived`. */
export class ArchivedError extends AssayError {
  declare readonly code: 'archived'
}
/** The server answered `not_deployed`. */
export class NotDeployedError extends AssayError {
  declare readonly code: 'not_deployed'
}
/** The server answered `route_not_found`. */
export class RouteNotFoundError extends AssayError {
  declare readonly code: 'route_not_found'
}
/** The server answered `method_not_allowed`. */
export class MethodNotAllowedError extends AssayError {
  declare readonly code: 'method_not_allowed'
}
/** The server answered `slug_conflict`. */
export class SlugConflictError extends AssayError {
  declare readonly code: 'slug_conflict'
}
/** The server answered `id_conflict`. */
export class IdConflictError extends AssayError {
  declare readonly code: 'id_conflict'
}
/** The server answered `revision_conflict`. */
export class RevisionConflictError extends AssayError {
  declare readonly code: 'revision_conflict'
}
/** The server answered `initial_revision_exists`. */
export class InitialRevisionExistsError extends AssayError {
  declare readonly code: 'initial_revision_exists'
}
/** The server answered `focus_conflict`. */
export class FocusConflictError extends AssayError {
  declare readonly code: 'focus_conflict'
}
/** The server answered `merge_conflict`. */
export class MergeConflictError extends AssayError {
  declare readonly code: 'merge_conflict'
}
/** The server answered `run_closed`. */
export class RunClosedError extends AssayError {
  declare readonly code: 'run_closed'
}
/** The server answered `run_active`. */
export class RunActiveError extends AssayError {
  declare readonly code: 'run_active'
}
/** The server answered `run_not_finished`. */
export class RunNotFinishedError extends AssayError {
  declare readonly code: 'run_not_finished'
}
/** The server answered `queue_conflict`. */
export class QueueConflictError extends AssayError {
  declare readonly code: 'queue_conflict'
}
/** The server answered `payload_too_large`. */
export class PayloadTooLargeError extends AssayError {
  declare readonly code: 'payload_too_large'
}
/** The server answered `unsupported_media_type`. */
export class UnsupportedMediaTypeError extends AssayError {
  declare readonly code: 'unsupported_media_type'
}
/** The server answered `validation_failed`. */
export class ValidationFailedError extends AssayError {
  declare readonly code: 'validation_failed'
}
/** The server answered `json_invalid`. */
export class JsonInvalidError extends AssayError {
  declare readonly code: 'json_invalid'
}
/** The server answered `uri_unknown`. */
export class UriUnknownError extends AssayError {
  declare readonly code: 'uri_unknown'
}
/** The server answered `schema_invalid`. */
export class SchemaInvalidError extends AssayError {
  declare readonly code: 'schema_invalid'
}
/** The server answered `output_mismatch`. */
export class OutputMismatchError extends AssayError {
  declare readonly code: 'output_mismatch'
}
/** The server answered `rows_unknown`. */
export class RowsUnknownError extends AssayError {
  declare readonly code: 'rows_unknown'
}
/** The server answered `column_conflict`. */
export class ColumnConflictError extends AssayError {
  declare readonly code: 'column_conflict'
}
/** The server answered `limit_exceeded`. */
export class LimitExceededError extends AssayError {
  declare readonly code: 'limit_exceeded'
}
/** The server answered `too_many_requests`. */
export class TooManyRequestsError extends AssayError {
  declare readonly code: 'too_many_requests'
}
/** The server answered `internal_error`. */
export class InternalError extends AssayError {
  declare readonly code: 'internal_error'
}
/** The server answered `unavailable`. */
export class UnavailableError extends AssayError {
  declare readonly code: 'unavailable'
}
/** The server answered `budget_exceeded`. */
export class BudgetExceededError extends AssayError {
  declare readonly code: 'budget_exceeded'
}

/** The closed list of codes, each with its class. */
export const errorClasses = {
  reference_required: ReferenceRequiredError,
  reference_insufficient: ReferenceInsufficientError,
  reference_mismatch: ReferenceMismatchError,
  key_required: KeyRequiredError,
  id_mismatch: IdMismatchError,
  data_or_delta: DataOrDeltaError,
  data_required: DataRequiredError,
  fork_source_empty: ForkSourceEmptyError,
  slug_reserved: SlugReservedError,
  cursor_unknown: CursorUnknownError,
  filter_invalid: FilterInvalidError,
  trace_invalid: TraceInvalidError,
  payload_undecodable: PayloadUndecodableError,
  embed_failed: EmbedFailedError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  environment_guarded: EnvironmentGuardedError,
  not_found: NotFoundError,
  archived: ArchivedError,
  not_deployed: NotDeployedError,
  route_not_found: RouteNotFoundError,
  method_not_allowed: MethodNotAllowedError,
  slug_conflict: SlugConflictError,
  id_conflict: IdConflictError,
  revision_conflict: RevisionConflictError,
  initial_revision_exists: InitialRevisionExistsError,
  focus_conflict: FocusConflictError,
  merge_conflict: MergeConflictError,
  run_closed: RunClosedError,
  run_active: RunActiveError,
  run_not_finished: RunNotFinishedError,
  queue_conflict: QueueConflictError,
  payload_too_large: PayloadTooLargeError,
  unsupported_media_type: UnsupportedMediaTypeError,
  validation_failed: ValidationFailedError,
  json_invalid: JsonInvalidError,
  uri_unknown: UriUnknownError,
  schema_invalid: SchemaInvalidError,
  output_mismatch: OutputMismatchError,
  rows_unknown: RowsUnknownError,
  column_conflict: ColumnConflictError,
  limit_exceeded: LimitExceededError,
  too_many_requests: TooManyRequestsError,
  internal_error: InternalError,
  unavailable: UnavailableError,
  budget_exceeded: BudgetExceededError,
} as const
