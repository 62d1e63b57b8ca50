// Results: one for each cell. Writing a cell again updates it in place: what is left out is kept.
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationResult, EvaluationRun, Flags } from '../../storage/contract/contract.ts'
import { cellName } from '../plan/plan.ts'
import type { Status } from '../plan/status.ts'
import { refuseFaults, refuseOtherRun, stepFaults } from './belonging.ts'
import {
  changedNow,
  inTransaction,
  known,
  knownRecords,
  madeNow,
  putByKey,
  type EvaluationEngine,
  type InTransaction,
} from './engine.ts'
import { followCells } from './follow.ts'
import { askForTasks } from './jobs.ts'
import { runData } from './run-data.ts'
import { openRuns } from './run-state.ts'

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

/** An error belongs to the failure it explains: a cell that is written with another status has none. */
function errorAfter(input: ResultInput, before: EvaluationResult | undefined): JsonObject | undefined {
  if (input.error !== undefined) return input.error
  return input.status === undefined || isFailure(input.status) ? before?.error : undefined
}

function merged(
  at: InTransaction,
  input: ResultInput,
  before: EvaluationResult | undefined,
): EvaluationResult {
  return {
    ...(before === undefined ? madeNow(at) : { ...before, ...changedNow(at) }),
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

/** Writes cells whose runs are held and whose scenarios are known. Answers one result for each input, in order. */
export async function putResults(
  at: InTransaction,
  inputs: readonly ResultInput[],
): Promise<readonly EvaluationResult[]> {
  const { tx, scope } = at
  if (inputs.length === 0) return []
  const stored = await tx.evaluationRecords('result', scope.projectId, {
    runIds: [...new Set(inputs.map(({ runId }) => runId))],
    scenarioIds: [...new Set(inputs.map(({ scenarioId }) => scenarioId))],
  })
  const mergedNow = (input: ResultInput, before: EvaluationResult | undefined) => merged(at, input, before)
  return putByKey(at, 'result', { inputs, stored, keyOf, merged: mergedNow })
}

/** The scenarios of a held run follow cells of theirs that were written. In runs of clients nothing is recomputed. */
async function followWritten(
  at: InTransaction,
  run: EvaluationRun,
  inputs: readonly ResultInput[],
): Promise<void> {
  const own = inputs.filter(({ runId }) => runId === run.id).map(({ scenarioId }) => scenarioId)
  if (own.length === 0 || run.executor !== 'server') return
  await followCells(at, run, [...new Set(own)])
  await askForTasks(at, run)
}

/** Writes cells of one run, which is held. */
export async function writeCells(
  at: InTransaction,
  run: EvaluationRun,
  inputs: readonly ResultInput[],
): Promise<void> {
  await putResults(at, inputs)
  await followWritten(at, run, inputs)
}

/** `ofRun`: results of another run are refused. */
export const writeResults = (
  engine: EvaluationEngine,
  scope: Scope,
  inputs: readonly ResultInput[],
  ofRun?: string,
): Promise<readonly EvaluationResult[]> =>
  inTransaction(engine, scope, async (at) => {
    const runs = await openRuns(at, [...(ofRun === undefined ? [] : [ofRun]), ...runIdsOf(inputs, ofRun)])
    await refuseStrangeScenarios(at, inputs, ofRun !== undefined)
    refuseStrangeSteps(runs, inputs)
    const results = await putResults(at, inputs)
    for (const run of runs.values()) await followWritten(at, run, inputs)
    return results
  })

function refuseStrangeSteps(runs: ReadonlyMap<string, EvaluationRun>, inputs: readonly ResultInput[]): void {
  const named = inputs.map(({ runId, stepKey }, i) => ({
    runId,
    key: stepKey,
    loc: ['body', 'results', i, 'step_key'],
  }))
  const byRun = Map.groupBy(named, ({ runId }) => runId)
  refuseFaults([...byRun].flatMap(([runId, steps]) => stepFaults(runData(known(runs, runId)), steps)))
}

function runIdsOf(inputs: readonly ResultInput[], ofRun: string | undefined): readonly string[] {
  const stranger = inputs.find(({ runId }) => ofRun !== undefined && runId !== ofRun)
  if (stranger === undefined) return inputs.map(({ runId }) => runId)
  throw new AssayError(
    'reference_mismatch',
    `A result has the run_id '${stranger.runId}', the path '${ofRun ?? ''}'.`,
  )
}

/** Scenarios must be there (404), or there in this very run when the path names it (400), and of the result's run. */
async function refuseStrangeScenarios(
  at: InTransaction,
  inputs: readonly ResultInput[],
  ofRun: boolean,
): Promise<void> {
  const ids = inputs.map(({ scenarioId }) => scenarioId)
  const scenarios = await knownRecords(at, 'scenario', ids).catch((error: unknown) => {
    if (!ofRun || !(error instanceof AssayError)) throw error
    throw new AssayError('reference_mismatch', error.message, { cause: error })
  })
  for (const { scenarioId, runId } of inputs) refuseOtherRun(known(scenarios, scenarioId), runId)
}
