// Lists when sessions and users were active, and the sums over their spans.
import type { Activity, ActivityQuery } from '../contract/contract.ts'
import type { Run } from './reader.ts'
import { inputsStart } from './span-rows.ts'
import type { SpanTable } from './summaries.ts'

/**
 * The first inputs of an id are searched among this many of its first spans: the root is often a web request
 * without inputs.
 */
const firstSpans = 5

interface ActivityRow extends Omit<Activity, 'inputs_start'> {
  readonly starts: readonly string[]
}

export interface ActivitySource {
  readonly run: Run
  readonly table: SpanTable
}

/** A trace id is 32 hexadecimal digits. Counting numbers takes three quarters of the time of counting texts. */
const traceNumber = 'reinterpretAsUInt128(unhex(trace_id))'

/** The condition for the spans that are counted. */
const spanCondition = ({ column, within }: ActivityQuery): string =>
  `project_id = {project:UUID} AND ${column} IS NOT NULL AND (${within?.sql ?? 'true'})`

/** GLOBAL: on a cluster the ids of one machine apply to the spans of all machines. */
function matchingIds(query: ActivityQuery, table: SpanTable): string {
  const { column, where, within } = query
  if (where === undefined) return ''
  const traces = `SELECT trace_id FROM spans FINAL
    WHERE project_id = {project:UUID} AND (${within?.sql ?? 'true'}) AND (${where.sql})`
  return `AND ${column} GLOBAL IN (
    SELECT ${column} FROM ${table} FINAL WHERE ${spanCondition(query)} AND trace_id GLOBAL IN (${traces}))`
}

/**
 * The cost grows with the spans `within`, whose narrow columns are read; a filter reads them once more.
 * Without `within` all spans of the project are read.
 */
async function readActivityRows(
  { run, table }: ActivitySource,
  query: ActivityQuery,
): Promise<readonly ActivityRow[]> {
  const { column, by, order, bounds, limit, rankingMeasure, where, within } = query
  const isLeading = `bitTest(leads, ${column === 'session_id' ? 0 : 1})`
  const total = (measure: string): string => `ifNull(sumIf(spans.${measure}, ${isLeading}), 0)`
  const direction = order === 'descending' ? 'DESC' : 'ASC'
  const rows = await run<ActivityRow>(
    `SELECT assumeNotNull(${column}) AS id, ${by} AS time, min(start_time) AS first, max(start_time) AS last,
       uniqExact(${traceNumber}) AS traces, count() AS spans, ${total('errors')} AS errors,
       ${total('tokens')} AS tokens, ${total('cost')} AS cost,
       (toUnixTimestamp64Nano(max(end_time)) - toUnixTimestamp64Nano(first)) / 1e6 AS duration_ms,
       uniqExactIf(${traceNumber}, ${isLeading} AND ifNull(spans.errors, 0) > 0) AS failed_traces,
       argMinIf(spans.user_id, start_time, spans.user_id IS NOT NULL) AS user, uniqExact(spans.session_id) AS sessions,
       groupArraySorted(${firstSpans})(start_time) AS starts
     FROM ${table} AS spans FINAL
     WHERE ${spanCondition(query)} ${matchingIds(query, table)}
     GROUP BY id HAVING ${bounds.sql}
     ORDER BY ${rankingMeasure === undefined ? `time ${direction}` : `${rankingMeasure} DESC, time ${direction}, id`}
     LIMIT {limit:UInt32} ${rankingMeasure === undefined ? 'WITH TIES' : ''}`,
    { ...within?.params, ...where?.params, ...bounds.params, limit },
  )
  if (rankingMeasure !== undefined) return rows
  const sign = order === 'descending' ? -1 : 1
  return [...rows].sort((a, b) =>
    a.time === b.time ? (a.id < b.id ? -1 : 1) : a.time < b.time ? -sign : sign,
  )
}

/**
 * Reads only the rows at the times of the first spans: the cost grows with the number of ids, not of spans.
 */
async function readFirstInputs(
  run: Run,
  column: ActivityQuery['column'],
  ids: readonly ActivityRow[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await run<{ readonly id: string; readonly inputs_start: string }>(
    `SELECT id, argMin(inputs_text, at) AS inputs_start FROM (
       SELECT assumeNotNull(${column}) AS id, start_time AS at, ${inputsStart} AS inputs_text
       FROM spans FINAL
       WHERE project_id = {project:UUID} AND start_time IN {starts:Array(DateTime64(9, 'UTC'))}
         AND ${column} IN {ids:Array(String)} AND inputs != '')
     GROUP BY id`,
    { ids: ids.map(({ id }) => id), starts: [...new Set(ids.flatMap(({ starts }) => starts))] },
  )
  return new Map(rows.map(({ id, inputs_start }) => [id, inputs_start]))
}

export async function readActivity(
  source: ActivitySource,
  query: ActivityQuery,
): Promise<readonly Activity[]> {
  const activityRows = await readActivityRows(source, query)
  const inputs =
    query.inputs === true ? await readFirstInputs(source.run, query.column, activityRows) : undefined
  return activityRows.map(({ starts: _, ...activity }) => ({
    ...activity,
    inputs_start: inputs?.get(activity.id) ?? '',
  }))
}
