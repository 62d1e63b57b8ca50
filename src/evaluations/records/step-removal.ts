// What goes with the steps that are taken from a run.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationMetrics, EvaluationRun } from '../../storage/contract/contract.ts'
import { stepsOf } from '../plan/steps.ts'
import { changedNow, type InTransaction } from './engine.ts'
import { forgetSources } from './jobs.ts'
import { runData } from './run-data.ts'

/** Scenarios that have lost the last input they came from. */
async function orphans(
  { tx, scope }: InTransaction,
  before: EvaluationRun,
  removed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const inputs = new Set(stepsOf(runData(before), 'input').map((step) => step.key))
  if (!inputs.values().some((key) => removed.has(key))) return []
  const left = inputs.values().some((key) => !removed.has(key))
  const of = { runIds: [before.id] }
  const scenarios = await tx.evaluationRecords('scenario', scope.projectId, of)
  const sources = await tx.evaluationRecords('result', scope.projectId, { ...of, stepKeys: [...inputs] })
  const sourcesOf = Map.groupBy(sources, (result) => result.scenarioId)
  return scenarios
    .filter(({ id }) => {
      const own = sourcesOf.get(id)
      return own === undefined ? !left : own.every((result) => removed.has(result.stepKey))
    })
    .map(({ id }) => id)
}

/** Each step has its own part of the metrics: without that part they are what computing them again would give. */
async function dropMetrics(at: InTransaction, runId: string, removed: ReadonlySet<string>): Promise<void> {
  const { tx, scope } = at
  const rows = await tx.evaluationRecords('metrics', scope.projectId, { runIds: [runId] })
  const kept: EvaluationMetrics[] = []
  const empty: string[] = []
  for (const row of rows) {
    const parts = Object.entries(row.data ?? {})
    const left = parts.filter(([key]) => !removed.has(key))
    if (left.length === parts.length) continue
    const data: JsonObject = Object.fromEntries(left)
    if (left.length === 0) empty.push(row.id)
    else kept.push({ ...row, ...changedNow(at), data })
  }
  await tx.putEvaluationRecords('metrics', scope.projectId, kept)
  await tx.deleteEvaluationRecords('metrics', scope.projectId, 'id', empty)
}

/** Removes scenarios with what stands below them. */
export async function removeScenarios(
  { tx, scope }: InTransaction,
  ids: readonly string[],
): Promise<readonly string[]> {
  await tx.deleteEvaluationRecords('result', scope.projectId, 'scenarioId', ids)
  await tx.deleteEvaluationRecords('metrics', scope.projectId, 'scenarioId', ids)
  return tx.deleteEvaluationRecords('scenario', scope.projectId, 'id', ids)
}

/** Call when `after` is the run without some steps of `before`. */
export async function removeSteps(
  at: InTransaction,
  before: EvaluationRun,
  after: EvaluationRun,
): Promise<void> {
  const left = new Set(runData(after).steps.map((step) => step.key))
  const keys = runData(before).steps.map((step) => step.key)
  const removed = new Set(keys.filter((key) => !left.has(key)))
  if (removed.size === 0) return
  const { tx, scope } = at
  await removeScenarios(at, await orphans(at, before, removed))
  const results = await tx.evaluationRecords('result', scope.projectId, {
    runIds: [before.id],
    stepKeys: [...removed],
  })
  const ids = results.map(({ id }) => id)
  await tx.deleteEvaluationRecords('result', scope.projectId, 'id', ids)
  await dropMetrics(at, before.id, removed)
  await forgetSources(at, before.id, removed)
}
