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
const cells = scenarioCells(data, 'in', { isSplit: false })
const done = (over: Readonly<Record<string, Status>>): CellStatuses =>
  new Map(
    Object.entries({ in: 'success', person: 'pending', ...over } as Record<string, Status>).map(
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
  test('what judges waits while the invocation is computed', () => {
    const after = advance(cells, done({ app: 'running', judge: 'queued' }), [
      task('app', true),
      task('judge', false),
    ])
    expect(after).toEqual({ failed: [], ready: [], gone: [], status: 'running' })
  })

  test('what judges becomes ready when the invocation has succeeded', () => {
    const after = advance(cells, done({ app: 'success', judge: 'queued' }), [task('judge', false)])
    expect(after).toMatchObject({ failed: [], ready: ['task judge'], gone: [], status: 'running' })
  })

  test.each(['failure', 'errors', 'cancelled'] as const)(
    'what judges fails when the invocation is a %s',
    (app) => {
      const after = advance(cells, done({ app, judge: 'queued' }), [task('judge', false)])
      expect(after.failed.map(({ stepKey }) => stepKey)).toEqual(['judge'])
      expect(after).toMatchObject({ ready: [], gone: ['task judge'], status: 'errors' })
    },
  )

  test('what judges fails when the invocation was never asked for', () => {
    expect(advance(cells, done({ judge: 'queued' }), [task('judge', false)]).failed).toHaveLength(1)
  })

  test('a cell that a client has finished is not computed any more', () => {
    const after = advance(cells, done({ app: 'success', judge: 'success' }), [task('judge', true)])
    expect(after).toEqual({ failed: [], ready: [], gone: ['task judge'], status: 'pending' })
  })

  const status = fc.constantFrom(...statuses, undefined)
  test('nothing that cannot run stays open, and nothing that can is lost', () => {
    fc.assert(
      fc.property(
        fc.record({ isSplit: fc.boolean(), repeats: fc.integer({ min: 1, max: 3 }) }),
        fc.array(status, { minLength: 20, maxLength: 20 }),
        fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
        ({ isSplit, repeats }, given, readies) => {
          const planned = scenarioCells({ ...data, repeats }, 'in', { isSplit })
          const results = new Map(
            planned.flatMap((cell, i): [string, Status][] => {
              const one = given[i]
              return one === undefined ? [] : [[cellName(cell), one]]
            }),
          )
          const tasks = planned
            .map((cell, i): OpenTask => ({ ...cell, id: cellName(cell), isReady: readies[i] === true }))
            .filter(({ id }) => results.has(id))
          const after = advance(planned, results, tasks)
          const failed = new Set(after.failed.map(cellName))
          const now = new Map(
            [...results].map(([name, one]) => [name, failed.has(name) ? 'failure' : one] as const),
          )
          for (const cell of planned) {
            const name = cellName(cell)
            const one = now.get(name)
            const isOpen = one === 'queued' || one === 'running'
            expect(after.finishedTasks.includes(name)).toBe(results.has(name) && !isOpen)
            if (after.ready.includes(name))
              expect([isOpen, readiness(cell, results)]).toEqual([true, 'ready'])
            // Whatever still waits, waits for something that is on its way.
            if (one === 'queued' && cell.after !== undefined && readiness(cell, now) !== 'ready') {
              expect(now.get(cellName(cell.after))).toMatch(/queued|running/)
            }
          }
          if (isTerminal(after.status)) expect([...now.values()]).not.toContain('queued')
        },
      ),
    )
  })
})
