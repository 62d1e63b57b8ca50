// src/span-export: spans as Parquet files in a folder or object storage, one file per project and day, for a warehouse.
// export-days.ts compares days with the files and replaces those that differ; schedule.ts runs it once a day;
// expired-day.ts checks the retention of a project. Imports the targets of src/backup, access, the contract of the
// stores and the kernel. Start here.
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { BackupTarget } from '../backup/target.ts'
import type { ProjectDay, SpanDay, SpanDays, SpanMonth } from '../storage/contract/contract.ts'

export interface SpanExport {
  readonly days: SpanDays
  readonly target: BackupTarget
  /** A folder for the file that is being written. */
  readonly scratch: string
  readonly signal?: AbortSignal | undefined
  readonly onFile?: (file: string) => void
}

export interface DueDays {
  /** The last day to export. */
  readonly through: string
  /** The first day to export. Undefined: no lower bound. */
  readonly from?: string | undefined
  /** The only project to export. Undefined: all projects. */
  readonly projectId?: string | undefined
  /** Also replaces files whose spans have not changed. */
  readonly isForced?: boolean
  /** Whether the retention of the project has removed spans of the day. If so, the file of the day stays unchanged. */
  readonly isExpired?: (day: ProjectDay) => Promise<boolean>
}

export interface ExportedFiles {
  readonly written: number
  readonly removed: number
}

/** Warehouses recognize partitions with such names. */
export const fileOf = ({ projectId, day }: ProjectDay): string =>
  `project=${projectId}/day=${day}/spans.parquet`

/** Readers of partitions ignore names that start with an underscore. */
const stateFolder = '_assay'
const stateName = (month: string): string => `${stateFolder}/${month}.json`

const monthState = z.object({
  /** The `writes` of the month when all of its days were compared. */
  writes: z.string(),
  /** The last day that was compared. */
  through: z.string(),
  /** The fingerprints of the spans by file. */
  files: z.record(z.string(), z.string()),
})
/** The state of the files of a month. It is stored beside them, so it always belongs to the same target. */
interface MonthState {
  writes: string
  through: string
  readonly files: Map<string, string>
}

async function readState({ target }: SpanExport, month: string): Promise<MonthState> {
  const name = stateName(month)
  if (!(await target.has(name))) return { writes: '', through: '', files: new Map() }
  const chunks: Buffer[] = []
  for await (const chunk of target.read(name)) chunks.push(Buffer.from(chunk))
  const { files, ...rest } = monthState.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  return { ...rest, files: new Map(Object.entries(files)) }
}

function writeState(
  { target }: SpanExport,
  { month, state }: { readonly month: string; readonly state: MonthState },
): Promise<void> {
  const text = JSON.stringify({ ...state, files: Object.fromEntries(state.files) })
  return target.write(Readable.from([Buffer.from(text)]), async () => stateName(month))
}

async function writeFile({ days, target, scratch }: SpanExport, day: ProjectDay): Promise<void> {
  const path = join(scratch, 'spans.parquet')
  try {
    await days.writeParquet(day, path)
    await target.write(createReadStream(path), async () => fileOf(day))
  } finally {
    await rm(path, { force: true })
  }
}

const firstDayOf = (month: string): string => `${month.slice(0, 4)}-${month.slice(4)}-01`
const lastDayOf = (month: string): string => `${month.slice(0, 4)}-${month.slice(4)}-31`

const isWithin = (dueDays: DueDays, { projectId, day }: ProjectDay): boolean =>
  day <= dueDays.through &&
  day >= (dueDays.from ?? '') &&
  (dueDays.projectId === undefined || dueDays.projectId === projectId)

/** The project and day of an exported file; both are empty for other files. */
function dayOfFile(file: string): ProjectDay {
  const [, projectId = '', day = ''] = /^project=([^/]*)\/day=([^/]*)\//.exec(file) ?? []
  return { projectId, day }
}

/** The work on one month. Its state is stored after each file, so that an interrupted export continues there. */
class MonthExport {
  readonly #parts: SpanExport
  readonly #dueDays: DueDays
  readonly #month: SpanMonth
  readonly #state: MonthState

