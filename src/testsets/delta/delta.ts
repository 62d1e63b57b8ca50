// Applies the delta of a commit to a list. Order: columns on the base rows, replacements, removals, additions. Keys in
// the request name rows of the base; other rows keep position, dedup id and metadata. Without column changes only the
// pages of the named rows are read and written. With column changes the list is streamed once, and only rows with a
// changed column are loaded.
import { AssayError, type ErrorCode, type FieldError } from '../../kernel/errors.ts'
import {
  applyColumnChanges,
  columnErrors,
  concerns,
  withMissingColumns,
  noColumnChanges,
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
  readonly removed: ReadonlySet<string>
  readonly replaced: ReadonlyMap<string, Replacement>
  readonly found: readonly PositionedRow[]
}

/** A delta whose row changes were checked. */
interface DeltaPlan {
  readonly base: ListRoot
  readonly delta: Delta
  readonly changes: RowChanges
  readonly added: readonly RowWrite[]
}

/** Collects the field errors of a delta, by code. */
class Refusals {
  private readonly byCode = new Map<ErrorCode, FieldError[]>()

  add(code: ErrorCode, fieldError: FieldError): void {
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

class Lookup {
  readonly rowsById = new Map<string, PositionedRow[]>()
  readonly idsByDedupId = new Map<string, Set<string>>()

  constructor(found: readonly PositionedRow[]) {
    for (const each of found) {
      const { testcaseId, dedupId } = each.row
      const rows = this.rowsById.get(testcaseId)
      if (rows === undefined) this.rowsById.set(testcaseId, [each])
      else rows.push(each)
      const ids = this.idsByDedupId.get(dedupId)
      if (ids === undefined) this.idsByDedupId.set(dedupId, new Set([testcaseId]))
      else ids.add(testcaseId)
    }
  }
}

const unknownRow = (named: RequestKey, by: 'id' | 'dedupId'): FieldError => ({
  type: 'value_error',
  loc: named.loc,
  msg: `The base revision has no row ${by === 'id' ? '' : 'with the dedup id '}${named.key}.`,
  input: named.key,
})

function removedIds(
  delta: Delta,
  { lookup, refusals }: { readonly lookup: Lookup; readonly refusals: Refusals },
): ReadonlySet<string> {
  const removed = new Set<string>()
  for (const named of delta.removeIds) {
    if (lookup.rowsById.has(named.key)) removed.add(named.key)
    else refusals.add('rows_unknown', unknownRow(named, 'id'))
  }
  for (const named of delta.removeDedupIds) {
    const ids = lookup.idsByDedupId.get(named.key)
    if (ids === undefined) refusals.add('rows_unknown', unknownRow(named, 'dedupId'))
    else for (const id of ids) removed.add(id)
  }
  return removed
}

const fieldIssue = (named: RequestKey, msg: string): FieldError => ({
  type: 'value_error',
  loc: named.loc,
  msg,
  input: named.key,
})

/** The testcase that a replace entry names; undefined when it was refused. */
function replacedId(
  { by, named }: Replacement,
  { lookup, refusals }: { readonly lookup: Lookup; readonly refusals: Refusals },
): string | undefined {
  if (by === 'id') {
    if (lookup.rowsById.has(named.key)) return named.key
    refusals.add('rows_unknown', unknownRow(named, 'id'))
    return undefined
  }
  const ids = lookup.idsByDedupId.get(named.key)
  if (ids === undefined) {
    refusals.add('rows_unknown', unknownRow(named, 'dedupId'))
    return undefined
  }
  if (ids.size === 1) return [...ids][0]
  const msg = `The dedup id ${named.key} matches ${ids.size} testcases: name one by its id.`
  refusals.add('validation_failed', fieldIssue(named, msg))
  return undefined
}

async function rowChanges(
  context: DeltaContext,
  { base, delta, refusals }: { readonly base: ListRoot; readonly delta: Delta; readonly refusals: Refusals },
): Promise<RowChanges> {
  const keysOf = (by: 'id' | 'dedupId') =>
    delta.replace.filter((entry) => entry.by === by).map((entry) => entry.named.key)
  const rows = await context.index.find(base, {
    ids: [...new Set([...delta.removeIds.map((each) => each.key), ...keysOf('id')])],
    dedupIds: [...new Set([...delta.removeDedupIds.map((each) => each.key), ...keysOf('dedupId')])],
  })
  const lookup = new Lookup(rows)
  const removed = removedIds(delta, { lookup, refusals })
  const replaced = new Map<string, Replacement>()
  for (const entry of delta.replace) {
    const id = replacedId(entry, { lookup, refusals })
    if (id === undefined) continue
    if (replaced.has(id)) {
      refusals.add('validation_failed', fieldIssue(entry.named, `The row ${id} is replaced twice.`))
    } else if (removed.has(id)) {
      refusals.add(
        'validation_failed',
        fieldIssue(entry.named, `The row ${id} is both removed and replaced.`),
      )
    }
    replaced.set(id, entry)
  }
  return { removed, replaced, found: rows }
}

/** The replacement of one occurrence; it keeps dedup id and metadata that the entry does not have. */
function replacedRow(
  context: DeltaContext,
  {
    row,
    entry,
    columns,
  }: { readonly row: Row; readonly entry: Replacement; readonly columns: ColumnChanges },
): RowWrite {
  const incoming: IncomingRow = {
    data: withMissingColumns(entry.row.data, columns.add),
    dedupId: entry.row.dedupId ?? row.dedupId,
    ...rowMetadata({ ...row, ...entry.metadata }),
  }
  return assignIds(incoming, { scope: context.scope })
}

/** Changes only the rows that the delta names: splices at their positions, and additions at the end. */
async function applyRows(
  context: DeltaContext,
  { base, changes, added, delta }: DeltaPlan,
): Promise<ListRoot> {
  const replaced = changes.found.flatMap(({ position, row }) => {
    const entry = changes.replaced.get(row.testcaseId)
    return entry === undefined
      ? []
      : [{ position, writes: replacedRow(context, { row, entry, columns: delta.columns }) }]
  })
  const removed = changes.found.filter(({ row }) => changes.removed.has(row.testcaseId))
  const rows = await saveTestcases(context.testcases, [...added, ...replaced.map((each) => each.writes)])
  return editList(context.pages, {
    root: base,
    splices: [
      ...removed.map(({ position }): Splice => ({ at: position, remove: 1, insert: [] })),
      ...replaced.map(({ position }, i): Splice => {
        const row = rows[added.length + i]
        return { at: position, remove: 1, insert: row === undefined ? [] : [row] }
      }),
      { at: base.rows, remove: 0, insert: rows.slice(0, added.length) },
    ],
  })
}

/** A batch of base rows after column changes, replacements and removals. */
async function changedBatch(
  context: DeltaContext,
  {
    batch,
    changes,
    columns,
  }: { readonly batch: readonly Row[]; readonly changes: RowChanges; readonly columns: ColumnChanges },
): Promise<readonly Row[]> {
  const remaining = batch.filter((row) => !changes.removed.has(row.testcaseId))
  const isChanged = (row: Row): boolean =>
    !changes.replaced.has(row.testcaseId) && concerns(columns, row.columns)
  const stored = await context.testcases.load([
    ...new Set(remaining.filter(isChanged).map((row) => row.testcaseId)),
  ])
  const writes = remaining.map((row): RowWrite | undefined => {
    const entry = changes.replaced.get(row.testcaseId)
    if (entry !== undefined) return replacedRow(context, { row, entry, columns })
    if (!isChanged(row)) return undefined
    const before = stored.get(row.testcaseId)?.data ?? {}
    const data = applyColumnChanges(before, columns)
    if (data === before) return undefined
    checkFieldSizes(data, { limits: context.limits, where: `row ${row.testcaseId}` })
    return assignIds({ data, dedupId: row.dedupId, ...rowMetadata(row) }, { scope: context.scope })
  })
  const rows = await saveTestcases(
    context.testcases,
    writes.filter((each) => each !== undefined),
  )
  let next = 0
  return remaining.flatMap((row, i) => (writes[i] === undefined ? [row] : (rows[next++] ?? [])))
}

async function applyColumns(
  context: DeltaContext,
  { base, changes, added, delta }: DeltaPlan,
): Promise<ListRoot> {
  const builder = new ListBuilder(context.pages)
  let rowsDone = 0
  for await (const batch of readRowBatches(context.pages, { root: base })) {
    context.progressListener?.signal.throwIfAborted()
    context.progressListener?.onProgress(rowsDone, base.rows)
    rowsDone += batch.length
    const rows = await changedBatch(context, { batch, changes, columns: delta.columns })
    for (const row of rows) await builder.add(row)
  }
  context.progressListener?.signal.throwIfAborted()
  for (const row of await saveTestcases(context.testcases, added)) await builder.add(row)
  return builder.finish()
}

async function addedRows(context: DeltaContext, delta: Delta): Promise<readonly RowWrite[]> {
  const added: RowWrite[] = []
  for (let i = 0; i < delta.add.length; i += testcaseBatchRows) {
    added.push(...(await assignIdsToBatch(context, delta.add.slice(i, i + testcaseBatchRows))))
  }
  return added
}

function checkSizes(context: DeltaContext, delta: Delta): void {
  delta.add.forEach((row, i) =>
    checkFieldSizes(row.data, { limits: context.limits, where: `added row ${i + 1}` }),
  )
  delta.replace.forEach((entry, i) =>
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
  for (const fault of invalid) refusals.add('validation_failed', fault)
  for (const fault of conflicts) refusals.add('column_conflict', fault)
  const changes = await rowChanges(context, { base, delta, refusals })
  refusals.throwIfAny()
  checkSizes(context, delta)
  const removedRows = changes.found.filter(({ row }) => changes.removed.has(row.testcaseId)).length
  checkListSize({ rows: base.rows - removedRows + delta.add.length, columns: 0 }, { limits: context.limits })
  const added = await addedRows(context, delta)
  const plan: DeltaPlan = { base, changes, added, delta }
  const result = await (noColumnChanges(delta.columns) ? applyRows : applyColumns)(context, plan)
  checkListSize({ rows: result.rows, columns: result.columns.length }, { limits: context.limits })
  return result
}
