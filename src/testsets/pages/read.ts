// Reads rows of a list by position. Pages outside the range are not read.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { chunks } from '../../kernel/chunks.ts'
import type { Row } from '../rows.ts'
import { decodePage, levelsMax, marksOf, type Entry } from './format.ts'
import type { ListRoot, PageStore } from './store.ts'

function throwPageLost(hash: string): never {
  throw new Error(`the page store has lost page ${hash}`)
}

/** Pages are read and decoded this many at a time: half a megabyte of text. */
const readPagesMax = 8

/** The rows of pages of level 0, by hash. Yields to the event loop between groups of pages. */
export async function rowsOfPages(
  store: PageStore,
  pages: readonly Entry[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const rows = new Map<string, readonly Row[]>()
  for (const [i, group] of chunks([...new Set(pages.map((page) => page.hash))], readPagesMax).entries()) {
    if (i > 0) await yieldToEventLoop()
    const texts = await store.get(group)
    for (const hash of group) {
      const content = decodePage(texts.get(hash) ?? throwPageLost(hash))
      rows.set(hash, content.kind === 'rows' ? content.rows : throwPageLost(hash))
    }
  }
  return rows
}

/** The children of index nodes, by hash. */
export async function childrenOfNodes(
  store: PageStore,
  nodes: readonly Entry[],
): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const hashes = new Set(nodes.map((node) => node.hash))
  const texts = await store.get([...hashes])
  const children = new Map<string, readonly Entry[]>()
  for (const hash of hashes) {
    const content = decodePage(texts.get(hash) ?? throwPageLost(hash))
    children.set(hash, content.kind === 'entries' ? content.entries : throwPageLost(hash))
  }
  return children
}

export const entriesOf = async (store: PageStore, node: Entry): Promise<readonly Entry[]> =>
  (await childrenOfNodes(store, [node])).get(node.hash) ?? throwPageLost(node.hash)

/** A page of rows and the position of its first row in the list. */
export interface Leaf {
  readonly page: Entry
  readonly start: number
}

/** A million rows have a thousand pages. */
const leavesMax = 1_000_000

/**
 * The pages that contain the positions from..to-1, in order. Index nodes outside the range are not read. Stored numbers
 * may be wrong: the depth and the number of pages have limits, so a tree whose nodes repeat each other is not unfolded.
 */
export async function leavesOfRange(
  store: PageStore,
  { root, from, to }: { readonly root: ListRoot; readonly from: number; readonly to: number },
): Promise<readonly Leaf[]> {
  let leaves: readonly Leaf[] = [{ page: root, start: 0 }]
  for (let depth = 0; (leaves[0]?.page.level ?? 0) > 0; depth += 1) {
    const children = await childrenOfNodes(
      store,
      leaves.map((leaf) => leaf.page),
    )
    const count = leaves.reduce((sum, { page }) => sum + (children.get(page.hash)?.length ?? 0), 0)
    if (depth > levelsMax || count > leavesMax)
      throw new Error(`the list ${root.hash} has too many levels or pages`)
    leaves = leaves.flatMap(({ page, start }) => {
      let position = start
      return (children.get(page.hash) ?? []).flatMap((child): readonly Leaf[] => {
        const leaf = { page: child, start: position }
        position += child.rows
        return leaf.start < to && position > from ? [leaf] : []
      })
    })
  }
  return leaves
}

/** All pages of rows, in order: a thousand entries for a million rows. */
export const leavesOf = (store: PageStore, root: ListRoot): Promise<readonly Leaf[]> =>
  leavesOfRange(store, { root, from: 0, to: Math.max(root.rows, 1) })

/**
 * The rows at positions from..to-1, one array per page, in order or in reverse. Ends with the last page that exists,
 * whatever number of rows the root claims. Yields to the event loop between pages: an embedded store returns without a
 * pause, and a million rows would block the main thread for half a minute.
 */
export async function* readRowBatches(
  store: PageStore,
  {
    root,
    from = 0,
    to = root.rows,
    isReversed = false,
  }: {
    readonly root: ListRoot
    readonly from?: number
    readonly to?: number
    readonly isReversed?: boolean
  },
): AsyncGenerator<readonly Row[]> {
  const orderedLeaves = await leavesOfRange(store, { root, from, to })
  const leaves = isReversed ? orderedLeaves.toReversed() : orderedLeaves
  let isFirst = true
  for (let i = 0; i < leaves.length; i += readPagesMax) {
    const group = leaves.slice(i, i + readPagesMax)
    const rows = await rowsOfPages(
      store,
      group.map((leaf) => leaf.page),
    )
    for (const { page, start } of group) {
      const pageRows = rows.get(page.hash) ?? []
      const batch = pageRows.slice(Math.max(0, from - start), Math.max(0, to - start))
      if (batch.length === 0) continue
      if (!isFirst) await yieldToEventLoop()
      isFirst = false
      yield isReversed ? batch.toReversed() : batch
    }
  }
}

/** `limit` rows from position `from` on. Reads the pages of the range and their index nodes only. */
export async function readRange(
  store: PageStore,
  { root, from, limit }: { readonly root: ListRoot; readonly from: number; readonly limit: number },
): Promise<readonly Row[]> {
  const rows: Row[] = []
  const to = Math.min(root.rows, from + limit)
  if (from >= to) return rows
  for await (const batch of readRowBatches(store, { root, from, to })) for (const row of batch) rows.push(row)
  return rows
}

/** The rows at these positions, in this order. */
export async function rowsAt(
  store: PageStore,
  { root, positions }: { readonly root: ListRoot; readonly positions: readonly number[] },
): Promise<readonly Row[]> {
  if (positions.length === 0) return []
  const leaves = await leavesOf(store, root)
  const leafAt = (position: number): Leaf => {
    let low = 0
    let high = leaves.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((leaves[middle]?.start ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return leaves[low] ?? throwPageLost(root.hash)
  }
  const leavesOfPositions = positions.map((position) => ({ position, leaf: leafAt(position) }))
  const pages = await rowsOfPages(
    store,
    leavesOfPositions.map(({ leaf }) => leaf.page),
  )
  return leavesOfPositions.map(
    ({ position, leaf }) =>
      pages.get(leaf.page.hash)?.[position - leaf.start] ?? throwPageLost(leaf.page.hash),
  )
}

/** Opens the list with this root hash. */
export async function openList(store: PageStore, hash: string): Promise<ListRoot> {
  const text = (await store.get([hash])).get(hash) ?? throwPageLost(hash)
  return rootOfText(hash, text)
}

function rootOfText(hash: string, text: string): ListRoot {
  const content = decodePage(text)
  const parts = content.kind === 'rows' ? content.rows : content.entries
  const columns = new Set<string>()
  for (const part of parts) for (const column of part.columns) columns.add(column)
  if (content.kind === 'rows') {
    const marks = content.rows.reduce((marks, row) => marks | marksOf(row), 0)
    return { hash, level: 0, rows: content.rows.length, columns: [...columns], marks }
  }
  const { entries } = content
  return {
    hash,
    level: (entries[0]?.level ?? 0) + 1,
    rows: entries.reduce((sum, entry) => sum + entry.rows, 0),
    columns: [...columns],
    marks: entries.reduce((marks, entry) => marks | entry.marks, 0),
  }
}
