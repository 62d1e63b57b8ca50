// Searches rows of a revision by text and by conditions on columns. Rows are read in order, batch by batch, so that
// they do not fill the memory and the event loop runs in between.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ownMember } from '../../kernel/own.ts'
import { jsonEqual, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { RelationalReads, Revision } from '../../storage/contract/contract.ts'
import { listOf, listReads } from '../stored/stored-list.ts'
import { convertValue, isColumnType } from '../conversion.ts'
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
  /** Text that a value of the row must contain; case is ignored. */
  readonly content?: string | undefined
  /** All must be true. */
  readonly conditions: readonly ColumnCondition[]
  /** The position of the first row to search. */
  readonly offset: number
  /** The search ends after this number of matches. */
  readonly limit: number
}

export interface RowMatch {
  readonly position: number
  readonly testcaseId: string
  /** The columns that contain the text. */
  readonly columns: readonly string[]
}

/** The matches of a batch, and the progress of the search. */
export interface SearchStep {
  readonly matches: readonly RowMatch[]
  /** All rows before this position were searched. */
  readonly searchedRows: number
  readonly total: number
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const containsText = (value: Json, lowerCase: string): boolean =>
  textOf(value).toLowerCase().includes(lowerCase)

/** A number is also compared with texts that parse as a number, since CSV files have numbers as text. */
function compareValues(value: Json, bound: Json): number | undefined {
  if (typeof bound === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && !Number.isNaN(number) ? number - bound : undefined
  }
  if (typeof bound !== 'string' || typeof value !== 'string') return undefined
  return value < bound ? -1 : value > bound ? 1 : 0
}

const isOneOf = (value: Json, list: Json | undefined): boolean =>
  Array.isArray(list) && list.some((item: Json) => jsonEqual(value, item))

type Test = (value: Json, operand: Json) => boolean

const operatorTests: Readonly<Record<Exclude<ColumnOperator, 'exists' | 'not_exists'>, Test>> = {
  is: jsonEqual,
  is_not: (value, operand) => !jsonEqual(value, operand),
  in: isOneOf,
  not_in: (value, operand) => !isOneOf(value, operand),
  contains: (value, operand) => containsText(value, textOf(operand).toLowerCase()),
  not_contains: (value, operand) => !containsText(value, textOf(operand).toLowerCase()),
  gt: (value, operand) => (compareValues(value, operand) ?? -1) > 0,
  gte: (value, operand) => (compareValues(value, operand) ?? -1) >= 0,
  lt: (value, operand) => (compareValues(value, operand) ?? 1) < 0,
  lte: (value, operand) => (compareValues(value, operand) ?? 1) <= 0,
  // Matches values that a change of the column's type would leave unchanged.
  not_converts_to: (value, operand) => isColumnType(operand) && convertValue(value, operand) === undefined,
}

/** Operators that are true for an absent value. */
const trueWhenAbsent: ReadonlySet<ColumnOperator> = new Set([
  'not_exists',
  'is_not',
  'not_in',
  'not_contains',
])

function matchesCondition(data: JsonObject, { column, operator, value: operand }: ColumnCondition): boolean {
  const value = ownMember(data, column)
  if (value === undefined) return trueWhenAbsent.has(operator)
  if (operator === 'exists' || operator === 'not_exists') return operator === 'exists'
  return operatorTests[operator](value, operand ?? null)
}

/** Returns a function from the JSON text of a row to its matching columns, undefined when the row does not match. */
function matcherOf({ content, conditions }: RowSearch) {
  const lowerCase = content?.toLowerCase()
  // A needle that JSON does not escape is first searched in the text: most rows need no parsing.
  const needle = lowerCase !== undefined && /^[^"\\\p{Cc}]*$/u.test(lowerCase) ? lowerCase : ''
  return (dataText: string, columns: readonly string[]): readonly string[] | undefined => {
    if (needle !== '' && !dataText.toLowerCase().includes(needle)) return undefined
    const data: JsonObject = JSON.parse(dataText)
    if (!conditions.every((condition) => matchesCondition(data, condition))) return undefined
    if (lowerCase === undefined) return []
    const matchingColumns = columns.filter((column) => {
      const value = ownMember(data, column)
      return value !== undefined && containsText(value, lowerCase)
    })
    return matchingColumns.length === 0 ? undefined : matchingColumns
  }
}

/** Yields the matches batch by batch, until all rows are searched or the limit is reached. */
export async function* searchRows(
  source: { readonly reads: RelationalReads; readonly projectId: string },
  { revision, search }: { readonly revision: Pick<Revision, 'dataText'>; readonly search: RowSearch },
): AsyncGenerator<SearchStep> {
  const pages = listReads(source.reads, source.projectId)
  const root = listOf(revision)
  const matchOf = matcherOf(search)
  let remaining = search.limit
  for (let from = search.offset; remaining > 0; from += testcaseBatchRows) {
    const rows = await readRange(pages, { root, from, limit: testcaseBatchRows })
    // The root may claim more rows than its pages have.
    if (rows.length === 0) return
    const records = await source.reads.testcases(source.projectId, [
      ...new Set(rows.map((row) => row.testcaseId)),
    ])
    const texts = new Map(records.map((record) => [record.id, record.dataText]))
    const matches: RowMatch[] = []
    let position = from
    for (const { testcaseId, columns } of rows) {
      if (remaining === 0) break
      const text = texts.get(testcaseId)
      if (text === undefined) throw new Error(`the testcase store has lost ${testcaseId}`)
      const matchingColumns = matchOf(text, columns)
      if (matchingColumns !== undefined) {
        matches.push({ position, testcaseId, columns: matchingColumns })
        remaining -= 1
      }
      position += 1
    }
    yield { matches, searchedRows: position, total: root.rows }
    // An embedded store answers without leaving the main thread, so other requests would wait until the end.
    await yieldToEventLoop()
  }
}
