// Computes rows from payloads, without side effects. There are steps, because the store is read in between: the touched
// traces -> their facts -> the rows, and the stored spans that change with them -> their rows.
// Start here. `groups.ts` splits payloads into independent batches, `span-row.ts` builds one row, `stored-traces.ts`
// rolls up stored spans, `stored-otlp.ts` converts a stored row back to the sent span.
import {
  deletedRow,
  editSteps,
  replacingVersion,
  type FactsRow,
  type InboxEntry,
  type NewRow,
  type Rejection,
  type SpanPayloadForm,
  type SpanPlace,
  type SpanRow,
  versionSteps,
} from '../../../storage/contract/contract.ts'
import { rollUpMetrics, withRollUp, type TraceRollUp } from '../../canonical/roll-up.ts'
import type { CanonicalSpan } from '../../canonical/span.ts'
import { spanRecord } from '../../canonical/record.ts'
import { unixNanoOf } from '../../canonical/record-input.ts'
import { builtInPrices, type PriceTable } from '../../prices/price.ts'
import { Redactor } from '../../redaction/redact.ts'
import { valueAt, valueText, type ValueObject } from '../../value.ts'
import { decodedPayload, onlySpan } from '../payloads/payload.ts'
import { lastUnixNano } from '../../canonical/record-input.ts'
import { readFacts, rowOfSpan, rowTime } from './span-row.ts'
import {
  pushIfChanged,
  rolledUpSpan,
  traceKey,
  type ChangedSpan,
  type FactsByTrace,
} from './stored-traces.ts'

/** Settings of a project for ingest. */
export interface ProjectRules {
  readonly prices: readonly PriceTable[]
  readonly redactor: Redactor
}

export const noRules: ProjectRules = { prices: [builtInPrices], redactor: new Redactor([]) }

type EntryHeader = Omit<BatchEntry, 'payload'>

interface IncomingSpan {
  readonly entry: EntryHeader
  /** The request with the first copy of the span in this batch. Usually the same one. */
  readonly firstEntry: EntryHeader
  readonly index: number
  readonly span: CanonicalSpan
  readonly native: string
}

/** Spans of one trace in this batch, by id. Among equal ids the last one received wins. */
interface IncomingTrace {
  readonly projectId: string
  readonly traceId: string
  readonly spans: Map<string, IncomingSpan>
}

export interface TouchedTraces {
  readonly projectId: string
  readonly traceIds: readonly string[]
}

/** The recorded origin of a row if it differs from the writing request: an edit preserves the origin of a span. */
export interface RowOrigin extends Pick<SpanRow, 'form' | 'native' | 'adapters'> {
  /**
   * Texts of `ag.data` that the canonical form parses, as sent. Redacted like the span, they become part of `native`.
   */
  readonly texts?: ValueObject
}

export interface BatchEntry extends InboxEntry<SpanPayloadForm> {
  readonly origin?: RowOrigin
}

/** The model calls of the new spans of a request. */
export interface EntryUsage {
  readonly receiptId: string
  readonly calls: number
  /** US dollars. */
  readonly cost: number
}

/** A rejection before the caller assigns its id. */
export type NewRejection = Omit<Rejection, 'id'>

/** A batch of payloads. All spans of a trace are rolled up together. */
export class SpanBatch {
  readonly #traces = new Map<string, IncomingTrace>()
  readonly #rejections: NewRejection[] = []
  readonly #replacedWithLogs: SpanPlace[] = []
  readonly #usage = new Map<string, EntryUsage>()
  /** The version of new content, derived from the time, so that later batches have higher ones. */
  readonly #version: bigint

  constructor(nowMicroseconds: bigint) {
    this.#version = nowMicroseconds * versionSteps
  }

  get rejections(): readonly NewRejection[] {
    return this.#rejections
  }

  /** Stored spans with joined log events that new spans replace. Filled by `rows`. */
  get replacedWithLogs(): readonly SpanPlace[] {
    return this.#replacedWithLogs
  }

