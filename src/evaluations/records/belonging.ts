// What belongs to a run: deleting it, and refusing what belongs to another.
import { AssayError, invalid, type Fault } from '../../kernel/errors.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationQueue, EvaluationScenario } from '../../storage/contract/contract.ts'
import { isDefault, queueConflict } from '../queues/default-queue.ts'
import type { RunData } from '../plan/steps.ts'
import { inTransaction, type EvaluationEngine } from './engine.ts'
import { openRunsOf } from './run-state.ts'
import { removeScenarios } from './step-removal.ts'

export function refuseOtherRun(scenario: EvaluationScenario, runId: string): void {
  if (scenario.runId === runId) return
  throw new AssayError(
    'reference_mismatch',
    `Evaluation scenario '${scenario.id}' belongs to another run than '${runId}'.`,
  )
}

/** A step key, and where it stands in the request. */
export interface NamedStep {
  readonly key: string
  readonly loc: Fault['loc']
}

/** The keys of a list at `loc`. */
export const namedSteps = (keys: readonly string[] | undefined, loc: Fault['loc']): readonly NamedStep[] =>
  (keys ?? []).map((key, i) => ({ key, loc: [...loc, i] }))

/** Refuses keys that the run does not have. One without steps takes any: only its client knows them. */
export function stepFaults({ steps }: Pick<RunData, 'steps'>, named: readonly NamedStep[]): readonly Fault[] {
  if (steps.length === 0) return []
  const keys = new Set(steps.map(({ key }) => key))
  return named
    .filter(({ key }) => !keys.has(key))
    .map(({ key, loc }) => ({ type: 'value_error', loc, msg: `The run has no step '${key}'.`, input: key }))
}

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
    const there = new Set(found.map(({ id }) => id))
    if (kind === 'scenario') await removeScenarios(at, [...there])
    else {
      if (kind === 'queue') (found as readonly EvaluationQueue[]).forEach(refuseDefault)
      await tx.deleteEvaluationRecords(kind, scope.projectId, 'id', [...there])
    }
    for (const id of there) scope.touched(`evaluation_${kind}`, id)
    return [...new Set(ids)].filter((id) => there.has(id))
  })

function refuseDefault(queue: EvaluationQueue): void {
  if (isDefault(queue))
    throw queueConflict('The default queue of a run goes with its last human step.', queue.runId)
}
