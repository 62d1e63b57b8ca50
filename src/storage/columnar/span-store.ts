// The statements of the span store, over the official client. One statement per function; values are always bound.
import type { ClickHouseClient } from '@clickhouse/client'
import { messageOf, AssayError } from '../../kernel/errors.ts'
import {
  deletedRow,
  deletionSteps,
  encodeRows,
  RowsRefused,
  StoreError,
  fullAttributes,
  fullAttributesOf,
  type FactsRow,
  type SpanPlace,
  type SpanRow,
  type SpanStore,
  type TextColumns,
  type TraceOutcome,
} from '../contract/contract.ts'

/** Passes rows to the engine: directly to the embedded one, over HTTP to a server. */
export type InsertRows = (chunks: readonly Uint8Array[]) => Promise<void>

const factsColumns = `project_id, trace_id, span_id, start_time, created_at, created_by_id, updated_at, updated_by_id,
  facts, roll_up, receipt_id, toString(version) AS version`

const narrowColumns = `project_id, trace_id, span_id, parent_id, trace_type, span_type, span_kind, status_code, span_name,
  status_message, session_id, user_id, agent_id, start_time, end_time, created_at, created_by_id, updated_at,
  updated_by_id`

const recordColumns = `${narrowColumns}, attributes, inputs, outputs, references, links, events, hashes, adapters`

/** The columns of answers. Each column costs at least a tenth of a millisecond, whatever it contains. */
export const answerColumns = `project_id, trace_id, span_id, parent_id, span_name, start_time, small_members,
  attributes, inputs, outputs, references, links, events, hashes`

/** A row as it is read: marks in its attributes refer to texts of the columns `inputs` and `outputs`. */
export type ReadRow<Row> = Omit<Row, keyof TextColumns> & TextColumns

/** The row with the full text of its attributes. */
export function fullRow<Row extends Pick<TextColumns, 'attributes'>>({
  inputs,
  outputs,
  ...row
}: ReadRow<Row>): Row {
  const attributes = fullAttributesOf({ attributes: row.attributes, inputs, outputs })
  return Object.assign(row, { attributes }) as unknown as Row
}

const spanColumns = `${recordColumns}, form, native, facts, roll_up, receipt_id, toString(version) AS version`

/** The totals of a trace on its root span. */
const totalsColumns = 'duration_ms, errors, tokens, cost'

// PREWHERE: the key columns are read first, the others only for matching rows. With FINAL this is correct for
// the key alone, which all versions of a row share; and the engine fails when a client's filter uses the word
// index next to it. Facts of 250 new traces: 17 ms of processor time instead of 98.

/**
 * The key contains the time, so the versions of a row are in one partition, and FINAL need not merge across
 * partitions.
 */
const withinPartitions = 'SETTINGS do_not_merge_across_partitions_select_final = 1'

/** Error codes of the engine that concern the rows: unparsable, or outside of the range of a column. */
const rowErrorCodes: ReadonlySet<string> = new Set([
  '6', // CANNOT_PARSE_TEXT
  '25', // CANNOT_PARSE_ESCAPE_SEQUENCE
  '26', // CANNOT_PARSE_QUOTED_STRING
  '27', // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  '32', // ATTEMPT_TO_READ_AFTER_EOF
  '33', // CANNOT_READ_ALL_DATA
  '38', // CANNOT_PARSE_DATE
  '41', // CANNOT_PARSE_DATETIME
  '53', // TYPE_MISMATCH
  '69', // ARGUMENT_OUT_OF_BOUND
  '70', // CANNOT_CONVERT_TYPE
  '72', // CANNOT_PARSE_NUMBER
  '117', // INCORRECT_DATA
  '321', // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
  '376', // CANNOT_PARSE_UUID
  '407', // DECIMAL_OVERFLOW
])

const notEnoughSpace = '243'

/** The number of an engine error: the embedded engine starts its message with it, the client has it as `code`. */
export const engineCode = (error: unknown): string | undefined =>
  error instanceof Error
    ? (/^Code: (\d+)/.exec(error.message)?.[1] ?? ('code' in error ? String(error.code) : undefined))
    : undefined

export function unavailable(cause: unknown): AssayError {
  const isFull = engineCode(cause) === notEnoughSpace || /No space left/.test(String(cause))
  const message = isFull ? 'The disk of the trace store is full.' : 'The trace store does not answer.'
  return new AssayError('unavailable', message, { cause, headers: { 'Retry-After': '2' } })
}

