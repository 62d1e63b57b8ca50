// Results: one for each cell. Writing a cell again updates it in place; omitted fields keep their values.
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationResult, EvaluationRun, Flags } from '../../storage/contract/contract.ts'
import { cellName } from '../plan/plan.ts'
import type { Status } from '../plan/status.ts'
import { throwFieldErrors, refuseOtherRun, stepErrors } from './ownership.ts'
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
import { advanceScenarios } from './jobs/advance-scenarios.ts'
import { requestTasks } from './jobs/jobs.ts'
import { runData } from './run-data.ts'
import { lockOpenRuns } from './run-state.ts'

export interface ResultInput {
  readonly runId: string
  readonly scenarioId: string
  readonly stepKey: string
  readonly repeatIdx: number
  readonly status?: Status | undefined
  readonly traceId?: string | undefined
  readonly testcaseId?: string | undefined
  readonly hashId?: string | undefined
  readonly error?: JsonObject | undefined
  readonly interval?: number | undefined
  readonly timestamp?: string | undefined
  readonly flags?: Flags | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
}

const keyOf = (result: Pick<ResultInput, 'scenarioId' | 'stepKey' | 'repeatIdx'>): string =>
  `${result.scenarioId} ${cellName(result)}`

const isFailure = (status: Status): boolean => status === 'failure' || status === 'errors'

/** An error belongs to the failure it explains: writing another status clears it. */
function errorAfter(input: ResultInput, before: EvaluationResult | undefined): JsonObject | undefined {
  if (input.error !== undefined) return input.error
  return input.status === undefined || isFailure(input.status) ? before?.error : undefined
}

function mergeResult(
  txContext: TransactionContext,
  { input, before }: { readonly input: ResultInput; readonly before: EvaluationResult | undefined },
): EvaluationResult {
  return {
    ...(before === undefined ? creationFields(txContext) : { ...before, ...changeFields(txContext) }),
    runId: input.runId,
    scenarioId: input.scenarioId,
    stepKey: input.stepKey,
    repeatIdx: input.repeatIdx,
    status: input.status ?? before?.status ?? 'pending',
    traceId: input.traceId ?? before?.traceId,
    testcaseId: input.testcaseId ?? before?.testcaseId,
    hashId: input.hashId ?? before?.hashId,
    error: errorAfter(input, before),
    interval: input.interval ?? before?.interval,
    timestamp: input.timestamp ?? before?.timestamp,
    flags: input.flags ?? before?.flags ?? {},
    tags: input.tags ?? before?.tags,
    meta: input.meta ?? before?.meta,
  }
}

/** Upserts cells of locked runs with existing scenarios. Returns one result for each input, in order. */
export async function putResults(
  txContext: TransactionContext,
  inputs: readonly ResultInput[],
): Promise<readonly EvaluationResult[]> {
  const { tx, scope } = txContext
  if (inputs.length === 0) return []
  const storedResults = await tx.evaluationRecords('result', scope.projectId, {
    runIds: [...new Set(inputs.map(({ runId }) => runId))],
    scenarioIds: [...new Set(inputs.map(({ scenarioId }) => scenarioId))],
  })
  const merge = (input: ResultInput, before: EvaluationResult | undefined) =>
    mergeResult(txContext, { input, before })
  return putByKey(txContext, 'result', { inputs, storedRecords: storedResults, keyOf, merge })
}

/** Updates the scenarios of a locked run after their cells were written. Runs of clients are not recomputed. */
async function advanceAfterWrite(
  txContext: TransactionContext,
  { run, inputs }: { readonly run: EvaluationRun; readonly inputs: readonly ResultInput[] },
): Promise<void> {
  const scenarioIds = inputs.filter(({ runId }) => runId === run.id).map(({ scenarioId }) => scenarioId)
  if (scenarioIds.length === 0 || run.executor !== 'server') return
  await advanceScenarios(txContext, { run, scenarioIds: [...new Set(scenarioIds)] })
  await requestTasks(txContext, run)
}

/** Writes cells of one locked run. */
export async function writeCells(
  txContext: TransactionContext,
  { run, inputs }: { readonly run: EvaluationRun; readonly inputs: readonly ResultInput[] },
): Promise<void> {
  await putResults(txContext, inputs)
  await advanceAfterWrite(txContext, { run, inputs })
}

/** `pathRunId`: the run of the path; results of another run are refused. */
export const writeResults = (
  context: OperationContext,
  { inputs, pathRunId }: { readonly inputs: readonly ResultInput[]; readonly pathRunId?: string | undefined },
): Promise<readonly EvaluationResult[]> =>
  inTransaction(context, async (txContext) => {
    const runs = await lockOpenRuns(txContext, [
      ...(pathRunId === undefined ? [] : [pathRunId]),
      ...runIdsOf(inputs, pathRunId),
    ])
    await refuseForeignScenarios(txContext, { inputs, isRunInPath: pathRunId !== undefined })
    refuseUnknownSteps(runs, inputs)
    const results = await putResults(txContext, inputs)
    for (const run of runs.values()) await advanceAfterWrite(txContext, { run, inputs })
    return results
  })

function refuseUnknownSteps(runs: ReadonlyMap<string, EvaluationRun>, inputs: readonly ResultInput[]): void {
  const steps = inputs.map(({ runId, stepKey }, i) => ({
    runId,
    key: stepKey,
    loc: ['body', 'results', i, 'step_key'],
  }))
  const byRun = Map.groupBy(steps, ({ runId }) => runId)
  throwFieldErrors(
    [...byRun].flatMap(([runId, runSteps]) => stepErrors(runData(requireRecord(runs, runId)), runSteps)),
  )
}

function runIdsOf(inputs: readonly ResultInput[], pathRunId: string | undefined): readonly string[] {
  const foreignResult = inputs.find(({ runId }) => pathRunId !== undefined && runId !== pathRunId)
  if (foreignResult === undefined) return inputs.map(({ runId }) => runId)
  throw new AssayError(
    'reference_mismatch',
    `A result has the run_id '${foreignResult.runId}', but the path has '${pathRunId ?? ''}'.`,
  )
}

/** A scenario must exist (404), or exist in the run of the path (400), and belong to the run of the result. */
async function refuseForeignScenarios(
  txContext: TransactionContext,
  { inputs, isRunInPath }: { readonly inputs: readonly ResultInput[]; readonly isRunInPath: boolean },
): Promise<void> {
  const ids = inputs.map(({ scenarioId }) => scenarioId)
  const scenarios = await requireRecords(txContext, { kind: 'scenario', ids }).catch((error: unknown) => {
    if (!isRunInPath || !(error instanceof AssayError) || error.code !== 'not_found') throw error
    throw new AssayError('reference_mismatch', error.message, { cause: error })
  })
  for (const { scenarioId, runId } of inputs) refuseOtherRun(requireRecord(scenarios, scenarioId), runId)
}
