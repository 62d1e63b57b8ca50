// Reads the live rows at given positions with the columns of an answer, and defines the order of pages.
import type { QueryScope, SelectedSpan, SpanPageQuery, SpanPlace, SpanSql } from '../contract/contract.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { Run } from './reader.ts'
import { firstRows, type MatchedRow, type Search, type Candidate } from './scan.ts'
import { ownMember } from '../../kernel/own.ts'
import { spreadSmallMembers, type WithSmallMembers } from './small-members.ts'
import { answerColumns, fullRow, type ReadRow } from './span-store.ts'

/** The positions per statement. They are bound as text, and megabytes of text are slow to parse. */
export const placesPerStatement = 2_000

type Versioned = SelectedSpan & { readonly version: string }

export const withoutVersion = ({ version: _, ...row }: Versioned): SelectedSpan => row

export type Columns = QueryScope['columns']

export interface RowReading {
  readonly run: Run
  readonly columns: Columns
}

/** The columns that locate a span in its trace; every row has them. */
const placeColumns = ['project_id', 'trace_id', 'span_id', 'parent_id', 'span_name', 'start_time'] as const

/** The characters of a preview of inputs and outputs. */
const previewCharacters = 300

/** Longer inputs are not parsed for a preview. */
const parsedBytesMax = 1_000_000

/**
 * The start of the inputs. A conversation starts with its system prompt, which is not specific to the call:
 * if the preview would show nothing else, the last user message is used. Only such inputs are parsed.
 */
const inputsStartOf = (): string => {
  const key = String.raw`extract(left(inputs, 40), '^\{"(messages|prompt|input|conversation)":\[\{"')`
  const isConversation = `(startsWith(inputs, '[{"') OR ${key} != '')`
  const messages = `if(${key} = '', JSONExtractArrayRaw(inputs), JSONExtractArrayRaw(inputs, ${key}))`
  const lastOfUser = `arrayLast(message -> JSONExtractString(message, 'role') = 'user', ${messages})`
  const start = `leftUTF8(inputs, ${previewCharacters})`
  const isLong = `length(inputs) BETWEEN ${previewCharacters + 1} AND ${parsedBytesMax}`
  const preview = `leftUTF8(coalesce(nullIf(${lastOfUser}, ''), inputs), ${previewCharacters})`
  return `if(${isLong} AND ${isConversation}, ${preview}, ${start})`
}
export const inputsStart = inputsStartOf()

/** Expressions for columns that differ from the stored column of the same name. */
const expressions: Readonly<Record<string, string>> = {
  attributes: 'attributes, inputs, outputs',
  inputs_start: `${inputsStart} AS inputs_start`,
  outputs_start: `leftUTF8(outputs, ${previewCharacters}) AS outputs_start`,
}

export const columnsSql = (columns: Columns): string => {
  if (columns === undefined) return answerColumns
  if (columns === 'sent') return `${answerColumns}, form, native`
  return [...new Set([...placeColumns, ...columns])]
    .map((name) => ownMember(expressions, name) ?? name)
    .join(', ')
}

/** Placeholders for columns that were not requested. */
const placeholders: Omit<SelectedSpan, (typeof placeColumns)[number]> = {
  trace_type: '',
  span_type: '',
  span_kind: '',
  status_code: '',
  status_message: null,
  session_id: null,
  user_id: null,
  agent_id: null,
  end_time: '',
  created_at: '',
  created_by_id: null,
  updated_at: null,
  updated_by_id: null,
  attributes: '{}',
  references: [],
  links: [],
  events: [],
  hashes: [],
  adapters: [],
}

export function answerRows<Row extends SelectedSpan>(
  { run, columns }: RowReading,
  rows: readonly ReadRow<Row>[],
): readonly Row[] {
  const completeRow = (row: ReadRow<Row>): Row => {
    const complete = fullRow<Row>(row)
    run.spend(complete.attributes.length - row.attributes.length - row.inputs.length - row.outputs.length)
    return complete
  }
  if (columns === undefined || columns === 'sent') {
    return rows.map((row) =>
      completeRow(spreadSmallMembers(row as unknown as WithSmallMembers<ReadRow<Row>>)),
    )
  }
  const rowOf = columns.has('attributes') ? completeRow : (row: ReadRow<Row>) => row
  return rows.map((row) => ({ ...placeholders, ...rowOf(row) }) as unknown as Row)
}

const anything: SpanSql = { sql: 'true', params: {} }

/**
 * The live rows at these positions that match the filter, each once, in any order. The versions of a span
 * share a position, so they are never split over two statements. Times and ids are bound separately, so a
 * statement may also read a span of one position at the time of another; that row belongs to another
 * statement and is dropped. PREWHERE is used only without a filter: see span-store.ts.
 */