/** Decides whether the rows or the store caused the error. */
export function asStoreFailure(error: unknown): unknown {
  if (error instanceof AssayError || error instanceof RowsRefused) return error
  if (rowErrorCodes.has(engineCode(error) ?? '')) {
    return new RowsRefused(messageOf(error).split('\n', 1)[0], { cause: error })
  }
  return unavailable(error)
}

/** Waits for `work`, and throws its failures as failures of the store. */
export async function convertFailures<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof StoreError ? error : asStoreFailure(error)
  }
}

export interface SpanStoreParts {
  readonly client: ClickHouseClient
  /** A connection for reading much of a project, so that writes do not wait behind it. */
  readonly maintenanceClient: ClickHouseClient
  readonly insertRows: InsertRows
}

type Params = Readonly<Record<string, unknown>>
type Select = <Row>(query: string, params: Params) => Promise<Row[]>

const selectFrom =
  (client: ClickHouseClient): Select =>
  <Row>(query: string, params: Params) =>
    convertFailures(
      client
        .query({ query, query_params: { ...params }, format: 'JSONEachRow' })
        .then((result) => result.json<Row>()),
    )

const fullRows = (rows: readonly ReadRow<SpanRow>[]): readonly SpanRow[] =>
  rows.map((row) => fullRow<SpanRow>(row))

/** For many narrow rows: column names are written and parsed once, not per row. */
const selectColumnsFrom =
  (client: ClickHouseClient) =>
  <Row>(query: string, params: Params): Promise<Columns<Row>> =>
    convertFailures(
      client
        .query({ query, query_params: { ...params }, format: 'JSONColumnsWithMetadata' })
        .then((result) => result.json<Columns<Row>>())
        .then(({ data }) => data as unknown as Columns<Row>),
    )

const writeRows =
  (insertRows: InsertRows): SpanStore['write'] =>
  async ({ count, chunks }) => {
    if (count === 0) return
    try {
      await convertFailures(insertRows(chunks))
    } finally {
      // Released at once, without waiting for the garbage collector: see kernel/memory.ts.
      for (const { buffer } of chunks) buffer.transfer(0)
    }
  }

const selectFacts =
  (select: Select): SpanStore['facts'] =>
  async (projectId, traceIds) =>
    traceIds.length === 0
      ? []
      : select<FactsRow>(
          `SELECT ${factsColumns} FROM span_facts FINAL
           PREWHERE project_id = {project:UUID} AND trace_id IN {traces:Array(String)}`,
          { project: projectId, traces: traceIds },
        )

const selectRoots =
  (select: Select): SpanStore['roots'] =>
  async (projectId, traceIds) =>
    traceIds.length === 0
      ? []
      : select<SpanPlace>(rootsQuery, { project: projectId, traces: listText(traceIds) })

const selectOutcomes = (client: ClickHouseClient): SpanStore['outcomes'] => {
  const selectColumns = selectColumnsFrom(client)
  return async (projectId, traceIds, { outputBytesMax, withTotals = true }) =>
    traceIds.length === 0
      ? []
      : outcomeRows(
          await selectColumns<TraceOutcome>(outcomesQuery({ withOutputs: outputBytesMax > 0, withTotals }), {
            project: projectId,
            traces: listText(traceIds),
            ...(outputBytesMax > 0 ? { bytes: outputBytesMax } : {}),
          }),
        )
}

const selectSpans =
  (select: Select): SpanStore['spans'] =>
  async (projectId, places) =>
    places.length === 0
      ? []
      : fullRows(
          await select<ReadRow<SpanRow>>(
            `SELECT ${spanColumns} FROM spans FINAL
             PREWHERE project_id = {project:UUID} AND start_time IN {times:Array(DateTime64(9, 'UTC'))}
               AND concat(trace_id, span_id) IN {ids:Array(String)}
             ${withinPartitions}`,
            {
              project: projectId,
              times: [...new Set(places.map(({ start_time }) => start_time))],
              ids: places.map(({ trace_id, span_id }) => trace_id + span_id),
            },
          ),
        )

