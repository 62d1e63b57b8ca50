// Finds rows of a list by testcase id or dedup id.
import type { Row } from '../rows.ts'
import { mayHold, printOfDedupId, printOfId } from './prints.ts'
import { leavesOf, rowsOfPages, type Leaf } from './read.ts'
import type { ListRoot, PageStore } from './store.ts'

export interface FoundRow {
  readonly position: number
  readonly row: Row
}

export interface RowKeys {
  readonly ids: readonly string[]
  readonly dedupIds: readonly string[]
}

/** Where rows stand in a list. */
export interface RowIndex {
  /** Every row whose id or dedup id is among the keys, by position; unknown keys find nothing. */
  find(root: ListRoot, keys: RowKeys): Promise<readonly FoundRow[]>
}

const printGroupMax = 256

async function candidates(
  store: PageStore,
  { leaves, keys }: { readonly leaves: readonly Leaf[]; readonly keys: RowKeys },
): Promise<readonly Leaf[]> {
  const ids = keys.ids.map(printOfId)
  const dedupIds = keys.dedupIds.map(printOfDedupId)
  const found: Leaf[] = []
  for (let i = 0; i < leaves.length; i += printGroupMax) {
    const group = leaves.slice(i, i + printGroupMax)
    const prints = await store.getPrints([...new Set(group.map((leaf) => leaf.page.hash))])
    for (const leaf of group) {
      const page = prints.get(leaf.page.hash)
      // A page without prints is read: prints save reading, they decide nothing.
      const holds =
        page === undefined ||
        ids.some((print) => mayHold(page, 'id', print)) ||
        dedupIds.some((print) => mayHold(page, 'dedupId', print))
      if (holds) found.push(leaf)
    }
  }
  return found
}

/** Reads the prints of all pages and the rows of those that may hold a key. A list of one page is just read. */
export const scanningRowIndex = (store: PageStore): RowIndex => ({
  async find(root, keys) {
    if (keys.ids.length === 0 && keys.dedupIds.length === 0) return []
    const leaves = await leavesOf(store, root)
    const chosen = leaves.length === 1 ? leaves : await candidates(store, { leaves, keys })
    const pages = await rowsOfPages(
      store,
      chosen.map((leaf) => leaf.page),
    )
    const ids = new Set(keys.ids)
    const dedupIds = new Set(keys.dedupIds)
    return chosen.flatMap(({ page, start }) =>
      (pages.get(page.hash) ?? []).flatMap((row, offset): readonly FoundRow[] =>
        ids.has(row.testcaseId) || dedupIds.has(row.dedupId) ? [{ position: start + offset, row }] : [],
      ),
    )
  },
})
