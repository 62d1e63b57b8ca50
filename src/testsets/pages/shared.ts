// Compares lists page by page. Shared pages are blocks and are not read; only rows of other pages are read. The cost of
// a diff or merge therefore depends on the difference of the lists, not on their size.
import type { Row } from '../rows.ts'
import type { Entry } from './format.ts'
import { leavesOf, rowsOfPages, type Leaf } from './read.ts'
import type { ListRoot, PageStore } from './store.ts'

/** An element of a list: one row, or a page that all the lists share. */
export type Element =
  | { readonly kind: 'row'; readonly position: number; readonly row: Row }
  | { readonly kind: 'block'; readonly position: number; readonly page: Entry; readonly occurrence: number }

/** The number of rows of an element. */
export const elementRows = (element: Element): number => (element.kind === 'row' ? 1 : element.page.rows)

function occurrences(leaves: readonly Leaf[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { page } of leaves) counts.set(page.hash, (counts.get(page.hash) ?? 0) + 1)
  return counts
}

/** How often each page occurs in every list; that many occurrences are blocks. */
function sharedCounts(lists: readonly (readonly Leaf[])[]): ReadonlyMap<string, number> {
  const [firstCounts, ...otherCounts] = lists.map(occurrences)
  const countsByHash = new Map<string, number>()
  for (const [hash, count] of firstCounts ?? []) {
    const countMin = Math.min(count, ...otherCounts.map((counts) => counts.get(hash) ?? 0))
    if (countMin > 0) countsByHash.set(hash, countMin)
  }
  return countsByHash
}

interface CountedLeaf extends Leaf {
  readonly occurrence: number
  readonly isShared: boolean
}

function countedLeaves(
  leaves: readonly Leaf[],
  countsByHash: ReadonlyMap<string, number>,
): readonly CountedLeaf[] {
  const occurrences = new Map<string, number>()
  return leaves.map((leaf) => {
    const occurrence = (occurrences.get(leaf.page.hash) ?? 0) + 1
    occurrences.set(leaf.page.hash, occurrence)
    return { ...leaf, occurrence, isShared: occurrence <= (countsByHash.get(leaf.page.hash) ?? 0) }
  })
}

/**
 * An upper bound of the rows in which the lists differ: the rows of pages that some list lacks. Reads index nodes only.
 */
export async function differingRows(store: PageStore, roots: readonly ListRoot[]): Promise<number> {
  const leaves = await Promise.all(roots.map((root) => leavesOf(store, root)))
  const countsByHash = sharedCounts(leaves)
  let rows = 0
  for (const list of leaves) {
    for (const { page, isShared } of countedLeaves(list, countsByHash)) if (!isShared) rows += page.rows
  }
  return rows
}

/** The elements of each list, in order. A page that some lists share is read once. */
export async function elementsOf(
  store: PageStore,
  roots: readonly ListRoot[],
): Promise<readonly (readonly Element[])[]> {
  const leaves = await Promise.all(roots.map((root) => leavesOf(store, root)))
  const countsByHash = sharedCounts(leaves)
  const lists = leaves.map((list) => countedLeaves(list, countsByHash))
  const unreadPages = lists.flatMap((list) => list.filter((leaf) => !leaf.isShared).map((leaf) => leaf.page))
  const rows = await rowsOfPages(store, unreadPages)
  return lists.map((list) =>
    list.flatMap(({ page, start, occurrence, isShared }): readonly Element[] =>
      isShared
        ? [{ kind: 'block', position: start, page, occurrence }]
        : (rows.get(page.hash) ?? []).map((row, i) => ({ kind: 'row', position: start + i, row })),
    ),
  )
}

/** A range of rows in which two lists differ: the rows of `base` there were replaced by those of `target`. */
export interface DifferingRange {
  readonly base: { readonly start: number; readonly rows: readonly Row[] }
  readonly target: { readonly start: number; readonly rows: readonly Row[] }
}

/** The ranges between the pages that two lists share in the same order. The rows outside these ranges are equal. */
export async function* diffPages(
  store: PageStore,
  { base, target }: { readonly base: ListRoot; readonly target: ListRoot },
): AsyncGenerator<DifferingRange> {
  if (base.hash === target.hash) return
  const [baseLeaves, targetLeaves] = await Promise.all([leavesOf(store, base), leavesOf(store, target)])
  let basePage = 0
  let targetPage = 0
  const laterPositions = new Map<string, number[]>()
  targetLeaves.forEach(({ page }, i) => {
    const list = laterPositions.get(page.hash)
    if (list === undefined) laterPositions.set(page.hash, [i])
    else list.push(i)
  })
  for (let i = 0; i <= baseLeaves.length; i++) {
    const page = baseLeaves[i]?.page
    // Match the nearest equal page of the target, or the end of both lists.
    const match =
      page === undefined
        ? targetLeaves.length
        : laterPositions.get(page.hash)?.find((candidate) => candidate >= targetPage)
    if (match === undefined) continue
    if (basePage < i || targetPage < match)
      yield await rangeOf(store, {
        base: { start: baseLeaves[basePage]?.start ?? base.rows, leaves: baseLeaves.slice(basePage, i) },
        target: {
          start: targetLeaves[targetPage]?.start ?? target.rows,
          leaves: targetLeaves.slice(targetPage, match),
        },
      })
    basePage = i + 1
    targetPage = match + 1
  }
}

interface LeafRange {
  readonly start: number
  readonly leaves: readonly Leaf[]
}

async function rangeOf(
  store: PageStore,
  { base, target }: { readonly base: LeafRange; readonly target: LeafRange },
): Promise<DifferingRange> {
  const pages = await rowsOfPages(
    store,
    [...base.leaves, ...target.leaves].map((leaf) => leaf.page),
  )
  const rowsIn = ({ start, leaves }: LeafRange) => ({
    start,
    rows: leaves.flatMap((leaf) => pages.get(leaf.page.hash) ?? []),
  })
  return { base: rowsIn(base), target: rowsIn(target) }
}
