// The program under evaluation, and its calls by the process that made them. A cell has the same trace at each call. A
// second call is allowed only if a kill interrupted the first one.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSubject, type Subject } from '../../test/support/subject.ts'
import type { Kill, Outage } from './worlds.ts'

/**
 * The maximum time until a result is durable, after the answer of the program or the end of an outage of the database: five
 * seconds of waiting for the trace store, then a write to the inbox. Until then a call is in flight.
 */
const durableMsMax = 10_000

interface ProgramCall {
  readonly traceId: string
  /** Undefined: the caller ended before it could be identified. */
  readonly pid: number | undefined
  readonly atMs: number
  answeredMs: number
}

function hasSocket(pid: number, inode: string): boolean {
  try {
    const directory = `/proc/${pid}/fd`
    return readdirSync(directory).some((fd) => {
      try {
        return readlinkSync(join(directory, fd)) === `socket:[${inode}]`
      } catch {
        return false
      }
    })
  } catch {
    return false
  }
}

/** The processes that this one started and that still run. */
const children = (): readonly number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number)

/** The process whose end of a connection has this port. */
function callerOf(port: number): number | undefined {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((text) => text.trim().split(/\s+/))
    .find((fields) => fields[1] === local)
  const inode = line?.[9]
  return inode === undefined ? undefined : children().find((pid) => hasSocket(pid, inode))
}

export interface CallCounts {
  /** Cells that were called at least once. */
  readonly cells: number
  readonly calls: number
  /** Repeats of calls that a kill interrupted before the program answered. */
  readonly repeatedUnanswered: number
  /** Repeats of answered calls whose result was not stored yet. */
  readonly repeatedAnswered: number
  /** Repeats of calls without a kill. */
  readonly unexplained: readonly string[]
}

export interface Program {
  readonly subject: Subject
  countsAfter(faults: Faults): CallCounts
}

export interface Faults {
  readonly kills: readonly Kill[]
  readonly outages: readonly Outage[]
}

function durableMs({ answeredMs }: ProgramCall, outages: readonly Outage[]): number {
  const outage = outages.find(({ fromMs, toMs }) => answeredMs >= fromMs - durableMsMax && answeredMs <= toMs)
  return (outage?.toMs ?? answeredMs) + durableMsMax
}

/** The kill that interrupted a call, if any. */
const killOf = ({ kills, outages }: Faults, call: ProgramCall): Kill | undefined =>
  kills.find(
    ({ pid, atMs }) =>
      (call.pid === undefined || pid === call.pid) &&
      atMs >= call.atMs - (call.pid === undefined ? durableMsMax : 0) &&
      atMs <= durableMs(call, outages),
  )

function countCalls(calls: readonly ProgramCall[], faults: Faults): CallCounts {
  const byCell = Map.groupBy(calls, ({ traceId }) => traceId)
  let repeatedUnanswered = 0
  let repeatedAnswered = 0
  const unexplainedCalls: string[] = []
  for (const [traceId, cellCalls] of byCell) {
    for (const call of cellCalls.slice(0, -1)) {
      const kill = killOf(faults, call)
      if (kill === undefined) {
        unexplainedCalls.push(
          `cell ${traceId} was called ${cellCalls.length} times: ${JSON.stringify(cellCalls)}, faults: ${JSON.stringify(faults)}`,
        )
      } else if (kill.atMs < call.answeredMs) repeatedUnanswered += 1
      else repeatedAnswered += 1
    }
  }
  return {
    cells: byCell.size,
    calls: calls.length,
    repeatedUnanswered,
    repeatedAnswered,
    unexplained: unexplainedCalls,
  }
}

/** A program that answers after a random time between the two bounds. */
export async function startProgram(answerMs: readonly [number, number]): Promise<Program> {
  const calls: ProgramCall[] = []
  const [answerMsMin, answerMsMax] = answerMs
  const subject = await startSubject(async ({ body, traceId, port }) => {
    const call = { traceId, pid: callerOf(port), atMs: performance.now(), answeredMs: Infinity }
    calls.push(call)
    await sleep(answerMsMin + Math.random() * (answerMsMax - answerMsMin))
    call.answeredMs = performance.now()
    return { outputs: body.data.inputs.correct_answer }
  })
  return {
    subject,
    countsAfter: (faults) => countCalls(calls, faults),
  }
}
