// The cells of a stored run: what each scenario consists of by the steps, and how far it has come by the results.
import type {
  EvaluationResult,
  EvaluationRun,
  EvaluationScenario,
  RelationalReads,
} from '../../storage/contract/contract.ts'
import { cellName, scenarioCells, type Cell, type CellStatuses } from '../plan/plan.ts'
import { stepsOf } from '../plan/steps.ts'
import { runData } from './run-data.ts'

export interface PlannedScenario {
  readonly scenario: EvaluationScenario
  readonly results: readonly EvaluationResult[]
  readonly cells: readonly Cell[]
  readonly done: CellStatuses
}

/** What a scenario consists of. */
export function plannedScenario(
  run: EvaluationRun,
  scenario: EvaluationScenario,
  results: readonly EvaluationResult[],
): PlannedScenario {
  const data = runData(run)
  const inputs = stepsOf(data, 'input').map((step) => step.key)
  const isSplit = run.flags['is_split'] === true
  // A scenario whose input was not written yet comes from the first input of the run.
  const source = results.find((result) => inputs.includes(result.stepKey))?.stepKey ?? inputs[0]
  const done = new Map(results.map((result) => [cellName(result), result.status]))
  const cells =
    source === undefined
      ? scenarioCells(data, '', { isSplit }).filter((cell) => cell.kind !== 'input')
      : scenarioCells(data, source, { isSplit })
  return { scenario, results, cells, done }
}

/** The scenarios of a run in the order they were made, or those of them that are asked for. */
export async function plannedScenarios(
  reads: RelationalReads,
  projectId: string,
  run: EvaluationRun,
  scenarioIds?: readonly string[],
): Promise<readonly PlannedScenario[]> {
  const filter = { runIds: [run.id] }
  const scenarios = await reads.evaluationRecords('scenario', projectId, { ...filter, ids: scenarioIds })
  const results = await reads.evaluationRecords('result', projectId, { ...filter, scenarioIds })
  const resultsOf = Map.groupBy(results, (result) => result.scenarioId)
  return scenarios.map((scenario) => plannedScenario(run, scenario, resultsOf.get(scenario.id) ?? []))
}
