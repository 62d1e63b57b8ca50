// Deletes the records that depend on removed steps of a run.
import type { JsonObject } from '../../../kernel/json/value.ts'
import type { EvaluationMetrics, EvaluationRun } from '../../../storage/contract/contract.ts'
import { stepsOf } from '../../plan/steps.ts'
import { changeFields, type TransactionContext } from '../engine.ts'
import { forgetSources } from '../jobs/jobs.ts'
import { runData } from '../run-data.ts'

/** Scenarios that have lost their last input. */
async function orphanedScenarioIds(
  { tx, scope }: TransactionContext,
  { before, removedKeys }: { readonly before: EvaluationRun; readonly removedKeys: ReadonlySet<string> },
): Promise<readonly string[]> {
  const inputs = new Set(stepsOf(runData(before), 'input').map((step) => step.key))
  if (!inputs.values().some((key) => removedKeys.has(key))) return []
  const hasRemainingInput = inputs.values().some((key) => !removedKeys.has(key))
  const filter = { runIds: [before.id] }
  const scenarios = await tx.evaluationRecords('scenario', scope.projectId, filter)
  const sources = await tx.evaluationRecords('result', scope.projectId, { ...filter, stepKeys: [...inputs] })
  const sourcesByScenario = Map.groupBy(sources, (result) => result.scenarioId)
  return scenarios
    .filter(({ id }) => {
      const scenarioSources = sourcesByScenario.get(id)
      return scenarioSources === undefined
        ? !hasRemainingInput
        : scenarioSources.every((result) => removedKeys.has(result.stepKey))
    })
    .map(({ id }) => id)
}

/** Metrics have a separate part for each step, so dropping a part equals computing them again. */
async function dropMetrics(
  txContext: TransactionContext,
  { runId, removedKeys }: { readonly runId: string; readonly removedKeys: ReadonlySet<string> },
): Promise<void> {
  const { tx, scope } = txContext
  const rows = await tx.evaluationRecords('metrics', scope.projectId, { runIds: [runId] })
  const changedRows: EvaluationMetrics[] = []
  const emptyRowIds: string[] = []
  for (const row of rows) {
    const parts = Object.entries(row.data ?? {})
    const remaining = parts.filter(([key]) => !removedKeys.has(key))
    if (remaining.length === parts.length) continue
    const data: JsonObject = Object.fromEntries(remaining)
    if (remaining.length === 0) emptyRowIds.push(row.id)
    else changedRows.push({ ...row, ...changeFields(txContext), data })
  }
  await tx.putEvaluationRecords('metrics', scope.projectId, changedRows)
  await tx.deleteEvaluationRecords('metrics', scope.projectId, 'id', emptyRowIds)
}

/** Deletes scenarios with their results and metrics. */
export async function removeScenarios(
  { tx, scope }: TransactionContext,
  ids: readonly string[],
): Promise<readonly string[]> {
  await tx.deleteEvaluationRecords('result', scope.projectId, 'scenarioId', ids)
  await tx.deleteEvaluationRecords('metrics', scope.projectId, 'scenarioId', ids)
  return tx.deleteEvaluationRecords('scenario', scope.projectId, 'id', ids)
}

/** Call when `after` is the run without some steps of `before`. */
export async function removeSteps(
  txContext: TransactionContext,
  { before, after }: { readonly before: EvaluationRun; readonly after: EvaluationRun },
): Promise<void> {
  const remainingKeys = new Set(runData(after).steps.map((step) => step.key))
  const keys = runData(before).steps.map((step) => step.key)
  const removedKeys = new Set(keys.filter((key) => !remainingKeys.has(key)))
  if (removedKeys.size === 0) return
  const { tx, scope } = txContext
  await removeScenarios(txContext, await orphanedScenarioIds(txContext, { before, removedKeys }))
  const results = await tx.evaluationRecords('result', scope.projectId, {
    runIds: [before.id],
    stepKeys: [...removedKeys],
  })
  const ids = results.map(({ id }) => id)
  await tx.deleteEvaluationRecords('result', scope.projectId, 'id', ids)
  await dropMetrics(txContext, { runId: before.id, removedKeys })
  await forgetSources(txContext, { runId: before.id, stepKeys: removedKeys })
}
