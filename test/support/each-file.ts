// Runs before each file of tests: starts its limit, and measures what the file costs for the reporter.
import { afterAll, beforeEach } from 'vitest'
import { checkPatience, noteFileStart } from './patience.ts'
import { processorSeconds, takeServerStarts } from './usage.ts'

declare module 'vitest' {
  interface TaskMeta {
    cost?: FileCost
  }
}

export interface FileCost {
  /** Processor time of the worker since the file before, and of its children that have ended. */
  readonly cpu: number
  readonly wall: number
  readonly starts: number
}

/** The end of the file before, in a worker that runs several. It is on the global, because this file runs once for each. */
const worker = globalThis as { assayCostEnd?: { readonly cpu: number; readonly at: number } }
const start = worker.assayCostEnd ?? { cpu: 0, at: performance.timeOrigin }

noteFileStart()
beforeEach(() => checkPatience('a new test'))

// Vitest requires a pattern as the first parameter.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, { file }) => {
  const end = { cpu: processorSeconds(), at: performance.timeOrigin + performance.now() }
  worker.assayCostEnd = end
  const rounded = (value: number): number => Math.round(value * 100) / 100
  file.meta.cost = {
    cpu: rounded(end.cpu - start.cpu),
    wall: rounded((end.at - start.at) / 1000),
    starts: takeServerStarts(),
  }
})
