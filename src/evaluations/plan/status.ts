// Evaluations: a run replays testcases or traces through programs and evaluates the outputs.
// plan         statuses, flags, steps and cells of a run: pure functions (start here, then plan.ts)
// records      the stored runs, scenarios, results and metrics
// runner       computes the cells of runs that the server executes
// queues       annotation by people
// simple       the simple views of evaluations and queues
// following    progress and events of runs
// verdicts     comparisons, gates, manifests
// quality      evaluators compared with people
// statistics   metrics of runs, comparisons, gates
// annotations  simple traces, annotations and invocations, and the programs that they reference
// uses         the uses of an artifact or a revision
// spans-to-testsets  spans as rows of testsets
// May import programs/ and the modules below it.
import { unreachable } from '../../kernel/errors.ts'

export const statuses = ['pending', 'queued', 'running', 'success', 'failure', 'errors', 'cancelled'] as const
export type Status = (typeof statuses)[number]

const terminalStatuses: ReadonlySet<Status> = new Set(['success', 'failure', 'errors', 'cancelled'])
/** Whether the status changes only by a new event. */
export const isTerminal = (status: Status): boolean => terminalStatuses.has(status)

/** Events of a run. Clients may also set any status while the run is open and not active on the server. */
export type RunEvent =
  | { readonly type: 'start'; readonly hasSlot: boolean }
  | { readonly type: 'slot_free' }
  | { readonly type: 'preparation_failed' }
  | { readonly type: 'drained'; readonly scenarios: DrainedScenarios; readonly canReceiveItems: boolean }
  | { readonly type: 'stop'; readonly hasOutstandingCells: boolean; readonly scenarios: DrainedScenarios }
  | { readonly type: 'patch'; readonly to: Status; readonly isActiveOnServer: boolean }
  | { readonly type: 'close'; readonly to: Status | undefined }
  | { readonly type: 'open' }

/** The state of the scenarios when no cell is left to compute: manual cells may still wait for people. */
export interface DrainedScenarios {
  readonly hasErrors: boolean
  readonly hasManualCells: boolean
}

type RunEventType = RunEvent['type']

/** The party that causes an event. */
export type Actor = 'client' | 'server'

/** The statuses in which an event applies, and who may cause it. The type requires an entry for every event. */
export const runEvents: Readonly<
  Record<
    RunEventType,
    { readonly from: readonly Status[]; readonly by: Actor; readonly isAllowedWhenClosed: boolean }
  >
> = {
  start: { from: statuses, by: 'client', isAllowedWhenClosed: false },
  slot_free: { from: ['queued'], by: 'server', isAllowedWhenClosed: false },
  preparation_failed: { from: ['queued', 'running'], by: 'server', isAllowedWhenClosed: false },
  drained: { from: ['running'], by: 'server', isAllowedWhenClosed: false },
  stop: { from: ['queued', 'running'], by: 'client', isAllowedWhenClosed: false },
  patch: { from: statuses, by: 'client', isAllowedWhenClosed: false },
  close: { from: statuses, by: 'client', isAllowedWhenClosed: true },
  open: { from: statuses, by: 'client', isAllowedWhenClosed: true },
}

export interface RunState {
  readonly status: Status
  readonly isActive: boolean
  readonly isClosed: boolean
}

export type RunTransition =
  | { readonly state: RunState; readonly shouldCancelCells: boolean }
  /** `ignored`: the event does not apply in this status. */
  | { readonly refusal: 'run_closed' | 'run_active' | 'ignored' }

const endOf = ({ hasErrors }: DrainedScenarios): Status => (hasErrors ? 'errors' : 'success')

function afterDrained(state: RunState, event: RunEvent & { readonly type: 'drained' }): RunTransition {
  const { hasErrors, hasManualCells } = event.scenarios
  // Errors end a run even while people are not done: all automatic cells have run.
  const isWaiting = event.canReceiveItems || (hasManualCells && !hasErrors)
  if (isWaiting) return { state: { ...state, status: 'running', isActive: true }, shouldCancelCells: false }
  return { state: { ...state, status: endOf(event.scenarios), isActive: false }, shouldCancelCells: false }
}

