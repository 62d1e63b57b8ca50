// New lists from incoming rows: looks up the testcases they continue, settles ids, stores testcases and pages.
import { AssayError, type FieldError } from '../kernel/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import type { IdentityScope } from './identity.ts'
import type { IncomingRow } from './incoming.ts'
import {
  fieldTooLarge,
  isLongerThan,
  tooManyColumns,
  tooManyRows,
  type RowSource,
  type TestsetLimits,
} from './limits.ts'
import { ListBuilder } from './pages/build.ts'
import type { ListRoot, PageStore } from './pages/store.ts'
import { hasMetadata, rowMetadata, type Row, type RowMetadata, type Testcase } from './rows.ts'
import { columnsOf, dedupIdOfData, settle, type SettledRow } from './settle.ts'
import { ownMember } from '../kernel/own.ts'

/** A testcase with the metadata of the row that wrote it, which is what reads by id show. */
export interface TestcaseWrite extends Testcase, RowMetadata {}

/** Keeps the testcases of one testset. They are immutable and stay for ever. */
export interface TestcaseStore {
  /** Those of these ids that the testset has; unknown ids are left out. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, Testcase>>
  /** Which of these ids the testset has. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Safe to repeat: data of an id that is there stays as first stored, its row metadata becomes the newest. Answers
   * the columns, in stored order, of those that were there.
   */
  save(testcases: readonly TestcaseWrite[]): Promise<ReadonlyMap<string, readonly string[]>>
}

/** Everything an operation on the lists of one testset needs. */
export interface TestsetContext {
  readonly scope: IdentityScope
  readonly pages: PageStore
  readonly testcases: TestcaseStore
  readonly limits: TestsetLimits
}

/** Testcases are looked up and stored this many at a time. */
export const testcaseBatchRows = 1000

/** Refuses values that are too large. Files are checked while they are read. */
export function checkFieldSizes(
  data: JsonObject,
  { limits, where }: { readonly limits: TestsetLimits; readonly where: string },
): void {
  for (const key of Object.keys(data)) {
    if (valueIsLongerThan(ownMember(data, key) as Json, limits.fieldBytesMax))
      throw fieldTooLarge(limits, { from: 'json', where: `${where}, ${key}` })
  }
}

const valueIsLongerThan = (value: Json, bytesMax: number): boolean => {
  if (typeof value === 'string') return isLongerThan(value, bytesMax)
  return (isJsonObject(value) || Array.isArray(value)) && isLongerThan(JSON.stringify(value), bytesMax)
}

/** Settles a batch of incoming rows, with one lookup for all that continue a testcase. */
export async function settleBatch(
  context: Pick<TestsetContext, 'scope' | 'testcases'>,
  batch: readonly IncomingRow[],
): Promise<readonly SettledRow[]> {
  const ids = new Set<string>()
  for (const row of batch) if (row.continues !== undefined) ids.add(row.continues)
  const stored = ids.size === 0 ? undefined : await context.testcases.load([...ids])
  return batch.map((row) =>
    settle(row, context.scope, row.continues === undefined ? undefined : stored?.get(row.continues)),
  )
}

const testcaseWrite = ({ row, testcase }: SettledRow): TestcaseWrite =>
  hasMetadata(row) ? { id: testcase.id, data: testcase.data, ...rowMetadata(row) } : testcase

const sameColumns = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((column, i) => column === b[i]))

/**
 * Stores the testcases of settled rows; of equal ones in a batch the first row's key order and the last row's metadata
 * count. Answers the rows as they enter a list: with the columns of what is stored, so that equal rows make equal
 * pages in whatever key order they were sent.
 */
export async function saveTestcases(
  testcases: TestcaseStore,
  settled: readonly SettledRow[],
): Promise<readonly Row[]> {
  if (settled.length === 0) return []
  const byId = new Map<string, TestcaseWrite>()
  for (const each of settled) {
    const { id } = each.testcase
    const earlier = byId.get(id)
    byId.set(id, earlier === undefined ? testcaseWrite(each) : { ...testcaseWrite(each), data: earlier.data })
  }
  const stored = await testcases.save([...byId.values()])
  const hasRepeats = byId.size < settled.length
  return settled.map(({ row }) => {
    const first = hasRepeats ? byId.get(row.testcaseId)?.data : undefined
    const columns = stored.get(row.testcaseId) ?? (first === undefined ? row.columns : columnsOf(first))
    return sameColumns(columns, row.columns) ? row : { ...row, columns }
  })
}