export async function rowsAt(
  reading: RowReading,
  places: readonly Candidate[],
  where = anything,
): Promise<readonly Versioned[]> {
  const rows: Versioned[] = []
  const distinct = new Map(places.map((place) => [placeOf(place), place]))
  for (const entries of chunks([...distinct], placesPerStatement)) {
    const versions = new Map(entries)
    const batch = [...versions.values()]
    const candidates = await reading.run<ReadRow<Versioned>>(
      `SELECT ${columnsSql(reading.columns)}, toString(version) AS version FROM spans FINAL
       ${where.sql === 'true' ? 'PREWHERE' : 'WHERE'} project_id = {project:UUID}
         AND start_time IN {times:Array(DateTime64(9, 'UTC'))}
         AND concat(trace_id, span_id) IN {ids:Array(String)} AND (${where.sql})`,
      {
        ...where.params,
        times: [...new Set(batch.map(({ start_time }) => start_time))],
        ids: [...new Set(batch.map(idOf))],
      },
      where.readsOtherSpans === true ? 'current' : 'former',
    )
    const atPlaces = candidates.filter((row) => versions.has(placeOf(row)))
    for (const row of answerRows(reading, atPlaces)) rows.push(row)
  }
  return rows
}

/**
 * The live rows at the positions of matched rows. A live row that was matched satisfies the filter; a newer
 * version is checked again. So the filter rarely runs twice, and the statement that reads wide columns stays
 * small.
 */
export async function liveRows(
  reading: RowReading,
  { where }: SpanPageQuery,
  matched: readonly MatchedRow[],
): Promise<readonly SelectedSpan[]> {
  const rows = await rowsAt(reading, matched)
  if (where.sql === 'true') return rows.map(withoutVersion)
  const matchedVersions = new Set(matched.map(versionOf))
  const current = rows.filter((row) => matchedVersions.has(versionOf(row)))
  const changedRows = rows.filter((row) => !matchedVersions.has(versionOf(row)))
  const rereadRows = changedRows.length === 0 ? [] : await rowsAt(reading, changedRows, where)
  return [...current, ...rereadRows].map(withoutVersion)
}

const versionOf = (row: MatchedRow): string => `${row.start_time}${idOf(row)}${row.version}`

const idOf = ({ trace_id, span_id }: Pick<Candidate, 'trace_id' | 'span_id'>): string => trace_id + span_id

/** Returns the rows in the order of the positions. */
export function sortByPlaces(
  rows: readonly SelectedSpan[],
  places: readonly SpanPlace[],
): readonly SelectedSpan[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return places.flatMap((place) => byId.get(idOf(place)) ?? [])
}

/** A comparator by time and then by id, in the order of the query. */
export function inPageOrder<T>(query: SpanPageQuery, time: (item: T) => string, id: (item: T) => string) {
  const sign = query.order === 'descending' ? -1 : 1
  const compare = (a: string, b: string): number => (a < b ? -sign : a > b ? sign : 0)
  return (a: T, b: T): number => compare(time(a), time(b)) || compare(id(a), id(b))
}

/** The versions of one span share a position, unless its time has changed. */
export const placeOf = (row: Candidate): string => row.start_time + idOf(row)

/** The first items of a sorted list, including all that tie with the last of them. */
export function firstOf<T>(
  items: readonly T[],
  count: number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const last = items[count - 1]
  return last === undefined ? items : items.filter((item) => compare(item, last) <= 0)
}

interface StoredVersion {
  readonly version: string
  readonly is_deleted: number
}

const storedColumns = 'toString(version) AS version, is_deleted'

/** The last version at each position, unless it is a tombstone. */
function liveOf<Row extends Candidate>(rows: readonly (Row & StoredVersion)[]): Row[] {
  const byPlace = new Map<string, Row & StoredVersion>()
  for (const row of rows) {
    const place = placeOf(row)
    const current = byPlace.get(place)
    if (current === undefined || BigInt(row.version) > BigInt(current.version)) byPlace.set(place, row)
  }
  return [...byPlace.values()]
    .filter(({ is_deleted }) => is_deleted === 0)
    .map(({ version: _, is_deleted: __, ...row }) => row as unknown as Row)
}

interface FirstLive<Row> {
  readonly live: readonly Row[]
  /** Whether no further rows exist. */
  readonly isAll: boolean
}

/** The live rows among the first rows in the order of the query. */
export async function firstLive<Row extends Candidate>(
  search: Search,
  columns: string,
  options: Parameters<typeof firstRows>[2],
): Promise<FirstLive<Row>> {
  const rows = await firstRows<Row & StoredVersion>(search, `${columns}, ${storedColumns}`, options)
  const isAll = rows.length < options.limit
  // More rows with the last time may follow.
  const last = isAll ? undefined : rows.at(-1)?.start_time
  return { live: liveOf<Row>(rows.filter(({ start_time }) => start_time !== last)), isAll }
}
