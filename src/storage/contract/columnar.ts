// The span store: spans of traces, by project.
import type { SlotUsage } from '../../kernel/fair-semaphore.ts'
import { attributesWithCopies, withCopies } from './copies.ts'
import type { SpanTransfer } from './moving.ts'
import type { SpanDays } from './span-days.ts'
import type { SpanQueries } from './span-queries.ts'
import type { FactsRow, SpanPlace, SpanRow, TraceOutcome } from './spans.ts'

/** A column of named values. */
export interface NamedValues<T> {
  readonly names: readonly string[]
  readonly values: readonly T[]
}

/**
 * Inputs and outputs have their own columns. In the text of the attributes they are replaced by these
 * characters, which never occur unescaped in JSON, so that long texts are stored once.
 */
export const inputsMark = '\u0001'
export const outputsMark = '\u0002'
/** SQL for the full text of the attributes. */
export const fullAttributes = String.raw`replaceOne(replaceOne(${attributesWithCopies}, '\x01', inputs), '\x02', outputs)`

export interface TextColumns {
  readonly attributes: string
  readonly inputs: string
  readonly outputs: string
}

/**
 * Like `fullAttributes`, for columns that were read: planning the SQL expression costs the engine three milliseconds
 * per statement.
 */
export function fullAttributesOf({ attributes, inputs, outputs }: TextColumns): string {
  // Functions, because `$` has a meaning in a replacement text.
  return withCopies(attributes, inputs, outputs)
    .replace(inputsMark, () => inputs)
    .replace(outputsMark, () => outputs)
}

/** Columns that only filters read; tracing/filter/columns/columns.ts describes them. */
export interface FilterColumns {
  readonly inputs: string
  readonly outputs: string
  readonly duration_ms: number | null
  readonly errors: number | null
  readonly tokens: number | null
  readonly cost: number | null
  readonly strings: NamedValues<string>
  readonly numbers: NamedValues<number>
  readonly booleans: NamedValues<boolean>
  readonly container_paths: string
  readonly long_paths: string
  readonly reference_ids: readonly string[]
  readonly reference_slugs: readonly string[]
  readonly link_trace_ids: readonly string[]
  readonly event_names: readonly string[]
  readonly hash_ids: readonly string[]
  readonly content: string
}

/** A span as it is written. Its attributes may have marks instead of inputs and outputs. */
export interface NewSpan extends SpanRow, FilterColumns {
  /**
   * Bits for the session (1) and the user (2) of a row: set if no ancestor span has the same session or user.
   * Metrics of a span include those of its descendants, so the sum over these rows counts everything once.
   */
  readonly leads: number
  /** 1 on the head of the trace: the earliest root, or the earliest span while no root has arrived. */
  readonly is_head: number
  /**
   * On the head of a trace with several subtrees: their totals, in the order of `totalNames`. Empty: the
   * totals of the row are those of the trace.
   */
  readonly trace_totals: readonly (number | null)[]
}

export const totalNames = ['duration', 'errors', 'tokens', 'cost'] as const

/** A row to write: a span or a tombstone. */
export type NewRow = NewSpan | DeletedRow

/** The position, and a version above that of the row. */
export interface DeletedRow extends SpanPlace {
  readonly version: string
  readonly is_deleted: 1
}

/**
 * Rows in the binary format of the engine (`encodeRows`). They are built off the main thread and passed on as
 * bytes: cloning objects between threads would cost as much as building them.
 */
