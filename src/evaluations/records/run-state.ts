// Transitions of runs by the status machine: which operations a closed run refuses, and how an event changes a run and
// its cells.
import { AssayError } from '../../kernel/errors.ts'
import type {
  EvaluationRecords,
  EvaluationRun,
  RelationalReads,
  StatusCounts,
} from '../../storage/contract/contract.ts'
import { scenarioCells } from '../plan/plan.ts'
import {
  runAfter,
  statuses,
  type DrainedScenarios,
  type RunEvent,
  type RunState,
  type Status,
} from '../plan/status.ts'
import { changeFields, requireRecords, notFound, type TransactionContext } from './engine.ts'
import { endJob } from './jobs/jobs.ts'
import { isActiveOnServer, isClosed, runData } from './run-data.ts'

const runClosed = (runId: string): AssayError =>
  new AssayError('run_closed', { message: 'Cannot modify a closed evaluation.', run_id: runId })

/** Locks the runs until the transaction ends. Throws `not_found` for a missing one. */
export async function lockRuns(
  { tx, scope }: TransactionContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvaluationRun>> {
  const runs = await tx.lockEvaluationRuns(scope.projectId, [...new Set(ids)])
  const byId = new Map(runs.map((run) => [run.id, run]))
  for (const id of ids) if (!byId.has(id)) throw notFound('run', id)
  return byId
}

/** Locks the runs like `lockRuns` and refuses closed ones. */
export async function lockOpenRuns(
  txContext: TransactionContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvaluationRun>> {
  const runs = await lockRuns(txContext, ids)
  for (const run of runs.values()) if (isClosed(run)) throw runClosed(run.id)
  return runs
}

/** Locks the open runs that these records belong to. */
export const lockOpenRunsOf = (
  txContext: TransactionContext,
  records: readonly { readonly runId: string }[],
): Promise<ReadonlyMap<string, EvaluationRun>> =>
  lockOpenRuns(
    txContext,
    records.map(({ runId }) => runId),
  )

/** Returns records of open runs with these runs. Nobody else changes them until the transaction ends. */
export async function lockRecords<K extends 'scenario' | 'queue'>(
  txContext: TransactionContext,
  { kind, ids }: { readonly kind: K; readonly ids: readonly string[] },
): Promise<{
  readonly runs: ReadonlyMap<string, EvaluationRun>
  readonly records: ReadonlyMap<string, EvaluationRecords[K]>
}> {
  const unlockedRecords = await requireRecords(txContext, { kind, ids })
  const runs = await lockOpenRunsOf(txContext, [...unlockedRecords.values()])
  // Read again under the lock: another transaction may have changed them meanwhile.
  return { runs, records: await requireRecords(txContext, { kind, ids }) }
}

const stateOf = (run: EvaluationRun): RunState => ({
  status: run.status,
  isActive: run.flags['is_active'] === true,
  isClosed: isClosed(run),
})

const refusals = {
  run_closed: runClosed,
  run_active: (runId: string) =>
    new AssayError('run_active', {
      message: 'The server is executing this evaluation: stop it, or set a status that ends it.',
      run_id: runId,
    }),
} as const

/** The run after an event, with its cells cancelled if the event requires it. The caller stores the run. */
export async function applyEvent(
  txContext: TransactionContext,
  { run, event }: { readonly run: EvaluationRun; readonly event: RunEvent },
): Promise<EvaluationRun> {
  const transition = runAfter(stateOf(run), event)
  if ('refusal' in transition) {
    if (transition.refusal === 'ignored') return run
    throw refusals[transition.refusal](run.id)
  }
  const { status, isActive, isClosed } = transition.state
  const after = { ...run, status, flags: { ...run.flags, is_active: isActive, is_closed: isClosed } }
  if (transition.shouldCancelCells) {
    const { updatedAt, updatedById } = changeFields(txContext)
    await txContext.tx.cancelCells(txContext.scope.projectId, run.id, { at: updatedAt, by: updatedById })
  }
  if (isActiveOnServer(run) && !isActive) await endJob(txContext, after)
  return after
}

export const patchEvent = (run: EvaluationRun, to: Status): RunEvent => ({
  type: 'patch',
  to,
  isActiveOnServer: isActiveOnServer(run),
})

/** Whether scenarios of the run have errors or wait for people, with the counts of their statuses. */
export async function scenarioSummary(
  { tx, scope }: Pick<TransactionContext, 'scope'> & { readonly tx: RelationalReads },
  run: EvaluationRun,
): Promise<{ readonly counts: StatusCounts; readonly scenarios: DrainedScenarios }> {
  const counts = await tx.statusCounts(scope.projectId, run.id)
  const hasErrors = total(counts.scenarios, 'errors', 'failure') > 0
  return { counts, scenarios: { hasErrors, hasManualCells: total(counts.results, 'pending') > 0 } }
}

/** The number of cells per scenario that are computed, not written by people. */
function computedCells(run: EvaluationRun): number {
  const isSplit = run.flags['is_split'] === true
  return scenarioCells(runData(run), { sourceStepKey: '', options: { isSplit } }).filter(
    ({ isManual }) => !isManual,
  ).length
}

const total = (counts: StatusCounts['results'], ...statuses: readonly Status[]): number =>
  statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)

/** The stop event of a run. Work is outstanding if items were not taken yet or cells not computed. */
export async function stopEvent(txContext: TransactionContext, run: EvaluationRun): Promise<RunEvent> {
  const { counts, scenarios } = await scenarioSummary(txContext, run)
  const job = await txContext.tx.evaluationJob(txContext.scope.projectId, run.id)
  const items = total(counts.scenarios, ...statuses)
  const finishedCount = total(counts.results, 'success', 'failure', 'errors')
  const isOutstanding =
    job?.phase === 'preparing' ||
    items === 0 ||
    total(counts.results, 'queued', 'running', 'cancelled') > 0 ||
    finishedCount < items * computedCells(run)
  return { type: 'stop', hasOutstandingCells: isOutstanding, scenarios }
}
