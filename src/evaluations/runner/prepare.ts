// Preparation: scenarios that are there are searched for missing cells, then the items of every input step become
// scenarios with tasks. Page by page, each with its progress in one transaction: a crash costs the page it was at.
import { AssayError } from '../../kernel/errors.ts'
import type { EvaluationJob, EvaluationRun } from '../../storage/contract/contract.ts'
import type { JobProgress, SourceProgress } from '../following/job-progress.ts'
import { scenarioCells } from '../plan/plan.ts'
import { plannedScenario } from '../records/cells.ts'
import { dispatchMissing, insertItems } from '../records/dispatch.ts'
import { changedNow, type InTransaction } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import { afterEvent } from '../records/run-state.ts'
import { graphFault, stepsOf, type Step } from '../plan/steps.ts'
import { takeTick } from './live.ts'
import { scopeOfJob, transact, type RunnerParts } from './parts.ts'
import { beingPrepared, putProgress, type Prepared } from './prepared.ts'
import { itemPage, unusable } from './sources.ts'
import { ownMember } from '../../kernel/own.ts'

/** About so many rows are written by one transaction: others wait for it. */
const rowsPerPage = 1_000
const scenariosPerPageMax = 500

const nothingTaken: SourceProgress = { isDone: false, taken: 0 }

function scenariosPerPage(run: EvaluationRun): number {
  const isSplit = run.flags['is_split'] === true
  const cells = scenarioCells(runData(run), '', { isSplit }).length
  return Math.min(scenariosPerPageMax, Math.max(1, Math.floor(rowsPerPage / (2 * cells + 1))))
}

/** Searches the next scenarios for cells that are missing. */
async function searchPage(at: InTransaction, { run, job, progress }: Prepared): Promise<void> {
  const { tx, scope } = at
  const limit = scenariosPerPage(run)
  const after = progress.searched === 'all' ? undefined : progress.searched
  const bounds = { order: 'ascending' as const, limit, after, from: undefined, to: undefined }
  const scenarios = await tx.evaluationRecords('scenario', scope.projectId, { runIds: [run.id] }, bounds)
  const ids = scenarios.map(({ id }) => id)
  const filter = { runIds: [run.id], scenarioIds: ids }
  const results = ids.length === 0 ? [] : await tx.evaluationRecords('result', scope.projectId, filter)
  const resultsOf = Map.groupBy(results, ({ scenarioId }) => scenarioId)
  const planned = scenarios.map((one) => plannedScenario(run, one, resultsOf.get(one.id) ?? []))
  await dispatchMissing(at, run, planned)
  const last = scenarios.at(-1)
  const searched =
    last === undefined || scenarios.length < limit
      ? ('all' as const)
      : { createdAt: last.createdAt, id: last.id }
  await putProgress(at, job, { ...progress, searched })
}

/** Whether a client has made scenarios of the step before the server was asked to. */
async function hasItems({ tx, scope }: InTransaction, runId: string, step: Step): Promise<boolean> {
  const filter = { runIds: [runId], stepKeys: [step.key], statuses: ['success' as const] }
  const bounds = { order: 'ascending' as const, limit: 1, after: undefined, from: undefined, to: undefined }
  return (await tx.evaluationRecords('result', scope.projectId, filter, bounds)).length > 0
}

const sourceOf = (progress: JobProgress, step: Step): SourceProgress =>
  ownMember(progress.sources, step.key) ?? nothingTaken

/** Makes scenarios of the next items of a step. */
async function takeItems(parts: RunnerParts, { run, job, progress }: Prepared, step: Step): Promise<void> {
  const before = sourceOf(progress, step)
  const scope = scopeOfJob(parts, job)
  const itemsMax = scenariosPerPage(run)
  const page = await itemPage({ engine: parts.engine, scope, step, before, itemsMax })
  await transact(parts, job, async (at) => {
    const now = await beingPrepared(at, run.id)
    // Somebody else took these items, or the step is gone: what is left is looked at anew.
    if (now === undefined || sourceOf(now.progress, step).taken !== before.taken) return
    if (!runData(now.run).steps.some(({ key }) => key === step.key)) return
    const isFirst = before.taken === 0 && before.windowing === undefined
    const isClients = isFirst && (await hasItems(at, run.id, step))
    if (!isClients) await insertItems(at, now.run, step.key, page.items)
    const after = isClients ? { ...before, isDone: true } : page.after
    await putProgress(at, now.job, {
      ...now.progress,
      sources: { ...now.progress.sources, [step.key]: after },
    })
  })
}

/** One page of preparation. False when there is nothing left to prepare. */
async function prepareSome(parts: RunnerParts, job: EvaluationJob): Promise<boolean> {
  const prepared = await transact(parts, job, async (at) => {
    const now = await beingPrepared(at, job.runId)
    if (now === undefined) return undefined
    const fault = graphFault(runData(now.run), now.run.flags['is_live'] === true)
    if (fault !== undefined) throw unusable(fault)
    if (now.progress.searched === 'all') return now
    await searchPage(at, now)
    return 'searched'
  })
  if (prepared === undefined) return false
  if (prepared === 'searched') return true
  const { run, progress } = prepared
  const inputs = stepsOf(runData(run), 'input')
  if (run.flags['is_live'] === true) {
    if (await takeTick(parts, prepared)) return true
  } else {
    const step = inputs.find((one) => !sourceOf(progress, one).isDone)
    if (step !== undefined) {
      await takeItems(parts, prepared, step)
      return true
    }
    await parts.onPrepared?.(run, job)
  }
  await transact(parts, job, async (at) => {
    const now = await beingPrepared(at, job.runId)
    if (now !== undefined) await at.tx.putEvaluationJob({ ...now.job, phase: 'computing' })
  })
  return false
}

/** The reason of a run that cannot be prepared, for people. */
const failureOf = (error: AssayError) => ({ code: error.code, message: error.message })

async function failRun(parts: RunnerParts, job: EvaluationJob, error: AssayError): Promise<void> {
  await transact(parts, job, async (at) => {
    const now = await beingPrepared(at, job.runId)
    if (now === undefined) return
    const moved = await afterEvent(at, now.run, { type: 'preparation_failed' })
    const meta = { ...moved.meta, failure: failureOf(error) }
    await at.tx.putEvaluationRecords('run', at.scope.projectId, [{ ...moved, ...changedNow(at), meta }])
  })
}

/** A store that does not answer now may answer later; anything else will not get better. */
const isPassing = (error: unknown): boolean => !(error instanceof AssayError) || error.code === 'unavailable'

/**
 * Prepares until nothing is left, `isStopped` or the run is ended. One that cannot be prepared ends as a failure with the
 * reason. Calls `onTasks` whenever there may be new tasks.
 */
export async function prepareRun(
  parts: RunnerParts,
  job: EvaluationJob,
  watch: { readonly isStopped: () => boolean; readonly onTasks: () => void },
): Promise<void> {
  try {
    while (!watch.isStopped() && (await prepareSome(parts, job))) watch.onTasks()
  } catch (error) {
    if (isPassing(error)) throw error
    await failRun(parts, job, error as AssayError)
  }
  watch.onTasks()
}
