// The promises of a relational store about usage counters. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

export function usageConformance({ store }: Subject): void {
  test('adds up by project and day, and is read by range, newest first', async () => {
    const [projectId, otherProject] = [clock.id(), clock.id()]
    const day = '2026-11-15'
    const largeNumber = 5_000_000_000
    await store().write((tx) =>
      tx.addUsage([
        { projectId, day, spans: 2, bytes: largeNumber, calls: 1, cost: 0.25 },
        { projectId, day: '2026-11-16', testcases: 7 },
        { projectId: otherProject, day, spans: 1 },
      ]),
    )
    await store().write((tx) => tx.addUsage([{ projectId, day, spans: 3, bytes: largeNumber, cost: 0.5 }]))
    const noUsage = { spans: 0, bytes: 0, testcases: 0, calls: 0, cost: 0 }
    const first = { ...noUsage, projectId, day, spans: 5, bytes: 2 * largeNumber, calls: 1, cost: 0.75 }
    const next = { ...noUsage, projectId, day: '2026-11-16', testcases: 7 }
    const read = store().read
    expect(await read.usageDays({ projectId, from: day, to: '2026-11-16' })).toEqual([next, first])
    expect(await read.usageDays({ projectId, from: day, to: day })).toEqual([first])
    const all = await read.usageDays({ from: day, to: day })
    expect(
      all.filter((usageDay) => usageDay.projectId === projectId || usageDay.projectId === otherProject),
    ).toHaveLength(2)
  })

  test('loses no concurrent addition', async () => {
    const projectId = clock.id()
    const day = '2026-11-15'
    const add = () => store().write((tx) => tx.addUsage([{ projectId, day, spans: 1 }]))
    await Promise.all(Array.from({ length: 40 }, add))
    expect(await store().read.usageDays({ projectId, from: day, to: day })).toMatchObject([{ spans: 40 }])
  })
}
