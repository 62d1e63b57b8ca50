import { beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import { newProjectScope, realEngine } from '../../../test/support/engine.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import { kinds } from '../../versioning/kinds.ts'
import { createSimple } from '../../versioning/simple.ts'
import { checkPages } from './check-pages.ts'

const engine = realEngine()

describe.each(backends)('pages on %s', (backend) => {
  let store: RelationalStore
  beforeAll(async () => {
    const testStore = await openFreshStore(backend)
    store = testStore.store
    return testStore.close
  })

  test('used, unused and missing pages are distinguished', async () => {
    const scope = await newProjectScope(store, 'pages')
    const testcases = Array.from({ length: 5_000 }, (_, i) => ({ data: { i } }))
    await createSimple(
      { engine, scope, kind: kinds.testset },
      { id: undefined, message: undefined, loc: ['body'], header: { slug: 'rows' }, data: { testcases } },
    )
    const intactResult = await checkPages(store.read)
    expect(intactResult.damagedRevisionIds).toEqual([])
    expect(intactResult.pages).toBeGreaterThan(3)
    const page = { hash: 'f'.repeat(40), text: '{"rows":["ü"]}', fingerprints: undefined }
    await store.write((tx) => tx.insertPages(scope.projectId, [page]))
    expect(await checkPages(store.read)).toMatchObject({
      unusedPages: intactResult.unusedPages + 1,
      unusedBytes: intactResult.unusedBytes + 15,
    })
    const sizes = await store.read.pageSizes({ projectId: '', hash: '' }, 10_000)
    const isDamagedWithout = async (lostSize: (typeof sizes)[number]): Promise<boolean> => {
      const pageSizes = async (after: { readonly hash: string }) =>
        after.hash === '' ? sizes.filter((size) => size !== lostSize) : []
      return (await checkPages({ ...store.read, pageSizes })).damagedRevisionIds.length > 0
    }
    const losses = await Promise.all(sizes.map(isDamagedWithout))
    expect(losses.filter((isDamaged) => isDamaged)).toHaveLength(
      intactResult.pages - intactResult.unusedPages,
    )
  })

  test('a database without damage has nothing to report', async () => {
    expect(await store.integrity()).toEqual([])
  })
})
