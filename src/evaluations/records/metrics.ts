// Metrics rows, written by clients or by the server: for a run, for one scenario, or for a time interval.
import type { FieldError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationMetrics, Flags } from '../../storage/contract/contract.ts'
import type { Status } from '../plan/status.ts'
import { throwFieldErrors, refuseOtherRun } from './ownership.ts'
import {
  changeFields,
  inTransaction,
  requireRecord,
  requireRecords,
  creationFields,
  putByKey,
  type TransactionContext,
  type OperationContext,
} from './engine.ts'
import { lockOpenRunsOf } from './run-state.ts'

export interface MetricsInput {
  readonly runId: string
  readonly scenarioId?: string | undefined
  readonly timestamp?: string | undefined
  readonly interval?: number | undefined
  readonly status?: Status | undefined
  readonly flags?: Flags | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
  readonly data?: JsonObject | undefined
}

const keyOf = ({ runId, scenarioId, timestamp }: MetricsInput): string =>
  `${runId} ${scenarioId ?? ''} ${timestamp ?? ''}`

const shapeError = ({ scenarioId, timestamp }: MetricsInput, i: number): FieldError | undefined =>
  scenarioId === undefined || timestamp === undefined
    ? undefined
    : {
        type: 'value_error',
        loc: ['body', 'metrics', i],
        msg: 'Metric does not match a valid global/variational/temporal shape.',
      }

const mergeMetrics = (
  txContext: TransactionContext,
  { input, before }: { readonly input: MetricsInput; readonly before: EvaluationMetrics | undefined },
): EvaluationMetrics => ({
  ...(before === undefined ? creationFields(txContext) : { ...before, ...changeFields(txContext) }),
  runId: input.runId,
  scenarioId: input.scenarioId,
  timestamp: input.timestamp,
  interval: input.interval ?? before?.interval,
  status: input.status ?? before?.status ?? 'pending',
  flags: input.flags ?? before?.flags ?? {},
  tags: input.tags ?? before?.tags,
  meta: input.meta ?? before?.meta,
  data: input.data ?? before?.data,
})

/** Upserts rows of locked runs. An existing key keeps its id. */
export async function putMetrics(
  txContext: TransactionContext,
  inputs: readonly MetricsInput[],
): Promise<readonly EvaluationMetrics[]> {
  const { tx, scope } = txContext
  if (inputs.length === 0) return []
  const runIds = [...new Set(inputs.map(({ runId }) => runId))]
  // Rows of scenarios are looked up by scenario; a run has one row of its own and few rows of intervals.
  const scenarioIds = [...new Set(inputs.flatMap(({ scenarioId }) => scenarioId ?? []))]
  const hasRunMetrics = inputs.some(({ scenarioId }) => scenarioId === undefined)
  const storedRows = [
    ...(scenarioIds.length === 0
      ? []
      : await tx.evaluationRecords('metrics', scope.projectId, { runIds, scenarioIds })),
    ...(hasRunMetrics
      ? await tx.evaluationRecords('metrics', scope.projectId, { runIds, scenarioIds: false })
      : []),
  ]
  const merge = (input: MetricsInput, before: EvaluationMetrics | undefined) =>
    mergeMetrics(txContext, { input, before })
  return putByKey(txContext, 'metrics', { inputs, storedRecords: storedRows, keyOf, merge })
}

export const writeMetrics = (
  context: OperationContext,
  inputs: readonly MetricsInput[],
): Promise<readonly EvaluationMetrics[]> =>
  inTransaction(context, async (txContext) => {
    throwFieldErrors(inputs.map(shapeError))
    await lockOpenRunsOf(txContext, inputs)
    const scenarioInputs = inputs.flatMap(({ scenarioId, runId }) =>
      scenarioId === undefined ? [] : [{ scenarioId, runId }],
    )
    const ids = scenarioInputs.map(({ scenarioId }) => scenarioId)
    const scenarios = await requireRecords(txContext, { kind: 'scenario', ids })
    for (const { scenarioId, runId } of scenarioInputs)
      refuseOtherRun(requireRecord(scenarios, scenarioId), runId)
    return putMetrics(txContext, inputs)
  })
