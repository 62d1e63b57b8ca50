// Kills a process whose main thread is stuck or whose shutdown takes too long. Signals and timers need the
// main thread, so a separate thread counts its heartbeats and kills the process when they stop. Acknowledged
// data is safe, as after any crash.
import { Worker } from 'node:worker_threads'

export interface WatchdogLimits {
  /** How long the main thread may be blocked; 0: no limit. */
  readonly stallSeconds: number
  /** How long a shutdown may take. */
  readonly stopSeconds: number
}

/**
 * The start message of the thread. `state[0]` counts the heartbeats; `state[1]` is 1 once the shutdown has
 * started.
 */
export interface WatchdogStart extends WatchdogLimits {
  readonly state: Int32Array<SharedArrayBuffer>
}

export interface Watchdog {
  /** Starts the time limit of the shutdown. */
  readonly limitShutdown: () => void
  readonly end: () => Promise<void>
}

const beatMs = 500

export function startWatchdog(limits: WatchdogLimits): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(8))
  const heartbeat = setInterval(() => Atomics.add(state, 0, 1), beatMs)
  heartbeat.unref()
  const workerData: WatchdogStart = { ...limits, state }
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url), { workerData, execArgv: [] })
  thread.unref()
  return {
    limitShutdown: () => void Atomics.store(state, 1, 1),
    end: async () => {
      clearInterval(heartbeat)
      await thread.terminate()
    },
  }
}
