// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { AssayError } from '../core/errors.ts'

export class ReferenceRequiredError extends AssayError {}
export class ReferenceInsufficientError extends AssayError {}
export class ReferenceMismatchError extends AssayError {}
export class KeyRequiredError extends AssayError {}
export class IdMismatchError extends AssayError {}
export class DataOrDeltaError extends AssayError {}
export class DataRequiredError extends AssayError {}
export class ForkSourceEmptyError extends AssayError {}
export class SlugReservedError extends AssayError {}
export class CursorUnknownError extends AssayError {}
export class FilterInvalidError extends AssayError {}
export class TraceInvalidError extends AssayError {}
export class PayloadUndecodableError extends AssayError {}
export class EmbedFailedError extends AssayError {}
export class UnauthorizedError extends AssayError {}
export class ForbiddenError extends AssayError {}
export class EnvironmentGuardedError extends AssayError {}
export class NotFoundError extends AssayError {}
export class ArchivedError extends AssayError {}
export class NotDeployedError extends AssayError {}
export class RouteNotFoundError extends AssayError {}
export class MethodNotAllowedError extends AssayError {}
export class SlugConflictError extends AssayError {}
export class IdConflictError extends AssayError {}
export class RevisionConflictError extends AssayError {}
export class InitialRevisionExistsError extends AssayError {}
export class FocusConflictError extends AssayError {}
export class MergeConflictError extends AssayError {}
export class RunClosedError extends AssayError {}
export class RunActiveError extends AssayError {}
export class RunNotFinishedError extends AssayError {}
export class QueueConflictError extends AssayError {}
export class PayloadTooLargeError extends AssayError {}
export class UnsupportedMediaTypeError extends AssayError {}
export class ValidationFailedError extends AssayError {}
export class JsonInvalidError extends AssayError {}
export class UriUnknownError extends AssayError {}
export class SchemaInvalidError extends AssayError {}
export class OutputMismatchError extends AssayError {}
export class RowsUnknownError extends AssayError {}
export class ColumnConflictError extends AssayError {}
export class LimitExceededError extends AssayError {}
export class TooManyRequestsError extends AssayError {}
export class InternalError extends AssayError {}
export class UnavailableError extends AssayError {}
export class BudgetExceededError extends AssayError {}

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
