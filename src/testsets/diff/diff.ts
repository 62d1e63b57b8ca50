// The difference of two lists, computed from the pages they do not share. Rows with equal ids are paired, n-th
// occurrence with n-th; then rows with equal dedup ids. Unpaired rows were added or removed. Shared pages are paired
// with each other, so occurrences are counted among the rows of the other pages.
import { dataChanges, metadataChanges, type FieldChange } from './changes.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { longestIncreasingRun } from './longest-run.ts'
import { rowsAt } from '../pages/read.ts'
import { elementRows, elementsOf, type Element } from '../pages/shared.ts'
import type { ListRoot, PageStore } from '../pages/store.ts'
import { metadataEqual, type Row, type Testcase } from '../rows.ts'

export type DiffKind = 'added' | 'removed' | 'edited' | 'moved'

export interface DiffCounts {
  readonly base: number
  readonly target: number
  readonly added: number
  readonly removed: number
  readonly edited: number
  readonly moved: number
  readonly unchanged: number
}

type RowElement = Extract<Element, { kind: 'row' }>

interface Pair {
  readonly base: number
  readonly target: number
  readonly rows: number
  readonly isEdited: boolean
}

/** The differences by position, so that a page of differences costs a page of rows. */
export interface ListDiff {
  readonly counts: DiffCounts
  readonly columns: { readonly added: readonly string[]; readonly removed: readonly string[] }
  readonly removed: readonly number[]
  readonly added: readonly number[]
  readonly edited: readonly { readonly base: number; readonly target: number; readonly isMoved: boolean }[]
  /** Groups of rows that moved together unchanged. */
  readonly moved: readonly { readonly base: number; readonly target: number; readonly rows: number }[]
}

