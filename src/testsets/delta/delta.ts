// Applies the delta of a commit to a list. Order: columns on the base rows, replacements, removals, additions. Keys in
// the request name rows of the base; other rows keep position, dedup id and metadata. Without column changes only the
// pages of the named rows are read and written. With column changes the list is streamed once, and only rows with a
// changed column are loaded.
import { chunks } from '../../kernel/chunks.ts'
import { fieldErrorsMax } from '../../kernel/bounded-field-errors.ts'
import { AssayError, type ErrorCode, type FieldError } from '../../kernel/errors.ts'
import { createPauses, eachInSlices } from '../../kernel/time-slices.ts'
import {
  applyColumnChanges,
  columnErrors,
  mayChangeRow,
  withMissingColumns,
  hasNoColumnChanges,
  type ColumnChanges,
} from './columns.ts'
import type { Delta, RequestKey, Replacement } from './delta-schema.ts'
import type { ProgressListener } from '../../kernel/progress-listener.ts'
import type { IncomingRow } from '../incoming.ts'
import { ListBuilder } from '../pages/build.ts'
import { editList, type Splice } from '../pages/edit.ts'
import { readRowBatches } from '../pages/read.ts'
import type { PositionedRow, RowIndex } from '../pages/row-index.ts'
import type { ListRoot } from '../pages/store.ts'
import { rowMetadata, type Row } from '../rows.ts'
import { assignIds, type RowWrite } from '../assign-ids.ts'
import {
  checkFieldSizes,
  checkListSize,
  saveTestcases,
  assignIdsToBatch,
  testcaseBatchRows,
  type TestsetContext,
} from '../write.ts'

export interface DeltaContext extends TestsetContext {
  readonly index: RowIndex
  /** Gets the progress when the full list is read, and can cancel the work. */
  readonly progressListener?: ProgressListener | undefined
}

/** The checked changes of single testcases of the base. */
interface RowChanges {
  readonly removedIds: ReadonlySet<string>
  readonly replacements: ReadonlyMap<string, Replacement>
  /** The rows of the base that the delta names. */
  readonly rows: readonly PositionedRow[]
}

/** A delta whose row changes were checked. */
interface DeltaPlan {
  readonly base: ListRoot
  readonly delta: Delta
  readonly changes: RowChanges
  readonly additions: readonly RowWrite[]
}

/** Collects the first field errors of a delta, by code. */
class Refusals {
  private readonly byCode = new Map<ErrorCode, FieldError[]>()
  private count = 0

  add(code: ErrorCode, fieldError: FieldError): void {
    if (this.count >= fieldErrorsMax) return
    this.count += 1
    const list = this.byCode.get(code)
    if (list === undefined) this.byCode.set(code, [fieldError])
    else list.push(fieldError)
  }

  /** Throws one error for all; with different codes it is `validation_failed`. */
  throwIfAny(): void {
    const codes = [...this.byCode.keys()]
    const [code] = codes
    if (code === undefined) return
    throw new AssayError(codes.length === 1 ? code : 'validation_failed', [...this.byCode.values()].flat())
  }
}

interface Lookup {
  readonly ids: ReadonlySet<string>
  readonly idsByDedupId: ReadonlyMap<string, ReadonlySet<string>>
}

async function lookupOf(rows: readonly PositionedRow[]): Promise<Lookup> {
  const ids = new Set<string>()
  const idsByDedupId = new Map<string, Set<string>>()
  await eachInSlices(rows, ({ row: { testcaseId, dedupId } }) => {
    ids.add(testcaseId)
    const sameIds = idsByDedupId.get(dedupId)
    if (sameIds === undefined) idsByDedupId.set(dedupId, new Set([testcaseId]))
    else sameIds.add(testcaseId)
  })
  return { ids, idsByDedupId }
}

const unknownRow = (key: RequestKey, keyKind: 'id' | 'dedupId'): FieldError => ({
  type: 'value_error',
  loc: key.loc,
  msg: `The base revision has no row ${keyKind === 'id' ? '' : 'with the dedup id '}${key.key}.`,
  input: key.key,
})

async function findRemovedIds(
  delta: Delta,
  { lookup, refusals }: { readonly lookup: Lookup; readonly refusals: Refusals },
): Promise<ReadonlySet<string>> {
  const removedRowIds = new Set<string>()
  await eachInSlices(delta.removeIds, (rowKey) => {
    if (lookup.ids.has(rowKey.key)) removedRowIds.add(rowKey.key)
    else refusals.add('rows_unknown', unknownRow(rowKey, 'id'))
  })
  await eachInSlices(delta.removeDedupIds, (rowKey) => {
    const ids = lookup.idsByDedupId.get(rowKey.key)
    if (ids === undefined) refusals.add('rows_unknown', unknownRow(rowKey, 'dedupId'))
    else for (const id of ids) removedRowIds.add(id)
  })
  return removedRowIds
}

