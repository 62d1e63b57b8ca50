import { describe, expect, test } from 'vitest'
import type { EvaluationJob } from '../../storage/contract/contract.ts'
import { nextJob, shareOf, whoGivesWay, type Working } from './project-turns.ts'

const working = (...names: readonly string[]): readonly Working[] =>
  names.map((name) => ({ runId: name, party: name.slice(0, 1), sinceMs: 0, isLeaving: false }))
const jobs = (...names: readonly string[]): readonly EvaluationJob[] =>
  names.map((name) => ({ runId: name, projectId: name.slice(0, 1) }) as EvaluationJob)
const alone = (projectId: string): string => projectId

describe('the next run', () => {
  test.each([
    ['the one asked for first, where nobody has any', [], ['a1', 'b1'], 'a1'],
    ['of the project that has fewest', ['a1', 'a2', 'b1'], ['a3', 'b2', 'c1', 'c2'], 'c1'],
    ['the one asked for first, where all have as many', ['a1', 'b1'], ['b2', 'a2'], 'b2'],
  ])('is %s', (_, now, waiting, next) => {
    expect(nextJob(jobs(...waiting), working(...now), alone)?.runId).toBe(next)
  })

  test('counts projects of one party together', () => {
    const partyOf = (projectId: string): string => (projectId === 'b' ? 'a' : projectId)
    expect(nextJob(jobs('b1', 'c2'), working('a1', 'a2', 'c1'), partyOf)?.runId).toBe('c2')
  })

  test('is none where none waits', () => {
    expect(nextJob([], working('a1'), alone)).toBeUndefined()
  })
})

describe('who gives way', () => {
  test.each([
    ['the last of a project that has two more', ['a1', 'a2', 'b1'], 'c', 0, 'a2'],
    ['nobody for one more of a project that would then have most', ['a1', 'a2', 'b1'], 'b', 0, undefined],
    ['nobody at once, where all have one', ['a1', 'b1'], 'c', 59_000, undefined],
    ['one that had its turn, for a project that has none', ['a1', 'b1'], 'c', 60_000, 'a1'],
    ['nobody, for a project that has one', ['a1', 'b1'], 'a', 60_000, undefined],
  ])('is %s', (_, now, project, ms, leaving) => {
    expect(whoGivesWay(working(...now), project, ms)).toBe(leaving)
  })

  test('is nobody while one is leaving', () => {
    const some = working('a1', 'a2', 'a3').map((run) => ({ ...run, isLeaving: run.runId === 'a3' }))
    expect(whoGivesWay(some, 'b', 0)).toBeUndefined()
  })
})

test('projects share cells, and so do the runs of each', () => {
  const some = working('a1', 'a2', 'a3', 'b1')
  expect(some.map(({ runId }) => shareOf(some, runId, 120))).toEqual([20, 20, 20, 60])
  expect(shareOf(some, 'a1', 3)).toBe(1)
  const leaving = some.map((run) => ({ ...run, isLeaving: run.runId === 'b1' }))
  expect(leaving.map(({ runId }) => shareOf(leaving, runId, 120))).toEqual([40, 40, 40, 0])
})
