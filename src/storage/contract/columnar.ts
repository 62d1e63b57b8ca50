// The span store: spans of traces, by project.
import type { SlotUsage } from '../../kernel/fair-semaphore.ts'
import { attributesWithCopies, withCopies } from './copies.ts'
import type { SpanQueries } from './span-queries.ts'
import type { FactsRow, SpanPlace, SpanRow, TraceOutcome } from './spans.ts'

/** A column of named values. */
export interface NamedValues<T> {
  readonly names: readonly string[]
  readonly values: readonly T[]
}

/**
 * Inputs and outputs have columns of their own. In the text of the attributes these characters, which JSON never holds as
 * they are, stand in their places, so that long texts are stored once.
 */
export const inputsMark = '\u0001'
export const outputsMark = '\u0002'
/** SQL of the whole text of the attributes. */
export const wholeAttributes = String.raw`replaceOne(replaceOne(${attributesWithCopies}, '\x01', inputs), '\x02', outputs)`

export interface TextColumns {
  readonly attributes: string
  readonly inputs: string
  readonly outputs: string
}

/** The same of columns that were read: planning the expression takes the engine three milliseconds of every statement. */
export function wholeAttributesOf({ attributes, inputs, outputs }: TextColumns): string {
  // Functions: in a text that is put in, `$` has a meaning.
  return withCopies(attributes, inputs, outputs)
    .replace(inputsMark, () => inputs)
    .replace(outputsMark, () => outputs)
}

/** The columns that only filters read; what they mean stands in tracing/filter/columns/columns.ts. */
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

/** A span as it is written: its attributes may have marks where inputs and outputs belong. */
export interface NewSpan extends SpanRow, FilterColumns {
  /**
   * Bits for the session (1) and the user (2) of a row: set where no span above it in the trace is about the same one.
   * Metrics of a span contain those of the spans below, so that these rows together hold everything once.
   */
  readonly leads: number
  /** 1 on the head of the trace: the earliest root, or the earliest span where no root has arrived. */
  readonly is_head: number
  /** On the head of a trace of several subtrees: what they add up to, in the order of `totalNames`. Empty: the totals of the row itself are those of the trace. */
  readonly trace_totals: readonly (number | null)[]
}

export const totalNames = ['duration', 'errors', 'tokens', 'cost'] as const

/** What is written: a span, or the mark that takes a row out. */
export type NewRow = NewSpan | DeletedRow

/** The place, and a version above that of the row. */
export interface DeletedRow extends SpanPlace {
  readonly version: string
  readonly is_deleted: 1
}

/**
 * Rows as the engine reads them (`encodeRows`). They are made off the main thread and handed on as bytes: cloning the
 * objects between threads would cost as much as making them.
 */
