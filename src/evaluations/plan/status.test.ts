import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isTerminal,
  resultAfter,
  resultEvents,
  runAfter,
  runEvents,
  scenarioStatus,
  statuses,
  type ResultEvent,
  type RunEvent,
  type RunState,
  type Status,
} from './status.ts'

const status = fc.constantFrom(...statuses)
const scenarios = fc.record({ hasErrors: fc.boolean(), hasManualCells: fc.boolean() })
const runEvent: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.record({ type: fc.constant('start' as const), hasSlot: fc.boolean() }),
  fc.record({ type: fc.constantFrom('slot_free' as const, 'preparation_failed' as const, 'open' as const) }),
  fc.record({ type: fc.constant('drained' as const), scenarios, canReceiveItems: fc.boolean() }),
  fc.record({ type: fc.constant('stop' as const), hasOutstandingCells: fc.boolean(), scenarios }),
  fc.record({ type: fc.constant('patch' as const), to: status, isActiveOnServer: fc.boolean() }),
  fc.record({ type: fc.constant('close' as const), to: fc.option(status, { nil: undefined }) }),
)

const newRun: RunState = { status: 'pending', isActive: false, isClosed: false }

/** Applies all events in order, skipping refused ones. */
const statesAfter = (events: readonly RunEvent[]): readonly RunState[] => {
  const states = [newRun]
  for (const event of events) {
    const result = runAfter(states.at(-1) ?? newRun, event)
    states.push('state' in result ? result.state : (states.at(-1) ?? newRun))
  }
  return states
}

describe('runs under any sequence of events', () => {
  const histories = fc.array(runEvent, { maxLength: 30 })

  test('an event applies exactly where the table allows it', () => {
    fc.assert(
      fc.property(status, fc.boolean(), runEvent, (from, isClosed, event) => {
        const rule = runEvents[event.type]
        const result = runAfter({ status: from, isActive: false, isClosed }, event)
        const isAllowed = rule.from.includes(from) && (rule.isAllowedWhenClosed || !isClosed)
        const activeOnly = event.type === 'patch' && event.isActiveOnServer && !isTerminal(event.to)
        expect('state' in result).toBe(isAllowed && !activeOnly)
      }),
    )
  })

  test('a closed run is never active', () => {
    fc.assert(
      fc.property(histories, (events) => {
        for (const state of statesAfter(events)) expect(state.isClosed && state.isActive).toBe(false)
      }),
    )
  })

  test('the server ends a run as inactive', () => {
    const byServer = histories.map((events) =>
      events.filter((event) => event.type !== 'patch' && event.type !== 'close'),
    )
    fc.assert(
      fc.property(byServer, (events) => {
        for (const state of statesAfter(events))
          expect(isTerminal(state.status) && state.isActive).toBe(false)
      }),
    )
  })

  test('reopening restores a closed run, but inactive', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const before = statesAfter(events).at(-1) ?? newRun
        const afterClose = runAfter(before, { type: 'close', to: undefined })
        const afterReopen = 'state' in afterClose ? runAfter(afterClose.state, { type: 'open' }) : afterClose
        expect(afterReopen).toMatchObject({
          state: { status: before.status, isActive: false, isClosed: false },
        })
      }),
    )
  })
})

