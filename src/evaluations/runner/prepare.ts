// Preparation: finds missing cells in the existing scenarios, then turns the items of every input step into scenarios
// with tasks. Each page is one transaction that includes its progress, so a crash costs at most one page.
import { AssayError } from '../../kernel/errors.ts'
import type { EvaluationJob, EvaluationRun } from '../../storage/contract/contract.ts'
import type { JobProgress, SourceProgress } from '../records/jobs/job-progress.ts'
import { scenarioCells } from '../plan/plan.ts'
import { planScenario } from '../records/cells.ts'
import { dispatchMissing, insertItems } from '../records/jobs/dispatch.ts'
import { changeFields, type TransactionContext } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import { applyEvent } from '../records/run-state.ts'
import { graphProblem, stepsOf, type Step } from '../plan/steps.ts'
import { takeTick } from './live.ts'
import { scopeOfJob, transact, type RunnerParts } from './parts.ts'
import { lockPreparingRun, putProgress, type PreparingRun } from './preparing-run.ts'
import { itemPage, preparationError } from './sources.ts'
import { ownMember } from '../../kernel/own.ts'

/** Approximate rows per transaction: other writers wait for it. */
const rowsPerPage = 1_000
const scenariosPerPageMax = 500

const initialProgress: SourceProgress = { isDone: false, taken: 0 }

function scenariosPerPage(run: EvaluationRun): number {
  const isSplit = run.flags['is_split'] === true
  const cells = scenarioCells(runData(run), { sourceStepKey: '', options: { isSplit } }).length
  return Math.min(scenariosPerPageMax, Math.max(1, Math.floor(rowsPerPage / (2 * cells + 1))))
}

/** Finds missing cells in the next page of scenarios. */
async function searchPage(
  txContext: TransactionContext,
  { run, job, progress }: PreparingRun,
): Promise<void> {
  const { tx, scope } = txContext
  const limit = scenariosPerPage(run)
  const after = progress.searched === 'all' ? undefined : progress.searched
  const bounds = { order: 'ascending' as const, limit, after, from: undefined, to: undefined }
  const scenarios = await tx.evaluationRecords('scenario', scope.projectId, { runIds: [run.id] }, bounds)
  const ids = scenarios.map(({ id }) => id)
  const filter = { runIds: [run.id], scenarioIds: ids }
  const results = ids.length === 0 ? [] : await tx.evaluationRecords('result', scope.projectId, filter)
  const resultsByScenario = Map.groupBy(results, ({ scenarioId }) => scenarioId)
  const scenarioPlans = scenarios.map((scenario) =>
    planScenario(run, { scenario, results: resultsByScenario.get(scenario.id) ?? [] }),
  )
  await dispatchMissing(txContext, { run, scenarioPlans })
  const last = scenarios.at(-1)
  const searchedUpTo =
    last === undefined || scenarios.length < limit
      ? ('all' as const)
      : { createdAt: last.createdAt, id: last.id }
  await putProgress(txContext, { job, progress: { ...progress, searched: searchedUpTo } })
}

/** Whether a client has created scenarios for the step before the run was started on the server. */
async function hasItems(
  { tx, scope }: TransactionContext,
  { runId, step }: { readonly runId: string; readonly step: Step },
): Promise<boolean> {
  const filter = { runIds: [runId], stepKeys: [step.key], statuses: ['success' as const] }
  const bounds = { order: 'ascending' as const, limit: 1, after: undefined, from: undefined, to: undefined }
  return (await tx.evaluationRecords('result', scope.projectId, filter, bounds)).length > 0
}

const sourceOf = (progress: JobProgress, step: Step): SourceProgress =>
  ownMember(progress.sources, step.key) ?? initialProgress

