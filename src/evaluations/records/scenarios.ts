// Scenarios: one for each item of a run.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationScenario, Flags } from '../../storage/contract/contract.ts'
import type { Status } from '../plan/status.ts'
import {
  changeFields,
  editedValue,
  inTransaction,
  requireRecord,
  creationFields,
  putRecords,
  type TransactionContext,
  type OperationContext,
} from './engine.ts'
import { lockRecords, lockOpenRunsOf } from './run-state.ts'

export interface NewScenario {
  readonly runId: string
  readonly status?: Status | undefined
  readonly flags?: Flags | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
  readonly interval?: number | undefined
  readonly timestamp?: string | undefined
}

/** Omitted fields keep their value; null clears them. */
export interface ScenarioEdit {
  readonly id: string
  readonly status?: Status | undefined
  readonly flags?: Flags | null | undefined
  readonly tags?: JsonObject | null | undefined
  readonly meta?: JsonObject | null | undefined
  readonly interval?: number | null | undefined
  readonly timestamp?: string | null | undefined
}

export async function insertScenarios(
  txContext: TransactionContext,
  inputs: readonly NewScenario[],
): Promise<readonly EvaluationScenario[]> {
  const scenarios = inputs.map((input): EvaluationScenario => ({
    ...creationFields(txContext),
    runId: input.runId,
    status: input.status ?? 'pending',
    flags: input.flags ?? {},
    tags: input.tags,
    meta: input.meta,
    interval: input.interval,
    timestamp: input.timestamp,
  }))
  await putRecords(txContext, { kind: 'scenario', records: scenarios })
  return scenarios
}

export const createScenarios = (
  context: OperationContext,
  inputs: readonly NewScenario[],
): Promise<readonly EvaluationScenario[]> =>
  inTransaction(context, async (txContext) => {
    await lockOpenRunsOf(txContext, inputs)
    return insertScenarios(txContext, inputs)
  })

export const editScenarios = (
  context: OperationContext,
  edits: readonly ScenarioEdit[],
): Promise<readonly EvaluationScenario[]> =>
  inTransaction(context, async (txContext) => {
    const ids = edits.map(({ id }) => id)
    const scenarios = new Map((await lockRecords(txContext, { kind: 'scenario', ids })).records)
    for (const edit of edits) {
      const before = requireRecord(scenarios, edit.id)
      scenarios.set(edit.id, {
        ...before,
        ...changeFields(txContext),
        status: edit.status ?? before.status,
        flags: edit.flags === undefined ? before.flags : (edit.flags ?? {}),
        tags: editedValue(edit.tags, before.tags),
        meta: editedValue(edit.meta, before.meta),
        interval: editedValue(edit.interval, before.interval),
        timestamp: editedValue(edit.timestamp, before.timestamp),
      })
      context.scope.recordResource('evaluation_scenario', edit.id)
    }
    await txContext.tx.putEvaluationRecords('scenario', context.scope.projectId, [...scenarios.values()])
    return ids.map((id) => requireRecord(scenarios, id))
  })