/** Refuses a list that is larger than the limits allow. */
export function checkListSize(
  size: { readonly rows: number; readonly columns: number },
  { limits, from = 'json' }: { readonly limits: TestsetLimits; readonly from?: RowSource | undefined },
): void {
  if (size.rows > limits.rowsMax) throw tooManyRows(limits, from)
  if (size.columns > limits.columnsMax) throw tooManyColumns(limits, from)
}

/** Takes settled rows in order and makes their list; testcases are stored before the pages that name them. */
export class ListWriter {
  private readonly context: TestsetContext
  private readonly builder: ListBuilder
  private readonly columns = new Set<string>()
  private readonly from: RowSource
  private rows = 0

  constructor(context: TestsetContext, from: RowSource = 'json') {
    this.context = context
    this.from = from
    this.builder = new ListBuilder(context.pages)
  }

  async add(settled: readonly SettledRow[]): Promise<void> {
    for (const { row } of settled) for (const column of row.columns) this.columns.add(column)
    this.rows += settled.length
    checkListSize(
      { rows: this.rows, columns: this.columns.size },
      { limits: this.context.limits, from: this.from },
    )
    for (const row of await saveTestcases(this.context.testcases, settled)) {
      const saving = this.builder.add(row)
      if (saving !== undefined) await saving
    }
  }

  finish(): Promise<ListRoot> {
    return this.builder.finish()
  }
}

/** The list of these rows: what a commit with `data` and a simple create or edit store. */
export async function writeList(context: TestsetContext, rows: readonly IncomingRow[]): Promise<ListRoot> {
  const writer = new ListWriter(context)
  checkListSize({ rows: rows.length, columns: 0 }, { limits: context.limits })
  rows.forEach((row, i) => checkFieldSizes(row.data, { limits: context.limits, where: `row ${i + 1}` }))
  for (let i = 0; i < rows.length; i += testcaseBatchRows) {
    await writer.add(await settleBatch(context, rows.slice(i, i + testcaseBatchRows)))
  }
  return writer.finish()
}

const unknownIdsNamedMax = 20

/**
 * The list of existing testcases, in this order. `metadata` says what rows carry, by id: usually what the revision
 * before had. Unknown ids are refused, up to twenty of them named; `loc` leads to the list of ids.
 */
export async function writeListOfIds(
  context: TestsetContext,
  {
    ids,
    loc,
    metadata,
  }: {
    readonly ids: readonly string[]
    readonly loc: readonly (string | number)[]
    readonly metadata?: ReadonlyMap<string, RowMetadata>
  },
): Promise<ListRoot> {
  checkListSize({ rows: ids.length, columns: 0 }, { limits: context.limits })
  const builder = new ListBuilder(context.pages)
  const unknown: FieldError[] = []
  for (let i = 0; i < ids.length; i += testcaseBatchRows) {
    const batch = ids.slice(i, i + testcaseBatchRows)
    const stored = await context.testcases.load([...new Set(batch)])
    for (const [offset, id] of batch.entries()) {
      const data = stored.get(id)?.data
      if (data === undefined) {
        const msg = `The testset has no testcase ${id}.`
        unknown.push({ type: 'value_error', loc: [...loc, i + offset], msg, input: id })
        continue
      }
      const row = { testcaseId: id, dedupId: dedupIdOfData(data), columns: columnsOf(data) }
      await builder.add({ ...row, ...rowMetadata(metadata?.get(id) ?? {}) })
    }
    if (unknown.length >= unknownIdsNamedMax) break
  }
  if (unknown.length > 0) throw new AssayError('validation_failed', unknown.slice(0, unknownIdsNamedMax))
  const root = await builder.finish()
  checkListSize({ rows: root.rows, columns: root.columns.length }, { limits: context.limits })
  return root
}
