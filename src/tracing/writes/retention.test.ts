import { expect, test } from 'vitest'
import type { SpanStore } from '../../storage/contract/contract.ts'
import { expireTraces, type RetentionParts, type TraceSweep } from './retention.ts'

const day = 86_400_000
const now = Date.parse('2026-11-15T00:00:00Z')
const sweepAt = (nowMs: number): TraceSweep => ({ nowMs, sweptUntil: new Map() })

const month = {
  id: '202001',
  from: '2020-01-01 00:00:00.000000000',
  to: '2020-02-01 00:00:00.000000000',
  projectIds: ['b'],
}

/** A store that has only traces of projects, by the start of their newest span. */
function world(
  traces: Readonly<Record<string, Readonly<Record<string, string>>>>,
  {
    settings,
    over = {},
  }: { readonly settings: Readonly<Record<string, unknown>>; readonly over?: Partial<RetentionParts> },
) {
  const remaining = new Map(
    Object.entries(traces).map(([project, projectTraces]) => [
      project,
      new Map(Object.entries(projectTraces)),
    ]),
  )
  const deletions: string[][] = []
  const droppedMonths: string[] = []
  const parts: RetentionParts = {
    reads: () => ({
      projects: async () => [...remaining.keys()].map((id) => ({ id })) as never,
      projectSetting: async (project) =>
        project in settings
          ? { value: JSON.stringify({ days: settings[project] }), updatedAt: '' }
          : undefined,
    }),
    spans: {
      partitionsBefore: async (time) => [month].filter(({ to }) => to <= time),
      dropPartition: async ({ id }) => {
        droppedMonths.push(id)
        const oldTraces = [...remaining.values()].flatMap((projectTraces) =>
          [...projectTraces].filter(([trace, start]) => start < month.to && projectTraces.delete(trace)),
        )
        return oldTraces.length
      },
      tracesBefore: async (project, { before, after }) => {
        const oldTraces = [...(remaining.get(project) ?? [])]
          .filter(([id, start]) => id > (after?.trace_id ?? '') && start < before)
          .map(([id]) => id)
          .toSorted()
        const traceIds = oldTraces.slice(0, 2)
        const next = { start_time: '', trace_id: traceIds.at(-1) ?? '', span_id: '' }
        return { traceIds, hasNewer: false, next: oldTraces.length > 2 ? next : undefined }
      },
    } as Partial<SpanStore> as SpanStore,
    traceWrites: {
      deleteTraces: async (project, ids) => {
        deletions.push([...ids])
        return ids.flatMap((id) =>
          remaining.get(project)?.delete(id) === true
            ? [{ project_id: project, trace_id: id, span_id: id, start_time: '' }]
            : [],
        )
      },
    },
    inUse: async () => new Set(),
    onProjectError: (_, error) => {
      throw error
    },
    defaults: { days: 0, runs_days: 0, audit_days: 0, hold_days: 0 },
    ...over,
  }
  return {
    parts,
    remainingTraces: () =>
      [...remaining].map(([project, projectTraces]) => [project, [...projectTraces.keys()]]),
    deletions,
    droppedMonths,
  }
}

const traces = {
  a: {
    t1: '2026-10-01 00:00:00.000000000',
    t2: '2026-11-14 00:00:00.000000000',
    t3: '2026-01-01',
    t4: '2025',
  },
  b: { t5: '2020-01-01 00:00:00.000000000' },
}

function refusingProject(refusedId: string): RetentionParts['inUse'] {
  return async ({ projectId }) => {
    if (projectId === refusedId) throw new Error('unreadable')
    return new Set()
  }
}

test('a project with a number of days loses older traces, and the others lose nothing', async () => {
  const { parts, remainingTraces } = world(traces, { settings: { a: 30 } })
  expect(await expireTraces(parts, sweepAt(now))).toBe(3)
  expect(remainingTraces()).toEqual([
    ['a', ['t2']],
    ['b', ['t5']],
  ])
  expect(await expireTraces(parts, sweepAt(now))).toBe(0)
})

