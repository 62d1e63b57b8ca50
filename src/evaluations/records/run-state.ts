// Runs as the status machine sees them: what a closed run refuses, and how an event changes a run and its cells.
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
import { changedNow, knownRecords, notFound, type InTransaction } from './engine.ts'
import { endJob } from './jobs.ts'
import { isActiveOnServer, isClosed, runData } from './run-data.ts'

const runClosed = (runId: string): AssayError =>
  new AssayError('run_closed', { message: 'Cannot modify a closed evaluation.', run_id: runId })

/** The runs, held until the transaction ends. One that is not there is refused by name. */
export async function heldRuns(
  { tx, scope }: InTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvaluationRun>> {
  const held = await tx.lockEvaluationRuns(scope.projectId, [...new Set(ids)])
  const byId = new Map(held.map((run) => [run.id, run]))
  for (const id of ids) if (!byId.has(id)) throw notFound('run', id)
  return byId
}

/** Likewise, and one that is closed is refused. */
export async function openRuns(
  at: InTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvaluationRun>> {
  const runs = await heldRuns(at, ids)
  for (const run of runs.values()) if (isClosed(run)) throw runClosed(run.id)
  return runs
}

/** The open runs that these belong to, held. */
export const openRunsOf = (
  at: InTransaction,
  parts: readonly { readonly runId: string }[],
): Promise<ReadonlyMap<string, EvaluationRun>> =>
  openRuns(
    at,
    parts.map(({ runId }) => runId),
  )

/** Records of open runs, and those runs. Until the transaction ends nobody else changes them. */
export async function heldRecords<K extends 'scenario' | 'queue'>(
  at: InTransaction,
  kind: K,
  ids: readonly string[],
): Promise<{
  readonly runs: ReadonlyMap<string, EvaluationRun>
  readonly records: ReadonlyMap<string, EvaluationRecords[K]>
}> {
  const seen = await knownRecords(at, kind, ids)
  const runs = await openRunsOf(at, [...seen.values()])
  // Read again now that their runs are held: they may have changed while another transaction held those.
  return { runs, records: await knownRecords(at, kind, ids) }
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

/** The run after an event, with its cells cancelled where the event says so. Not stored yet. */
export async function afterEvent(
  at: InTransaction,
  run: EvaluationRun,
  event: RunEvent,
): Promise<EvaluationRun> {
  const transition = runAfter(stateOf(run), event)
  if ('refused' in transition) {
    if (transition.refused === 'ignored') return run
    throw refusals[transition.refused](run.id)
  }
  const { status, isActive, isClosed } = transition.state
  const after = { ...run, status, flags: { ...run.flags, is_active: isActive, is_closed: isClosed } }
  if (transition.cancelsCells) {
    const { updatedAt, updatedById } = changedNow(at)
    await at.tx.cancelCells(at.scope.projectId, run.id, { at: updatedAt, by: updatedById })
  }
  if (isActiveOnServer(run) && !isActive) await endJob(at, after)
  return after
}

export const patchEvent = (run: EvaluationRun, to: Status): RunEvent => ({
  type: 'patch',
  to,
  activeOnServer: isActiveOnServer(run),
})

/** How the scenarios of a run stand. */
export async function scenariosNow(
  { tx, scope }: Pick<InTransaction, 'scope'> & { readonly tx: RelationalReads },
  run: EvaluationRun,
): Promise<{ readonly counts: StatusCounts; readonly scenarios: DrainedScenarios }> {
  const counts = await tx.statusCounts(scope.projectId, run.id)
  const someErrors = total(counts.scenarios, 'errors', 'failure') > 0
  return { counts, scenarios: { someErrors, someManual: total(counts.results, 'pending') > 0 } }
}

/** Cells of the run that somebody other than people has to compute. */
function computedCells(run: EvaluationRun): number {
  const isSplit = run.flags['is_split'] === true
  return scenarioCells(runData(run), '', { isSplit }).filter(({ manual }) => !manual).length
}

const total = (counts: StatusCounts['results'], ...statuses: readonly Status[]): number =>
  statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)

/** A run that is stopped. Something was outstanding if items were still to be taken or cells to be computed. */
export async function stopEvent(at: InTransaction, run: EvaluationRun): Promise<RunEvent> {
  const { counts, scenarios } = await scenariosNow(at, run)
  const job = await at.tx.evaluationJob(at.scope.projectId, run.id)
  const items = total(counts.scenarios, ...statuses)
  const finished = total(counts.results, 'success', 'failure', 'errors')
  const outstanding =
    job?.phase === 'preparing' ||
    items === 0 ||
    total(counts.results, 'queued', 'running', 'cancelled') > 0 ||
    finished < items * computedCells(run)
  return { type: 'stop', outstanding, scenarios }
}
