// A data directory may hold the root of a list whose stored numbers are wrong. Readers end at the real pages.
import { beforeAll, describe, expect, test } from 'vitest'
import { openFreshStore } from '../../../test/support/databases.ts'
import { newProjectScope, realEngine } from '../../../test/support/engine.ts'
import type { Scope } from '../../access/scope.ts'
import { jsonText } from '../../kernel/json/lazy-list.ts'
import { kinds } from '../../versioning/kinds.ts'
import { createSimple } from '../../versioning/simple.ts'
import { encodeEntries, type Entry } from '../pages/format.ts'
import { leavesOf } from '../pages/read.ts'
import { listReads, storedList } from '../stored/stored-list.ts'
import type { ListRoot } from '../pages/store.ts'
import { columnsOfRevision } from './columns.ts'
import { searchRows } from './search.ts'
import { wireRows } from './wire-rows.ts'

const claimedRows = 1_000_000_000
/** A reader of two rows needs a few pages, whatever the root says. */
const readsMax = 20

describe('a root that claims a billion rows and has two', () => {
  let scope: Scope
  let root: ListRoot
  beforeAll(async () => {
    const { store, close } = await openFreshStore('sqlite')
    scope = await newProjectScope(store, 'forged')
    const testcases = [{ data: { q: 'a' } }, { data: { q: 'b' } }]
    await createSimple(
      { engine: realEngine(), scope, kind: kinds.testset },
      { id: undefined, message: undefined, loc: ['body'], header: { slug: 'rows' }, data: { testcases } },
    )
    const revisions = await store.read.testsetRevisions('', 10)
    const lists = revisions.map(({ dataText }) => storedList({ dataText }))
    root = lists.find((list) => list?.rows === 2) ?? expect.fail('no list of two rows')
    return close
  })

  /** Fails after a number of reads: a loop to the claimed end would never return to the test. */
  const countedSource = () => {
    const { read } = scope.store
    let reads = 0
    const pageTexts: typeof read.pageTexts = (...args) => {
      reads += 1
      if (reads > readsMax) throw new Error('reads do not end')
      return read.pageTexts(...args)
    }
    return { reads: { ...read, pageTexts }, projectId: scope.projectId }
  }
  const revisionOf = (list: ListRoot) => ({ dataText: JSON.stringify(list) })
  const insertNode = async (entries: readonly Entry[]): Promise<Entry> => {
    const { page, entry } = encodeEntries(entries)
    const record = { hash: page.hash, text: page.text, fingerprints: undefined }
    await scope.store.write((tx) => tx.insertPages(scope.projectId, [record]))
    return entry
  }
  /** The root itself, and a node above it: the node's own entry claims the same. */
  const forgedRoots = async (): Promise<readonly ListRoot[]> => {
    const entry: Entry = { ...root, rows: claimedRows }
    return [entry, await insertNode([entry])]
  }
  const wireText = async (list: ListRoot, order: 'ascending' | 'descending'): Promise<string> => {
    const rows = { order, limit: 0, next: undefined, oldest: undefined, newest: undefined }
    const view = { publicUrl: '', includeTestcases: true, includeTestcaseIds: true, rows }
    const { data } = await wireRows(revisionOf(list), view, countedSource())
    const text = jsonText(data)
    return typeof text === 'string' ? text : (await Array.fromAsync(text)).join('')
  }

  test('is read to the end of its rows, in both orders', async () => {
    for (const list of await forgedRoots()) {
      const ascending = JSON.parse(await wireText(list, 'ascending'))
      const descending = JSON.parse(await wireText(list, 'descending'))
      expect(ascending.testcases.map(({ data }: { data: { q: string } }) => data.q)).toEqual(['a', 'b'])
      expect(descending.testcase_ids).toEqual(ascending.testcase_ids.toReversed())
    }
  })

  test('is searched to the end of its rows', async () => {
    for (const list of await forgedRoots()) {
      const search = { content: 'b', conditions: [], offset: 0, limit: 10 }
      const steps = await Array.fromAsync(searchRows(countedSource(), { revision: revisionOf(list), search }))
      expect(steps.flatMap(({ matches }) => matches.map(({ position }) => position))).toEqual([1])
    }
  })

  test('is sampled without reading beyond its rows', async () => {
    for (const list of await forgedRoots()) {
      const { sampled } = await columnsOfRevision(countedSource(), revisionOf(list))
      expect(sampled).toBeLessThanOrEqual(2)
    }
  })

  test('whose nodes repeat each other is not unfolded', async () => {
    const pages = listReads(scope.store.read, scope.projectId)
    for (const width of [2, 200]) {
      let list: Entry = root
      for (let level = 1; level <= 20; level += 1) list = await insertNode(Array<Entry>(width).fill(list))
      await expect(leavesOf(pages, list)).rejects.toThrow('too many levels or pages')
    }
  })
})
