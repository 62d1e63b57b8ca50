// src/testsets/merge: three-way merges of testsets: rows, their order and resolutions of conflicts.
// Large merges run in a thread (merge-work.ts, merge-thread.ts).
// Imports pages/, diff/ and stored/, and the versioning engine for the commit. Start here.
//
// Rows are matched by dedup id, n-th occurrence with n-th. Pages that all three lists share are not read, so the cost
// depends on the pages in which the lists differ.
import type { IncomingRow } from '../incoming.ts'
import { contentData, mergeRow, type RowContent } from './merge-rows.ts'
import { mergeOrder, countMovedRows } from './merge-order.ts'
import { editList, type Splice } from '../pages/edit.ts'
import { elementRows, elementsOf, type Element } from '../pages/shared.ts'
import type { ListRoot } from '../pages/store.ts'
import { Decisions, type MergeConflict, type Resolution, type Strategy } from './resolutions.ts'
import { rowEqual, rowMetadata, type Row, type Testcase } from '../rows.ts'
import { assignIds, type RowWrite } from '../assign-ids.ts'
import { checkListSize, saveTestcases, testcaseBatchRows, type TestsetContext } from '../write.ts'

export interface MergeInput {
  readonly base: ListRoot
  readonly ours: ListRoot
  readonly theirs: ListRoot
  readonly resolutions: readonly Resolution[]
  readonly strategy?: Strategy
  /** The path of the resolutions in the request. */
  readonly resolutionsLoc: readonly (string | number)[]
}

/** The changes of the merge to ours, and its number of conflicts. */
export interface MergeCounts {
  readonly added: number
  readonly removed: number
  readonly edited: number
  readonly moved: number
  readonly conflicts: number
  readonly resolved: number
}

export type MergeOutcome =
  /** Ours already has all changes of theirs. */
  | { readonly status: 'up_to_date'; readonly counts: MergeCounts }
  /** Every conflict, including resolved ones; `openConflicts` are the unresolved ones. */
  | {
      readonly status: 'conflicts'
      readonly counts: MergeCounts
      readonly conflicts: readonly MergeConflict[]
      readonly openConflicts: readonly MergeConflict[]
    }
  /** `commit` stores testcases and pages and returns the new list. */
  | {
      readonly status: 'mergeable'
      readonly counts: MergeCounts
      readonly conflicts: readonly MergeConflict[]
      readonly commit: () => Promise<ListRoot>
    }

/** A list by key: `d`, occurrence and dedup id for a row, `p`, occurrence and hash for a shared page. */
type ElementsByKey = ReadonlyMap<string, Element>

function elementsByKey(elements: readonly Element[]): ElementsByKey {
  const occurrences = new Map<string, number>()
  const byKey = new Map<string, Element>()
  for (const element of elements) {
    if (element.kind === 'block') {
      byKey.set(`p${element.occurrence} ${element.page.hash}`, element)
      continue
    }
    const occurrence = (occurrences.get(element.row.dedupId) ?? 0) + 1
    occurrences.set(element.row.dedupId, occurrence)
    byKey.set(`d${occurrence} ${element.row.dedupId}`, element)
  }
  return byKey
}

const rowIn = (list: ElementsByKey, key: string): Row | undefined => {
  const element = list.get(key)
  return element?.kind === 'row' ? element.row : undefined
}

const isSame = (a: Row | undefined, b: Row | undefined): boolean =>
  a === undefined || b === undefined ? a === b : rowEqual(a, b)

/** A merged row: the unchanged row of one side, or new content to write. */
type MergedRow = { readonly row: Row; readonly write?: RowWrite }

interface Sides {
  readonly base: Row | undefined
  readonly ours: Row | undefined
  readonly theirs: Row | undefined
}

/** The result for a row that needs no data: the sides agree, or one of them did not change the row. */
function resolveWithoutData({ base, ours, theirs }: Sides): { readonly row: Row | undefined } | undefined {
  if (isSame(ours, theirs) || isSame(theirs, base)) return { row: ours }
  if (isSame(ours, base)) return { row: theirs }
  return undefined
}

