// Writes new lists: loads the testcases that incoming rows continue, assigns ids, stores testcases and pages.
import { chunks } from '../kernel/chunks.ts'
import { AssayError, type FieldError } from '../kernel/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import { createPauses, eachInSlices } from '../kernel/time-slices.ts'
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
import { columnsOf, dedupIdOfData, assignIds, type RowWrite } from './assign-ids.ts'

/** A testcase with the metadata of the row that wrote it. Reads by id return this metadata. */
export interface TestcaseWrite extends Testcase, RowMetadata {}

/** Stores the testcases of one testset. They are immutable and never deleted. */
export interface TestcaseStore {
  /** The testcases with these ids; unknown ids are left out. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, Testcase>>
  /** The ids that the testset has. */
  existingIds(ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Idempotent: the data of an existing id stays, its row metadata is replaced. Returns the columns of existing
   * testcases, in stored order.
   */
  save(testcases: readonly TestcaseWrite[]): Promise<ReadonlyMap<string, readonly string[]>>
}

/** The dependencies of operations on the lists of one testset. */
export interface TestsetContext {
  readonly scope: IdentityScope
  readonly pages: PageStore
  readonly testcases: TestcaseStore
  readonly limits: TestsetLimits
}

/** Testcases per lookup and per write. */
export const testcaseBatchRows = 1000

/** Throws when a value is too large. Values of files are checked while they are read. */
export function checkFieldSizes(
  data: JsonObject,
  { limits, where }: { readonly limits: TestsetLimits; readonly where: string },
): void {
  for (const [key, value] of Object.entries(data)) {
    if (valueIsLongerThan(value, limits.fieldBytesMax))
      throw fieldTooLarge(limits, { from: 'json', where: `${where}, ${key}` })
  }
}

const valueIsLongerThan = (value: Json, bytesMax: number): boolean => {
  if (typeof value === 'string') return isLongerThan(value, bytesMax)
  return (isJsonObject(value) || Array.isArray(value)) && isLongerThan(JSON.stringify(value), bytesMax)
}

/** Changes a row that continues this testcase. */
export type ContinueRow = (row: IncomingRow, testcase: Testcase) => IncomingRow

/** Assigns ids to a batch of incoming rows, with one lookup for all continued testcases. */
export async function assignIdsToBatch(
  context: Pick<TestsetContext, 'scope' | 'testcases'> & { readonly continueRow?: ContinueRow },
  batch: readonly IncomingRow[],
): Promise<readonly RowWrite[]> {
  const { continueRow = (row) => row } = context
  const ids = new Set<string>()
  for (const row of batch) if (row.continuedTestcaseId !== undefined) ids.add(row.continuedTestcaseId)
  const storedTestcases = ids.size === 0 ? undefined : await context.testcases.load([...ids])
  const writes: RowWrite[] = []
  await eachInSlices(batch, (row) => {
    const replacedTestcase =
      row.continuedTestcaseId === undefined ? undefined : storedTestcases?.get(row.continuedTestcaseId)
    writes.push(
      assignIds(replacedTestcase === undefined ? row : continueRow(row, replacedTestcase), {
        scope: context.scope,
        replacedTestcase,
      }),
    )
  })
  return writes
}

const testcaseWrite = ({ row, testcase }: RowWrite): TestcaseWrite =>
  hasMetadata(row) ? { id: testcase.id, data: testcase.data, ...rowMetadata(row) } : testcase

const areSameColumns = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((column, i) => column === b[i]))

/**
 * Stores the testcases of rows, in time slices. For equal testcases, the key order of the first row and the metadata of
 * the last row are stored. Returns the rows with the stored columns, so that equal rows make equal pages, in
 * whatever key order they were sent.
 */
export async function saveTestcases(
  testcases: TestcaseStore,
  writes: readonly RowWrite[],
): Promise<readonly Row[]> {
  if (writes.length <= testcaseBatchRows) return saveBatch(testcases, writes)
  const pauses = createPauses()
  const rows: Row[] = []
  for (const batch of chunks(writes, testcaseBatchRows)) {
    for (const row of await saveBatch(testcases, batch)) rows.push(row)
    if (pauses.isDue()) await pauses.next()
  }
  return rows
}

