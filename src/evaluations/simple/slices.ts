// Slices of a run: dispatches, lists and prunes some of its scenarios, steps and repeats.
import { AssayError } from '../../kernel/errors.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationResult, EvaluationRun, EvaluationScenario } from '../../storage/contract/contract.ts'
import { namedSteps, throwFieldErrors, refuseOtherRun, stepErrors } from '../records/ownership.ts'
import { planScenarios } from '../records/cells.ts'
import { dispatchMissing } from '../records/jobs/dispatch.ts'
import {
  inTransaction,
  requireRecord,
  requireRecords,
  type TransactionContext,
  type OperationContext,
} from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import { lockOpenRuns } from '../records/run-state.ts'
import { startRun } from '../records/runs.ts'
import { insertScenarios } from '../records/scenarios.ts'
import { removeScenarios } from '../records/steps/step-removal.ts'

export interface RunSlice {
  readonly scenarioIds?: readonly string[] | undefined
  readonly stepKeys?: readonly string[] | undefined
  readonly repeatIdxs?: readonly number[] | undefined
}

/** A slice with unknown scenarios or steps would dispatch nothing and look finished. */
async function refuseForeignRecords(
  txContext: TransactionContext,
  { run, slice }: { readonly run: EvaluationRun; readonly slice: RunSlice },
): Promise<void> {
  throwFieldErrors(stepErrors(runData(run), namedSteps(slice.stepKeys, ['body', 'step_keys'])))
  const scenarios = await requireRecords(txContext, { kind: 'scenario', ids: slice.scenarioIds ?? [] })
  for (const scenario of scenarios.values()) refuseOtherRun(scenario, run.id)
}

/** Enqueues missing cells, with `overwrite` also finished ones. Returns the number of cells. */
export const dispatchSlice = (
  context: OperationContext,
  {
    runId,
    slice,
  }: { readonly runId: string; readonly slice: RunSlice & { readonly overwrite?: boolean | undefined } },
): Promise<number> =>
  inTransaction(context, async (txContext) => {
    const run = requireRecord(await lockOpenRuns(txContext, [runId]), runId)
    await refuseForeignRecords(txContext, { run, slice })
    const scenarioPlans = await planScenarios(
      { reads: txContext.tx, projectId: context.scope.projectId },
      { run, scenarioIds: slice.scenarioIds },
    )
    const count = await dispatchMissing(txContext, {
      run,
      scenarioPlans,
      slice: {
        ...(slice.stepKeys === undefined ? {} : { stepKeys: slice.stepKeys }),
        ...(slice.repeatIdxs === undefined ? {} : { repeatIdxs: slice.repeatIdxs }),
        overwrite: slice.overwrite === true,
      },
    })
    const isPart = [slice.scenarioIds, slice.stepKeys, slice.repeatIdxs].some((list) => list !== undefined)
    await startRun(txContext, run, isPart ? 'dispatched' : 'missing')
    return count
  })

export const sliceResults = (
  scope: Scope,
  { runId, slice }: { readonly runId: string; readonly slice: RunSlice },
): Promise<readonly EvaluationResult[]> =>
  scope.store.read.evaluationRecords('result', scope.projectId, {
    runIds: [runId],
    scenarioIds: slice.scenarioIds,
    stepKeys: slice.stepKeys,
    repeatIdxs: slice.repeatIdxs,
  })

export const pruneSlice = (
  context: OperationContext,
  { runId, slice }: { readonly runId: string; readonly slice: RunSlice },
): Promise<void> =>
  inTransaction(context, async (txContext) => {
    await lockOpenRuns(txContext, [runId])
    const results = await txContext.tx.evaluationRecords('result', context.scope.projectId, {
      runIds: [runId],
      ...slice,
    })
    const ids = results.map(({ id }) => id)
    await txContext.tx.deleteEvaluationRecords('result', context.scope.projectId, 'id', ids)
    context.scope.recordResource('evaluation_run', runId)
  })

/** The minute of a time, as in the scenarios of a live run. */
const minuteOf = (time: string) => ({ timestamp: `${time.slice(0, 16)}:00.000000Z`, interval: 1 })

export const addScenarios = (
  context: OperationContext,
  {
    runId,
    input,
  }: {
    readonly runId: string
    readonly input: { readonly count: number; readonly timestamp?: string | undefined }
  },
): Promise<readonly EvaluationScenario[]> =>
  inTransaction(context, async (txContext) => {
    await lockOpenRuns(txContext, [runId])
    const time = input.timestamp === undefined ? {} : minuteOf(input.timestamp)
    return insertScenarios(
      txContext,
      Array.from({ length: input.count }, () => ({ runId, status: 'running' as const, ...time })),
    )
  })

export const dropScenarios = (
  context: OperationContext,
  { runId, ids }: { readonly runId: string; readonly ids: readonly string[] },
): Promise<void> =>
  inTransaction(context, async (txContext) => {
    await lockOpenRuns(txContext, [runId])
    const scenarios = await txContext.tx.evaluationRecords('scenario', context.scope.projectId, { ids })
    const foreignScenario =
      ids.length === 0 ? undefined : scenarios.find((scenario) => scenario.runId !== runId)
    if (foreignScenario !== undefined) {
      throw new AssayError(
        'reference_mismatch',
        `Evaluation scenario '${foreignScenario.id}' belongs to another run.`,
      )
    }
    await removeScenarios(txContext, ids)
    context.scope.recordResource('evaluation_run', runId)
  })