class ThreeWayMerge {
  readonly decisions: Decisions
  private readonly context: TestsetContext
  private readonly base: ElementsByKey
  private readonly ours: ElementsByKey
  private readonly theirs: ElementsByKey
  /** The rows of the result by key. Blocks come from the lists. */
  private readonly mergedRows = new Map<string, MergedRow>()

  constructor(
    context: TestsetContext,
    { input, lists }: { readonly input: MergeInput; readonly lists: readonly (readonly Element[])[] },
  ) {
    this.context = context
    this.decisions = new Decisions(input.resolutions, input.strategy)
    const [base = [], ours = [], theirs = []] = lists
    this.base = elementsByKey(base)
    this.ours = elementsByKey(ours)
    this.theirs = elementsByKey(theirs)
  }

  async mergeRows(): Promise<void> {
    const disputedRows: { readonly key: string; readonly sides: Sides }[] = []
    for (const key of new Set([...this.ours.keys(), ...this.theirs.keys(), ...this.base.keys()])) {
      if (!key.startsWith('d')) continue
      const sides = {
        base: rowIn(this.base, key),
        ours: rowIn(this.ours, key),
        theirs: rowIn(this.theirs, key),
      }
      const resolution = resolveWithoutData(sides)
      if (resolution === undefined) disputedRows.push({ key, sides })
      else if (resolution.row !== undefined) this.mergedRows.set(key, { row: resolution.row })
    }
    for (let i = 0; i < disputedRows.length; i += testcaseBatchRows) {
      await this.mergeDisputed(disputedRows.slice(i, i + testcaseBatchRows))
    }
  }

  private async mergeDisputed(
    batch: readonly { readonly key: string; readonly sides: Sides }[],
  ): Promise<void> {
    const ids = new Set<string>()
    for (const { sides } of batch) {
      for (const row of [sides.base, sides.ours, sides.theirs]) if (row !== undefined) ids.add(row.testcaseId)
    }
    const storedTestcases = await this.context.testcases.load([...ids])
    for (const { key, sides } of batch) {
      const write = this.mergeRow(key, { sides, storedTestcases })
      if (write !== undefined) this.mergedRows.set(key, { row: write.row, write })
    }
  }

  private mergeRow(
    key: string,
    {
      sides,
      storedTestcases,
    }: { readonly sides: Sides; readonly storedTestcases: ReadonlyMap<string, Testcase> },
  ): RowWrite | undefined {
    const contentOf = (row: Row | undefined): RowContent | undefined =>
      row === undefined
        ? undefined
        : { data: contentData(storedTestcases.get(row.testcaseId)?.data ?? {}), ...rowMetadata(row) }
    const blankIndex = key.indexOf(' ')
    const dedupId = key.slice(blankIndex + 1)
    const content = mergeRow(
      { base: contentOf(sides.base), ours: contentOf(sides.ours), theirs: contentOf(sides.theirs) },
      this.decisions.forRow(dedupId, Number(key.slice(1, blankIndex))),
    )
    if (content === undefined) return undefined
    const incomingRow: IncomingRow = { data: contentData(content.data), dedupId, ...rowMetadata(content) }
    return assignIds(incomingRow, {
      scope: this.context.scope,
      replacedTestcase: storedTestcases.get(sides.ours?.testcaseId ?? ''),
    })
  }

  /** The keys of the result in order. */
  order(): readonly string[] {
    const inResult = (list: ElementsByKey): readonly string[] =>
      [...list.keys()].filter((key) => key.startsWith('p') || this.mergedRows.has(key))
    return mergeOrder({
      base: inResult(this.base),
      ours: inResult(this.ours),
      theirs: inResult(this.theirs),
    })
  }

