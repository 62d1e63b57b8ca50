// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { AssayError } from '../core/errors.ts'

/** The server answered `reference_required`. */
export class ReferenceRequiredError extends AssayError {
  /** Always `reference_required`. */
  declare readonly code: 'reference_required'
}
/** The server answered `reference_insufficient`. */
export class ReferenceInsufficientError extends AssayError {
  /** Always `reference_insufficient`. */
  declare readonly code: 'reference_insufficient'
}
/** The server answered `reference_mismatch`. */
export class ReferenceMismatchError extends AssayError {
  /** Always `reference_mismatch`. */
  declare readonly code: 'reference_mismatch'
}
/** The server answered `key_required`. */
export class KeyRequiredError extends AssayError {
  /** Always `key_required`. */
  declare readonly code: 'key_required'
}
/** The server answered `id_mismatch`. */
export class IdMismatchError extends AssayError {
  /** Always `id_mismatch`. */
  declare readonly code: 'id_mismatch'
}
/** The server answered `data_or_delta`. */
export class DataOrDeltaError extends AssayError {
  /** Always `data_or_delta`. */
  declare readonly code: 'data_or_delta'
}
/** The server answered `data_required`. */
export class DataRequiredError extends AssayError {
  /** Always `data_required`. */
  declare readonly code: 'data_required'
}
/** The server answered `fork_source_empty`. */
export class ForkSourceEmptyError extends AssayError {
  /** Always `fork_source_empty`. */
  declare readonly code: 'fork_source_empty'
}
/** The server answered `slug_reserved`. */
export class SlugReservedError extends AssayError {
  /** Always `slug_reserved`. */
  declare readonly code: 'slug_reserved'
}
/** The server answered `cursor_unknown`. */
export class CursorUnknownError extends AssayError {
  /** Always `cursor_unknown`. */
  declare readonly code: 'cursor_unknown'
}
/** The server answered `filter_invalid`. */
export class FilterInvalidError extends AssayError {
  /** Always `filter_invalid`. */
  declare readonly code: 'filter_invalid'
}
/** The server answered `trace_invalid`. */
export class TraceInvalidError extends AssayError {
  /** Always `trace_invalid`. */
  declare readonly code: 'trace_invalid'
}
/** The server answered `payload_undecodable`. */
export class PayloadUndecodableError extends AssayError {
  /** Always `payload_undecodable`. */
  declare readonly code: 'payload_undecodable'
}
/** The server answered `embed_failed`. */
export class EmbedFailedError extends AssayError {
  /** Always `embed_failed`. */
  declare readonly code: 'embed_failed'
}
/** The server answered `unauthorized`. */
export class UnauthorizedError extends AssayError {
  /** Always `unauthorized`. */
  declare readonly code: 'unauthorized'
}
/** The server answered `forbidden`. */
export class ForbiddenError extends AssayError {
  /** Always `forbidden`. */
  declare readonly code: 'forbidden'
}
/** The server answered `environment_guarded`. */
export class EnvironmentGuardedError extends AssayError {
  /** Always `environment_guarded`. */
  declare readonly code: 'environment_guarded'
}
/** The server answered `not_found`. */
export class NotFoundError extends AssayError {
  /** Always `not_found`. */
  declare readonly code: 'not_found'
}
/** The server answered `archived`. */
export class ArchivedError extends AssayError {
  /** Always `archived`. */
  declare readonly code: 'archived'
}
/** The server answered `not_deployed`. */
export class NotDeployedError extends AssayError {
  /** Always `not_deployed`. */
  declare readonly code: 'not_deployed'
}
/** The server answered `route_not_found`. */
export class RouteNotFoundError extends AssayError {
  /** Always `route_not_found`. */
  declare readonly code: 'route_not_found'
}
/** The server answered `method_not_allowed`. */
export class MethodNotAllowedError extends AssayError {
  /** Always `method_not_allowed`. */
  declare readonly code: 'method_not_allowed'
}
/** The server answered `slug_conflict`. */
export class SlugConflictError extends AssayError {
  /** Always `slug_conflict`. */
  declare readonly code: 'slug_conflict'
}
/** The server answered `id_conflict`. */
export class IdConflictError extends AssayError {
  /** Always `id_conflict`. */
  declare readonly code: 'id_conflict'
}
/** The server answered `revision_conflict`. */
export class RevisionConflictError extends AssayError {
  /** Always `revision_conflict`. */
  declare readonly code: 'revision_conflict'
}
/** The server answered `initial_revision_exists`. */
export class InitialRevisionExistsError extends AssayError {
  /** Always `initial_revision_exists`. */
  declare readonly code: 'initial_revision_exists'
}
/** The server answered `focus_conflict`. */
export class FocusConflictError extends AssayError {
  /** Always `focus_conflict`. */
  declare readonly code: 'focus_conflict'
}
/** The server answered `merge_conflict`. */
export class MergeConflictError extends AssayError {
  /** Always `merge_conflict`. */
  declare readonly code: 'merge_conflict'
}
/** The server answered `run_closed`. */
export class RunClosedError extends AssayError {
  /** Always `run_closed`. */
  declare readonly code: 'run_closed'
}
/** The server answered `run_active`. */
export class RunActiveError extends AssayError {
  /** Always `run_active`. */
  declare readonly code: 'run_active'
}
/** The server answered `run_not_finished`. */
export class RunNotFinishedError extends AssayError {
  /** Always `run_not_finished`. */
  declare readonly code: 'run_not_finished'
}
/** The server answered `queue_conflict`. */
export class QueueConflictError extends AssayError {
  /** Always `queue_conflict`. */
  declare readonly code: 'queue_conflict'
}
/** The server answered `payload_too_large`. */
export class PayloadTooLargeError extends AssayError {
  /** Always `payload_too_large`. */
  declare readonly code: 'payload_too_large'
}
/** The server answered `unsupported_media_type`. */
export class UnsupportedMediaTypeError extends AssayError {
  /** Always `unsupported_media_type`. */
  declare readonly code: 'unsupported_media_type'
}
/** The server answered `validation_failed`. */
export class ValidationFailedError extends AssayError {
  /** Always `validation_failed`. */
  declare readonly code: 'validation_failed'
}
/** The server answered `json_invalid`. */
export class JsonInvalidError extends AssayError {
  /** Always `json_invalid`. */
  declare readonly code: 'json_invalid'
}
/** The server answered `uri_unknown`. */
export class UriUnknownError extends AssayError {
  /** Always `uri_unknown`. */
  declare readonly code: 'uri_unknown'
}
/** The server answered `schema_invalid`. */
export class SchemaInvalidError extends AssayError {
  /** Always `schema_invalid`. */
  declare readonly code: 'schema_invalid'
}
/** The server answered `output_mismatch`. */
export class OutputMismatchError extends AssayError {
  /** Always `output_mismatch`. */
  declare readonly code: 'output_mismatch'
}
/** The server answered `rows_unknown`. */
export class RowsUnknownError extends AssayError {
  /** Always `rows_unknown`. */
  declare readonly code: 'rows_unknown'
}
/** The server answered `column_conflict`. */
export class ColumnConflictError extends AssayError {
  /** Always `column_conflict`. */
  declare readonly code: 'column_conflict'
}
/** The server answered `limit_exceeded`. */
export class LimitExceededError extends AssayError {
  /** Always `limit_exceeded`. */
  declare readonly code: 'limit_exceeded'
}
/** The server answered `too_many_requests`. */
export class TooManyRequestsError extends AssayError {
  /** Always `too_many_requests`. */
  declare readonly code: 'too_many_requests'
}
/** The server answered `internal_error`. */
export class InternalError extends AssayError {
  /** Always `internal_error`. */
  declare readonly code: 'internal_error'
}
/** The server answered `unavailable`. */
export class UnavailableError extends AssayError {
  /** Always `unavailable`. */
  declare readonly code: 'unavailable'
}
/** The server answered `budget_exceeded`. */
export class BudgetExceededError extends AssayError {
  /** Always `budget_exceeded`. */
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
