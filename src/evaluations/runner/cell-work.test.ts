import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Scope } from '../../access/scope.ts'
import { StepFailure } from '../../programs/failure.ts'
import { rowOf } from '../../storage/conformance/columnar-rows.ts'
import type { EvaluationResult, EvaluationRun, EvaluationScenario } from '../../storage/contract/contract.ts'
import type { Step } from '../plan/steps.ts'
import { planScenario } from '../records/cells.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { cellWorkReader } from './cell-work.ts'
import type { TakenCell } from './round.ts'

const step = (key: string, type: Step['type']): Step => ({
  key,
  type,
  origin: 'auto',
  references: { evaluator_revision: { id: 'revision' } },
})
const run = {
  id: 'run',
  flags: {},
  data: { steps: [step('traces', 'input'), step('judge', 'annotation')], repeats: 1 },
} as unknown as EvaluationRun

const traceIdOf = (number: number): string => `${number}`.padStart(32, '0')

function cellOf(number: number): TakenCell {
  const scenario = { id: `${number}` } as EvaluationScenario
  const results = [{ stepKey: 'traces', repeatIdx: 0, traceId: traceIdOf(number) } as EvaluationResult]
  return {
    task: { id: `${number}`, scenarioId: scenario.id, stepKey: 'judge', repeatIdx: 0 } as TakenCell['task'],
    scenarioPlan: planScenario(run, { scenario, results }),
  }
}

/** Returns a function that reads the work of cells, and the ids of the traces that it has read from the store. */
function createReader(revisionsReady: Promise<void> = Promise.resolve()) {
  const readIds: string[] = []
  const engine = {
    spans: {
      queries: {
        traces: async (_: unknown, ids: readonly string[]) => {
          readIds.push(...ids)
          return ids.map((trace_id) => rowOf({ trace_id }))
        },
      },
    },
    waitForIngest: async () => undefined,
  } as unknown as EvaluationEngine
  const scope = {
    projectId: 'project',
    store: { read: { revisions: () => revisionsReady.then(() => [{ id: 'revision' }]) } },
  } as unknown as Scope
  const readWorks = cellWorkReader(engine, scope)
  return { readIds, read: (numbers: readonly number[]) => readWorks(run, numbers.map(cellOf)) }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

const failuresIn = (works: ReadonlyMap<string, unknown>) =>
  [...works.values()].filter((work) => work instanceof StepFailure)

test('a cached trace is not evicted by the other traces of its cells', async () => {
  const { read, readIds } = createReader()
  await read(range(0, 64))
  const works = await read(range(0, 1).concat(range(64, 100)))
  expect(failuresIn(works)).toEqual([])
  expect(readIds).toEqual(range(0, 100).map(traceIdOf))
})

test('cells that are read at the same time keep their traces', async () => {
  const revisions = Promise.withResolvers<void>()
  const { read } = createReader(revisions.promise)
  const firstWorks = read(range(0, 60))
  await nextTurn()
  const secondWorks = read(range(60, 120))
  await nextTurn()
  revisions.resolve()
  expect(failuresIn(await firstWorks)).toEqual([])
  expect(failuresIn(await secondWorks)).toEqual([])
})
