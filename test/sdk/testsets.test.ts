// Rows written to and read from a real server, and differences between versions.
import { beforeAll, expect, test } from 'vitest'
import { Assay, delta, MergeConflictError, rowIds } from '../../sdk/client.ts'
import { newProject, serverOf } from '../support/api.ts'

let assay: Assay
beforeAll(async () => {
  const { url, key } = await newProject(serverOf('sqlite'))
  assay = new Assay({ url, key })
})

async function* cities(count: number) {
  for (let n = 0; n < count; n++) yield { data: { n, city: `Città ${n}` }, tags: { even: n % 2 === 0 } }
}

const collect = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('written rows are read in order with the ids that the client computed', async () => {
  const { testset } = await assay.testsets.writeRows({ slug: 'streamed', name: 'Streamed' }, cities(2_500))
  const testsetId = String(testset?.id)
  let n = 0
  for await (const row of assay.testsets.readRows({ testset_ref: { id: testsetId } }, { pageSize: 700 })) {
    const { id, dedupId } = rowIds({ n, city: `Città ${n}` }, { testsetId })
    expect([row.id, row.data['testcase_dedup_id']]).toEqual([id, dedupId])
    if (n === 1) expect(row.tags).toEqual({ even: false })
    n += 1
  }
  expect(n).toBe(2_500)
})

test('an error while rows are streamed creates no revision', async () => {
  const { testset } = await assay.testsets.writeRows({ slug: 'whole' }, cities(2))
  async function* failing() {
    yield* cities(5_000)
    throw new Error('the source broke')
  }
  await expect(assay.testsets.writeRows({ id: String(testset?.id) }, failing())).rejects.toThrow()
  expect(await collect(assay.testsets.readRows({ testset_ref: { slug: 'whole' } }))).toHaveLength(2)
})

test('a delta is committed, and the diff is iterated over its pages', async () => {
  const { testset } = await assay.testsets.writeRows({ slug: 'changed' }, cities(50))
  const testsetId = String(testset?.id)
  const change = delta().renameColumn('city', 'town').add({ n: 50, town: 'new' })
  change.remove({ dedupId: rowIds({ n: 3, city: 'Città 3' }, { testsetId }).dedupId })
  await assay.testsets.commit({ testset_revision: { testset_id: testsetId, delta: change.toJSON() } })
  const rows = await collect(
    assay.testsets.diffRows({ testset_ref: { id: testsetId }, windowing: { limit: 7 } }),
  )
  const rowsByKind = Object.groupBy(rows, ({ kind }) => kind)
  expect([rowsByKind.added?.length, rowsByKind.removed?.length, rowsByKind.edited?.length]).toEqual([
    1, 1, 49,
  ])
})

test('conflicts of a merge are iterated, resolved one by one, and merged', async () => {
  const { testset } = await assay.testsets.writeRows({ slug: 'forked' }, cities(12))
  const testsetId = String(testset?.id)
  const { testset_variant: fork } = await assay.testsets.fork({
    testset_variant_ref: { id: String(testset?.variant_id) },
    testset_variant: { slug: 'mine' },
  })
  const editRow = (city: string) => {
    const change = delta()
    for (let n = 0; n < 12; n++) {
      const { dedupId } = rowIds({ n, city: `Città ${n}` }, { testsetId })
      change.replace({ dedupId }, { n, city })
    }
    return change.toJSON()
  }
  const commit = (variant: unknown, city: string) =>
    assay.testsets.commit({ testset_revision: { testset_variant_id: String(variant), delta: editRow(city) } })
  await commit(testset?.variant_id, 'ours')
  await commit(fork?.id, 'theirs')
  const merge = {
    testset_variant_ref: { id: String(testset?.variant_id) },
    source_testset_variant_ref: { id: String(fork?.id) },
    windowing: { limit: 5 },
  }
  expect(await collect(assay.testsets.mergeConflicts(merge))).toHaveLength(12)
  await expect(assay.testsets.mergeDeciding(merge, () => undefined)).rejects.toBeInstanceOf(
    MergeConflictError,
  )
  const { merge: report } = await assay.testsets.mergeDeciding(merge, () => ({
    path: ['city'],
    choice: 'theirs',
  }))
  expect(report.status).toBe('merged')
  const [first] = await collect(assay.testsets.readRows({ testset_ref: { id: testsetId } }))
  expect(first?.data['city']).toBe('theirs')
})