export interface SpanRows {
  readonly count: number
  /** The bytes in pieces, as they were filled; each has its memory for itself. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

/** The store refuses these rows whatever the hour: writing them again gives the same answer. */
export class RowsRefused extends Error {
  override readonly name = 'RowsRefused'
}

export interface SpanStore {
  /**
   * Writes rows; a row with the project, trace and span id of an older version replaces it, so that writing a batch again
   * changes nothing. A span whose start time changes needs the mark of its former row in the same batch (`deletedRow`).
   * Resolves only after the rows survive a crash of this process and of the machine, and are seen by every later read.
   * Rejects with RowsRefused when the rows are at fault; then none of them is stored. The bytes are gone afterwards.
   */
  write(rows: SpanRows): Promise<void>
  /** Facts of all live spans of these traces. Unknown traces have none. */
  facts(projectId: string, traceIds: readonly string[]): Promise<readonly FactsRow[]>
  /** The span that stands for each of these traces: its first without a parent, else its first. Unknown traces have none. */
  roots(projectId: string, traceIds: readonly string[]): Promise<readonly SpanPlace[]>
  /**
   * What came of these traces, read without the rest of them: of the span that stands for each, as `roots` chooses it, the
   * totals, unless they are not wanted, and, where asked for, the outputs up to so many bytes. Unknown traces have none.
   */
  outcomes(
    projectId: string,
    traceIds: readonly string[],
    options: { readonly outputBytesMax: number; readonly withTotals?: boolean },
  ): Promise<readonly TraceOutcome[]>
  /** The live rows at these places; what is not there is left out. */
  spans(projectId: string, places: readonly SpanPlace[]): Promise<readonly SpanRow[]>
  /** All live spans of a trace in no promised order. Unknown id: an empty list. */
  trace(projectId: string, traceId: string): Promise<readonly SpanRow[]>
  /** At most `limit` traces in which some span carries this id of a session or user, in no promised order. */
  tracesNaming(
    projectId: string,
    named: { readonly what: 'session' | 'user'; readonly id: string },
    limit: number,
  ): Promise<readonly string[]>
  /**
   * Traces of which every span started before this time (as rows write times), in the order of their ids: at most
   * `limit` of them after the given one.
   */
  tracesBefore(
    projectId: string,
    before: string,
    page: { readonly after: string; readonly limit: number },
  ): Promise<readonly string[]>
  /** Gives back the space of what was removed. It may take long; reads and writes go on. */
  reclaim(): Promise<void>
  /**
   * Removes these spans: when it resolves no read sees them, also if a process that read them before writes them again
   * with another roll-up afterwards. The version is that of the row; safe to repeat.
   */
  deleteSpans(spans: readonly (SpanPlace & Pick<SpanRow, 'version'>)[]): Promise<void>
  /** Removes the spans of a trace: when it resolves no read sees them. Answers what was there; safe to repeat. */
  deleteTrace(projectId: string, traceId: string): Promise<readonly SpanPlace[]>
  /**
   * Traces of a project in the order of their ids, for passes over everything: at most `limit` of them after the given
   * one. Those that arrive during a pass may be missed or met.
   */
  traceIds(projectId: string, after: string, limit: number): Promise<readonly string[]>
  /** What clients ask, within a budget. */
  readonly queries: SpanQueries
  /** Of statements that clients ask for. */
  slots(): SlotUsage
  /**
   * Resolves when something of its own was durably written, and read in a turn of its own beside those of projects; rejects
   * with the reason otherwise.
   */
  check(): Promise<void>
  /**
   * Gives the store this id unless it has one, and answers its ids. There are several only where several processes opened
   * an empty store at the same moment; then all of them answer to it.
   */
  identify(newId: string): Promise<readonly string[]>
  /** What it is, and the bytes that it takes by its own account: on a cluster those of all replicas. */
  size(): Promise<StoreSize>
  close(): Promise<void>
}

/** A store as people know it, and what it takes on its disks. */
export interface StoreSize {
  readonly form: 'SQLite' | 'PostgreSQL' | 'chDB' | 'ClickHouse'
  readonly bytes: number
}

/**
 * Of the rows of a span the one with the highest version counts, and processes that write at the same time agree by
 * that alone. Content takes the microsecond of its writing, in this many steps, and at least as many above the row that
 * it replaces. A roll-up of what is stored takes the next step above the row that was read, an edit and the mark of a
 * deletion take more. So a deletion wins over every roll-up and edit that began before it, however late they are
 * written, and content that arrives after it wins over the deletion.
 */
export const versionSteps = 4096n
/** Above the row that took a log event: a roll-up that read the row before does not take it away again. */
export const joinSteps = 64n
/** Above the row that was edited. As many roll-ups of it may come in between. */
export const editSteps = 1024n
/** Above the row that is removed. As many roll-ups of it may be written between its being read and its being marked. */
export const deletionSteps = 2048n

/** The line that takes a row out: the place and a version above that of the row. */
export const deletedRow = (place: SpanPlace, version: bigint): DeletedRow => ({
  project_id: place.project_id,
  trace_id: place.trace_id,
  span_id: place.span_id,
  start_time: place.start_time,
  version: version.toString(),
  is_deleted: 1,
})
