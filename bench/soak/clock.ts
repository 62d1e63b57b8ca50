// Loaded into a server before its own code: shifts its clock by the milliseconds in a file. A running process sees the
// change in `Date`. Values that it computed from the clock at its start stay, as with a real clock.
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['SOAK_CLOCK'] ?? ''
const readMs = 200

function offsetMs(): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

let currentMs = offsetMs()
const RealDate = Date
const realNow = Date.now.bind(Date)

class ShiftedDate extends RealDate {
  constructor(...args: readonly unknown[]) {
    if (args.length === 0) super(realNow() + currentMs)
    else super(...(args as [number]))
  }
  static override now(): number {
    return realNow() + currentMs
  }
}
globalThis.Date = ShiftedDate as DateConstructor

const origin = performance.timeOrigin + currentMs
Object.defineProperty(performance, 'timeOrigin', { get: () => origin })

// Threads use it too. The timer does not keep the process alive.
setInterval(() => (currentMs = offsetMs()), isMainThread ? readMs : readMs * 2).unref()
