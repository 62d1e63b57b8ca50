import { beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import { newProjectScope, realEngine } from '../../../test/support/engine.ts'
import type { Scope } from '../../access/scope.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { RelationalStore, SpanStore } from '../../storage/contract/contract.ts'
import { kinds } from '../../versioning/kinds.ts'
import { createSimple } from '../../versioning/simple.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { choicesOf, createSimpleEvaluation, editSimpleEvaluation } from './simple-evaluations.ts'

const engine: EvaluationEngine = {
  clock: systemClock(),
  versioning: realEngine(),
  spans: {} as SpanStore,
  waitForIngest: async () => undefined,
  reserveSlot: () => false,
  wake: () => undefined,
}

describe.each(backends)('simple evaluations on %s', (backend) => {
  let store: RelationalStore
  let scope: Scope
  beforeAll(async () => {
    const testStore = await openFreshStore(backend)
    store = testStore.store
    scope = await newProjectScope(store, 'simple')
    return testStore.close
  })

  async function revision(kind: 'testset' | 'application' | 'evaluator', data: JsonObject): Promise<string> {
    const { revision } = await createSimple(
      { engine: engine.versioning, scope, kind: kinds[kind] },
      {
        id: undefined,
        header: { slug: `${kind}-${engine.clock.hex(8)}` },
        data,
        message: undefined,
        loc: ['body'],
      },
    )
    if (revision === undefined) throw new Error('there is no revision')
    return revision.id
  }
  const mockProgram = (kind: 'application' | 'evaluator'): Promise<string> =>
    revision(kind, { uri: 'assay:custom:mock:v0', parameters: { key: 'echo' } })

  /** The scope with a store whose writes wait until this number of them is requested. */
  function withSimultaneousWrites(count: number): Scope {
    const allRequested = Promise.withResolvers<void>()
    let requested = 0
    return {
      ...scope,
      store: {
        ...store,
        write: async (work) => {
          requested += 1
          if (requested === count) allRequested.resolve()
          await allRequested.promise
          return store.write(work)
        },
      },
    }
  }

  test('two simultaneous edits of different groups are both kept', async () => {
    const testset = await revision('testset', { testcases: [{ data: { question: 'a' } }] })
    const [application, otherApplication] = [
      await mockProgram('application'),
      await mockProgram('application'),
    ]
    const [evaluator, otherEvaluator] = [await mockProgram('evaluator'), await mockProgram('evaluator')]
    const run = await createSimpleEvaluation(
      { engine, scope },
      {
        data: {
          status: 'running',
          testsets: { [testset]: 'custom' },
          applications: { [application]: 'auto' },
          evaluators: { [evaluator]: 'auto' },
        },
      },
    )
    const context = { engine, scope: withSimultaneousWrites(2) }
    await Promise.all([
      editSimpleEvaluation(context, { id: run.id, data: { applications: { [otherApplication]: 'auto' } } }),
      editSimpleEvaluation(context, { id: run.id, data: { evaluators: { [otherEvaluator]: 'human' } } }),
    ])
    const [editedRun] = await store.read.evaluationRecords('run', scope.projectId, { ids: [run.id] })
    expect(editedRun && choicesOf(editedRun)).toEqual({
      queries: {},
      testsets: { [testset]: 'custom' },
      applications: { [otherApplication]: 'auto' },
      evaluators: { [otherEvaluator]: 'human' },
    })
  })
})
