// The types of commands, and functions that several commands share.
import { mkdirSync, rmSync } from 'node:fs'
import { pino, type Logger } from 'pino'
import { AuditTrail, operator } from '../access/audit.ts'
import type { ProjectContext } from '../access/projects.ts'
import { takeProcessLock } from '../kernel/process-lock.ts'
import type { Clock } from '../kernel/clock.ts'
import { utcTime } from '../kernel/validation.ts'
import { UsageError, type Config } from '../config.ts'
import type {
  MigrationPlan,
  RecordTables,
  RelationalStore,
  SpanStore,
  TraceStorePeek,
} from '../storage/contract/contract.ts'
import type { CommandHelp } from './help.ts'

/** The functions of the composition root that commands use. */
export interface Program {
  readonly version: string
  readonly clock: Clock
  readonly serve: (config: Config) => Promise<void>
  readonly openRelational: (
    config: Config,
    logger: Logger,
  ) => Promise<RelationalStore & { readonly appliedMigrations: readonly string[] }>
  /** Copies the embedded relational store to a new file. */
  readonly copyRelational: (config: Config, to: string) => Promise<void>
  /** All tables of a store, for a move. */
  readonly openTables: (config: Config, use: 'source' | 'target') => Promise<RecordTables>
  /** Brings the schema of the target of a move up to this program. */
  readonly migrateTables: (config: Config) => Promise<void>
  /** Reads whether a trace store is empty, without changing it. */
  readonly peekColumnar: (config: Config) => Promise<TraceStorePeek>
  readonly openColumnar: (config: Config, store?: RelationalStore) => Promise<SpanStore>
  /** Returns false if the database already had this trace store. */
  readonly adoptColumnar: (config: Config, store: RelationalStore) => Promise<boolean>
  /** Returns the names of the applied migrations. `shouldRepeat`: applies all migrations, not only new ones. */
  readonly migrateColumnar: (
    config: Config,
    options: { readonly shouldRepeat: boolean },
  ) => Promise<readonly string[]>
  /** Lists pending migrations without applying them. */
  readonly planRelational: (config: Config) => Promise<MigrationPlan>
  readonly planColumnar: (config: Config) => Promise<MigrationPlan>
  readonly projectContext: (config: Config, store: RelationalStore) => Promise<ProjectContext>
}

/** Values by flag. */
export type Options = ReadonlyMap<string, string>

export interface Command extends CommandHelp {
  /** Needs no installation: it creates one, or uses none. All others refuse a directory without one. */
  readonly isForAnyDirectory?: true
  readonly run: (
    config: Config,
    input: { readonly args: readonly string[]; readonly options: Options },
  ) => Promise<void>
}

/** Opens the relational store for one command and closes it again. */
export async function withStore<T>(
  program: Program,
  config: Config,
  use: (store: RelationalStore) => Promise<T>,
): Promise<T> {
  const store = await program.openRelational(config, pino({ level: 'silent' }))
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Runs `use` with an empty scratch folder, for one process at a time. */
export async function withScratch<T>(
  { path, lockPath, busyMessage }: Readonly<Record<'path' | 'lockPath' | 'busyMessage', string>>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const lock = takeProcessLock(lockPath)
  if (lock === undefined) throw new UsageError(busyMessage)
  const clear = (): void => rmSync(path, { recursive: true, force: true })
  try {
    clear()
    mkdirSync(path, { mode: 0o700 })
    return await use(path)
  } finally {
    clear()
    lock.release()
  }
}

/** The time of an option in UTC; undefined without the option. */
export function timeOption(options: Options, flag: string): string | undefined {
  const text = options.get(flag)
  const time = text === undefined ? undefined : utcTime(text)
  if (time !== undefined || text === undefined) return time
  throw new UsageError(
    `${flag} must be a date or a time, such as 2027-01-31 or 2027-01-31T09:00:00Z, not '${text}'.`,
  )
}

const printIntervalMs = 5_000

/** Returns a function that prints lines, throttled to one every few seconds. */
export function throttledPrinter(): (line: () => string) => void {
  let printedAtMs = performance.now()
  return (line) => {
    if (performance.now() - printedAtMs < printIntervalMs) return
    printedAtMs = performance.now()
    console.log(line())
  }
}

/** The audit trail of a command that changes a project. */
export function trailOf(
  { clock }: Program,
  store: RelationalStore,
  act: { readonly words: string; readonly operation: string; readonly projectId?: string },
): AuditTrail {
  return new AuditTrail(store, {
    clock,
    attempt: {
      projectId: act.projectId,
      actorId: operator.actorId,
      actorPrefix: operator.onCommandLine,
      method: 'COMMAND',
      path: act.words,
      operation: act.operation,
      remoteAddress: 'localhost',
      requestId: clock.id(),
    },
  })
}

/** The option of commands for one project. */
export const projectOption = { '--project': 'Slug or id of the project; the first one when absent.' } as const

/** The id of the named project, else of the first one. */
export async function projectId(store: RelationalStore, slugOrId: string | undefined): Promise<string> {
  const projects = await store.read.projects({ includeArchived: true })
  const project =
    slugOrId === undefined
      ? projects.find(({ isDefault }) => isDefault)
      : projects.find(({ id, slug }) => id === slugOrId || slug === slugOrId)
  if (project === undefined) {
    throw new UsageError(
      slugOrId === undefined ? 'There is no project yet.' : `There is no project '${slugOrId}'.`,
    )
  }
  return project.id
}
