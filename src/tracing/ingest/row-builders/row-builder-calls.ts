// What the threads behind row-builders.ts are asked, with what they answer. Nothing is kept between two calls.
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
import type { BatchEntry, NewRejection } from '../rows/batch.ts'
import type { EntryGroup } from '../rows/groups.ts'
import type { RulesText } from '../rules.ts'
import type { ChangedSpan } from '../rows/stored-traces.ts'

/** Payloads to make rows of. */
export interface RowWork {
  /** Payloads of one group may share traces. */
  readonly groups: readonly (readonly BatchEntry[])[]
  readonly rules: Readonly<Record<string, RulesText>>
  readonly nowMicroseconds: bigint
}

/** Rows from one up to and without another. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

export type SpanIds = Omit<SpanPlace, 'start_time'>

export interface BuiltRows extends SpanRows {
  /** Whose row comes first; undefined when there is none. */
  readonly first: SpanIds | undefined
}

export interface BatchRows {
  readonly rows: BuiltRows
  readonly changed: readonly ChangedSpan[]
  readonly rejected: readonly NewRejection[]
  /** Stored spans with log events that these rows replace. */
  readonly replacedWithLogs: readonly SpanPlace[]
}

export interface JoinedRows {
  readonly rows: BuiltRows
  /** Ids of log events that their spans hold already. */
  readonly alreadyStored: readonly string[]
  /** Ids of log events that do not fit. */
  readonly refused: readonly string[]
}

export interface RowBuilderCalls {
  groups(entries: readonly BatchEntry[]): readonly EntryGroup[]
  /** Of the same work and facts the same rows in the same order, so that some of them can be asked for. */
  rows(work: RowWork, known: readonly FactsRow[], range?: RowRange): BatchRows
  unsettled(known: readonly FactsRow[]): readonly ChangedSpan[]
  rerolled(rows: readonly SpanRow[], changed: readonly ChangedSpan[], range?: RowRange): BuiltRows
  /** What the inbox keeps of a payload where the project hides something. */
  redacted(form: PayloadForm, payload: Uint8Array, rules: RulesText): Uint8Array
  /** The log events of payloads. */
  logs(entries: readonly LogEntry[], rules: RowWork['rules']): readonly WaitingLog[]
  /** The rows of stored spans with log events of theirs; rows that hold them already are left out. */
  joined(
    rows: readonly SpanRow[],
    logs: readonly WaitingLog[],
    rules: RulesText,
    range?: RowRange,
  ): JoinedRows
  /** The spans of a payload that a client sent. Refuses as `addressedRequest` does. */
  addressed(form: SpanPayloadForm, payload: Uint8Array): AddressedPayload
  /** The log events of a payload that a client sent. */
  addressedLogs(form: LogPayloadForm, payload: Uint8Array): AddressedLogs
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
