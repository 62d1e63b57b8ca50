// Evaluations: a run replays testcases or traces through programs and has the outcome judged.
//   status, flags         the status machine of runs, scenarios and results; the flags of runs
//   plan, graph           from the steps of a run to its cells, and which of them are missing
//   programs, evaluators  what runs a revision; the built-in evaluators
//   templates, prompts    messages with their placeholders filled in; requests of models and their answers
//   execution             one cell computed: the revision run, its trace written; the built-ins as a service
//   records, runner       what is stored of runs; what computes them
//   clients               calls over HTTP: programs behind a url, models
//   sandbox               code of users in processes that reach nothing
//   statistics            metrics of runs, comparisons, gates
// May import programs/ and what stands below it. Start here, then plan.ts.
import { unreachable } from '../../kernel/errors.ts'

export const statuses = ['pending', 'queued', 'running', 'success', 'failure', 'errors', 'cancelled'] as const
export type Status = (typeof statuses)[number]

const terminal: ReadonlySet<Status> = new Set(['success', 'failure', 'errors', 'cancelled'])
/** Nothing more happens by itself. */
export const isTerminal = (status: Status): boolean => terminal.has(status)

/** What happens to a run. Clients may set any status besides, while the run is open and not active on the server. */
export type RunEvent =
  | { readonly type: 'start'; readonly slotFree: boolean }
  | { readonly type: 'slot_free' }
  | { readonly type: 'preparation_failed' }
  | { readonly type: 'drained'; readonly scenarios: DrainedScenarios; readonly waitsForMore: boolean }
  | { readonly type: 'stop'; readonly outstanding: boolean; readonly scenarios: DrainedScenarios }
  | { readonly type: 'patch'; readonly to: Status; readonly activeOnServer: boolean }
  | { readonly type: 'close'; readonly to: Status | undefined }
  | { readonly type: 'open' }

/** How the scenarios of a run stand when no cell is left: manual cells may still wait for people. */
export interface DrainedScenarios {
  readonly someErrors: boolean
  readonly someManual: boolean
}

type RunEventType = RunEvent['type']

/** Who makes it happen. */
export type Actor = 'client' | 'server'

/** From which statuses an event may come, and who may cause it. Every event is in the table, or nothing compiles. */
export const runEvents: Readonly<
  Record<RunEventType, { readonly from: readonly Status[]; readonly by: Actor; readonly whenClosed: boolean }>
> = {
  start: { from: statuses, by: 'client', whenClosed: false },
  slot_free: { from: ['queued'], by: 'server', whenClosed: false },
  preparation_failed: { from: ['queued', 'running'], by: 'server', whenClosed: false },
  drained: { from: ['running'], by: 'server', whenClosed: false },
  stop: { from: ['queued', 'running'], by: 'client', whenClosed: false },
  patch: { from: statuses, by: 'client', whenClosed: false },
  close: { from: statuses, by: 'client', whenClosed: true },
  open: { from: statuses, by: 'client', whenClosed: true },
}

export interface RunState {
  readonly status: Status
  readonly isActive: boolean
  readonly isClosed: boolean
}

export type RunTransition =
  | { readonly state: RunState; readonly cancelsCells: boolean }
  /** `ignored`: nothing to do in this status. */
  | { readonly refused: 'run_closed' | 'run_active' | 'ignored' }

const endOf = ({ someErrors }: DrainedScenarios): Status => (someErrors ? 'errors' : 'success')

function drained(state: RunState, event: RunEvent & { readonly type: 'drained' }): RunTransition {
  const { someErrors, someManual } = event.scenarios
  // Errors end a run even while people are not done: what was to run has run.
  const waits = event.waitsForMore || (someManual && !someErrors)
  if (waits) return { state: { ...state, status: 'running', isActive: true }, cancelsCells: false }
  return { state: { ...state, status: endOf(event.scenarios), isActive: false }, cancelsCells: false }
}

function patched(state: RunState, event: RunEvent & { readonly type: 'patch' }): RunTransition {
  if (!event.activeOnServer) return { state: { ...state, status: event.to }, cancelsCells: false }
  if (!isTerminal(event.to)) return { refused: 'run_active' }
  return { state: { ...state, status: event.to, isActive: false }, cancelsCells: true }
}

/** The state after an event. What a closed run refuses, and what only the runner may change, is refused by code. */
export function runAfter(state: RunState, event: RunEvent): RunTransition {
  const rule = runEvents[event.type]
  if (state.isClosed && !rule.whenClosed) return { refused: 'run_closed' }
  if (!rule.from.includes(state.status)) return { refused: 'ignored' }
  switch (event.type) {
    case 'start':
      return {
        state: { ...state, status: event.slotFree ? 'running' : 'queued', isActive: true },
        cancelsCells: false,
      }
    case 'slot_free':
      return { state: { ...state, status: 'running' }, cancelsCells: false }
    case 'preparation_failed':
      return { state: { ...state, status: 'failure', isActive: false }, cancelsCells: true }
    case 'drained':
      return drained(state, event)
    case 'stop': {
      const { someErrors, someManual } = event.scenarios
      // What people have not judged is outstanding too, though their cells stay as they are.
      const isCut = event.outstanding || (someManual && !someErrors)
      const status = isCut ? 'cancelled' : endOf(event.scenarios)
      return { state: { ...state, status, isActive: false }, cancelsCells: event.outstanding }
    }
    case 'patch':
      return patched(state, event)
    case 'close':
      return {
        state: { status: event.to ?? state.status, isClosed: true, isActive: false },
        cancelsCells: state.isActive,
      }
    case 'open':
      return { state: { ...state, isClosed: false }, cancelsCells: false }
    default:
      return unreachable(event)
  }
}

/** The status of a scenario by those of its cells, first that fits. A scenario without cells has nothing to wait for. */
export function scenarioStatus(cells: readonly Status[]): Status {
  const some = (...wanted: readonly Status[]): boolean => cells.some((status) => wanted.includes(status))
  if (some('queued', 'running')) return 'running'
  if (some('failure', 'errors')) return 'errors'
  if (some('cancelled')) return 'cancelled'
  return some('pending') ? 'pending' : 'success'
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

/** `absent`: there is no such result yet. */
type ResultFrom = Status | 'absent'

interface ResultRule {
  readonly from: readonly ResultFrom[]
  /** `given`: what the client writes. */
  readonly to: Status | 'given'
  readonly by: Actor
}

/** Every change of a result. Clients may write any result of an open run; the last row is what queues live by. */
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
  written_by_client: { from: ['absent', ...statuses], to: 'given', by: 'client' },
}

/** The status of a result after an event; undefined when the event does not apply to it. */
export function resultAfter(from: ResultFrom, event: ResultEvent, given?: Status): Status | undefined {
  const rule = resultEvents[event]
  if (!rule.from.includes(from)) return undefined
  return rule.to === 'given' ? given : rule.to
}
