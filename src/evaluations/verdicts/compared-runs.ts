// Runs as a request names them, with the rows that they share.
import { AssayError } from '../../kernel/errors.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import { stepsOf, type Step } from '../plan/steps.ts'
import { notFound } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import { RowTable, type ComparedRuns } from './row-table.ts'
import { runRows, type RowMatch, type RunRows, type RunSteps } from './run-rows.ts'

export interface ComparedRun {
  readonly runId: string
  readonly applicationStepKey?: string | undefined
}

/** The testset revisions that a run pins, or the queries; runs over other rows are not comparable by id. */
export const sourcesOf = (run: EvaluationRun): string =>
  stepsOf(runData(run), 'input')
    .map(({ references }) => references['testset_revision']?.id ?? references['query_revision']?.id ?? '')
    .toSorted()
    .join(' ')

function refuseOtherRows(runs: readonly EvaluationRun[]): void {
  const [baseline, ...others] = runs
  const stranger = others.find((run) => baseline !== undefined && sourcesOf(run) !== sourcesOf(baseline))
  if (stranger === undefined) return
  throw new AssayError(
    'reference_mismatch',
    `Evaluation run '${stranger.id}' has other testset revisions than '${baseline?.id}': ` +
      'match its rows by testcase_dedup_id.',
  )
}

export async function knownRuns(scope: Scope, ids: readonly string[]): Promise<readonly EvaluationRun[]> {
  const wanted = [...new Set(ids)]
  const found = await scope.store.read.evaluationRecords('run', scope.projectId, { ids: wanted })
  const byId = new Map(found.map((run) => [run.id, run]))
  return ids.map((id) => {
    const run = byId.get(id)
    if (run === undefined) throw notFound('run', id)
    return run
  })
}

/** The runs with the cells of the steps that `wanted` names. Rows that cannot be matched are refused. */
export async function comparedRuns(
  scope: Scope,
  { runs: chosen, match }: { readonly runs: readonly ComparedRun[]; readonly match: RowMatch },
  wanted: (steps: RunSteps) => Iterable<Step>,
): Promise<ComparedRuns> {
  const known = await knownRuns(
    scope,
    chosen.map(({ runId }) => runId),
  )
  if (match === 'testcase_id') refuseOtherRows(known)
  const runs: RunRows[] = []
  for (const [i, run] of known.entries()) {
    const stepKey = chosen[i]?.applicationStepKey
    const loc = ['body', 'runs', i, 'application_step_key']
    const application = stepKey === undefined ? undefined : { stepKey, loc }
    runs.push(await runRows(scope, { run, application, match }, wanted))
  }
  return { runs, table: new RowTable(runs) }
}