const removeCopies = (client: ClickHouseClient): SpanStore['removeCopies'] => {
  const select = selectFrom(client)
  return async (projectId, spans) => {
    if (spans.length === 0) return
    const versions = new Map(spans.map(({ trace_id, span_id, version }) => [trace_id + span_id, version]))
    const copies = await select<SpanPlace>(
      `SELECT project_id, trace_id, span_id, start_time FROM summary_spans FINAL
       PREWHERE project_id = {project:UUID} AND start_time IN {times:Array(DateTime64(9, 'UTC'))}
         AND concat(trace_id, span_id) IN {ids:Array(String)}
       ${withinPartitions}`,
      {
        project: projectId,
        times: [...new Set(spans.map(({ start_time }) => start_time))],
        ids: [...versions.keys()],
      },
    )
    if (copies.length === 0) return
    const tombstones = copies.map((copy) => ({
      ...copy,
      version: versions.get(copy.trace_id + copy.span_id),
      is_deleted: 1,
    }))
    await convertFailures(
      client.insert({ table: 'summary_spans', values: tombstones, format: 'JSONEachRow' }),
    )
  }
}

const tracesWithId =
  (select: Select): SpanStore['tracesWithId'] =>
  async (projectId, { kind, id }, limit) => {
    const rows = await select<{ trace_id: string }>(
      `SELECT DISTINCT trace_id FROM spans FINAL
       WHERE project_id = {project:UUID} AND (strings[{path:String}] = {id:String}
         OR position(long_paths, {path:String}) > 0
           AND JSONExtractString(${fullAttributes}, 'ag', {kind:String}, 'id') = {id:String})
         AND {id:String} != ''
       LIMIT {limit:UInt32} ${withinPartitions}`,
      { project: projectId, path: `ag.${kind}.id`, kind, id, limit },
    )
    return rows.map(({ trace_id }) => trace_id)
  }

/**
 * Reads in the order of the table: a page starts at its cursor and reads no earlier spans. Measured: twice the
 * processor time at four times the spans. Deleted traces have no facts.
 */
const tracesBefore =
  (select: Select): SpanStore['tracesBefore'] =>
  async (projectId, { before, from, to, after, limit }) => {
    const start = after?.start_time ?? from
    const cursor = after ?? { start_time: from, trace_id: '', span_id: '' }
    const rows = await select<Omit<SpanPlace, 'project_id'>>(
      `SELECT start_time, trace_id, span_id FROM spans
       WHERE project_id = {project:UUID} AND start_time >= {start:DateTime64(9, 'UTC')}
         AND start_time < {to:DateTime64(9, 'UTC')} AND is_deleted = 0
         AND (start_time, trace_id, span_id) > ({start:DateTime64(9, 'UTC')}, {trace:String}, {span:String})
       ORDER BY project_id, start_time, trace_id, span_id LIMIT {limit:UInt32}`,
      { project: projectId, start, to, trace: cursor.trace_id, span: cursor.span_id, limit },
    )
    const last = rows.at(-1)
    if (last === undefined) return { traceIds: [], hasNewer: false, next: undefined }
    const traces = await select<{ trace_id: string; newest: string }>(
      `SELECT trace_id, max(start_time) AS newest FROM span_facts FINAL
       PREWHERE project_id = {project:UUID} AND trace_id IN splitByChar(' ', {traces:String})
       GROUP BY trace_id ORDER BY trace_id`,
      { project: projectId, traces: listText([...new Set(rows.map(({ trace_id }) => trace_id))]) },
    )
    const oldTraces = traces.filter(({ newest }) => newest < before)
    return {
      traceIds: oldTraces.map(({ trace_id }) => trace_id),
      hasNewer: oldTraces.length < traces.length,
      next: rows.length < limit ? undefined : last,
    }
  }

const selectTraceIds =
  (select: Select): SpanStore['traceIds'] =>
  async (projectId, after, limit) => {
    const rows = await select<{ trace_id: string }>(
      `SELECT DISTINCT trace_id FROM span_facts FINAL
       WHERE project_id = {project:UUID} AND trace_id > {after:String} ORDER BY trace_id LIMIT {limit:UInt32}`,
      { project: projectId, after, limit },
    )
    return rows.map(({ trace_id }) => trace_id)
  }

/** The other members are added where the store is opened. */
type SpanStatements = Omit<
  SpanStore,
  | 'queries'
  | 'slots'
  | 'reclaim'
  | 'partitionsBefore'
  | 'dropPartition'
  | 'integrity'
  | 'check'
  | 'identify'
  | 'size'
  | 'transfer'
  | 'days'
  | 'close'
>