  /** The model calls of each request, calls that spans repeat counted once. Filled by `rows`. */
  get usage(): readonly EntryUsage[] {
    return [...this.#usage.values()]
  }

  /** Decodes a payload and adds its spans. Entries must come in the order of their ids, which is that of receipt. */
  add(entry: BatchEntry, rules: ProjectRules): void {
    const { payload, origin, ...header } = entry
    const request =
      origin === undefined ? header : { ...header, origin: redactedOrigin(origin, rules.redactor) }
    const receivedAtUnixNano = unixNanoOf(entry.receivedAt) ?? 0n
    const options = { receivedAtUnixNano, priceTables: rules.prices }
    for (const addressedSpan of decodedPayload(entry.form, payload).spans) {
      const mappedSpan = addressedSpan.canonical(options, rules.redactor)
      const incoming: IncomingSpan = {
        entry: request,
        firstEntry: request,
        index: addressedSpan.index,
        ...mappedSpan,
      }
      const reason = reasonToReject(mappedSpan.span)
      if (reason === undefined) this.#take(incoming)
      else this.#rejections.push(rejection(incoming, reason))
    }
  }

  #take(incoming: IncomingSpan): void {
    const { projectId } = incoming.entry
    const { traceId, spanId } = incoming.span
    const id = traceKey(projectId, traceId)
    let trace = this.#traces.get(id)
    if (trace === undefined) this.#traces.set(id, (trace = { projectId, traceId, spans: new Map() }))
    const earlierCopy = trace.spans.get(spanId)
    trace.spans.set(
      spanId,
      earlierCopy === undefined ? incoming : { ...incoming, firstEntry: earlierCopy.firstEntry },
    )
  }

  /**
   * Writes the rows of the new spans, given the facts of all stored spans of the touched traces. Returns the stored
   * spans that must be rewritten because their trace changed.
   */
  rows(storedFacts: FactsByTrace, write: (row: NewRow) => void): readonly ChangedSpan[] {
    const changedSpans: ChangedSpan[] = []
    for (const [id, trace] of this.#traces) {
      const storedRows = new Map((storedFacts.get(id) ?? []).map((row) => [row.span_id, row]))
      const newSpans = [...trace.spans.values()].filter(({ entry, span }) => {
        const row = storedRows.get(span.spanId)
        // A span received before the stored one arrived late: it was already replaced.
        return row === undefined || row.receipt_id <= entry.id
      })
      const replacedIds = new Set(newSpans.map(({ span }) => span.spanId))
      const otherFacts = [...storedRows.values()].filter(({ span_id }) => !replacedIds.has(span_id))
      const rollUp = rollUpMetrics([...otherFacts.map(readFacts), ...newSpans.map(({ span }) => span.facts)])
      for (const incoming of newSpans) {
        const row = storedRows.get(incoming.span.spanId)
        if (row !== undefined && hasLogs(row)) this.#replacedWithLogs.push(row)
        // A request that is processed again after a crash counts as before.
        if (row === undefined || row.receipt_id === incoming.entry.id) this.#countUsage(incoming, rollUp)
        for (const spanRow of this.#rowsOf(incoming, rollUp, row)) write(spanRow)
      }
      for (const row of otherFacts) pushIfChanged(changedSpans, row, rollUp)
    }
    return changedSpans
  }

  #countUsage({ entry, span }: IncomingSpan, trace: TraceRollUp): void {
    const { call, costs } = span.facts
    const uncounted = trace.spans.get(span.spanId)?.uncounted
    const calls = call === undefined || uncounted?.duplicateOf !== undefined ? 0 : 1
    const cost = uncounted?.metrics.includes('costs') === true ? 0 : (costs.total ?? 0)
    if (calls === 0 && cost === 0) return
    const previousUsage = this.#usage.get(entry.id)
    this.#usage.set(entry.id, {
      receiptId: entry.id,
      calls: (previousUsage?.calls ?? 0) + calls,
      cost: (previousUsage?.cost ?? 0) + cost,
    })
  }

  /** The rejection of a span of this batch that the store refused. */
  rejectionOf(place: Omit<SpanPlace, 'start_time'>, reason: string): NewRejection | undefined {
    const incoming = this.#traces.get(traceKey(place.project_id, place.trace_id))?.spans.get(place.span_id)
    return incoming && rejection(incoming, reason)
  }

  #rowsOf(incoming: IncomingSpan, trace: TraceRollUp, storedRow: FactsRow | undefined): readonly NewRow[] {
    const { entry, span, native } = incoming
    const version = this.#versionOf(entry, storedRow)
    const rollUp = rolledUpSpan(trace, span.spanId)
    const spanWithRollUp = withRollUp(span, trace)
    const spanWithOrigin =
      entry.origin === undefined ? spanWithRollUp : { ...spanWithRollUp, adapters: entry.origin.adapters }
    const row = rowOfSpan(spanWithOrigin, rollUp, {
      project_id: entry.projectId,
      ...authorship(incoming, storedRow),
      form: entry.origin?.form ?? (entry.form === 'records' ? 'record' : 'otlp'),
      native: entry.origin?.native ?? native,
      receipt_id: entry.id,
      version: version.toString(),
    })
    if (storedRow === undefined || storedRow.start_time === row.start_time) return [row]
    // The start time is part of the key, so a tombstone below the new version removes the old row.
    return [deletedRow(storedRow, version - 1n), row]
  }

  #versionOf(entry: EntryHeader, storedRow: FactsRow | undefined): bigint {
    if (storedRow === undefined) return this.#version
    // The request was already stored, and its process was slow to confirm it: it has nothing new.
    if (storedRow.receipt_id === entry.id) return replacingVersion(storedRow.version, 1n)
    if (entry.origin !== undefined) return replacingVersion(storedRow.version, editSteps)
    const versionMin = replacingVersion(storedRow.version, versionSteps)
    return this.#version > versionMin ? replacingVersion(this.#version.toString(), 1n) : versionMin
  }
}

