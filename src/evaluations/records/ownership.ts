// Records that belong to a run: refuses those of another run and unknown steps, and deletes records of open runs.
import { AssayError, invalid, type FieldError } from '../../kernel/errors.ts'
import type { EvaluationQueue, EvaluationScenario } from '../../storage/contract/contract.ts'
import { isDefault, queueConflict } from './steps/default-queue.ts'
import type { RunData } from '../plan/steps.ts'
import { inTransaction, type OperationContext } from './engine.ts'
import { lockOpenRunsOf } from './run-state.ts'
import { removeScenarios } from './steps/step-removal.ts'

export function refuseOtherRun(scenario: EvaluationScenario, runId: string): void {
  if (scenario.runId === runId) return
  throw new AssayError(
    'reference_mismatch',
    `Evaluation scenario '${scenario.id}' belongs to another run than '${runId}'.`,
  )
}

/** A step key and its location in the request. */
export interface NamedStep {
  readonly key: string
  readonly loc: FieldError['loc']
}

/** The keys of a list at `loc`. */
export const namedSteps = (
  keys: readonly string[] | undefined,
  loc: FieldError['loc'],
): readonly NamedStep[] => (keys ?? []).map((key, i) => ({ key, loc: [...loc, i] }))

/** Errors for keys that the run does not have. A run without steps accepts any key: only its client knows them. */
export function stepErrors(
  { steps }: Pick<RunData, 'steps'>,
  requestedSteps: readonly NamedStep[],
): readonly FieldError[] {
  if (steps.length === 0) return []
  const keys = new Set(steps.map(({ key }) => key))
  return requestedSteps
    .filter(({ key }) => !keys.has(key))
    .map(({ key, loc }) => ({ type: 'value_error', loc, msg: `The run has no step '${key}'.`, input: key }))
}

export function throwFieldErrors(fieldErrors: readonly (FieldError | undefined)[]): void {
  const errors = fieldErrors.filter((fieldError) => fieldError !== undefined)
  if (errors.length > 0) throw invalid(errors)
}

export type RunRecordKind = 'scenario' | 'result' | 'metrics' | 'queue'

/** Deletes records of open runs. Returns the ids of the records that existed, in the order of the request. */
export const deleteRecords = (
  context: OperationContext,
  { kind, ids }: { readonly kind: RunRecordKind; readonly ids: readonly string[] },
): Promise<readonly string[]> =>
  inTransaction(context, async (txContext) => {
    const { tx } = txContext
    const records =
      ids.length === 0
        ? []
        : await tx.evaluationRecords(kind, context.scope.projectId, { ids, includeArchived: true })
    await lockOpenRunsOf(txContext, records)
    const existingIds = new Set(records.map(({ id }) => id))
    if (kind === 'scenario') await removeScenarios(txContext, [...existingIds])
    else {
      if (kind === 'queue') (records as readonly EvaluationQueue[]).forEach(refuseDefault)
      await tx.deleteEvaluationRecords(kind, context.scope.projectId, 'id', [...existingIds])
    }
    for (const id of existingIds) context.scope.recordResource(`evaluation_${kind}`, id)
    return [...new Set(ids)].filter((id) => existingIds.has(id))
  })

function refuseDefault(queue: EvaluationQueue): void {
  if (isDefault(queue))
    throw queueConflict('The default queue of a run is deleted with its last human step.', queue.runId)
}
