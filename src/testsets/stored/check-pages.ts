// Compares the pages of testsets with the revisions that use them: revisions with missing pages, and unused pages.
// Reads every index node and the key of every page, so its cost grows with all testsets.
import type { RelationalReads } from '../../storage/contract/contract.ts'
import { decodePage } from '../pages/format.ts'
import { storedList } from './stored-list.ts'

export interface PageCheck {
  readonly revisions: number
  readonly pages: number
  /** Pages of abandoned imports. A new import of the same rows uses them. */
  readonly unusedPages: number
  readonly unusedBytes: number
  /** Revisions whose rows cannot be read. */
  readonly damagedRevisionIds: readonly string[]
}

type PageReads = Pick<RelationalReads, 'testsetRevisions' | 'pageSizes' | 'pageTexts'>

const recordsPerRead = 10_000

const keyOf = (projectId: string, hash: string): string => `${projectId} ${hash}`

async function allPages(reads: PageReads): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  let cursor = { projectId: '', hash: '' }
  for (;;) {
    const pages = await reads.pageSizes(cursor, recordsPerRead)
    for (const { projectId, hash, bytes } of pages) sizes.set(keyOf(projectId, hash), bytes)
    const last = pages.at(-1)
    if (last === undefined) return sizes
    cursor = last
  }
}

interface Node {
  readonly hash: string
  readonly level: number
}

/** Marks the pages below a list as used. False: one is missing. */
async function visit(
  {
    reads,
    sizes,
    usedKeys,
  }: {
    readonly reads: PageReads
    readonly sizes: ReadonlyMap<string, number>
    readonly usedKeys: Set<string>
  },
  { projectId, root }: { readonly projectId: string; readonly root: Node },
): Promise<boolean> {
  const pendingNodes: Node[] = [root]
  let isComplete = true
  for (let node = pendingNodes.pop(); node !== undefined; node = pendingNodes.pop()) {
    const key = keyOf(projectId, node.hash)
    isComplete &&= sizes.has(key)
    if (usedKeys.has(key) || !sizes.has(key)) continue
    usedKeys.add(key)
    if (node.level === 0) continue
    const [page] = await reads.pageTexts(projectId, [node.hash])
    const content = page === undefined ? undefined : decodePage(page.text)
    if (content?.kind === 'entries') pendingNodes.push(...content.entries)
  }
  return isComplete
}

export async function checkPages(reads: PageReads): Promise<PageCheck> {
  const sizes = await allPages(reads)
  const usedKeys = new Set<string>()
  const damagedRevisionIds: string[] = []
  let revisions = 0
  let lastId = ''
  for (;;) {
    const revisionPage = await reads.testsetRevisions(lastId, recordsPerRead)
    const last = revisionPage.at(-1)
    if (last === undefined) break
    for (const { id, projectId, dataText } of revisionPage) {
      const root = dataText === undefined ? undefined : storedList({ dataText })
      revisions += 1
      if (root === undefined) continue
      if (!(await visit({ reads, sizes, usedKeys }, { projectId, root }))) damagedRevisionIds.push(id)
    }
    lastId = last.id
  }
  const unusedPages = [...sizes].filter(([key]) => !usedKeys.has(key))
  return {
    revisions,
    pages: sizes.size,
    unusedPages: unusedPages.length,
    unusedBytes: unusedPages.reduce((sum, [, bytes]) => sum + bytes, 0),
    damagedRevisionIds,
  }
}
