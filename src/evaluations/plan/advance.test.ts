import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advance, type OpenTask } from './advance.ts'
import { cellName, readiness, scenarioCells, type CellStatuses } from './plan.ts'
import { isTerminal, statuses, type Status } from './status.ts'
import type { RunData, Step } from './steps.ts'

const step = (key: string, type: Step['type'], origin: Step['origin'] = 'auto'): Step => ({
  key,
  type,
  origin,
  references: {},
})
const data: RunData = {
  steps: [
    step('in', 'input'),
    step('app', 'invocation'),
    step('judge', 'annotation'),
    step('person', 'annotation', 'human'),
  ],
  repeats: 1,
}
const cells = scenarioCells(data, { sourceStepKey: 'in', options: { isSplit: false } })
const cellStatuses = (overrides: Readonly<Record<string, Status>>): CellStatuses =>
  new Map(
    Object.entries({ in: 'success', person: 'pending', ...overrides } as Record<string, Status>).map(
      ([stepKey, status]) => [cellName({ stepKey, repeatIdx: 0 }), status],
    ),
  )
const task = (stepKey: string, isReady: boolean): OpenTask => ({
  id: `task ${stepKey}`,
  stepKey,
  repeatIdx: 0,
  isReady,
})

describe('after cells have changed', () => {
  test('an annotation waits while its invocation is computed', () => {
    const after = advance(cells, {
      statuses: cellStatuses({ app: 'running', judge: 'queued' }),
      tasks: [task('app', true), task('judge', false)],
    })
    expect(after).toEqual({ failedCells: [], readyTasks: [], finishedTasks: [], status: 'running' })
  })

  test('an annotation becomes ready when its invocation has succeeded', () => {
    const after = advance(cells, {
      statuses: cellStatuses({ app: 'success', judge: 'queued' }),
      tasks: [task('judge', false)],
    })
    expect(after).toMatchObject({
      failedCells: [],
      readyTasks: ['task judge'],
      finishedTasks: [],
      status: 'running',
    })
  })

  test.each(['failure', 'errors', 'cancelled'] as const)(
    'an annotation fails when its invocation is a %s',
    (app) => {
      const after = advance(cells, {
        statuses: cellStatuses({ app, judge: 'queued' }),
        tasks: [task('judge', false)],
      })
      expect(after.failedCells.map(({ stepKey }) => stepKey)).toEqual(['judge'])
      expect(after).toMatchObject({ readyTasks: [], finishedTasks: ['task judge'], status: 'errors' })
    },
  )

  test('an annotation fails when its invocation was never requested', () => {
    expect(
      advance(cells, { statuses: cellStatuses({ judge: 'queued' }), tasks: [task('judge', false)] })
        .failedCells,
    ).toHaveLength(1)
  })

  test('a cell that a client has finished is no longer computed', () => {
    const after = advance(cells, {
      statuses: cellStatuses({ app: 'success', judge: 'success' }),
      tasks: [task('judge', true)],
    })
    expect(after).toEqual({
      failedCells: [],
      readyTasks: [],
      finishedTasks: ['task judge'],
      status: 'pending',
    })
  })

  const status = fc.constantFrom(...statuses, undefined)
  test('cells that cannot run do not stay open, and cells that can run are not lost', () => {
    fc.assert(
      fc.property(
        fc.record({ isSplit: fc.boolean(), repeats: fc.integer({ min: 1, max: 3 }) }),
        fc.array(status, { minLength: 20, maxLength: 20 }),
        fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
        ({ isSplit, repeats }, statuses, readyFlags) => {
          const plannedCells = scenarioCells(
            { ...data, repeats },
            { sourceStepKey: 'in', options: { isSplit } },
          )
          const results = new Map(
            plannedCells.flatMap((cell, i): [string, Status][] => {
              const status = statuses[i]
              return status === undefined ? [] : [[cellName(cell), status]]
            }),
          )
          const tasks = plannedCells
            .map((cell, i): OpenTask => ({ ...cell, id: cellName(cell), isReady: readyFlags[i] === true }))
            .filter(({ id }) => results.has(id))
          const after = advance(plannedCells, { statuses: results, tasks })
          const failedNames = new Set(after.failedCells.map(cellName))
          const statusesAfter = new Map(
            [...results].map(([name, status]) => [name, failedNames.has(name) ? 'failure' : status] as const),
          )
          for (const cell of plannedCells) {
            const name = cellName(cell)
            const status = statusesAfter.get(name)
            const isOpen = status === 'queued' || status === 'running'
            expect(after.finishedTasks.includes(name)).toBe(results.has(name) && !isOpen)
            if (after.readyTasks.includes(name))
              expect([isOpen, readiness(cell, results)]).toEqual([true, 'ready'])
            // Every waiting cell waits for a queued or running one.
            if (
              status === 'queued' &&
              cell.after !== undefined &&
              readiness(cell, statusesAfter) !== 'ready'
            ) {
              expect(statusesAfter.get(cellName(cell.after))).toMatch(/queued|running/)
            }
          }
          if (isTerminal(after.status)) expect([...statusesAfter.values()]).not.toContain('queued')
        },
      ),
    )
  })
})
