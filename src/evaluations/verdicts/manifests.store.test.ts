import { beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import { newProjectScope, realEngine } from '../../../test/support/engine.ts'
import type { Scope } from '../../access/scope.ts'
import { contentHash } from '../../kernel/json/canonical.ts'
import type { EvaluationRun, RelationalReads, RelationalStore } from '../../storage/contract/contract.ts'
import { readRange } from '../../testsets/pages/read.ts'
import { listOf, listReads } from '../../testsets/stored/stored-list.ts'
import { kinds } from '../../versioning/kinds.ts'
import { createSimple } from '../../versioning/simple.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { storeManifest, manifestOf, verifyManifest } from './manifests.ts'
import { putResults } from '../records/results.ts'
import { createRuns } from '../records/runs.ts'
import { createScenarios } from '../records/scenarios.ts'

const engine = realEngine()
const { clock } = engine
const noSpans = {} as EvaluationEngine['spans']
const records: EvaluationEngine = {
  clock,
  versioning: engine,
  spans: noSpans,
  waitForIngest: async () => undefined,
  reserveSlot: () => false,
  wake: () => undefined,
}

describe.each(backends)('manifests on %s', (backend) => {
  let store: RelationalStore
  let scope: Scope
  beforeAll(async () => {
    const testStore = await openFreshStore(backend)
    store = testStore.store
    scope = await newProjectScope(store, 'manifests')
    return testStore.close
  })

  /** A run of one application over a testset of two rows. */
  async function preparedRun(): Promise<EvaluationRun> {
    const input = { id: undefined, message: undefined, loc: ['body'] }
    const testset = await createSimple(
      { engine, scope, kind: kinds.testset },
      {
        ...input,
        header: { slug: `rows-${clock.hex(6)}` },
        data: { testcases: [{ data: { a: 1 } }, { data: { a: 2 } }] },
      },
    )
    const application = await createSimple(
      { engine, scope, kind: kinds.application },
      {
        ...input,
        header: { slug: `app-${clock.hex(6)}` },
        data: { parameters: { tone: 'calm' } },
      },
    )
    const [rows, app] = [testset.revision, application.revision]
    if (rows === undefined || app === undefined) throw new Error('there are revisions')
    const step = { origin: 'auto' as const }
    const [run] = await createRuns({ engine: records, scope }, [
      {
        data: {
          repeats: 1,
          steps: [
            { ...step, key: 'rows', type: 'input', references: { testset_revision: { id: rows.id } } },
            { ...step, key: 'app', type: 'invocation', references: { application_revision: { id: app.id } } },
          ],
        },
      },
    ])
    if (run === undefined) throw new Error('there is a run')
    const list = await readRange(listReads(store.read, scope.projectId), {
      root: listOf(rows),
      from: 0,
      limit: 2,
    })
    const scenarios = await createScenarios(
      { engine: records, scope },
      list.map(() => ({ runId: run.id })),
    )
    await store.write((tx) =>
      putResults(
        { engine: records, scope, tx },
        scenarios.map(({ id }, i) => ({
          runId: run.id,
          scenarioId: id,
          stepKey: 'rows',
          repeatIdx: 0,
          testcaseId: list[i]?.testcaseId,
        })),
      ),
    )
    return run
  }
  const partsOf = (run: EvaluationRun, reads: RelationalReads = store.read, programVersion = '1.0.0') => ({
    reads,
    projectId: scope.projectId,
    run,
    programVersion,
    now: clock.now(),
  })
  const storedManifest = async () => {
    const run = await preparedRun()
    await storeManifest(store, partsOf(run))
    return run
  }
  const differencesOf = async (run: EvaluationRun, reads: RelationalReads) =>
    (await verifyManifest(partsOf(run, reads))).mismatches.map(({ name }) => name)

  test('the stored manifest is returned and verifies while nothing has changed', async () => {
    const run = await preparedRun()
    const manifest = await storeManifest(store, partsOf(run))
    expect(await manifestOf(partsOf(run, store.read, '2.0.0'))).toEqual(manifest)
    expect(await verifyManifest(partsOf(run))).toEqual({ ok: true, mismatches: [] })
  })

  test('a run without a manifest is compared with the hashes of its commits', async () => {
    const run = await preparedRun()
    expect(await verifyManifest(partsOf(run))).toEqual({ ok: true, mismatches: [] })
    const alteredReads: RelationalReads = {
      ...store.read,
      revisions: async (...args) =>
        (await store.read.revisions(...args)).map((revision) =>
          revision.family === 'workflow'
            ? { ...revision, dataText: '{"parameters":{"tone":"rude"}}' }
            : revision,
        ),
    }
    expect(await differencesOf(run, alteredReads)).toEqual(['app:application_revision', 'hash'])
  })

  test('a changed row is reported', async () => {
    const alteredReads: RelationalReads = {
      ...store.read,
      testcases: async (...args) =>
        (await store.read.testcases(...args)).map((row) => ({
          ...row,
          dataText: row.dataText.replace('1', '3'),
        })),
    }
    expect(await differencesOf(await storedManifest(), alteredReads)).toEqual(['testcases_hash', 'hash'])
  })

  test('a deleted row is reported', async () => {
    const readsWithoutTestcases: RelationalReads = { ...store.read, testcases: async () => [] }
    expect(await differencesOf(await storedManifest(), readsWithoutTestcases)).toEqual([
      'testcases_hash',
      'hash',
    ])
  })

  test('changed prices and another program version are reported', async () => {
    const run = await storedManifest()
    const prices: RelationalReads = {
      ...store.read,
      projectSetting: async (_, name) =>
        name === 'prices'
          ? {
              value: '[{"provider":"x","model":"y","input":1,"output":1}]',
              updatedAt: clock.now(),
              updatedById: scope.actorId,
            }
          : undefined,
    }
    expect(await differencesOf(run, { ...prices })).toContain('prices_hash')
    const { ok, mismatches } = await verifyManifest(partsOf(run, store.read, '2.0.0'))
    expect(ok).toBe(false)
    expect(mismatches[0]).toEqual({ name: 'program_version', expected: '1.0.0', actual: '2.0.0' })
  })

  test('another creation time is reported', async () => {
    const backdatedReads: RelationalReads = {
      ...store.read,
      runManifest: async (...args) => {
        const manifest = await store.read.runManifest(...args)
        return manifest && { ...manifest, created_at: '2020-01-01T00:00:00.000000Z' }
      },
    }
    expect(await differencesOf(await storedManifest(), backdatedReads)).toEqual(['hash'])
  })

  test('a manifest with hash version 1 still verifies, and its content is still checked', async () => {
    const run = await storedManifest()
    const asStoredBefore: RelationalReads = {
      ...store.read,
      runManifest: async (...args) => {
        const manifest = await store.read.runManifest(...args)
        if (manifest === undefined) return undefined
        const { hash: _, hash_version: __, created_at, ...coveredData } = manifest
        return { ...coveredData, created_at: created_at ?? null, hash: contentHash(coveredData) }
      },
    }
    expect(await differencesOf(run, asStoredBefore)).toEqual([])
    const withoutRows: RelationalReads = { ...asStoredBefore, testcases: async () => [] }
    expect(await differencesOf(run, withoutRows)).toEqual(['testcases_hash', 'hash'])
  })

  test('a later step is reported', async () => {
    const run = await storedManifest()
    const data = { ...run.data, steps: [] }
    const changedResult = await verifyManifest(partsOf({ ...run, data }))
    expect(changedResult.mismatches).toContainEqual({
      name: 'app:application_revision',
      expected: expect.any(String),
      actual: null,
    })
  })
})
