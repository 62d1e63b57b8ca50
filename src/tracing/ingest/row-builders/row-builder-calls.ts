// The calls to the row builder threads and their results. Threads keep no state between two calls.
import type {
  FactsRow,
  LogPayloadForm,
  PayloadForm,
  SpanPayloadForm,
  SpanPlace,
  SpanRow,
  SpanRows,
  WaitingLog,
} from '../../../storage/contract/contract.ts'
import type { ErrorCode, ErrorDetail } from '../../../kernel/errors.ts'
import type { LogEntry } from '../logs/log-event.ts'
import type { AddressedLogs } from '../addressed-logs.ts'
import type { AddressedPayload } from '../payloads/payload.ts'
import type { RecordsForm } from '../payloads/sent-records.ts'
import type { TraceForm, TracePayload } from '../payloads/trace-body.ts'
import type { BatchEntry, EntryUsage, NewRejection } from '../rows/batch.ts'
import type { EntryGroup } from '../rows/groups.ts'
import type { RulesText } from '../rules.ts'
import type { ChangedSpan } from '../rows/stored-traces.ts'

/** Payloads to build rows from. */
export interface RowWork {
  /** Payloads of one group may share traces. */
  readonly groups: readonly (readonly BatchEntry[])[]
  readonly rules: Readonly<Record<string, RulesText>>
  readonly nowMicroseconds: bigint
}

/** Rows from `from` up to, but excluding, `to`. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

export type SpanIds = Omit<SpanPlace, 'start_time'>

export interface BuiltRows extends SpanRows {
  /** The span of the first row. Undefined without rows. */
  readonly first: SpanIds | undefined
}

export interface BatchRows {
  readonly rows: BuiltRows
  readonly changedSpans: readonly ChangedSpan[]
  readonly rejections: readonly NewRejection[]
  readonly usage: readonly EntryUsage[]
  /** Stored spans with log events that these rows replace. */
  readonly replacedWithLogs: readonly SpanPlace[]
}

export interface JoinedRows {
  readonly rows: BuiltRows
  /** Ids of log events that their spans already have. */
  readonly storedLogIds: readonly string[]
  /** Ids of log events beyond the limits. */
  readonly refusedLogIds: readonly string[]
}

export interface RowBuilderCalls {
  groups(entries: readonly BatchEntry[]): readonly EntryGroup[]
  /** The same work and facts yield the same rows in the same order, so that a range of them can be requested. */
  rows(work: RowWork, storedFacts: readonly FactsRow[], range?: RowRange): BatchRows
  unsettledSpans(storedFacts: readonly FactsRow[]): readonly ChangedSpan[]
  rerolledRows(rows: readonly SpanRow[], changedSpans: readonly ChangedSpan[], range?: RowRange): BuiltRows
  /** The payload for the inbox if the project has redaction rules. */
  redactedPayload(form: PayloadForm, payload: Uint8Array, rules: RulesText): Uint8Array
  /** The log events of payloads. */
  logs(entries: readonly LogEntry[], rules: RowWork['rules']): readonly WaitingLog[]
  /** The rows of stored spans with log events added. Rows that already have them are omitted. */
  joinedRows(
    rows: readonly SpanRow[],
    logs: readonly WaitingLog[],
    rules: RulesText,
    range?: RowRange,
  ): JoinedRows
  /** The ids of the spans of a client's payload. Refuses as `addressedRequest` does. */
  addressedRequest(form: SpanPayloadForm, payload: Uint8Array): AddressedPayload
  /** The log events of a client's payload. */
  addressedLogs(form: LogPayloadForm, payload: Uint8Array): AddressedLogs
  /** The spans of a JSON body as a payload for the inbox. */
  sentRecords(form: RecordsForm, body: Uint8Array): Uint8Array
  /** The trace of a JSON body. */
  tracePayload(form: TraceForm, body: Uint8Array): TracePayload
  rejectionOf(work: RowWork, ids: SpanIds, reason: string): NewRejection | undefined
}

export type RowBuilderCall = keyof RowBuilderCalls

export interface RowBuilderRequest {
  readonly id: number
  readonly call: RowBuilderCall
  readonly args: readonly unknown[]
}

export type RowBuilderAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly message: string }
  | { readonly id: number; readonly code: ErrorCode; readonly detail: ErrorDetail }
