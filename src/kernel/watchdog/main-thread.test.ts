import { expect, test } from 'vitest'
import { createStallCounter, readMainThread, type MainThreadSample } from './main-thread.ts'

const start: MainThreadSample = { beats: 1, processorSeconds: 10, isAsleep: false }

/** The stuck seconds after each of these samples. */
const stuckSecondsAfter = (samples: readonly Partial<MainThreadSample>[]): readonly number[] => {
  const count = createStallCounter(start)
  return samples.map((sample) => count({ ...start, ...sample }))
}

test('a thread that computes without a heartbeat is stuck for its processor time', () => {
  expect(stuckSecondsAfter([{ processorSeconds: 11 }, { processorSeconds: 12 }])).toEqual([1, 2])
})

test('a thread that waits for a processor is not stuck', () => {
  const samples = Array.from({ length: 100 }, () => ({ processorSeconds: 10 }))
  expect(stuckSecondsAfter(samples).at(-1)).toBe(0)
  expect(stuckSecondsAfter([...samples, { processorSeconds: 10.25 }]).at(-1)).toBe(0.25)
})

test('a thread that sleeps in a call is stuck for its seconds', () => {
  expect(stuckSecondsAfter([{ isAsleep: true }, { isAsleep: true }])).toEqual([1, 2])
})

test('a heartbeat ends the count', () => {
  expect(stuckSecondsAfter([{ processorSeconds: 11 }, { processorSeconds: 12, beats: 2 }])).toEqual([1, 0])
})

test('the processor time of the main thread of a process grows while it computes', () => {
  const before = readMainThread()?.processorSeconds ?? 0
  while ((readMainThread()?.processorSeconds ?? Infinity) < before + 0.05);
  expect(readMainThread()?.isAsleep).toBe(false)
})
