// The thread of watchdog.ts. It observes the main thread once a second of its own clock, so that a suspended process or
// a sleeping machine is not mistaken for a stuck main thread.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { createStallCounter, readMainThread, type MainThreadSample } from './main-thread.ts'
import type { WatchdogStart } from './watchdog.ts'

const { state, stallSeconds, stopSeconds } = workerData as WatchdogStart

const sample = (): MainThreadSample => ({
  beats: Atomics.load(state, 0),
  // Where the state is unknown, every second without a heartbeat counts.
  ...(readMainThread() ?? { processorSeconds: 0, isAsleep: true }),
})

const stuckSeconds = createStallCounter(sample())
let stoppingSeconds = 0

function end(reason: string): void {
  writeSync(2, `assay: ${reason}; killing the process\n`)
  process.kill(process.pid, 'SIGKILL')
}

setInterval(() => {
  const seconds = stuckSeconds(sample())
  if (Atomics.load(state, 1) === 1) stoppingSeconds += 1
  if (stallSeconds > 0 && seconds >= stallSeconds) {
    end(`the main thread was stuck for ${stallSeconds} s (stall_seconds_max)`)
  }
  // One second after the main thread's own limit, whose message names the pending work.
  if (stoppingSeconds > stopSeconds + 1) end(`the stop took longer than ${stopSeconds} s (stop_seconds_max)`)
}, 1000)
