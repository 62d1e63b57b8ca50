// The isolation of this machine and a sandbox pool, for tests. Limits are generous: the machine may be busy.
import { readdirSync, readFileSync } from 'node:fs'
import type { SandboxPool } from '../../src/kernel/work/calls.ts'
import { detectIsolation } from '../../src/kernel/work/isolation.ts'
import { startSandboxPool } from '../../src/programs/work/sandbox-pool.ts'
import { stallSeconds } from './patience.ts'

export const isolation = await detectIsolation()

export const testSandboxPool = (): SandboxPool =>
  startSandboxPool({ isolation, processesMax: 1, secondsMax: stallSeconds, memoryMb: 512 })

/** The running sandbox processes that a process (default: this one) has started. */
export const childPids = (parent = process.pid): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => {
      const [program = '', rest = ''] = (/^\d+$/.test(name) ? statOf(name) : undefined)?.split(') ') ?? []
      // The list also has the shell that ends them (kernel/work/reaper.ts).
      return rest.split(' ')[1] === String(parent) && !program.endsWith('(sh')
    })
    .map(Number)

function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
}

/** The peak memory of each of them, in megabytes. */
export const childPeaksMb = (): readonly number[] =>
  childPids().map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
  })