const fieldIssue = (rowKey: RequestKey, msg: string): FieldError => ({
  type: 'value_error',
  loc: rowKey.loc,
  msg,
  input: rowKey.key,
})

/** The testcase that a replace entry names; undefined when it was refused. */
function findReplacedId(
  { keyKind, rowKey }: Replacement,
  { lookup, refusals }: { readonly lookup: Lookup; readonly refusals: Refusals },
): string | undefined {
  if (keyKind === 'id') {
    if (lookup.ids.has(rowKey.key)) return rowKey.key
    refusals.add('rows_unknown', unknownRow(rowKey, 'id'))
    return undefined
  }
  const ids = lookup.idsByDedupId.get(rowKey.key)
  if (ids === undefined) {
    refusals.add('rows_unknown', unknownRow(rowKey, 'dedupId'))
    return undefined
  }
  if (ids.size === 1) return [...ids][0]
  const msg = `The dedup id ${rowKey.key} matches ${ids.size} testcases: name one by its id.`
  refusals.add('validation_failed', fieldIssue(rowKey, msg))
  return undefined
}

async function planRowChanges(
  context: DeltaContext,
  { base, delta, refusals }: { readonly base: ListRoot; readonly delta: Delta; readonly refusals: Refusals },
): Promise<RowChanges> {
  const ids = new Set<string>()
  const dedupIds = new Set<string>()
  await eachInSlices(delta.removeIds, ({ key }) => ids.add(key))
  await eachInSlices(delta.removeDedupIds, ({ key }) => dedupIds.add(key))
  await eachInSlices(delta.replace, ({ keyKind, rowKey }) =>
    (keyKind === 'id' ? ids : dedupIds).add(rowKey.key),
  )
  const rows = await context.index.find(base, { ids, dedupIds })
  const lookup = await lookupOf(rows)
  const removedRowIds = await findRemovedIds(delta, { lookup, refusals })
  const replacements = new Map<string, Replacement>()
  await eachInSlices(delta.replace, (entry) => {
    const id = findReplacedId(entry, { lookup, refusals })
    if (id === undefined) return
    if (replacements.has(id)) {
      refusals.add('validation_failed', fieldIssue(entry.rowKey, `The row ${id} is replaced twice.`))
    } else if (removedRowIds.has(id)) {
      refusals.add(
        'validation_failed',
        fieldIssue(entry.rowKey, `The row ${id} is both removed and replaced.`),
      )
    }
    replacements.set(id, entry)
  })
  return { removedIds: removedRowIds, replacements, rows }
}

/** The replacement of one occurrence; it keeps dedup id and metadata that the entry does not have. */
function replacementRow(
  context: DeltaContext,
  {
    row,
    entry,
    columns,
  }: { readonly row: Row; readonly entry: Replacement; readonly columns: ColumnChanges },
): RowWrite {
  const incomingRow: IncomingRow = {
    data: withMissingColumns(entry.row.data, columns.add),
    dedupId: entry.row.dedupId ?? row.dedupId,
    ...rowMetadata({ ...row, ...entry.metadata }),
  }
  return assignIds(incomingRow, { scope: context.scope })
}

/** Changes only the rows that the delta names: splices at their positions, and additions at the end. */
async function applyRows(
  context: DeltaContext,
  { base, changes, additions, delta }: DeltaPlan,
): Promise<ListRoot> {
  const splices: Splice[] = []
  const positions: number[] = []
  const writes: RowWrite[] = []
  await eachInSlices(changes.rows, ({ position, row }) => {
    if (changes.removedIds.has(row.testcaseId)) splices.push({ at: position, remove: 1, insert: [] })
    const entry = changes.replacements.get(row.testcaseId)
    if (entry === undefined) return
    positions.push(position)
    writes.push(replacementRow(context, { row, entry, columns: delta.columns }))
  })
  const rowsToAppend = await saveTestcases(context.testcases, additions)
  const rows = await saveTestcases(context.testcases, writes)
  await eachInSlices(positions, (at, i) => {
    const row = rows[i]
    splices.push({ at, remove: 1, insert: row === undefined ? [] : [row] })
  })
  splices.push({ at: base.rows, remove: 0, insert: rowsToAppend })
  return editList(context.pages, { root: base, splices })
}

