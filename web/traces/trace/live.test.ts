import { expect, test } from 'vitest'
import { anchoredTop, anchorOf } from './anchor.ts'
import { coalesce } from './coalesce.ts'
import { runningMs } from '../../app/spans/trace-state.ts'
import { followedState, growingMs, hasRoot } from './live.ts'
import { outlineOf } from './build-outline.ts'
import type { OutlineSpan } from './outline.ts'

test('a trace is running while spans arrive without a root, and growing while they arrive after it', () => {
  const state = (isRooted: boolean, silentMs: number) =>
    followedState({ hasRoot: isRooted, receivedMs: 1000, nowMs: 1000 + silentMs })
  expect([state(false, 0), state(false, runningMs - 1), state(false, runningMs)]).toEqual([
    'running',
    'running',
    'root_missing',
  ])
  expect([state(true, 0), state(true, growingMs)]).toEqual(['growing', 'finished'])
  // The clock of the server is ahead of the clock of the browser.
  expect(state(true, -5000)).toBe('growing')
})

const span = (id: string, parentId?: string): OutlineSpan => ({
  id,
  parentId,
  name: id,
  type: 'task',
  startMs: 0,
  endMs: 1,
  hasFailed: false,
  errors: 0,
  tokens: undefined,
  cost: undefined,
  model: undefined,
})

test('a trace has a root when a top-level span has no parent, as in lists', () => {
  expect(hasRoot(outlineOf([span('a', 'root')]))).toBe(false)
  expect(hasRoot(outlineOf([span('root'), span('a', 'root')]))).toBe(true)
  expect(hasRoot(outlineOf([span('root'), span('lost', 'elsewhere')]))).toBe(true)
})

test('a task that is requested while it runs, runs once more afterwards', async () => {
  const finish: (() => void)[] = []
  const refresh = coalesce(() => new Promise<void>((resolve) => finish.push(resolve)))
  refresh()
  refresh()
  refresh()
  expect(finish).toHaveLength(1)
  finish[0]?.()
  await expect.poll(() => finish.length).toBe(2)
  finish[1]?.()
  await Promise.resolve()
  expect(finish).toHaveLength(2)
})

test('the anchor is the selected row while it is in view, otherwise the first visible row', () => {
  const ids = Array.from({ length: 100 }, (_, at) => `s${at}`)
  const view = { scrollTop: 290, viewPx: 280, rowPx: 28 }
  expect(anchorOf((at) => ids[at], 12, view)).toEqual({ id: 's12', offsetPx: 46, scrollTop: 290 })
  expect(anchorOf((at) => ids[at], 50, view)).toEqual({ id: 's11', offsetPx: 18, scrollTop: 290 })
  expect(anchorOf(() => undefined, -1, view)).toBeUndefined()
})

test('the view scrolls by the rows that arrive above the anchor, and keeps scrolling done meanwhile', () => {
  const anchor = { id: 'read', offsetPx: 46, scrollTop: 10 }
  const place = { scrollTop: 10, rowPx: 28 }
  expect(anchoredTop(2, anchor, place)).toBe(10)
  expect(anchoredTop(3, anchor, place)).toBe(38)
  expect(anchoredTop(3, anchor, { ...place, scrollTop: 15 })).toBe(43)
  expect(anchoredTop(-1, anchor, place)).toBeUndefined()
})
