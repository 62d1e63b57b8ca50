// What tests use: processor time, from /proc, and servers.
import { readFileSync, readdirSync } from 'node:fs'

const ticksPerSecond = 100

interface ProcessTimes {
  readonly parent: number
  /** Of the process and of its children that have ended. */
  readonly seconds: number
}

/** undefined if the process has ended. */
function timesOf(pid: number | 'self'): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
  } catch {
    return undefined
  }
}

/** Of this process and of its children that have ended. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return timesOf('self')?.seconds ?? (user + system) / 1e6
}

/** Of this process and all processes below it, also those that run. */
export function treeSeconds(): number {
  const times = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const entry = timesOf(Number(name))
        return entry === undefined ? [] : [[Number(name), entry] as const]
      }),
  )
  const isBelow = (pid: number): boolean =>
    pid === process.pid || (pid > 1 && isBelow(times.get(pid)?.parent ?? 0))
  return [...times].reduce((sum, [pid, { seconds }]) => (isBelow(pid) ? sum + seconds : sum), 0)
}

let serverStarts = 0

export const countServerStart = (): void => void (serverStarts += 1)

/** The servers started since the last call. */
export function takeServerStarts(): number {
  const count = serverStarts
  serverStarts = 0
  return count
}