describe('runs, step by step', () => {
  const runningState: RunState = { status: 'running', isActive: true, isClosed: false }
  const noScenarios = { hasErrors: false, hasManualCells: false }
  test.each<[string, RunState, RunEvent, Partial<RunState>]>([
    ['starts', newRun, { type: 'start', hasSlot: true }, { status: 'running', isActive: true }],
    ['waits for a slot', newRun, { type: 'start', hasSlot: false }, { status: 'queued', isActive: true }],
    ['restarts', { ...newRun, status: 'errors' }, { type: 'start', hasSlot: true }, { status: 'running' }],
    [
      'fails to prepare',
      runningState,
      { type: 'preparation_failed' },
      { status: 'failure', isActive: false },
    ],
    [
      'succeeds',
      runningState,
      { type: 'drained', scenarios: noScenarios, canReceiveItems: false },
      { status: 'success', isActive: false },
    ],
    [
      'ends with errors',
      runningState,
      { type: 'drained', scenarios: { hasErrors: true, hasManualCells: true }, canReceiveItems: false },
      { status: 'errors', isActive: false },
    ],
    [
      'waits for people',
      runningState,
      { type: 'drained', scenarios: { hasErrors: false, hasManualCells: true }, canReceiveItems: false },
      { status: 'running', isActive: true },
    ],
    [
      'stays live',
      runningState,
      { type: 'drained', scenarios: { hasErrors: true, hasManualCells: false }, canReceiveItems: true },
      { status: 'running', isActive: true },
    ],
    [
      'is stopped',
      runningState,
      { type: 'stop', hasOutstandingCells: true, scenarios: noScenarios },
      { status: 'cancelled', isActive: false },
    ],
    [
      'is stopped when all cells are done',
      runningState,
      { type: 'stop', hasOutstandingCells: false, scenarios: noScenarios },
      { status: 'success', isActive: false },
    ],
    [
      'is stopped while people are not done',
      runningState,
      { type: 'stop', hasOutstandingCells: false, scenarios: { hasErrors: false, hasManualCells: true } },
      { status: 'cancelled', isActive: false },
    ],
    [
      'is ended by a client',
      runningState,
      { type: 'patch', to: 'failure', isActiveOnServer: true },
      { status: 'failure', isActive: false },
    ],
    [
      'is closed with a status',
      runningState,
      { type: 'close', to: 'success' },
      { status: 'success', isClosed: true, isActive: false },
    ],
  ])('%s', (_, state, event, expected) => {
    expect(runAfter(state, event)).toMatchObject({ state: expected })
  })

  test('only the runner moves an active run to a non-terminal status', () => {
    expect(runAfter(runningState, { type: 'patch', to: 'pending', isActiveOnServer: true })).toEqual({
      refusal: 'run_active',
    })
  })

  test('a closed run refuses to start', () => {
    const closedState: RunState = { ...newRun, isClosed: true }
    expect(runAfter(closedState, { type: 'start', hasSlot: true })).toEqual({ refusal: 'run_closed' })
  })
})

describe('scenarios', () => {
  test.each<[readonly Status[], Status]>([
    [['success', 'success'], 'success'],
    [['success', 'pending'], 'pending'],
    [['success', 'running', 'failure'], 'running'],
    [['queued'], 'running'],
    [['failure', 'success', 'pending'], 'errors'],
    [['cancelled', 'success', 'pending'], 'cancelled'],
    [[], 'success'],
  ])('a scenario with the cells %j is %s', (cells, expected) => {
    expect(scenarioStatus(cells)).toBe(expected)
  })

  test('do not depend on the order of cells', () => {
    fc.assert(
      fc.property(fc.array(status), (cells) => {
        expect(scenarioStatus(cells.toReversed())).toBe(scenarioStatus(cells))
      }),
    )
  })
})

describe('results', () => {
  const events = Object.keys(resultEvents) as readonly ResultEvent[]

  test('change exactly where the table allows it', () => {
    for (const event of events) {
      for (const from of ['absent', ...statuses] as const) {
        const rule = resultEvents[event]
        const expected = rule.from.includes(from)
          ? rule.to === 'client_status'
            ? 'success'
            : rule.to
          : undefined
        expect(resultAfter(from, { event, clientStatus: 'success' })).toBe(expected)
      }
    }
  })

  test('a success is recomputed only with overwrite', () => {
    const serverEvents = events.filter(
      (event) => resultEvents[event].by === 'server' && event !== 'overwritten',
    )
    expect(serverEvents.map((event) => resultAfter('success', { event }))).toEqual(
      serverEvents.map(() => undefined),
    )
  })

  test('a lost lease is queued again after a crash', () => {
    expect(resultAfter('running', { event: 'lease_lost' })).toBe('queued')
    expect(resultAfter('pending', { event: 'stopped' })).toBeUndefined()
  })
})
