// Rows of a revision that hold a text, or whose columns satisfy conditions, with their positions. Rows are looked at in
// order, a batch at a time, so that a million of them never stand in memory and others are served in between.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ownMember } from '../../kernel/own.ts'
import { jsonEqual, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { RelationalReads, Revision } from '../../storage/contract/contract.ts'
import { listOf, listReads } from '../kept/stored-list.ts'
import { converted, isColumnType } from '../conversion.ts'
import { readRange } from '../pages/read.ts'
import { testcaseBatchRows } from '../write.ts'

export const columnOperators = [
  'is',
  'is_not',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
  'not_exists',
  'not_converts_to',
] as const
export type ColumnOperator = (typeof columnOperators)[number]

export interface ColumnCondition {
  readonly column: string
  readonly operator: ColumnOperator
  readonly value?: Json | undefined
}

export interface RowSearch {
  /** Is contained in a value of the row; case does not matter. */
  readonly content?: string | undefined
  /** All are satisfied. */
  readonly conditions: readonly ColumnCondition[]
  /** The position of the first row that is looked at. */
  readonly offset: number
  /** So many matches end the search. */
  readonly limit: number
}

export interface RowMatch {
  readonly position: number
  readonly testcaseId: string
  /** The columns that hold the text. */
  readonly columns: readonly string[]
}

/** What was found in a batch, and how far the search is. */
export interface SearchStep {
  readonly matches: readonly RowMatch[]
  /** The position before which all rows were looked at. */
  readonly searched: number
  readonly total: number
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const holds = (value: Json, lowered: string): boolean => textOf(value).toLowerCase().includes(lowered)

/** Files of text have numbers as text: a number is compared with what reads as one. */
function order(value: Json, bound: Json): number | undefined {
  if (typeof bound === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && !Number.isNaN(number) ? number - bound : undefined
  }
  if (typeof bound !== 'string' || typeof value !== 'string') return undefined
  return value < bound ? -1 : value > bound ? 1 : 0
}

const equalsOne = (value: Json, list: Json | undefined): boolean =>
  Array.isArray(list) && list.some((one: Json) => jsonEqual(value, one))

type Test = (value: Json, wanted: Json) => boolean

const tests: Readonly<Record<Exclude<ColumnOperator, 'exists' | 'not_exists'>, Test>> = {
  is: jsonEqual,
  is_not: (value, wanted) => !jsonEqual(value, wanted),
  in: equalsOne,
  not_in: (value, wanted) => !equalsOne(value, wanted),
  contains: (value, wanted) => holds(value, textOf(wanted).toLowerCase()),
  not_contains: (value, wanted) => !holds(value, textOf(wanted).toLowerCase()),
  gt: (value, wanted) => (order(value, wanted) ?? -1) > 0,
  gte: (value, wanted) => (order(value, wanted) ?? -1) >= 0,
  lt: (value, wanted) => (order(value, wanted) ?? 1) < 0,
  lte: (value, wanted) => (order(value, wanted) ?? 1) <= 0,
  // What a change of the column's type would leave as it is.
  not_converts_to: (value, wanted) => isColumnType(wanted) && converted(value, wanted) === undefined,
}

/** What is not there satisfies `not_exists` and the operators that say what a value is not. */
const ofAbsent: ReadonlySet<ColumnOperator> = new Set(['not_exists', 'is_not', 'not_in', 'not_contains'])

function satisfies(data: JsonObject, { column, operator, value: wanted }: ColumnCondition): boolean {
  const value = ownMember(data, column)
  if (value === undefined) return ofAbsent.has(operator)
  if (operator === 'exists' || operator === 'not_exists') return operator === 'exists'
  return tests[operator](value, wanted ?? null)
}

/** Reads a row's text: the columns that match, undefined when the row does not. */
function matcherOf({ content, conditions }: RowSearch) {
  const lowered = content?.toLowerCase()
  // What stands in a value as it is written needs no reading of the rows without it.
  const sought = lowered !== undefined && /^[^"\\\p{Cc}]*$/u.test(lowered) ? lowered : ''
  return (dataText: string, columns: readonly string[]): readonly string[] | undefined => {
    if (sought !== '' && !dataText.toLowerCase().includes(sought)) return undefined
    const data = JSON.parse(dataText) as JsonObject
    if (!conditions.every((condition) => satisfies(data, condition))) return undefined
    if (lowered === undefined) return []
    const found = columns.filter((column) => {
      const value = ownMember(data, column)
      return value !== undefined && holds(value, lowered)
    })
    return found.length === 0 ? undefined : found
  }
}

/** The matches batch by batch; the last step has looked at all rows, or has the match that reached the limit. */
export async function* searchRows(
  source: { readonly reads: RelationalReads; readonly projectId: string },
  { revision, search }: { readonly revision: Revision; readonly search: RowSearch },
): AsyncGenerator<SearchStep> {
  const pages = listReads(source.reads, source.projectId)
  const root = listOf(revision)
  const matchOf = matcherOf(search)
  let left = search.limit
  for (let from = search.offset; from < root.rows && left > 0; from += testcaseBatchRows) {
    const rows = await readRange(pages, { root, from, limit: testcaseBatchRows })
    const records = await source.reads.testcases(source.projectId, [
      ...new Set(rows.map((row) => row.testcaseId)),
    ])
    const texts = new Map(records.map((record) => [record.id, record.dataText]))
    const matches: RowMatch[] = []
    let searched = from
    for (const { testcaseId, columns } of rows) {
      if (left === 0) break
      const text = texts.get(testcaseId)
      if (text === undefined) throw new Error(`the testcase store has lost ${testcaseId}`)
      const found = matchOf(text, columns)
      if (found !== undefined) {
        matches.push({ position: searched, testcaseId, columns: found })
        left -= 1
      }
      searched += 1
    }
    yield { matches, searched, total: root.rows }
    // An embedded store answers at once: without this nobody else would be answered before the end.
    await nextTurn()
  }
}
