// Scheduled backups. A child process writes each one; the server only freezes its traces.
import { spawn, type ChildProcess } from 'node:child_process'
import type { Archive } from './archive.ts'

export interface BackupSchedule {
  /** The archive with the last backup; its encryption key is not needed. */
  readonly archive: Archive
  readonly everyMs: number
  /** The command that writes one backup, and its arguments. */
  readonly command: readonly [string, ...string[]]
  /** All variables of the command. */
  readonly env: Readonly<Record<string, string>>
  readonly nowMs: () => number
  /** Runs the work under a lease. Undefined: another process of the installation has the lease. */
  readonly runUnderLease: (work: () => Promise<void>) => Promise<unknown>
  /** Called with the time of a backup, and at the start with that of the last one. */
  readonly onSuccess: (timeMs: number) => void
  readonly onError: (error: unknown) => void
}

export interface ScheduledBackups {
  /** Ends a backup that is being written: the next one continues it. */
  readonly stop: () => Promise<void>
}

/** A failed backup is tried again after this time, or after the interval if it is shorter. */
const retryMs = 15 * 60_000
/** How often a process checks whether another process has finished a backup. */
const otherProcessPollMs = 60_000

/** The time of the last backup of the archive, by its name; undefined: there is none. */
async function lastBackupMs(archive: Archive): Promise<number | undefined> {
  const name = (await archive.snapshots()).at(-1)
  const [, day, hours, minutes, seconds] = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/.exec(name ?? '') ?? []
  return day === undefined ? undefined : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/** Resolves when the command has succeeded. */
function run(
  { command: [program, ...args], env }: Pick<BackupSchedule, 'command' | 'env'>,
  onStart: (child: ChildProcess) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onStart(child)
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-2000)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`assay backup ended with ${code}: ${output.trim()}`)),
    )
  })
}

/** Writes a backup as soon as the last one is older than the interval. */
export function scheduleBackups(schedule: BackupSchedule): ScheduledBackups {
  const { archive, everyMs, nowMs, runUnderLease, onSuccess, onError } = schedule
  let timer: NodeJS.Timeout | undefined
  let child: ChildProcess | undefined
  let isStopped = false
  let currentWork = Promise.resolve()

  const wait = (ms: number): void => {
    // A timer cannot wait longer; the loop checks again.
    if (isStopped) return
    const start = (): void => void (currentWork = work())
    timer = setTimeout(start, Math.min(ms, 24 * 3_600_000)).unref()
  }
  const isDue = async (): Promise<boolean> => {
    const last = await lastBackupMs(archive)
    return last === undefined || nowMs() - last >= everyMs
  }
  async function work(): Promise<void> {
    try {
      if (await isDue()) {
        const outcome = await runUnderLease(async () => {
          if (!isStopped && (await isDue())) await run(schedule, (backup) => (child = backup))
        })
        if (outcome === undefined) return wait(Math.min(otherProcessPollMs, everyMs))
      }
      const last = (await lastBackupMs(archive)) ?? 0
      onSuccess(last)
      wait(Math.max(1000, last + everyMs - nowMs()))
    } catch (error) {
      if (!isStopped) onError(error)
      wait(Math.min(retryMs, everyMs))
    }
  }
  currentWork = work()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      child?.kill('SIGTERM')
      await currentWork
    },
  }
}
