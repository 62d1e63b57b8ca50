// Ends a process whose main thread is stuck, or whose stop takes too long. Signals and timers are of no use then: both need
// the main thread. So a thread of its own counts the beats of that one, and kills the process when they stay away. What was
// acknowledged is safe, as it is from any other death.
import { Worker } from 'node:worker_threads'

export interface WatchdogLimits {
  /** How long the main thread may be busy with one thing; 0: for ever. */
  readonly stallSeconds: number
  /** How long a stop may take, once it has begun. */
  readonly stopSeconds: number
}

/** What the thread is told at its start. `state[0]` are the beats, `state[1]` is 1 from the beginning of a stop on. */
export interface WatchdogStart extends WatchdogLimits {
  readonly state: Int32Array<SharedArrayBuffer>
}

export interface Watchdog {
  /** The stop has begun. */
  readonly stopping: () => void
  readonly end: () => Promise<void>
}

const beatMs = 500

export function startWatchdog(limits: WatchdogLimits): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(8))
  const beat = setInterval(() => Atomics.add(state, 0, 1), beatMs)
  beat.unref()
  const workerData: WatchdogStart = { ...limits, state }
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url), { workerData, execArgv: [] })
  thread.unref()
  return {
    stopping: () => void Atomics.store(state, 1, 1),
    end: async () => {
      clearInterval(beat)
      await thread.terminate()
    },
  }
}
