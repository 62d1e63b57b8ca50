// Runs as the status machine sees them: what a closed run refuses, and how an event changes a run and its cells.
import { AssayError } from '../../errors.ts'
import type { EvaluationRun } from '../../storage/contract.ts'
import { cellName, missingCells } from '../plan.ts'
import { runAfter, type RunEvent, type RunState, type Status } from '../status.ts'
import { plannedScenarios } from './cells.ts'
import { changedNow, notFound, type InTransaction } from './engine.ts'

export const isClosed = (run: EvaluationRun): boolean => run.flags['is_closed'] === true

/** The server computes its cells right now. */
export const isActiveOnServer = (run: EvaluationRun): boolean =>
  run.flags['is_active'] === true && run.executor === 'server'

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

/** What was dispatched and not finished ends as cancelled. */
async function cancelCells({ tx, scope, engine }: InTransaction, run: EvaluationRun): Promise<void> {
  const waiting = await tx.evaluationRecords('result', scope.projectId, {
    runIds: [run.id],
    statuses: ['queued', 'running'],
  })
  const cancelled = waiting.map((result) => ({
    ...result,
    ...changedNow({ engine, scope }),
    status: 'cancelled' as const,
  }))
  await tx.putEvaluationRecords('result', scope.projectId, cancelled)
}

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
  if (transition.cancelsCells) await cancelCells(at, run)
  const { status, isActive, isClosed } = transition.state
  return { ...run, status, flags: { ...run.flags, is_active: isActive, is_closed: isClosed } }
}

export const patchEvent = (run: EvaluationRun, to: Status): RunEvent => ({
  type: 'patch',
  to,
  activeOnServer: isActiveOnServer(run),
})

const isFailed = (status: Status | undefined): boolean => status === 'failure' || status === 'errors'

/** How a run stands when it is stopped: whether something was left to compute, and how its scenarios ended. */
export async function stopEvent(at: InTransaction, run: EvaluationRun): Promise<RunEvent> {
  const planned = await plannedScenarios(at.tx, at.scope.projectId, run)
  const outstanding = planned.some(({ cells, done }) => {
    const left = missingCells(cells, done).dispatch.filter((cell) => !isFailed(done.get(cellName(cell))))
    return left.length > 0 || [...done.values()].some((status) => status === 'queued' || status === 'running')
  })
  return {
    type: 'stop',
    outstanding: planned.length === 0 || outstanding,
    scenarios: {
      someErrors: planned.some(({ scenario }) => scenario.status === 'errors' || isFailed(scenario.status)),
      someManual: planned.some(({ done }) => [...done.values()].includes('pending')),
    },
  }
}