export interface SpanRows {
  readonly count: number
  /** The bytes in chunks; each chunk owns its memory. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

/** The store refuses these rows permanently: writing them again has the same result. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused'
}

/** A position in the order of spans by time. */
export type SpanCursor = Omit<SpanPlace, 'project_id'>

export interface OldTraces {
  readonly traceIds: readonly string[]
  /** Whether the page has traces with newer spans. */
  readonly hasNewer: boolean
  /** Undefined: this was the last page. */
  readonly next: SpanCursor | undefined
}

/** The spans of a month. */
export interface Partition {
  readonly id: string
  readonly from: string
  /** Exclusive. */
  readonly to: string
  readonly projectIds: readonly string[]
}

export interface SpanStore {
  /**
   * Writes rows. A row replaces an older version with the same project, trace and span id, so writing a batch
   * is idempotent. A span whose start time changes needs the tombstone of its previous row in the same batch
   * (`deletedRow`). Resolves only after the rows survive a crash of this process and of the machine, and are
   * visible to every later read. Rejects with RowsRefused when the rows are invalid; then none of them is
   * stored. The bytes are released.
   */
  write(rows: SpanRows): Promise<void>
  /** Facts of all live spans of these traces. Unknown traces have none. */
  facts(projectId: string, traceIds: readonly string[]): Promise<readonly FactsRow[]>
  /**
   * The span that represents each of these traces: the first without a parent, else the first. Unknown traces
   * have none.
   */
  roots(projectId: string, traceIds: readonly string[]): Promise<readonly SpanPlace[]>
  /**
   * The outcome of these traces, read without their other spans. For the span chosen by `roots` it returns
   * the totals, unless they are not requested, and, on request, the outputs up to a number of bytes. Unknown
   * traces have none.
   */
  outcomes(
    projectId: string,
    traceIds: readonly string[],
    options: { readonly outputBytesMax: number; readonly withTotals?: boolean },
  ): Promise<readonly TraceOutcome[]>
  /** The live rows at these positions; missing ones are omitted. */
  spans(projectId: string, places: readonly SpanPlace[]): Promise<readonly SpanRow[]>
  /** All live spans of a trace in no promised order. Unknown id: an empty list. */
  trace(projectId: string, traceId: string): Promise<readonly SpanRow[]>
  /** At most `limit` traces with a span that has this session or user id, in no promised order. */
  tracesWithId(
    projectId: string,
    identity: { readonly kind: 'session' | 'user'; readonly id: string },
    limit: number,
  ): Promise<readonly string[]>
  /**
   * The traces of a page of spans by start time, from one time to another: those whose spans all started before a
   * third time. Times are in the format of rows. A trace with several spans may be on several pages.
   */
  tracesBefore(
    projectId: string,
    page: {
      readonly before: string
      readonly from: string
      /** Exclusive. */
      readonly to: string
      readonly after: SpanCursor | undefined
      /** The number of spans. */
      readonly limit: number
    },
  ): Promise<OldTraces>
  /** The months that ended before this time, oldest first, with the projects that have rows in them. */
  partitionsBefore(time: string): Promise<readonly Partition[]>
  /**
   * Deletes all spans of a month with their facts and copies, without rewriting any. An interrupted call is repeated
   * by another one. Returns the number of rows; 0 if older spans are still being copied.
   */
  dropPartition(partition: Partition): Promise<number>
  /**
   * Reclaims the space of deleted rows: rewrites the months of which at least this share of rows is deleted. It may
   * take long; reads and writes continue.
   */
  reclaim(options: { readonly shareMin: number }): Promise<void>
  /**
   * Deletes these spans: when it resolves no read sees them, even if a process that read them before writes
   * them again with another roll-up. The version is that of the row. Idempotent.
   */
  deleteSpans(spans: readonly (SpanPlace & Pick<SpanRow, 'version'>)[]): Promise<void>
  /**
   * Removes the narrow copies of these spans, which are no roots or heads of traces and have no session or user
   * id. Needed only after several processes wrote the same span: a single writer leaves no such copies.
   */
  removeCopies(projectId: string, spans: readonly (SpanPlace & Pick<SpanRow, 'version'>)[]): Promise<void>
  /**
   * Deletes the spans of a trace: when it resolves no read sees them. Returns the deleted spans. Idempotent.
   */
  deleteTrace(projectId: string, traceId: string): Promise<readonly SpanPlace[]>
  /**
   * Traces of a project in the order of their ids, for sweeps: at most `limit` after the given one. Traces
   * that arrive during a sweep may or may not be included.
   */
  traceIds(projectId: string, after: string, limit: number): Promise<readonly string[]>
  /** Client queries, within a budget. */
  readonly queries: SpanQueries
  /** The usage of the slots for client statements. */
  slots(): SlotUsage
  /**
   * Resolves after its own durable write and a read with its own slot; rejects with the reason
   * otherwise.
   */
  check(): Promise<void>
  /**
   * Gives the store this id unless it has one, and returns its ids. There are several only if several
   * processes opened an empty store at the same moment; then the store has all of them.
   */
  identify(newId: string): Promise<readonly string[]>
  /**
   * A description of the store, and its size in bytes as the store reports it: on a cluster the sum over all
   * replicas.
   */
  size(): Promise<StoreSize>
  /** Reads the keys of all spans and compares them with their facts. */
  integrity(): Promise<SpanIntegrity>
  /** Copies of an embedded store; a server has its own tools. */
  readonly copies?: StoreCopies
  /** All rows, to move them to another store. */
  readonly transfer: SpanTransfer
  /** Spans by project and day, to export them. */
  readonly days: SpanDays
  close(): Promise<void>
}

/** The prefix of names of frozen files that outlive the process: opening the store releases all others. */
export const frozenByCommand = 'command'

/** Snapshots of the files of a store. */
export interface StoreCopies {
  /**
   * The files contain every span that was stored before the call. They stay unchanged until `release`.
   * The name has only letters and digits.
   */
  freeze(name: string): Promise<FrozenFiles>
  /** Idempotent. */
  release(name: string): Promise<void>
}

/** In a folder with these files and links the store can be opened. */
export interface FrozenFiles {
  readonly files: readonly {
    readonly source: string
    /** Where it belongs in the folder of the store. */
    readonly path: string
  }[]
  readonly links: readonly FrozenLink[]
}

export interface FrozenLink {
  readonly path: string
  readonly target: string
}

/** The numbers of live spans, of spans without facts, and of facts without a span. */
export interface SpanIntegrity {
  readonly spans: number
  readonly spansWithoutFacts: number
  readonly factsWithoutSpans: number
}

/** The product name and version of a store, and its size on disk. */
export interface StoreSize {
  readonly form: 'SQLite' | 'PostgreSQL' | 'chDB' | 'ClickHouse'
  readonly bytes: number
}

/**
 * Of the rows of a span the highest version wins, which resolves conflicts between processes. The version of
 * content is the microsecond of its write times this number, and at least this number above the row that it
 * replaces. A roll-up of stored spans has the next version above the row that it read; an edit and a tombstone
 * have larger steps. So a deletion wins over every roll-up and edit that started before it, however late they
 * are written, and content that arrives later wins over the deletion.
 */
export const versionSteps = 4096n
/** The version of a row that replaces a stored one, at least this number of steps above it. */
export function replacingVersion(storedVersion: string, steps: bigint): bigint {
  const version = BigInt(storedVersion) + steps
  // Only a row that replaces none has a multiple of `versionSteps`: so the store can distinguish it from all others.
  return version % versionSteps === 0n ? version + 1n : version
}
/** Steps for a row with a joined log event: a roll-up that read the row before does not remove the event. */
export const joinSteps = 64n
/** Steps for an edit. At most this number of roll-ups may be written between reading and editing a row. */
export const editSteps = 1024n
/** Steps for a tombstone. At most this number of roll-ups may be written between reading and deleting a row. */
export const deletionSteps = 2048n

/** The tombstone of a row: its position and a version above that of the row. */
export const deletedRow = (place: SpanPlace, version: bigint): DeletedRow => ({
  project_id: place.project_id,
  trace_id: place.trace_id,
  span_id: place.span_id,
  start_time: place.start_time,
  version: version.toString(),
  is_deleted: 1,
})
