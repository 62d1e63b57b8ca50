// The cells of stored scenarios: planned from the steps, with their statuses from the results.
import type { EvaluationResult, EvaluationRun, EvaluationScenario } from '../../storage/contract/contract.ts'
import { cellName, scenarioCells, type Cell, type CellStatuses } from '../plan/plan.ts'
import { stepsOf } from '../plan/steps.ts'
import { runData } from './run-data.ts'
import type { ProjectReads } from '../../access/scope.ts'

export interface PlannedScenario {
  readonly scenario: EvaluationScenario
  readonly results: readonly EvaluationResult[]
  readonly cells: readonly Cell[]
  readonly statuses: CellStatuses
}

/** Plans the cells of a scenario. */
export function planScenario(
  run: EvaluationRun,
  {
    scenario,
    results,
  }: { readonly scenario: EvaluationScenario; readonly results: readonly EvaluationResult[] },
): PlannedScenario {
  const data = runData(run)
  const inputs = stepsOf(data, 'input').map((step) => step.key)
  const isSplit = run.flags['is_split'] === true
  // A scenario without an input result yet belongs to the first input of the run.
  const sourceStepKey = results.find((result) => inputs.includes(result.stepKey))?.stepKey ?? inputs[0]
  const statuses = new Map(results.map((result) => [cellName(result), result.status]))
  const cells =
    sourceStepKey === undefined
      ? scenarioCells(data, { sourceStepKey: '', options: { isSplit } }).filter(
          (cell) => cell.kind !== 'input',
        )
      : scenarioCells(data, { sourceStepKey, options: { isSplit } })
  return { scenario, results, cells, statuses }
}

/** The scenarios of a run in creation order, or only those with these ids. */
export async function planScenarios(
  { reads, projectId }: ProjectReads,
  { run, scenarioIds }: { readonly run: EvaluationRun; readonly scenarioIds?: readonly string[] | undefined },
): Promise<readonly PlannedScenario[]> {
  const filter = { runIds: [run.id] }
  const scenarios = await reads.evaluationRecords('scenario', projectId, { ...filter, ids: scenarioIds })
  const results = await reads.evaluationRecords('result', projectId, { ...filter, scenarioIds })
  const resultsByScenario = Map.groupBy(results, (result) => result.scenarioId)
  return scenarios.map((scenario) =>
    planScenario(run, { scenario, results: resultsByScenario.get(scenario.id) ?? [] }),
  )
}
