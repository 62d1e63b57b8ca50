// The processor time of a server, which is steadier than wall time on a shared machine.
import { readFileSync } from 'node:fs'
import type { RunningServer } from '../../test/support/process.ts'

const readProcFile = (server: RunningServer, file: 'stat' | 'status'): string =>
  readFileSync(`/proc/${server.process.pid}/${file}`, 'utf8')

/** Processor time so far, all threads. */
export function processorSeconds(server: RunningServer): number {
  const fields = readProcFile(server, 'stat').split(') ')[1]?.split(' ') ?? []
  // Fields 14 and 15 of proc(5), in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** VmRSS, VmHWM (its peak), RssAnon (without mapped files). */
export const memoryMiB = (server: RunningServer, name: 'VmRSS' | 'VmHWM' | 'RssAnon'): number =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readProcFile(server, 'status'))?.[1] ?? 0) / 1024)
