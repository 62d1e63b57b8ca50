import { beforeAll, describe, expect, test } from 'vitest'
import { bothBackends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import { newProjectScope, realEngine } from '../../../test/support/engine.ts'
import type { Scope } from '../../access/scope.ts'
import { systemClock } from '../../kernel/clock.ts'
import { AssayError } from '../../kernel/errors.ts'
import { evaluationRecords } from '../../storage/conformance/relational-evaluations.ts'
import type { EvaluationRun, RelationalStore } from '../../storage/contract/contract.ts'
import type { EvaluationEngine } from './engine.ts'
import { writeResults } from './results.ts'

const clock = systemClock()
const engine: EvaluationEngine = {
  clock,
  versioning: realEngine(),
  spans: {} as EvaluationEngine['spans'],
  waitForIngest: async () => undefined,
  reserveSlot: () => false,
  wake: () => undefined,
}

describe.each(bothBackends)('a result of a scenario that does not exist, on %s', (backend) => {
  let store: RelationalStore
  let scope: Scope
  let run: EvaluationRun
  beforeAll(async () => {
    const testStore = await openFreshStore(backend)
    store = testStore.store
    scope = await newProjectScope(store, 'results')
    run = evaluationRecords().run({ flags: {} })
    await store.write((tx) => tx.putEvaluationRecords('run', scope.projectId, [run]))
    return testStore.close
  })

  const write = (pathRunId: string | undefined, resultStore: RelationalStore = store): Promise<unknown> =>
    writeResults(
      { engine, scope: { ...scope, store: resultStore } },
      { inputs: [{ runId: run.id, scenarioId: clock.id(), stepKey: 'b', repeatIdx: 0 }], pathRunId },
    )
  /** The store when it cannot read scenarios. */
  const storeWithFailingReads = (): RelationalStore => ({
    ...store,
    write: (work) =>
      store.write((tx) =>
        work({
          ...tx,
          evaluationRecords: async () => {
            throw new AssayError('unavailable', 'not now')
          },
        }),
      ),
  })

  test('is a mismatch with the run of the path, and not found without one', async () => {
    await expect(write(run.id)).rejects.toMatchObject({ code: 'reference_mismatch' })
    await expect(write(undefined)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is no mismatch when the store does not answer', async () => {
    await expect(write(run.id, storeWithFailingReads())).rejects.toMatchObject({ code: 'unavailable' })
  })
})