export function spanStore({ client, maintenanceClient, insertRows }: SpanStoreParts): SpanStatements {
  const select = selectFrom(client)
  const scan = selectFrom(maintenanceClient)
  const write = writeRows(insertRows)
  const facts = selectFacts(select)
  const deleteSpans: SpanStore['deleteSpans'] = (places) => {
    const tombstones = places.map((place) => deletedRow(place, BigInt(place.version) + deletionSteps))
    return write(encodeRows(tombstones))
  }
  return {
    write,
    facts,
    deleteSpans,
    roots: selectRoots(select),
    outcomes: selectOutcomes(client),
    spans: selectSpans(select),
    trace: async (projectId, traceId) =>
      fullRows(await select<ReadRow<SpanRow>>(traceQuery, { project: projectId, trace: traceId })),
    async deleteTrace(projectId, traceId) {
      const rows = await facts(projectId, [traceId])
      await deleteSpans(rows)
      return rows.map(({ project_id, trace_id, span_id, start_time }): SpanPlace => ({
        project_id,
        trace_id,
        span_id,
        start_time,
      }))
    },
    removeCopies: removeCopies(client),
    tracesWithId: tracesWithId(scan),
    tracesBefore: tracesBefore(scan),
    traceIds: selectTraceIds(scan),
  }
}

/** The engine returns no columns without rows. */
type Columns<Row> = { readonly [Name in keyof Row]?: readonly Row[Name][] }

const outcomeRows = (columns: Columns<TraceOutcome>): readonly TraceOutcome[] =>
  (columns.trace_id ?? []).map((trace_id, i) => ({
    trace_id,
    duration_ms: columns.duration_ms?.[i] ?? null,
    errors: columns.errors?.[i] ?? null,
    tokens: columns.tokens?.[i] ?? null,
    cost: columns.cost?.[i] ?? null,
    outputs: columns.outputs?.[i] ?? '',
    output_bytes: columns.output_bytes?.[i] ?? 0,
  }))

/**
 * A list of ids as one text that the statement splits: parsing a list of values takes the engine four times
 * as long.
 */
const listText = (ids: readonly string[]): string => ids.join(' ')

/**
 * Selected columns of the span that represents each trace; no others are read, however many spans the traces
 * have. The facts contain their start times.
 */
const ofRoots = (columns: string): string => `
  SELECT project_id, trace_id, argMin((${columns}), (parent_id != '', start_time, span_id)) AS root
  FROM spans FINAL
  PREWHERE project_id = {project:UUID} AND (start_time, trace_id) GLOBAL IN (
    SELECT start_time, trace_id FROM span_facts
    PREWHERE project_id = {project:UUID} AND trace_id IN splitByChar(' ', {traces:String}))
  GROUP BY project_id, trace_id`

const rootsQuery = `
SELECT project_id, trace_id, root.1 AS span_id, root.2 AS start_time FROM (${ofRoots('span_id, start_time')})
${withinPartitions}`

const totals = totalsColumns.split(', ')
const outputs = ["if(length(outputs) > {bytes:UInt32}, '', outputs)", 'toUInt32(length(outputs))']

// 10,000 traces of one span: 60 ms, instead of 3.4 s for their full root spans.
function outcomesQuery(options: { readonly withOutputs: boolean; readonly withTotals: boolean }): string {
  // The constant keeps the list valid when neither totals nor outputs are requested.
  const parts = ['1', ...(options.withTotals ? totals : []), ...(options.withOutputs ? outputs : [])]
  const tupleElement = (part: string): string => `root.${parts.indexOf(part) + 1}`
  const columns = [
    ...totals.map((name) => `${options.withTotals ? tupleElement(name) : 'NULL'} AS ${name}`),
    `${options.withOutputs ? tupleElement(outputs[0] ?? '') : "''"} AS outputs`,
    `${options.withOutputs ? tupleElement(outputs[1] ?? '') : '0'} AS output_bytes`,
  ]
  return `SELECT trace_id, ${columns.join(', ')} FROM (${ofRoots(parts.join(', '))}) ${withinPartitions}`
}

/**
 * The facts contain the start times of the spans of a trace, so only these parts of the table are read. Facts
 * of replaced spans add unneeded positions, which costs less than excluding them.
 */
const traceQuery = `
SELECT ${spanColumns} FROM spans FINAL
PREWHERE project_id = {project:UUID} AND trace_id = {trace:String} AND start_time GLOBAL IN (
  SELECT start_time FROM span_facts PREWHERE project_id = {project:UUID} AND trace_id = {trace:String})
${withinPartitions}`
