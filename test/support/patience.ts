// How long tests wait. A test waits as long as events arrive: a line of a process that it started, a changed answer, a
// finished request of a page. Processor time is no event, because an endless loop takes it too. Limits scale with the machine
// and only end a hang: they do not delay a test that passes.
import { hash, scryptSync } from 'node:crypto'

/** What the piece of hashing takes on the machine of the limits below, when it is idle. */
const referenceMs = 170

/** How many times slower this machine is now than that machine; at least 1. */
function measureSlowness(): number {
  const start = performance.now()
  scryptSync('password', 'salt', 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 })
  return Math.max(1, (performance.now() - start) / referenceMs)
}

// The first process of a run measures, its workers get the value.
const slowness = Number((process.env['ASSAY_TEST_SLOWNESS'] ??= measureSlowness().toFixed(2)))
/** The deep tier has more rounds in a file. It is read here: a file that imports tier.ts belongs to that tier. */
const rounds = process.env['ASSAY_TEST_TIER'] === 'deep' ? 3 : 1

/** The longest time of a file, and so of each of its tests. */
export const ceilingMs = Math.round(600_000 * slowness * rounds)
/** The longest time without an event; also what programs and queries get whose own limit is not the subject of a test. */
export const stallSeconds = Math.round(120 * slowness)
export const stallMs = 1000 * stallSeconds

/** For vitest. `expect.poll` knows no events, and ends before its test does so that the message names the condition. */
export const limits = {
  testTimeout: ceilingMs,
  hookTimeout: ceilingMs,
  expect: { poll: { timeout: ceilingMs / 2 } },
}

// Files without isolation share this module. Benchmarks use it without a limit of the file.
let fileStart = Infinity
let lastEvent = performance.now()

export const noteEvent = (): void => void (lastEvent = performance.now())

export function noteFileStart(): void {
  noteEvent()
  fileStart = lastEvent
}

/** Throws when the file takes too long, or when nothing has happened for long since `start`. */
export function checkPatience(awaited: string, start = performance.now()): void {
  const now = performance.now()
  if (now - fileStart > ceilingMs) throw new Error(`the file takes over ${ceilingMs / 1000} s: ${awaited}`)
  if (now - Math.max(start, lastEvent) > stallMs)
    throw new Error(`no event for ${stallSeconds} s: ${awaited}`)
}

const answers = new Map<string, string>()

/** A changed answer is an event. */
export function noteAnswer(request: string, answer: string): void {
  const fingerprint = hash('sha1', answer)
  if (answers.get(request) === fingerprint) return
  answers.set(request, fingerprint)
  noteEvent()
}
