// The thread of watchdog.ts. It counts its own seconds, so that a process which was stopped as a whole, or a machine that
// slept, is not taken for a main thread that is stuck.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { WatchdogStart } from './watchdog.ts'

const { state, stallSeconds, stopSeconds } = workerData as WatchdogStart

let seen = Atomics.load(state, 0)
let silentSeconds = 0
let stoppingSeconds = 0

function end(reason: string): void {
  writeSync(2, `assay: ${reason}; the process is ended\n`)
  process.kill(process.pid, 'SIGKILL')
}

setInterval(() => {
  const beats = Atomics.load(state, 0)
  silentSeconds = beats === seen ? silentSeconds + 1 : 0
  seen = beats
  if (Atomics.load(state, 1) === 1) stoppingSeconds += 1
  if (stallSeconds > 0 && silentSeconds >= stallSeconds) {
    end(`the main thread did not answer for ${stallSeconds} s (stall_seconds_max)`)
  }
  // A second later than the main thread itself, which says what it was waiting for.
  if (stoppingSeconds > stopSeconds + 1) end(`the stop took longer than ${stopSeconds} s (stop_seconds_max)`)
}, 1000)
