// Finds rows of a list by testcase id or dedup id.
import { createPauses, eachInSlices } from '../../kernel/time-slices.ts'
import type { Row } from '../rows.ts'
import { mayContain, fingerprintOfDedupId, fingerprintOfId } from './fingerprints.ts'
import { leavesOf, rowsOfPages, type Leaf } from './read.ts'
import type { ListRoot, PageStore } from './store.ts'

export interface PositionedRow {
  readonly position: number
  readonly row: Row
}

export interface RowKeys {
  readonly ids?: ReadonlySet<string>
  readonly dedupIds?: ReadonlySet<string>
}

/** Finds the positions of rows in a list. */
export interface RowIndex {
  /** Every row whose id or dedup id is among the keys, by position. Unknown keys are ignored. */
  find(root: ListRoot, keys: RowKeys): Promise<readonly PositionedRow[]>
}

const fingerprintPagesMax = 256

async function findCandidates(
  store: PageStore,
  { leaves, keys }: { readonly leaves: readonly Leaf[]; readonly keys: Required<RowKeys> },
): Promise<readonly Leaf[]> {
  const ids: number[] = []
  const dedupIds: number[] = []
  await eachInSlices(keys.ids, (id) => ids.push(fingerprintOfId(id)))
  await eachInSlices(keys.dedupIds, (id) => dedupIds.push(fingerprintOfDedupId(id)))
  const pauses = createPauses()
  const leavesToRead: Leaf[] = []
  for (let i = 0; i < leaves.length; i += fingerprintPagesMax) {
    const group = leaves.slice(i, i + fingerprintPagesMax)
    const fingerprints = await store.getFingerprints([...new Set(group.map((leaf) => leaf.page.hash))])
    for (const leaf of group) {
      const page = fingerprints.get(leaf.page.hash)
      // A page without fingerprints is read: fingerprints only save reads.
      const mayHaveKey =
        page === undefined ||
        ids.some((fingerprint) => mayContain(page, 'id', fingerprint)) ||
        dedupIds.some((fingerprint) => mayContain(page, 'dedupId', fingerprint))
      if (mayHaveKey) leavesToRead.push(leaf)
      if (pauses.isDue()) await pauses.next()
    }
  }
  return leavesToRead
}

/** Reads the fingerprints of all pages, then the pages that may have a key. A list of one page is read directly. */
export const scanningRowIndex = (store: PageStore): RowIndex => ({
  async find(root, { ids = new Set(), dedupIds = new Set() }) {
    if (ids.size === 0 && dedupIds.size === 0) return []
    const leaves = await leavesOf(store, root)
    const candidateLeaves =
      leaves.length === 1 ? leaves : await findCandidates(store, { leaves, keys: { ids, dedupIds } })
    const pages = await rowsOfPages(
      store,
      candidateLeaves.map((leaf) => leaf.page),
    )
    const positionedRows: PositionedRow[] = []
    await eachInSlices(candidateLeaves, ({ page, start }) => {
      for (const [offset, row] of (pages.get(page.hash) ?? []).entries()) {
        if (ids.has(row.testcaseId) || dedupIds.has(row.dedupId))
          positionedRows.push({ position: start + offset, row })
      }
    })
    return positionedRows
  },
})