/** Returns the ids that target rows would have in the testset of the base; absent when both have one testset. */
export type BaseIdOf = (targetIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Pairs the n-th base row with the n-th target row of the same key. */
class Pairing {
  private readonly unpairedElements = new Map<string, RowElement[]>()

  constructor(base: readonly RowElement[], keyOf: (row: Row) => string) {
    for (const element of base) {
      const key = keyOf(element.row)
      const list = this.unpairedElements.get(key)
      if (list === undefined) this.unpairedElements.set(key, [element])
      else list.push(element)
    }
    for (const list of this.unpairedElements.values()) list.reverse()
  }

  take(key: string): RowElement | undefined {
    return this.unpairedElements.get(key)?.pop()
  }
}

/** Pairs rows by one key; returns the pairs and the unpaired rows of both sides. */
function pairRows({
  base,
  target,
  keys,
}: {
  readonly base: readonly RowElement[]
  readonly target: readonly RowElement[]
  readonly keys: { readonly base: (row: Row) => string; readonly target: (row: Row) => string }
}) {
  const pairing = new Pairing(base, keys.base)
  const pairs: { readonly base: RowElement; readonly target: RowElement }[] = []
  const pairedBase = new Set<RowElement>()
  const restOfTarget = target.filter((element) => {
    const partner = pairing.take(keys.target(element.row))
    if (partner === undefined) return true
    pairedBase.add(partner)
    pairs.push({ base: partner, target: element })
    return false
  })
  return { pairs, restOfBase: base.filter((element) => !pairedBase.has(element)), restOfTarget }
}

const rowElements = (elements: readonly Element[]): readonly RowElement[] =>
  elements.filter((element) => element.kind === 'row')

/** Pairs the n-th occurrences of each shared page. */
function blockPairs(base: readonly Element[], target: readonly Element[]): readonly Pair[] {
  const positions = new Map<string, number>()
  for (const element of target) {
    if (element.kind === 'block')
      positions.set(`${element.page.hash} ${element.occurrence}`, element.position)
  }
  return base.flatMap((element): readonly Pair[] => {
    if (element.kind === 'row') return []
    const position = positions.get(`${element.page.hash} ${element.occurrence}`)
    if (position === undefined) return []
    return [{ base: element.position, target: position, rows: elementRows(element), isEdited: false }]
  })
}

async function targetKeys(target: readonly RowElement[], baseIdOf: BaseIdOf | undefined) {
  if (baseIdOf === undefined) return (row: Row): string => row.testcaseId
  const ids = await baseIdOf([...new Set(target.map((element) => element.row.testcaseId))])
  return (row: Row): string => ids.get(row.testcaseId) ?? row.testcaseId
}

const columnDifference = (columns: readonly string[], otherColumns: readonly string[]): readonly string[] => {
  const excludedColumns = new Set(otherColumns)
  return columns.filter((column) => !excludedColumns.has(column))
}

/** Compares two lists of one page store. */
export async function diffLists(
  store: PageStore,
  lists: { readonly base: ListRoot; readonly target: ListRoot; readonly baseIdOf?: BaseIdOf },
): Promise<ListDiff> {
  const { base, target } = lists
  const [baseElements = [], targetElements = []] = await elementsOf(store, [base, target])
  const baseRows = rowElements(baseElements)
  const targetRows = rowElements(targetElements)
  const byId = pairRows({
    base: baseRows,
    target: targetRows,
    keys: {
      base: (row) => row.testcaseId,
      target: await targetKeys(targetRows, lists.baseIdOf),
    },
  })
  const dedupId = (row: Row): string => row.dedupId
  const byDedupId = pairRows({
    base: byId.restOfBase,
    target: byId.restOfTarget,
    keys: { base: dedupId, target: dedupId },
  })
  const pairs: Pair[] = [
    ...blockPairs(baseElements, targetElements),
    ...byId.pairs.map((pair) => ({
      base: pair.base.position,
      target: pair.target.position,
      rows: 1,
      isEdited: !metadataEqual(pair.base.row, pair.target.row),
    })),
    ...byDedupId.pairs.map((pair) => ({
      base: pair.base.position,
      target: pair.target.position,
      rows: 1,
      isEdited: true,
    })),
  ].sort((a, b) => a.base - b.base)
  return summarize(lists, {
    pairs,
    unpairedRows: {
      removed: byDedupId.restOfBase.map((element) => element.position),
      added: byDedupId.restOfTarget.map((element) => element.position),
    },
  })
}

function summarize(
  { base, target }: { readonly base: ListRoot; readonly target: ListRoot },
  {
    pairs,
    unpairedRows,
  }: {
    readonly pairs: readonly Pair[]
    readonly unpairedRows: { readonly removed: readonly number[]; readonly added: readonly number[] }
  },
): ListDiff {
  const orderedPairs = longestIncreasingRun(pairs.map((pair) => ({ target: pair.target, weight: pair.rows })))
  const byTarget = <T extends { readonly target: number }>(list: readonly T[]): readonly T[] =>
    list.toSorted((a, b) => a.target - b.target)
  const editedPairs = byTarget(
    pairs.flatMap((pair, i) =>
      pair.isEdited ? [{ base: pair.base, target: pair.target, isMoved: !orderedPairs.has(i) }] : [],
    ),
  )
  const movedPairs = byTarget(pairs.filter((pair, i) => !pair.isEdited && !orderedPairs.has(i)))
  const movedRows = movedPairs.reduce((sum, pair) => sum + pair.rows, 0)
  const pairedRows = pairs.reduce((sum, pair) => sum + pair.rows, 0)
  return {
    counts: {
      base: base.rows,
      target: target.rows,
      added: unpairedRows.added.length,
      removed: unpairedRows.removed.length,
      edited: editedPairs.length,
      moved: movedRows,
      unchanged: pairedRows - editedPairs.length - movedRows,
    },
    columns: {
      added: columnDifference(target.columns, base.columns),
      removed: columnDifference(base.columns, target.columns),
    },
    ...unpairedRows,
    edited: editedPairs,
    moved: movedPairs,
  }
}

export interface DiffSide {
  readonly index: number
  readonly testcaseId: string
  readonly data?: JsonObject
}

export interface DiffRow {
  readonly kind: DiffKind
  readonly dedupId: string
  readonly base?: DiffSide
  readonly target?: DiffSide
  readonly moved?: true
  readonly changes?: readonly FieldChange[]
}

interface DiffPosition {
  readonly kind: DiffKind
  readonly base?: number
  readonly target?: number
  readonly isMoved?: boolean
}

/** All rows of a diff in their order: removed by base index, then added, edited and moved by target index. */
function* positionsOf(diff: ListDiff, kinds: ReadonlySet<DiffKind>): Generator<DiffPosition> {
  if (kinds.has('removed')) for (const base of diff.removed) yield { kind: 'removed', base }
  if (kinds.has('added')) for (const target of diff.added) yield { kind: 'added', target }
  if (kinds.has('edited')) for (const edit of diff.edited) yield { kind: 'edited', ...edit }
  if (!kinds.has('moved')) return
  for (const move of diff.moved) {
    for (let i = 0; i < move.rows; i++) yield { kind: 'moved', base: move.base + i, target: move.target + i }
  }
}

export interface DiffWindow {
  readonly kinds: readonly DiffKind[]
  readonly from: number
  readonly limit: number
}

export interface DiffSources {
  readonly pages: PageStore
  readonly base: ListRoot
  readonly target: ListRoot
  /** Testcases of either list by id. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, Testcase>>
}

async function rowsByPosition(
  pages: PageStore,
  { root, positions }: { readonly root: ListRoot; readonly positions: readonly (number | undefined)[] },
): Promise<ReadonlyMap<number, Row>> {
  const existingPositions = positions.filter((position) => position !== undefined)
  const rows = await rowsAt(pages, { root, positions: existingPositions })
  return new Map(rows.map((row, i) => [existingPositions[i] ?? -1, row]))
}

/** `limit` rows of a diff with their data or changes, and whether more follow. */
export async function diffRows(
  sources: DiffSources,
  { diff, ...window }: DiffWindow & { readonly diff: ListDiff },
): Promise<{ readonly rows: readonly DiffRow[]; readonly hasMore: boolean }> {
  const diffPositions = [
    ...positionsOf(diff, new Set(window.kinds))
      .drop(window.from)
      .take(window.limit + 1),
  ]
  const page = diffPositions.slice(0, window.limit)
  const base = await rowsByPosition(sources.pages, {
    root: sources.base,
    positions: page.map((diffPosition) => diffPosition.base),
  })
  const target = await rowsByPosition(sources.pages, {
    root: sources.target,
    positions: page.map((diffPosition) => diffPosition.target),
  })
  const ids = new Set<string>()
  for (const row of [...base.values(), ...target.values()]) ids.add(row.testcaseId)
  const testcases = await sources.load([...ids])
  const dataOf = (row: Row): JsonObject => testcases.get(row.testcaseId)?.data ?? {}
  const rows = page.map((diffPosition) => {
    const baseRow = diffPosition.base === undefined ? undefined : base.get(diffPosition.base)
    const targetRow = diffPosition.target === undefined ? undefined : target.get(diffPosition.target)
    return diffRow(diffPosition, { before: baseRow, after: targetRow, dataOf })
  })
  return { rows, hasMore: diffPositions.length > window.limit }
}

function diffRow(
  diffPosition: DiffPosition,
  rows: {
    readonly before: Row | undefined
    readonly after: Row | undefined
    readonly dataOf: (row: Row) => JsonObject
  },
): DiffRow {
  const { before, after, dataOf } = rows
  const hasFullData = diffPosition.kind === 'added' || diffPosition.kind === 'removed'
  const side = (row: Row | undefined, index: number | undefined): DiffSide | undefined =>
    row === undefined || index === undefined
      ? undefined
      : { index, testcaseId: row.testcaseId, ...(hasFullData ? { data: dataOf(row) } : {}) }
  const [base, target] = [side(before, diffPosition.base), side(after, diffPosition.target)]
  return {
    kind: diffPosition.kind,
    dedupId: after?.dedupId ?? before?.dedupId ?? '',
    ...(base === undefined ? {} : { base }),
    ...(target === undefined ? {} : { target }),
    ...(diffPosition.isMoved === true ? { moved: true } : {}),
    ...(diffPosition.kind === 'edited' && before !== undefined && after !== undefined
      ? {
          changes: [
            ...dataChanges(dataOf(before), { target: dataOf(after) }),
            ...metadataChanges(before, after),
          ],
        }
      : {}),
  }
}
