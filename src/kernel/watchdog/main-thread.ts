// Measures how long the main thread has been stuck: the processor time it used since its last heartbeat, and the
// seconds it slept in a call that does not return. Time in which it waits for a processor or a disk does not count: on
// a starved machine a healthy server is slow, not stuck.
import { readFileSync } from 'node:fs'

/** One observation of the main thread, each second. */
export interface MainThreadSample {
  /** Heartbeats so far. */
  readonly beats: number
  /** Processor time so far, in seconds. */
  readonly processorSeconds: number
  /** Whether it sleeps in a system call, as opposed to running or waiting for a processor or a disk. */
  readonly isAsleep: boolean
}

/** Clock ticks per second in /proc; the same on every Linux. */
const ticksPerSecond = 100

/**
 * Reads the state of the main thread, whose id is that of the process. Undefined where the system does not have it:
 * then every second without a heartbeat counts.
 */
export function readMainThread(
  pid = process.pid,
): Pick<MainThreadSample, 'processorSeconds' | 'isAsleep'> | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name of the thread is in parentheses and may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, user, system] = [fields[0], Number(fields[11]), Number(fields[12])]
  return { processorSeconds: (user + system) / ticksPerSecond, isAsleep: state === 'S' }
}

/** Returns how long the main thread has been stuck, in seconds, after each sample. */
export function createStallCounter(firstSample: MainThreadSample): (sample: MainThreadSample) => number {
  let previousSample = firstSample
  let stuckSeconds = 0
  return (sample) => {
    const usedSeconds = sample.processorSeconds - previousSample.processorSeconds
    if (sample.beats !== previousSample.beats) stuckSeconds = 0
    else stuckSeconds += sample.isAsleep ? 1 : Math.min(1, usedSeconds)
    previousSample = sample
    return stuckSeconds
  }
}
