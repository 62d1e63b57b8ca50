// Reads the runs of a request and aligns the rows that they share.
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

/** The testset revisions or queries of a run; runs over other rows cannot be matched by id. */
export const sourcesOf = (run: EvaluationRun): string =>
  stepsOf(runData(run), 'input')
    .map(({ references }) => references['testset_revision']?.id ?? references['query_revision']?.id ?? '')
    .toSorted()
    .join(' ')

function refuseOtherRows(runs: readonly EvaluationRun[]): void {
  const [baseline, ...otherRuns] = runs
  const differentRun = otherRuns.find(
    (run) => baseline !== undefined && sourcesOf(run) !== sourcesOf(baseline),
  )
  if (differentRun === undefined) return
  throw new AssayError(
    'reference_mismatch',
    `Evaluation run '${differentRun.id}' has other testset revisions than '${baseline?.id}': ` +
      'match rows by testcase_dedup_id instead.',
  )
}

export async function requireRuns(scope: Scope, ids: readonly string[]): Promise<readonly EvaluationRun[]> {
  const uniqueIds = [...new Set(ids)]
  const runs = await scope.store.read.evaluationRecords('run', scope.projectId, { ids: uniqueIds })
  const byId = new Map(runs.map((run) => [run.id, run]))
  return ids.map((id) => {
    const run = byId.get(id)
    if (run === undefined) throw notFound('run', id)
    return run
  })
}

/** Reads the runs with the cells of the selected steps. Refuses rows that cannot be matched. */
export async function comparedRuns(
  scope: Scope,
  {
    runs: requestedRuns,
    match,
    selectSteps,
  }: {
    readonly runs: readonly ComparedRun[]
    readonly match: RowMatch
    readonly selectSteps: (steps: RunSteps) => Iterable<Step>
  },
): Promise<ComparedRuns> {
  const records = await requireRuns(
    scope,
    requestedRuns.map(({ runId }) => runId),
  )
  if (match === 'testcase_id') refuseOtherRows(records)
  const runs: RunRows[] = []
  for (const [i, run] of records.entries()) {
    const stepKey = requestedRuns[i]?.applicationStepKey
    const loc = ['body', 'runs', i, 'application_step_key']
    const application = stepKey === undefined ? undefined : { stepKey, loc }
    runs.push(await runRows(scope, { request: { run, application, match }, selectSteps }))
  }
  return { runs, table: new RowTable(runs) }
}
