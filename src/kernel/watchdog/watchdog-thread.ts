// The thread of watchdog.ts. It counts its own seconds, so that a suspended process or a sleeping machine is
// not mistaken for a stuck main thread.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { WatchdogStart } from './watchdog.ts'

const { state, stallSeconds, stopSeconds } = workerData as WatchdogStart

let lastBeats = Atomics.load(state, 0)
let silentSeconds = 0
let stoppingSeconds = 0

function end(reason: string): void {
  writeSync(2, `assay: ${reason}; killing the process\n`)
  process.kill(process.pid, 'SIGKILL')
}

setInterval(() => {
  const beats = Atomics.load(state, 0)
  silentSeconds = beats === lastBeats ? silentSeconds + 1 : 0
  lastBeats = beats
  if (Atomics.load(state, 1) === 1) stoppingSeconds += 1
  if (stallSeconds > 0 && silentSeconds >= stallSeconds) {
    end(`the main thread did not answer for ${stallSeconds} s (stall_seconds_max)`)
  }
  // One second after the main thread's own limit, whose message names the pending work.
  if (stoppingSeconds > stopSeconds + 1) end(`the stop took longer than ${stopSeconds} s (stop_seconds_max)`)
}, 1000)