test('a project without a setting uses the default of the server; 0 retains for ever', async () => {
  const { parts, remainingTraces } = world(traces, {
    settings: { a: 0 },
    over: { defaults: { days: 365, runs_days: 0, audit_days: 0, hold_days: 0 } },
  })
  expect(await expireTraces(parts, sweepAt(now))).toBe(1)
  expect(remainingTraces()).toEqual([
    ['a', ['t1', 't2', 't3', 't4']],
    ['b', []],
  ])
  const unset = world(traces, {
    settings: { a: null },
    over: { defaults: { days: 365, runs_days: 0, audit_days: 0, hold_days: 0 } },
  })
  await expireTraces(unset.parts, sweepAt(now))
  expect(unset.remainingTraces()[0]).toEqual(['a', ['t1', 't2', 't3']])
})

test('traces in use are retained and do not block the following ones', async () => {
  const { parts, remainingTraces } = world(traces, {
    settings: { a: 30 },
    over: { inUse: async () => new Set(['t1', 't3']) },
  })
  expect(await expireTraces(parts, sweepAt(now))).toBe(1)
  expect(remainingTraces()[0]).toEqual(['a', ['t1', 't2', 't3']])
})

test('a month is dropped when all of its projects have passed it and nothing in it is in use', async () => {
  const retainedWorld = world(traces, { settings: { a: 30, b: 3650 } })
  await expireTraces(retainedWorld.parts, sweepAt(now))
  expect(retainedWorld.droppedMonths).toEqual([])
  const usedWorld = world(traces, { settings: { b: 30 }, over: { inUse: async () => new Set(['t5']) } })
  expect(await expireTraces(usedWorld.parts, sweepAt(now))).toBe(0)
  expect(usedWorld.droppedMonths).toEqual([])
  const { parts, droppedMonths, remainingTraces, deletions } = world(traces, { settings: { b: 30 } })
  expect(await expireTraces(parts, sweepAt(now))).toBe(1)
  expect(droppedMonths).toEqual(['202001'])
  expect(remainingTraces()[1]).toEqual(['b', []])
  expect(deletions.flat()).toEqual([])
})

test.each([
  ['an invalid setting', { a: 'x', b: 30 }, {}],
  ['unreadable results', { a: 30, b: 30 }, { inUse: refusingProject('a') }],
])('%s of a project stops no other project', async (_, settings, over) => {
  const failedProjects = new Set<string>()
  const onProjectError = (projectId: string): void => void failedProjects.add(projectId)
  const { parts, remainingTraces } = world(traces, { settings, over: { ...over, onProjectError } })
  expect(await expireTraces(parts, sweepAt(now))).toBe(1)
  expect(remainingTraces()).toEqual([
    ['a', Object.keys(traces.a)],
    ['b', []],
  ])
  expect([...failedProjects]).toEqual(['a'])
})

test('a sweep continues where the last one ended', async () => {
  const { parts, remainingTraces } = world(traces, { settings: { a: 30 } })
  const sweep = sweepAt(now)
  await expireTraces(parts, sweep)
  expect(sweep.sweptUntil).toEqual(new Map([['a', '2026-10-16 00:00:00.000000000']]))
  expect(remainingTraces()[0]).toEqual(['a', ['t2']])
})

test('the bound is exact to the second', async () => {
  const edge = { a: { old: '2026-10-15 23:59:59', new: '2026-10-16 00:00:00.000000001' } }
  const { parts, remainingTraces } = world(edge, { settings: { a: 30 } })
  await expireTraces(parts, sweepAt(now))
  expect(remainingTraces()).toEqual([['a', ['new']]])
  await expireTraces(parts, sweepAt(now + day))
  expect(remainingTraces()).toEqual([['a', []]])
})

test('a stop ends the sweep before the next page', async () => {
  const abort = new AbortController()
  const { parts, deletions } = world(traces, {
    settings: { a: 30 },
    over: {
      inUse: async () => {
        abort.abort()
        return new Set()
      },
    },
  })
  expect(await expireTraces(parts, { ...sweepAt(now), signal: abort.signal })).toBe(2)
  expect(deletions).toHaveLength(1)
})
