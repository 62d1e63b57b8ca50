import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

export function usageConformance({ store }: Subject): void {
  test('adds up by project and day, and is read by range, newest first', async () => {
    const [projectId, other] = [clock.id(), clock.id()]
    const day = '2026-11-15'
    const large = 5_000_000_000
    await store().write((tx) =>
      tx.addUsage([
        { projectId, day, spans: 2, bytes: large, calls: 1, cost: 0.25 },
        { projectId, day: '2026-11-16', testcases: 7 },
        { projectId: other, day, spans: 1 },
      ]),
    )
    await store().write((tx) => tx.addUsage([{ projectId, day, spans: 3, bytes: large, cost: 0.5 }]))
    const none = { spans: 0, bytes: 0, testcases: 0, calls: 0, cost: 0 }
    const first = { ...none, projectId, day, spans: 5, bytes: 2 * large, calls: 1, cost: 0.75 }
    const next = { ...none, projectId, day: '2026-11-16', testcases: 7 }
    const read = store().read
    expect(await read.usageDays({ projectId, from: day, to: '2026-11-16' })).toEqual([next, first])
    expect(await read.usageDays({ projectId, from: day, to: day })).toEqual([first])
    const all = await read.usageDays({ from: day, to: day })
    expect(all.filter((one) => one.projectId === projectId || one.projectId === other)).toHaveLength(2)
  })

  test('loses no concurrent addition', async () => {
    const projectId = clock.id()
    const day = '2026-11-15'
    const add = () => store().write((tx) => tx.addUsage([{ projectId, day, spans: 1 }]))
    await Promise.all(Array.from({ length: 40 }, add))
    expect(await store().read.usageDays({ projectId, from: day, to: day })).toMatchObject([{ spans: 40 }])
  })
}
