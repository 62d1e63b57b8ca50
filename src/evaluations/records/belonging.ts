// What belongs to a run: deleting it, and refusing what belongs to another.
import { AssayError, invalid, type Fault } from '../../kernel/errors.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationQueue, EvaluationRun, EvaluationScenario } from '../../storage/contract/contract.ts'
import { isDefault, queueConflict } from '../queues/default-queue.ts'
import { inTransaction, type EvaluationEngine } from './engine.ts'
import { runData } from './run-data.ts'
import { openRunsOf } from './run-state.ts'
import { removeScenarios } from './step-removal.ts'

export function refuseOtherRun(scenario: EvaluationScenario, runId: string): void {
  if (scenario.runId === runId) return
  throw new AssayError(
    'reference_mismatch',
    `Evaluation scenario '${scenario.id}' belongs to another run than '${runId}'.`,
  )
}

/** Where a step key that the run does not have stands in the request; undefined when the run has it. */
export const stepFault = (run: EvaluationRun, stepKey: string, loc: Fault['loc']): Fault | undefined =>
  runData(run).steps.some((step) => step.key === stepKey)
    ? undefined
    : { type: 'value_error', loc, msg: `The run has no step '${stepKey}'.`, input: stepKey }

export function refuseFaults(faults: readonly (Fault | undefined)[]): void {
  const found = faults.filter((fault) => fault !== undefined)
  if (found.length > 0) throw invalid(found)
}

export type Owned = 'scenario' | 'result' | 'metrics' | 'queue'

/** Removes records of open runs; answers the ids of those that were there, in the order asked. */
export const deleteOwned = (
  engine: EvaluationEngine,
  scope: Scope,
  kind: Owned,
  ids: readonly string[],
): Promise<readonly string[]> =>
  inTransaction(engine, scope, async (at) => {
    const { tx } = at
    const found =
      ids.length === 0
        ? []
        : await tx.evaluationRecords(kind, scope.projectId, { ids, includeArchived: true })
    await openRunsOf(at, found)
    const there = found.map(({ id }) => id)
    if (kind === 'scenario') await removeScenarios(at, there)
    else {
      if (kind === 'queue') (found as readonly EvaluationQueue[]).forEach(refuseDefault)
      await tx.deleteEvaluationRecords(kind, scope.projectId, 'id', there)
    }
    for (const id of there) scope.touched(`evaluation_${kind}`, id)
    return [...new Set(ids)].filter((id) => there.includes(id))
  })

function refuseDefault(queue: EvaluationQueue): void {
  if (isDefault(queue))
    throw queueConflict('The default queue of a run goes with its last human step.', queue.runId)
}