  counts(order: readonly string[]): MergeCounts {
    let addedCount = 0
    let editedCount = 0
    for (const [key, { row }] of this.mergedRows) {
      const ours = rowIn(this.ours, key)
      if (ours === undefined) addedCount += 1
      else if (!rowEqual(ours, row)) editedCount += 1
    }
    const removedCount = [...this.ours.keys()].filter(
      (key) => key.startsWith('d') && !this.mergedRows.has(key),
    ).length
    const rowsOf = (key: string): number => {
      const element = this.ours.get(key)
      return element === undefined ? 1 : elementRows(element)
    }
    const conflicts = this.decisions.conflicts.length
    return {
      added: addedCount,
      removed: removedCount,
      edited: editedCount,
      moved: countMovedRows({ before: [...this.ours.keys()], after: order, rowsOf }),
      conflicts,
      resolved: conflicts - this.decisions.open.length,
    }
  }

  rowCount(order: readonly string[]): number {
    return order.reduce((sum, key) => {
      const block = this.ours.get(key)
      return sum + (block?.kind === 'block' ? elementRows(block) : 1)
    }, 0)
  }

  /** Writes the result as splices of the list that has its order, so that shared pages are not read. */
  async store(order: readonly string[], input: MergeInput): Promise<ListRoot> {
    const writes = [...this.mergedRows].flatMap(([key, { write }]) =>
      write === undefined ? [] : [{ key, write }],
    )
    for (let i = 0; i < writes.length; i += testcaseBatchRows) {
      const batch = writes.slice(i, i + testcaseBatchRows)
      const rows = await saveTestcases(
        this.context.testcases,
        batch.map((item) => item.write),
      )
      for (const [at, row] of rows.entries()) this.mergedRows.set(batch[at]?.key ?? '', { row })
    }
    const hasOrderOfTheirs =
      countMovedRows({ before: [...this.ours.keys()], after: order, rowsOf: () => 1 }) > 0
    const [root, list] = hasOrderOfTheirs ? [input.theirs, this.theirs] : [input.ours, this.ours]
    return editList(this.context.pages, { root, splices: this.splices(order, { list, listEnd: root.rows }) })
  }

  /** The splices that turn `list` into the rows of `order`. Common keys have the same order in both. */
  private splices(
    order: readonly string[],
    { list, listEnd }: { readonly list: ElementsByKey; readonly listEnd: number },
  ): readonly Splice[] {
    const inResult = new Set(order)
    const splices: Splice[] = []
    let insert: Row[] = []
    const flush = (at: number): void => {
      if (insert.length > 0) splices.push({ at, remove: 0, insert })
      insert = []
    }
    const oldEntries = [...list].filter(([key]) => inResult.has(key))
    let next = 0
    for (const key of order) {
      const row = this.mergedRows.get(key)?.row
      const [oldKey, element] = oldEntries[next] ?? []
      if (oldKey !== key || element === undefined) {
        if (row !== undefined) insert.push(row)
        continue
      }
      next += 1
      flush(element.position)
      if (element.kind === 'row' && row !== undefined && !rowEqual(element.row, row)) {
        splices.push({ at: element.position, remove: 1, insert: [row] })
      }
    }
    flush(listEnd)
    for (const [key, element] of list) {
      if (!inResult.has(key)) splices.push({ at: element.position, remove: elementRows(element), insert: [] })
    }
    return splices
  }
}

/** Merges the changes of theirs since base into ours. Stores nothing before `commit` is called. */
export async function mergeLists(context: TestsetContext, input: MergeInput): Promise<MergeOutcome> {
  const lists = await elementsOf(context.pages, [input.base, input.ours, input.theirs])
  const merge = new ThreeWayMerge(context, { input, lists })
  await merge.mergeRows()
  merge.decisions.checkAllUsed(input.resolutionsLoc)
  const order = merge.order()
  const counts = merge.counts(order)
  const { conflicts, open: openConflicts } = merge.decisions
  if (openConflicts.length > 0) return { status: 'conflicts', counts, conflicts, openConflicts }
  const isUnchanged = counts.added + counts.removed + counts.edited + counts.moved === 0
  if (isUnchanged && conflicts.length === 0) return { status: 'up_to_date', counts }
  checkListSize({ rows: merge.rowCount(order), columns: 0 }, { limits: context.limits })
  return { status: 'mergeable', counts, conflicts, commit: () => merge.store(order, input) }
}
