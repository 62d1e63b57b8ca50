// The revisions and artifacts that a run uses: those that its steps reference.
import type { EvaluationRun, UsedRecord } from '../../../storage/contract/contract.ts'
import type { TransactionContext } from '../engine.ts'
import { runData } from '../run-data.ts'

function usedRecords(run: EvaluationRun): readonly UsedRecord[] {
  const references = runData(run).steps.flatMap((step) => Object.entries(step.references))
  return references.flatMap(([name, { id }]): readonly UsedRecord[] => {
    if (id === undefined || name.endsWith('_variant')) return []
    return [{ level: name.endsWith('_revision') ? 'revision' : 'artifact', id }]
  })
}

/** Call whenever the steps of a run were written. */
export const storeUses = ({ tx, scope }: TransactionContext, run: EvaluationRun): Promise<void> =>
  tx.putUses(scope.projectId, 'run', run.id, usedRecords(run))