/** Turns the next items of a step into scenarios. */
async function takeItems(
  parts: RunnerParts,
  {
    preparingRun: { run, job, progress },
    step,
  }: { readonly preparingRun: PreparingRun; readonly step: Step },
): Promise<void> {
  const before = sourceOf(progress, step)
  const scope = scopeOfJob(parts, job)
  const itemsMax = scenariosPerPage(run)
  const page = await itemPage({ engine: parts.engine, scope, step, before, itemsMax })
  await transact(parts, {
    job,
    work: async (txContext) => {
      const current = await lockPreparingRun(txContext, run.id)
      // Another process took these items, or the step was removed: start over from the current state.
      if (current === undefined || sourceOf(current.progress, step).taken !== before.taken) return
      if (!runData(current.run).steps.some(({ key }) => key === step.key)) return
      const isFirst = before.taken === 0 && before.windowing === undefined
      const isFilledByClient = isFirst && (await hasItems(txContext, { runId: run.id, step }))
      if (!isFilledByClient)
        await insertItems(txContext, { run: current.run, sourceStepKey: step.key, items: page.items })
      const after = isFilledByClient ? { ...before, isDone: true } : page.after
      await putProgress(txContext, {
        job: current.job,
        progress: {
          ...current.progress,
          sources: { ...current.progress.sources, [step.key]: after },
        },
      })
    },
  })
}

/** Prepares one page. False: the preparation is complete. */
async function preparePage(parts: RunnerParts, job: EvaluationJob): Promise<boolean> {
  const outcome = await transact(parts, {
    job,
    work: async (txContext) => {
      const current = await lockPreparingRun(txContext, job.runId)
      if (current === undefined) return undefined
      const problem = graphProblem(runData(current.run), current.run.flags['is_live'] === true)
      if (problem !== undefined) throw preparationError(problem)
      if (current.progress.searched === 'all') return current
      await searchPage(txContext, current)
      return 'searched'
    },
  })
  if (outcome === undefined) return false
  if (outcome === 'searched') return true
  const { run, progress } = outcome
  const inputs = stepsOf(runData(run), 'input')
  if (run.flags['is_live'] === true) {
    if (await takeTick(parts, outcome)) return true
  } else {
    const step = inputs.find((input) => !sourceOf(progress, input).isDone)
    if (step !== undefined) {
      await takeItems(parts, { preparingRun: outcome, step })
      return true
    }
    await parts.onPrepared?.(run, job)
  }
  await transact(parts, {
    job,
    work: async (txContext) => {
      const current = await lockPreparingRun(txContext, job.runId)
      if (current !== undefined) await txContext.tx.putEvaluationJob({ ...current.job, phase: 'computing' })
    },
  })
  return false
}

/** The reason why a run cannot be prepared, as stored in `meta.failure`. */
const failureOf = (error: AssayError) => ({ code: error.code, message: error.message })

async function failRun(
  parts: RunnerParts,
  { job, error }: { readonly job: EvaluationJob; readonly error: AssayError },
): Promise<void> {
  await transact(parts, {
    job,
    work: async (txContext) => {
      const current = await lockPreparingRun(txContext, job.runId)
      if (current === undefined) return
      const failedRun = await applyEvent(txContext, {
        run: current.run,
        event: { type: 'preparation_failed' },
      })
      const meta = { ...failedRun.meta, failure: failureOf(error) }
      await txContext.tx.putEvaluationRecords('run', txContext.scope.projectId, [
        { ...failedRun, ...changeFields(txContext), meta },
      ])
    },
  })
}

/** A refusal is permanent. A store that does not answer may recover, and unexpected errors are retried, too. */
const isTransient = (error: unknown): boolean =>
  !(error instanceof AssayError) || error.code === 'unavailable'

/**
 * Prepares until the run is ready or has ended, or `isStopped` returns true. A run that cannot be prepared fails with
 * the reason. Calls `onTasks` whenever there may be new tasks.
 */
export async function prepareRun(
  parts: RunnerParts,
  {
    job,
    signals,
  }: {
    readonly job: EvaluationJob
    readonly signals: { readonly isStopped: () => boolean; readonly onTasks: () => void }
  },
): Promise<void> {
  try {
    while (!signals.isStopped() && (await preparePage(parts, job))) signals.onTasks()
  } catch (error) {
    if (isTransient(error)) throw error
    await failRun(parts, { job, error: error as AssayError })
  }
  signals.onTasks()
}
