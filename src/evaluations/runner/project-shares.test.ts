import { describe, expect, test } from 'vitest'
import type { EvaluationJob } from '../../storage/contract/contract.ts'
import { nextJob, cellShare, runToPreempt, type ActiveRun } from './project-shares.ts'

const activeRuns = (...names: readonly string[]): readonly ActiveRun[] =>
  names.map((name) => ({ runId: name, party: name.slice(0, 1), sinceMs: 0, isDraining: false }))
const jobs = (...names: readonly string[]): readonly EvaluationJob[] =>
  names.map((name) => ({ runId: name, projectId: name.slice(0, 1) }) as EvaluationJob)
const ownParty = (projectId: string): string => projectId

describe('the next run', () => {
  test.each([
    ['the first request while no project has an active run', [], ['a1', 'b1'], 'a1'],
    ['a run of the project with the fewest active runs', ['a1', 'a2', 'b1'], ['a3', 'b2', 'c1', 'c2'], 'c1'],
    ['the first request while all projects have equally many', ['a1', 'b1'], ['b2', 'a2'], 'b2'],
  ])('is %s', (_, now, queuedJobs, next) => {
    expect(nextJob(jobs(...queuedJobs), { activeRuns: activeRuns(...now), partyOf: ownParty })?.runId).toBe(
      next,
    )
  })

  test('adds up the active runs of all projects of a party', () => {
    const partyOf = (projectId: string): string => (projectId === 'b' ? 'a' : projectId)
    expect(nextJob(jobs('b1', 'c2'), { activeRuns: activeRuns('a1', 'a2', 'c1'), partyOf })?.runId).toBe('c2')
  })

  test('is undefined when no job waits', () => {
    expect(nextJob([], { activeRuns: activeRuns('a1'), partyOf: ownParty })).toBeUndefined()
  })
})

describe('the run that yields its slot', () => {
  test.each([
    ['the last run of a project that has two more', ['a1', 'a2', 'b1'], 'c', 0, 'a2'],
    ['undefined for a project that would then have the most', ['a1', 'a2', 'b1'], 'b', 0, undefined],
    ['undefined within the first minute while each project has one', ['a1', 'b1'], 'c', 59_000, undefined],
    ['a run of over a minute, for a project without runs', ['a1', 'b1'], 'c', 60_000, 'a1'],
    ['undefined for a project that has one', ['a1', 'b1'], 'a', 60_000, undefined],
  ])('is %s', (_, now, project, ms, expectedRunId) => {
    expect(runToPreempt(activeRuns(...now), { party: project, nowMs: ms })).toBe(expectedRunId)
  })

  test('is undefined while another run is draining', () => {
    const runs = activeRuns('a1', 'a2', 'a3').map((run) => ({ ...run, isDraining: run.runId === 'a3' }))
    expect(runToPreempt(runs, { party: 'b', nowMs: 0 })).toBeUndefined()
  })
})

test('projects share cells evenly, and so do the runs of a project', () => {
  const runs = activeRuns('a1', 'a2', 'a3', 'b1')
  expect(runs.map(({ runId }) => cellShare(runs, { runId, cellsMax: 120 }))).toEqual([20, 20, 20, 60])
  expect(cellShare(runs, { runId: 'a1', cellsMax: 3 })).toBe(1)
  const drainingRuns = runs.map((run) => ({ ...run, isDraining: run.runId === 'b1' }))
  expect(drainingRuns.map(({ runId }) => cellShare(drainingRuns, { runId, cellsMax: 120 }))).toEqual([
    40, 40, 40, 0,
  ])
})