/** A batch of base rows after column changes, replacements and removals. */
async function changeBatch(
  context: DeltaContext,
  {
    batch,
    changes,
    columns,
  }: { readonly batch: readonly Row[]; readonly changes: RowChanges; readonly columns: ColumnChanges },
): Promise<readonly Row[]> {
  const remaining = batch.filter((row) => !changes.removedIds.has(row.testcaseId))
  const isChanged = (row: Row): boolean =>
    !changes.replacements.has(row.testcaseId) && mayChangeRow(columns, row.columns)
  const storedRows = await context.testcases.load([
    ...new Set(remaining.filter(isChanged).map((row) => row.testcaseId)),
  ])
  const writes = remaining.map((row): RowWrite | undefined => {
    const entry = changes.replacements.get(row.testcaseId)
    if (entry !== undefined) return replacementRow(context, { row, entry, columns })
    if (!isChanged(row)) return undefined
    const previousData = storedRows.get(row.testcaseId)?.data ?? {}
    const data = applyColumnChanges(previousData, columns)
    if (data === previousData) return undefined
    checkFieldSizes(data, { limits: context.limits, where: `row ${row.testcaseId}` })
    return assignIds({ data, dedupId: row.dedupId, ...rowMetadata(row) }, { scope: context.scope })
  })
  const rows = await saveTestcases(
    context.testcases,
    writes.filter((write) => write !== undefined),
  )
  let next = 0
  return remaining.flatMap((row, i) => (writes[i] === undefined ? [row] : (rows[next++] ?? [])))
}

async function applyColumns(
  context: DeltaContext,
  { base, changes, additions, delta }: DeltaPlan,
): Promise<ListRoot> {
  const builder = new ListBuilder(context.pages)
  let rowsDone = 0
  for await (const batch of readRowBatches(context.pages, { root: base })) {
    context.progressListener?.signal.throwIfAborted()
    context.progressListener?.onProgress(rowsDone, base.rows)
    rowsDone += batch.length
    const rows = await changeBatch(context, { batch, changes, columns: delta.columns })
    for (const row of rows) await builder.add(row)
  }
  context.progressListener?.signal.throwIfAborted()
  for (const row of await saveTestcases(context.testcases, additions)) await builder.add(row)
  return builder.finish()
}

async function assignAddedIds(context: DeltaContext, delta: Delta): Promise<readonly RowWrite[]> {
  const rowsToAdd: RowWrite[] = []
  const pauses = createPauses()
  for (const batch of chunks(delta.add, testcaseBatchRows)) {
    rowsToAdd.push(...(await assignIdsToBatch(context, batch)))
    if (pauses.isDue()) await pauses.next()
  }
  return rowsToAdd
}

async function checkSizes(context: DeltaContext, delta: Delta): Promise<void> {
  await eachInSlices(delta.add, (row, i) =>
    checkFieldSizes(row.data, { limits: context.limits, where: `added row ${i + 1}` }),
  )
  await eachInSlices(delta.replace, (entry, i) =>
    checkFieldSizes(entry.row.data, { limits: context.limits, where: `replaced row ${i + 1}` }),
  )
}

/**
 * The list after the delta. Throws `rows_unknown`, `column_conflict`, `validation_failed` (with every invalid field)
 * or `limit_exceeded` before anything is stored; only the column limit is checked on the result.
 */
export async function applyDelta(
  context: DeltaContext,
  { base, delta }: { readonly base: ListRoot; readonly delta: Delta },
): Promise<ListRoot> {
  const refusals = new Refusals()
  const { invalid, conflicts } = columnErrors(delta.columns, {
    baseColumns: base.columns,
    loc: [...delta.loc, 'columns'],
  })
  for (const fieldError of invalid) refusals.add('validation_failed', fieldError)
  for (const fieldError of conflicts) refusals.add('column_conflict', fieldError)
  const changes = await planRowChanges(context, { base, delta, refusals })
  refusals.throwIfAny()
  await checkSizes(context, delta)
  const removedRows = changes.rows.filter(({ row }) => changes.removedIds.has(row.testcaseId)).length
  checkListSize({ rows: base.rows - removedRows + delta.add.length, columns: 0 }, { limits: context.limits })
  const additions = await assignAddedIds(context, delta)
  const plan: DeltaPlan = { base, changes, additions, delta }
  const result = await (hasNoColumnChanges(delta.columns) ? applyRows : applyColumns)(context, plan)
  checkListSize({ rows: result.rows, columns: result.columns.length }, { limits: context.limits })
  return result
}