function afterPatch(state: RunState, event: RunEvent & { readonly type: 'patch' }): RunTransition {
  if (!event.isActiveOnServer) return { state: { ...state, status: event.to }, shouldCancelCells: false }
  if (!isTerminal(event.to)) return { refusal: 'run_active' }
  return { state: { ...state, status: event.to, isActive: false }, shouldCancelCells: true }
}

/** The state after an event. Refusals of closed runs and of statuses that only the runner may set carry a code. */
export function runAfter(state: RunState, event: RunEvent): RunTransition {
  const rule = runEvents[event.type]
  if (state.isClosed && !rule.isAllowedWhenClosed) return { refusal: 'run_closed' }
  if (!rule.from.includes(state.status)) return { refusal: 'ignored' }
  switch (event.type) {
    case 'start':
      return {
        state: { ...state, status: event.hasSlot ? 'running' : 'queued', isActive: true },
        shouldCancelCells: false,
      }
    case 'slot_free':
      return { state: { ...state, status: 'running' }, shouldCancelCells: false }
    case 'preparation_failed':
      return { state: { ...state, status: 'failure', isActive: false }, shouldCancelCells: true }
    case 'drained':
      return afterDrained(state, event)
    case 'stop': {
      const { hasErrors, hasManualCells } = event.scenarios
      // Unfinished manual cells are outstanding too, though they keep their status.
      const isIncomplete = event.hasOutstandingCells || (hasManualCells && !hasErrors)
      const status = isIncomplete ? 'cancelled' : endOf(event.scenarios)
      return { state: { ...state, status, isActive: false }, shouldCancelCells: event.hasOutstandingCells }
    }
    case 'patch':
      return afterPatch(state, event)
    case 'close':
      return {
        state: { status: event.to ?? state.status, isClosed: true, isActive: false },
        shouldCancelCells: state.isActive,
      }
    case 'open':
      return { state: { ...state, isClosed: false }, shouldCancelCells: false }
    default:
      return unreachable(event)
  }
}

/** The status of a scenario from its cells; the first matching rule wins. A scenario without cells is a success. */
export function scenarioStatus(cells: readonly Status[]): Status {
  const hasAny = (...expected: readonly Status[]): boolean =>
    cells.some((status) => expected.includes(status))
  if (hasAny('queued', 'running')) return 'running'
  if (hasAny('failure', 'errors')) return 'errors'
  if (hasAny('cancelled')) return 'cancelled'
  return hasAny('pending') ? 'pending' : 'success'
}

export type ResultEvent =
  | 'dispatched'
  | 'manual_step'
  | 'leased'
  | 'answered'
  | 'failed'
  | 'lease_lost'
  | 'stopped'
  | 'started_again'
  | 'overwritten'
  | 'written_by_client'

/** `absent`: the result does not exist yet. */
type ResultFrom = Status | 'absent'

interface ResultRule {
  readonly from: readonly ResultFrom[]
  /** `client_status`: the status that the client writes. */
  readonly to: Status | 'client_status'
  readonly by: Actor
}

/** Every transition of a result. Clients and queues may write any result of an open run: `written_by_client`. */
export const resultEvents: Readonly<Record<ResultEvent, ResultRule>> = {
  dispatched: { from: ['absent'], to: 'queued', by: 'server' },
  manual_step: { from: ['absent'], to: 'pending', by: 'server' },
  leased: { from: ['queued'], to: 'running', by: 'server' },
  answered: { from: ['running'], to: 'success', by: 'server' },
  failed: { from: ['running'], to: 'failure', by: 'server' },
  lease_lost: { from: ['running'], to: 'queued', by: 'server' },
  stopped: { from: ['queued', 'running'], to: 'cancelled', by: 'server' },
  started_again: { from: ['failure', 'errors', 'cancelled'], to: 'queued', by: 'server' },
  overwritten: { from: ['success'], to: 'queued', by: 'server' },
  written_by_client: { from: ['absent', ...statuses], to: 'client_status', by: 'client' },
}

/** The status of a result after an event; undefined when the event does not apply. */
export function resultAfter(
  from: ResultFrom,
  { event, clientStatus }: { readonly event: ResultEvent; readonly clientStatus?: Status | undefined },
): Status | undefined {
  const rule = resultEvents[event]
  if (!rule.from.includes(from)) return undefined
  return rule.to === 'client_status' ? clientStatus : rule.to
}