const hasLogs = (row: FactsRow): boolean => (readFacts(row).logs ?? 0) > 0

function redactedOrigin({ texts, ...origin }: RowOrigin, redactor: Redactor): RowOrigin {
  if (texts === undefined) return origin
  const redactedData = valueAt(redactor.attributes({ ag: { data: texts } }), ['ag', 'data']) ?? {}
  return {
    ...origin,
    native: valueText({ ...(JSON.parse(origin.native) as ValueObject), texts: redactedData }),
  }
}

type Authorship = Pick<SpanRow, 'created_at' | 'created_by_id' | 'updated_at' | 'updated_by_id'>

const createdBy = ({ receivedAt, actorId }: EntryHeader): Authorship => ({
  created_at: rowTime(receivedAt),
  created_by_id: actorId,
  updated_at: null,
  updated_by_id: null,
})

/**
 * The creator and the updater of the span, independent of how its copies were batched. The same request processed again
 * changes nothing.
 */
function authorship({ entry, firstEntry }: IncomingSpan, storedRow: FactsRow | undefined): Authorship {
  const { created_at, created_by_id, updated_at, updated_by_id } = storedRow ?? createdBy(firstEntry)
  return entry.id === (storedRow?.receipt_id ?? firstEntry.id)
    ? { created_at, created_by_id, updated_at, updated_by_id }
    : { created_at, created_by_id, updated_at: rowTime(entry.receivedAt), updated_by_id: entry.actorId }
}

function reasonToReject({ startTimeUnixNano, endTimeUnixNano }: CanonicalSpan): string | undefined {
  if (startTimeUnixNano > lastUnixNano)
    return 'start_time is after 2262-04-11, the last day that can be stored'
  if (endTimeUnixNano > lastUnixNano) return 'end_time is after 2262-04-11, the last day that can be stored'
  return undefined
}

/** The span is stored in canonical form, because that is redacted. */
const rejection = ({ entry, index, span }: IncomingSpan, reason: string): NewRejection => ({
  projectId: entry.projectId,
  receiptId: entry.id,
  actorId: entry.actorId,
  receivedAt: entry.receivedAt,
  index,
  traceId: span.traceId,
  spanId: span.spanId,
  reason,
  form: 'records',
  payload: onlySpan('records', { source: valueText(spanRecord(span)) }),
})
