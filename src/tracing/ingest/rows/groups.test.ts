import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BatchEntry } from './batch.ts'
import { recordsEntry } from '../entry.fixture.ts'
import { groupsOf } from './groups.ts'

const traceId = (n: number): string => (n + 1).toString(16).padStart(32, '0')

const id = '01a1dd51-ea3e-7d78-9f4b-000000000000'
const entryOf = (projectId: string, traces: readonly number[]): BatchEntry =>
  recordsEntry(
    { id, projectId },
    traces.map((trace, i) => ({ trace_id: traceId(trace), span_id: (i + 1).toString(16).padStart(16, '0') })),
  )

/** The entries connected with an entry, by brute force: the set grows until it is stable. */
function connectedEntries(traces: readonly ReadonlySet<string>[], from: number): ReadonlySet<number> {
  const reachedEntries = new Set([from])
  for (let before = 0; before < reachedEntries.size;) {
    before = reachedEntries.size
    for (const [i, entryTraces] of traces.entries()) {
      if ([...reachedEntries].some((other) => [...entryTraces].some((trace) => traces[other]?.has(trace))))
        reachedEntries.add(i)
    }
  }
  return reachedEntries
}

test('payloads form a group exactly if they share traces, directly or through others', () => {
  const entry = fc.record({
    project: fc.constantFrom('a', 'b'),
    traces: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (sent) => {
      const entries = sent.map(({ project, traces }) => entryOf(project, traces))
      const traceSets = sent.map(
        ({ project, traces }) => new Set(traces.map((n) => `${project} ${traceId(n)}`)),
      )
      const groups = groupsOf(entries)
      expect(groups.flatMap((group) => group.entries).toSorted((a, b) => a - b)).toEqual([...sent.keys()])
      for (const group of groups) {
        expect(new Set(group.entries)).toEqual(connectedEntries(traceSets, group.entries[0] ?? -1))
        const touchedIds = group.touchedTraces.flatMap(({ projectId, traceIds }) =>
          traceIds.map((trace) => `${projectId} ${trace}`),
        )
        expect(new Set(touchedIds)).toEqual(new Set(group.entries.flatMap((i) => [...(traceSets[i] ?? [])])))
        expect(touchedIds).toHaveLength(new Set(touchedIds).size)
      }
    }),
  )
})