async function saveBatch(testcases: TestcaseStore, writes: readonly RowWrite[]): Promise<readonly Row[]> {
  if (writes.length === 0) return []
  const byId = new Map<string, TestcaseWrite>()
  for (const write of writes) {
    const { id } = write.testcase
    const first = byId.get(id)
    byId.set(id, first === undefined ? testcaseWrite(write) : { ...testcaseWrite(write), data: first.data })
  }
  const storedIds = await testcases.save([...byId.values()])
  const hasRepeats = byId.size < writes.length
  return writes.map(({ row }) => {
    const first = hasRepeats ? byId.get(row.testcaseId)?.data : undefined
    const columns = storedIds.get(row.testcaseId) ?? (first === undefined ? row.columns : columnsOf(first))
    return areSameColumns(columns, row.columns) ? row : { ...row, columns }
  })
}

/** Throws when a list exceeds the limits. */
export function checkListSize(
  size: { readonly rows: number; readonly columns: number },
  { limits, from = 'json' }: { readonly limits: TestsetLimits; readonly from?: RowSource | undefined },
): void {
  if (size.rows > limits.rowsMax) throw tooManyRows(limits, from)
  if (size.columns > limits.columnsMax) throw tooManyColumns(limits, from)
}

/** Builds a list of rows in order. Testcases are stored before the pages that refer to them. */
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

  async add(writes: readonly RowWrite[]): Promise<void> {
    for (const { row } of writes) for (const column of row.columns) this.columns.add(column)
    this.rows += writes.length
    checkListSize(
      { rows: this.rows, columns: this.columns.size },
      { limits: this.context.limits, from: this.from },
    )
    for (const row of await saveTestcases(this.context.testcases, writes)) {
      const savePromise = this.builder.add(row)
      if (savePromise !== undefined) await savePromise
    }
  }

  finish(): Promise<ListRoot> {
    return this.builder.finish()
  }
}

/** Writes the list of these rows, for a commit with `data` and for a simple create or edit. */
export async function writeList(context: TestsetContext, rows: readonly IncomingRow[]): Promise<ListRoot> {
  const writer = new ListWriter(context)
  checkListSize({ rows: rows.length, columns: 0 }, { limits: context.limits })
  await eachInSlices(rows, (row, i) =>
    checkFieldSizes(row.data, { limits: context.limits, where: `row ${i + 1}` }),
  )
  const pauses = createPauses()
  for (const batch of chunks(rows, testcaseBatchRows)) {
    await writer.add(await assignIdsToBatch(context, batch))
    if (pauses.isDue()) await pauses.next()
  }
  return writer.finish()
}

const unknownIdsListedMax = 20

/**
 * Writes a list of existing testcases, in this order. `metadata` is the row metadata by id, usually that of the
 * previous revision. Unknown ids are refused, with up to twenty of them listed; `loc` is the path of the list of ids.
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
  const fieldErrors: FieldError[] = []
  const pauses = createPauses()
  for (let i = 0; i < ids.length; i += testcaseBatchRows) {
    const batch = ids.slice(i, i + testcaseBatchRows)
    const storedTestcases = await context.testcases.load([...new Set(batch)])
    for (const [offset, id] of batch.entries()) {
      const data = storedTestcases.get(id)?.data
      if (data === undefined) {
        const msg = `The testset has no testcase ${id}.`
        fieldErrors.push({ type: 'value_error', loc: [...loc, i + offset], msg, input: id })
        continue
      }
      const row = { testcaseId: id, dedupId: dedupIdOfData(data), columns: columnsOf(data) }
      await builder.add({ ...row, ...rowMetadata(metadata?.get(id) ?? {}) })
    }
    if (fieldErrors.length >= unknownIdsListedMax) break
    if (pauses.isDue()) await pauses.next()
  }
  if (fieldErrors.length > 0)
    throw new AssayError('validation_failed', fieldErrors.slice(0, unknownIdsListedMax))
  const root = await builder.finish()
  checkListSize({ rows: root.rows, columns: root.columns.length }, { limits: context.limits })
  return root
}
