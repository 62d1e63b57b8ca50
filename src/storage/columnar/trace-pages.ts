// Pages of traces, and the rows of traces.
import type { SelectedSpan, SpanPageQuery, TracePage, TraceTime } from '../contract/contract.ts'
import { chunks } from '../../kernel/chunks.ts'
import { allOf, isNewest, isOver, scan, type Search, type Candidate } from './scan.ts'
import {
  columnsSql,
  firstLive,
  inPageOrder,
  placesPerStatement,
  answerRows,
  type RowReading,
} from './span-rows.ts'
import type { ReadRow } from './span-store.ts'

/** The rows that are read per trace of a page. */
const rowsPerTrace = 16
/** The most rows that are read from the newest span on for a page of traces. */
const newestRowsMax = 20_000
/** The factor by which each attempt reads more rows, when traces have more spans. */
const rowsGrowthFactor = 4
/** The ids are bound as text, and megabytes of text are slow to parse. */
const tracesPerStatement = 1_000

interface TimeWithin extends TraceTime {
  /** The largest start_time within the bounds. */
  readonly within: string
}

const ofTraces = 'project_id = {project:UUID} AND trace_id IN {traces:Array(String)}'

/** The result of FINAL, in half of its time for few rows. */
const liveFacts = `(SELECT trace_id, start_time FROM (
    SELECT trace_id, start_time, is_deleted FROM span_facts PREWHERE ${ofTraces}
    ORDER BY version DESC LIMIT 1 BY trace_id, span_id)
  WHERE is_deleted = 0)`

/** The positions of the rows of these traces; the reader drops those that were replaced or deleted since. */
const startsOfTraces = `SELECT start_time FROM span_facts PREWHERE ${ofTraces}`

/** The most start times that a page returns per trace. They save a second query of the facts. */
const startsMax = 256

/**
 * The times of these traces over all their matching spans. The facts contain the start times of the spans of
 * a trace: without a filter they are the answer, with a filter only these parts of the table are read.
 */
function timesOf({ run, query }: Search, traceIds: readonly string[]): Promise<readonly TimeWithin[]> {
  const isPlain = query.where.sql === 'true'
  const from = isPlain
    ? liveFacts
    : `spans FINAL WHERE ${allOf(ofTraces, query.where.sql)} AND start_time GLOBAL IN (${startsOfTraces})`
  return run<TimeWithin>(
    `SELECT trace_id, max(start_time) AS time, maxIf(start_time, ${query.bounds.sql}) AS within
       ${isPlain ? `, groupUniqArray(${startsMax + 1})(start_time) AS starts` : ''}
     FROM ${from} GROUP BY trace_id`,
    { ...query.where.params, ...query.bounds.params, traces: traceIds },
    query.where.readsOtherSpans === true ? 'current' : 'former',
  )
}

const byTrace = (query: SpanPageQuery) =>
  inPageOrder<TraceTime>(
    query,
    ({ time }) => time,
    ({ trace_id }) => trace_id,
  )

/**
 * The newest traces without a filter. The first span of a trace, read from the newest span on, is its latest, so the
 * facts are not needed. Undefined when too many rows would have to be read.
 */
async function newestTraces(search: Search): Promise<readonly TraceTime[] | undefined> {
  const { query } = search
  if (query.where.sql !== 'true' || !isNewest(query)) return undefined
  for (let rows = query.limit * rowsPerTrace; rows <= newestRowsMax; rows *= rowsGrowthFactor) {
    const { live, isAll } = await firstLive<Candidate>(search, 'trace_id, span_id, start_time', {
      limit: rows,
      analyzer: 'former',
    })
    const times = new Map<string, string>()
    for (const { trace_id, start_time } of live) {
      if (start_time > (times.get(trace_id) ?? '')) times.set(trace_id, start_time)
    }
    if (times.size < query.limit && !isAll) continue
    const traces = [...times].map(([trace_id, time]): TraceTime => ({ trace_id, time }))
    return traces.sort(byTrace(query)).slice(0, query.limit)
  }
  return undefined
}

/**
 * The position of a trace is its latest matching span. The trace is on the page when that span is within the
 * bounds. The scan may find any of its spans first; the trace then waits until the scan reaches its position.
 */
export async function pageTraces(search: Search): Promise<TracePage> {
  const newest = await newestTraces(search)
  if (newest !== undefined) return { traces: newest }
  const { query } = search
  const compare = byTrace(query)
  const traces: TraceTime[] = []
  const knownIds = new Set<string>()
  let pendingTimes: readonly TraceTime[] = []
  for await (const part of scan(search, query.limit * rowsPerTrace)) {
    const newIds = [...new Set(part.rows.map(({ trace_id }) => trace_id))].filter((id) => !knownIds.has(id))
    for (const id of newIds) knownIds.add(id)
    for (const chunk of chunks(newIds, tracesPerStatement)) {
      const times = await timesOf(search, chunk)
      pendingTimes = [...pendingTimes, ...times.filter(({ time, within }) => time === within)]
    }
    const ready = pendingTimes.filter(({ time }) => part.covers(time)).sort(compare)
    pendingTimes = pendingTimes.filter(({ time }) => !part.covers(time))
    for (const { trace_id, time, starts } of ready) {
      traces.push({
        trace_id,
        time,
        starts: starts !== undefined && starts.length <= startsMax ? starts : undefined,
      })
    }
    if (traces.length >= query.limit) break
    if (isOver(search, part)) return { traces, searchedTo: part.searchedTo }
  }
  return { traces: traces.slice(0, query.limit) }
}

/** The live rows of these traces. `starts`: the start times of all their spans; empty: unknown. */
export async function rowsOfTraces(
  reading: RowReading,
  traceIds: readonly string[],
  starts: readonly string[] = [],
): Promise<readonly SelectedSpan[]> {
  const isKnown = starts.length > 0 && starts.length <= placesPerStatement
  const where = isKnown ? "IN {starts:Array(DateTime64(9, 'UTC'))}" : `GLOBAL IN (${startsOfTraces})`
  const rows: SelectedSpan[] = []
  for (const batch of chunks(traceIds, tracesPerStatement)) {
    const batchRows = await reading.run<ReadRow<SelectedSpan>>(
      `SELECT ${columnsSql(reading.columns)} FROM spans FINAL PREWHERE ${ofTraces} AND start_time ${where}`,
      { traces: batch, ...(isKnown ? { starts } : {}) },
      'former',
    )
    for (const row of answerRows(reading, batchRows)) rows.push(row)
  }
  return rows
}
