import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { bothBackends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import { amount } from '../../../test/support/tier.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import { Staging, type StagingSizes } from './staging.ts'
import { memoryTestcaseStore } from '../test-support.ts'
import type { TestcaseWrite } from '../write.ts'

const clock = systemClock()

interface SavedTestcase {
  readonly id: number
  readonly isReversed: boolean
  readonly tag: number
}

/** Two of three ids share their start; the data of an id comes in either key order. */
const testcaseOf = (run: string, { id, isReversed, tag }: SavedTestcase): TestcaseWrite => {
  const start = id % 3 === 0 ? 'aaaaaaaa' : `bbbbbbb${id}`
  const data: JsonObject = isReversed ? { b: id, a: id } : { a: id, b: id }
  return {
    id: `${start}-0000-5000-${run}-00000000000${id}`,
    data,
    ...(tag === 0 ? {} : { tags: { tag } }),
  }
}

const saves = fc.array(
  fc.uniqueArray(fc.record({ id: fc.nat(8), isReversed: fc.boolean(), tag: fc.nat(2) }), {
    selector: ({ id }) => id,
    minLength: 1,
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 6 },
)

const sizes: fc.Arbitrary<StagingSizes> = fc.record({
  testcases: fc.integer({ min: 1, max: 8 }),
  characters: fc.constant(1 << 20),
  indexBatch: fc.integer({ min: 1, max: 12 }),
  indexEntries: fc.integer({ min: 1, max: 5 }),
})

describe.each(bothBackends)('staging on %s', (backend) => {
  let store: RelationalStore
  beforeAll(async () => {
    const testStore = await openFreshStore(backend)
    store = testStore.store
    return testStore.close
  })

  const sourceOf = (projectId: string, testsetId: string) => ({
    projectId,
    testsetId,
    actorId: 'k',
    clock,
    reads: store.read,
    stage: store.stage.bind(store),
  })

  test('a write in any batches stores the first data and the newest metadata of each testcase', async () => {
    let run = 0x8000
    await fc.assert(
      fc.asyncProperty(fc.array(saves, { minLength: 1, maxLength: 2 }), sizes, async (writes, cutLimits) => {
        const [projectId, testsetId, suffix] = [clock.id(), clock.id(), (run++).toString(16)]
        const model = memoryTestcaseStore()
        for (const batches of writes) {
          const staging = new Staging(sourceOf(projectId, testsetId), cutLimits)
          for (const batch of batches) {
            const testcases = batch.map((row) => testcaseOf(suffix, row))
            expect(await staging.save(testcases)).toEqual(await model.save(testcases))
          }
          await staging.finish()
          await store.write((tx) => staging.store(tx))
        }
        const records = await store.read.testcases(projectId, [...model.stored.keys()], { testsetId })
        const contents = records.map(({ id, dataText, tags }) => [id, dataText, tags ?? {}])
        const expected = [...model.stored.values()].map(({ id, data, tags }) => [
          id,
          JSON.stringify(data),
          tags ?? {},
        ])
        expect(new Map(contents.map((content) => [content[0], content]))).toEqual(
          new Map(expected.map((content) => [content[0], content])),
        )
      }),
      { numRuns: amount(8, 25) },
    )
  })

  test('a discarded write leaves neither rows nor index entries', async () => {
    const [projectId, testsetId] = [clock.id(), clock.id()]
    const cutLimits = { testcases: 2, characters: 1 << 20, indexBatch: 4, indexEntries: 3 }
    const staging = new Staging(sourceOf(projectId, testsetId), cutLimits)
    const testcases = [0, 1, 2, 3, 4, 5, 6].map((id) => testcaseOf('9000', { id, isReversed: false, tag: 0 }))
    for (const testcase of testcases) await staging.save([testcase])
    await staging.finish()
    const [no = -1] = await store.stage((tx) => tx.abandonedTestcaseWrites('9999'))
    const ids = testcases.map(({ id }) => id)
    expect(await store.read.testcases(projectId, ids, { writeNo: no })).toHaveLength(7)
    await staging.discard()
    expect(await store.read.testcasesAt(no, [0, 1, 2, 3, 4, 5, 6])).toEqual([])
    // The number of the discarded write is reused: leftover entries would point to the rows of the new write.
    const secondStaging = new Staging(sourceOf(projectId, testsetId), cutLimits)
    for (const testcase of testcases) await secondStaging.save([testcase])
    await secondStaging.finish()
    await store.write((tx) => secondStaging.store(tx))
    expect(await store.read.testcases(projectId, ids)).toHaveLength(7)
  })
})