  constructor(parts: SpanExport, monthWork: { dueDays: DueDays; month: SpanMonth; state: MonthState }) {
    this.#parts = parts
    this.#dueDays = monthWork.dueDays
    this.#month = monthWork.month
    this.#state = monthWork.state
  }

  async run(): Promise<ExportedFiles> {
    const { writes, through } = this.#state
    const isCompared = writes === this.#month.writes && through >= this.#lastDay
    if (isCompared && this.#dueDays.isForced !== true) return { written: 0, removed: 0 }
    const days = (await this.#parts.days.days(this.#month.id)).filter((day) => isWithin(this.#dueDays, day))
    const writtenFiles = await this.#writeFiles(days)
    const removedFiles = await this.#removeFiles(new Set(days.map(fileOf)))
    if (this.#dueDays.isForced !== true && !this.#isStopped) {
      this.#state.writes = this.#month.writes
      this.#state.through = this.#lastDay
      await this.#store()
    }
    return { written: writtenFiles, removed: removedFiles }
  }

  get #lastDay(): string {
    const last = lastDayOf(this.#month.id)
    return last < this.#dueDays.through ? last : this.#dueDays.through
  }

  get #isStopped(): boolean {
    return this.#parts.signal?.aborted === true
  }

  #store(): Promise<void> {
    return writeState(this.#parts, { month: this.#month.id, state: this.#state })
  }

  async #isExpired(day: ProjectDay): Promise<boolean> {
    return (await this.#dueDays.isExpired?.(day)) === true
  }

  async #writeFiles(days: readonly SpanDay[]): Promise<number> {
    let fileCount = 0
    for (const day of days) {
      if (this.#isStopped) break
      const file = fileOf(day)
      const isSame = this.#state.files.get(file) === day.fingerprint
      if (isSame && this.#dueDays.isForced !== true) continue
      if (this.#state.files.has(file) && (await this.#isExpired(day))) continue
      await writeFile(this.#parts, day)
      this.#state.files.set(file, day.fingerprint)
      await this.#store()
      this.#parts.onFile?.(file)
      fileCount++
    }
    return fileCount
  }

  /** Removes the files of days that have no spans any more. */
  async #removeFiles(files: ReadonlySet<string>): Promise<number> {
    let removedCount = 0
    for (const file of this.#state.files.keys()) {
      if (this.#isStopped) break
      const day = dayOfFile(file)
      if (files.has(file) || !isWithin(this.#dueDays, day) || (await this.#isExpired(day))) continue
      await this.#parts.target.remove(file)
      this.#state.files.delete(file)
      await this.#store()
      removedCount++
    }
    return removedCount
  }
}

/** Months with spans, and months that have only exported files. */
async function monthsOf({ days, target }: SpanExport): Promise<readonly SpanMonth[]> {
  const months = await days.months()
  const ids = new Set(months.map(({ id }) => id))
  const monthsWithoutSpans = (await target.list(stateFolder)).flatMap(({ name }) => {
    const id = /(\d{6})\.json$/.exec(name)?.[1]
    return id === undefined || ids.has(id) ? [] : [{ id, writes: 'none' }]
  })
  return [...months, ...monthsWithoutSpans]
}

/**
 * Updates the files of the days that are due. Idempotent. Reads the keys and row versions of the months that were
 * written to since the last call, and the spans of the days that changed.
 */
export async function exportSpans(parts: SpanExport, dueDays: DueDays): Promise<ExportedFiles> {
  let [writtenCount, removedCount] = [0, 0]
  for (const month of await monthsOf(parts)) {
    if (firstDayOf(month.id) > dueDays.through || lastDayOf(month.id) < (dueDays.from ?? '')) continue
    if (parts.signal?.aborted === true) break
    const state = await readState(parts, month.id)
    const files = await new MonthExport(parts, { dueDays, month, state }).run()
    writtenCount += files.written
    removedCount += files.removed
  }
  return { written: writtenCount, removed: removedCount }
}
