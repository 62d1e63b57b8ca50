// The columns of a revision and the types of their values, for the layout of a grid.
import { ownMember } from '../../kernel/own.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { RelationalReads, Revision } from '../../storage/contract/contract.ts'
import { listOf, listReads } from '../stored/stored-list.ts'
import { readRange } from '../pages/read.ts'
import type { ListRoot, PageStore } from '../pages/store.ts'
import type { Row } from '../rows.ts'
import { testcasesOfRows } from './wire-rows.ts'

export const valueTypes = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const
export type ValueType = (typeof valueTypes)[number]

export interface Column {
  readonly name: string
  /** The number of sampled rows with a value of each type. */
  readonly types: Partial<Record<ValueType, number>>
}

export interface Columns {
  /** All rows of the revision. */
  readonly total: number
  /** The number of rows whose types were counted; the column names are those of all rows. */
  readonly sampled: number
  readonly columns: readonly Column[]
}

/** A long list is sampled in a few ranges: enough for types, and few pages to read. */
const sampleRanges = 5
const sampleRangeRows = 200

function typeOf(value: unknown): ValueType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as 'string' | 'number' | 'boolean' | 'object'
}

async function sampleOf(pages: PageStore, root: ListRoot): Promise<readonly Row[]> {
  if (root.rows <= sampleRanges * sampleRangeRows)
    return readRange(pages, { root, from: 0, limit: root.rows })
  const spacing = (root.rows - sampleRangeRows) / (sampleRanges - 1)
  const starts = Array.from({ length: sampleRanges }, (_, i) => Math.floor(i * spacing))
  const parts = await Promise.all(
    starts.map((from) => readRange(pages, { root, from, limit: sampleRangeRows })),
  )
  return parts.flat()
}

export async function columnsOfRevision(
  source: { readonly reads: RelationalReads; readonly projectId: string },
  revision: Pick<Revision, 'dataText'>,
): Promise<Columns> {
  const root = listOf(revision)
  const rows = await sampleOf(listReads(source.reads, source.projectId), root)
  const testcases = await testcasesOfRows(source, rows)
  const columns = root.columns.map((name): Column => {
    const types: Partial<Record<ValueType, number>> = {}
    for (const { data } of testcases) {
      const value = ownMember(data as JsonObject, name)
      if (value === undefined) continue
      const type = typeOf(value)
      types[type] = (types[type] ?? 0) + 1
    }
    return { name, types }
  })
  return { total: root.rows, sampled: rows.length, columns }
}
