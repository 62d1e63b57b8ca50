// Pages of spans and traces. A page takes two steps: find candidates from the narrow columns that filter and
// order need (scan.ts), then read the live rows at these positions (span-rows.ts). Traces: trace-pages.ts.
import {
  contentColumns,
  type QueryScope,
  type SelectedSpan,
  type SpanPage,
  type SpanPageQuery,
  type SpanPlace,
  type SpanQueries,
  type TraceFacts,
  type QueryBudget,
} from '../contract/contract.ts'
import type { Reader, Run } from './reader.ts'
import { createBucketCache } from './bucket-cache.ts'
import { createNewestCache } from './recent.ts'
import { isOver, scan, type Search, type Candidate } from './scan.ts'
import { readActivity } from './span-activity.ts'
import { readAttributeKeys, readAttributeValues } from './span-attributes.ts'
import { readAnalytics } from './span-analytics.ts'
import {
  columnsSql,
  firstLive,
  firstOf,
  sortByPlaces,
  inPageOrder,
  liveRows,
  placeOf,
  rowsAt,
  answerRows,
  withoutVersion,
  type Columns,
  type RowReading,
} from './span-rows.ts'
import type { ReadRow } from './span-store.ts'
import type { Summaries } from './summaries.ts'
import { pageTraces, rowsOfTraces } from './trace-pages.ts'

/** The live spans of the project, with the computed columns that `*` omits. Every statement binds the project. */
const source = `(SELECT *, ${Object.keys(contentColumns).join(', ')} FROM spans FINAL WHERE project_id = {project:UUID})`

const firstIdentity = (name: string): string => {
  const id = `JSONExtractString(facts, 'identities', '${name}')`
  return `argMinIf(${id}, (start_time, span_id), ${id} != '') AS ${name}_id`
}

/** A page reads a few rows more than it returns: some were replaced, and the last time may be incomplete. */
const extraRows = 16
/** The rows of a page that one statement reads: the engine reads the wide columns of no others. */
const plainRowsMax = 1_000

/**
 * A page without a filter takes one statement: the versions and the tombstone of a row are adjacent in the
 * order of the key. Undefined when replaced or deleted rows leave the page incomplete.
 */
async function plainPage(search: Search, columns: Columns): Promise<SpanPage | undefined> {
  const { query } = search
  const limit = query.limit + Math.min(query.limit, extraRows)
  if (query.where.sql !== 'true' || limit > plainRowsMax) return undefined
  const { live, isAll } = await firstLive<ReadRow<SelectedSpan>>(search, columnsSql(columns), {
    limit,
    analyzer: 'current',
  })
  const page = firstOf([...live].sort(bySpan(query)), query.limit, bySpan(query))
  const rows = answerRows<SelectedSpan>({ run: search.run, columns }, page)
  if (rows.length < query.limit && !isAll) return undefined
  return { rows, last: rows[query.limit - 1] }
}

const bySpan = (query: SpanPageQuery) =>
  inPageOrder<Candidate>(
    query,
    ({ start_time }) => start_time,
    ({ span_id }) => span_id,
  )

/** Reads the wide columns only for the spans that the page still needs. */
async function pageRows(search: Search, columns: Columns): Promise<SpanPage> {
  const unfilteredPage = await plainPage(search, columns)
  if (unfilteredPage !== undefined) return unfilteredPage
  const { run, query } = search
  const compare = bySpan(query)
  const rows: SelectedSpan[] = []
  for await (const chunk of scan(search, query.limit + extraRows)) {
    const places = Map.groupBy(chunk.rows, placeOf)
    let remaining: readonly Candidate[] = [...places.values()].flatMap(([first]) => first ?? []).sort(compare)
    while (remaining.length > 0) {
      // Spans with equal time and id stay together: a cursor cannot separate them.
      const next = firstOf(remaining, query.limit - rows.length, compare)
      remaining = remaining.slice(next.length)
      const matched = next.flatMap((row) => places.get(placeOf(row)) ?? [])
      rows.push(...[...(await liveRows({ run, columns }, query, matched))].sort(compare))
      const last = rows[query.limit - 1]
      if (last !== undefined) return { rows, last }
    }
    if (isOver(search, chunk)) return { rows, last: undefined, searchedTo: chunk.searchedTo }
  }
  return { rows, last: undefined }
}

interface QueryOptions {
  readonly sharded: boolean
  readonly tableFor: Summaries['tableFor']
  readonly budget: QueryBudget
}

const readPlaces = (
  run: Run,
  { traceIds, spanIds }: Parameters<SpanQueries['places']>[1],
): Promise<readonly SpanPlace[]> =>
  run<SpanPlace>(
    `SELECT project_id, trace_id, span_id, start_time FROM span_facts FINAL
     WHERE project_id = {project:UUID}
       ${traceIds === undefined ? '' : 'AND trace_id IN {traces:Array(String)}'}
       ${spanIds === undefined ? '' : 'AND span_id IN {spans:Array(String)}'}
     ORDER BY start_time, span_id, trace_id`,
    {
      ...(traceIds === undefined ? {} : { traces: traceIds }),
      ...(spanIds === undefined ? {} : { spans: spanIds }),
    },
  )

const readTraceFacts = (run: Run, traceIds: readonly string[]): Promise<readonly TraceFacts[]> =>
  run<TraceFacts>(
    `SELECT trace_id, max(ifNull(updated_at, created_at)) AS received_at,
       ${['session', 'user', 'agent'].map(firstIdentity).join(', ')}
     FROM span_facts FINAL
     PREWHERE project_id = {project:UUID} AND trace_id IN {traces:Array(String)}
     GROUP BY trace_id`,
    { traces: traceIds },
  )

export function spanQueries(reader: Reader, { sharded, tableFor, budget }: QueryOptions): SpanQueries {
  const recent = createNewestCache()
  const cache = createBucketCache()
  const runFor = (scope: QueryScope): Run => reader.within(scope)
  const search = (scope: QueryScope, query: SpanPageQuery): Search => ({
    run: runFor(scope),
    projectId: scope.projectId,
    query,
    recent,
    table: query.where.isOfHeads === true ? tableFor(query.where.columns) : 'spans',
  })
  const rowReading = (scope: QueryScope): RowReading => ({ run: runFor(scope), columns: scope.columns })
  return {
    source,
    sharded,

    page: (scope, query) => pageRows(search(scope, query), scope.columns),

    tracePage: (scope, query) => pageTraces(search(scope, query)),

    traces: (scope, traceIds, starts) => rowsOfTraces(rowReading(scope), traceIds, starts),

    places: (scope, ids) => readPlaces(runFor(scope), ids),

    rows: async (scope, places) =>
      sortByPlaces((await rowsAt(rowReading(scope), places)).map(withoutVersion), places),

    traceFacts: (scope, traceIds) => readTraceFacts(runFor(scope), traceIds),
    activity: (scope, query) => readActivity({ run: runFor(scope), table: tableFor([]) }, query),
    attributeKeys: (scope, query) => readAttributeKeys(runFor(scope), query),
    attributeValues: (scope, query) => readAttributeValues(runFor(scope), query),
    analytics: (scope, query) =>
      readAnalytics(runFor(scope), query, { sharded, tableFor, budget, projectId: scope.projectId, cache }),
  }
}
