// Imports a file as a new list, or reports what importing it would do.
import { tmpdir } from 'node:os'
import type { JsonObject } from '../../kernel/json/value.ts'
import { isMetadataColumn, RowFault, rowFromFlat, type IncomingRow } from '../incoming.ts'
import { tooManyColumns, tooManyRows, type TestsetLimits } from '../limits.ts'
import type { ListRoot } from '../pages/store.ts'
import { settle, type SettledRow } from '../settle.ts'
import { ListWriter, testcaseBatchRows, type TestsetContext } from '../write.ts'
import { readCsv } from './csv.ts'
import {
  unreadableFile,
  type FileType,
  type ImportBatches,
  type ImportedRow,
  type ImportItem,
} from './items.ts'
import { readJson, readJsonl } from './json.ts'
import { mappedBatches, type ColumnMapping } from './mapping.ts'
import { readParquetStream, type FileWork } from './parquet-work.ts'
import { reconciled } from './reconcile.ts'
import { ErrorList, errorsListedMax, ReportBuilder, type ImportReport } from './report.ts'
import { sniffFile } from './sniff.ts'

export interface UploadedFile {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly fileType?: FileType
  readonly fileName?: string
  /** One character; absent: found in the header. */
  readonly delimiter?: string
  /** Columns under other names, or left out. */
  readonly columns?: ColumnMapping
  /** Where a file that cannot be streamed (Parquet) is kept meanwhile; the system's by default. */
  readonly temporaryDirectory?: string
  /** Where a file is decoded whose cost it decides itself. */
  readonly work: FileWork
}

interface Reading {
  readonly fileType: FileType
  readonly batches: ImportBatches
  readonly delimiter: () => string | undefined
}

async function openFile(file: UploadedFile, limits: TestsetLimits): Promise<Reading> {
  const { fileType, chunks } = await sniffFile(file.chunks, { ...file, limits })
  const delimiter = (): undefined => undefined
  switch (fileType) {
    case 'csv': {
      const source = readCsv(chunks, {
        limits,
        ...(file.delimiter === undefined ? {} : { delimiter: file.delimiter }),
      })
      return { fileType, ...source }
    }
    case 'json':
      return { fileType, batches: readJson(chunks, limits), delimiter }
    case 'jsonl':
      return { fileType, batches: readJsonl(chunks, limits), delimiter }
    case 'parquet': {
      const directory = file.temporaryDirectory ?? tmpdir()
      return {
        fileType,
        batches: readParquetStream(chunks, { directory, limits, work: file.work }),
        delimiter,
      }
    }
  }
}

async function openUpload(file: UploadedFile, limits: TestsetLimits): Promise<Reading> {
  const reading = await openFile(file, limits)
  if (file.columns === undefined) return reading
  return { ...reading, batches: mappedBatches(reading.batches, file.columns) }
}

/** Regroups what a reader gives into batches of one lookup each. */
async function* regrouped(batches: ImportBatches): ImportBatches {
  let held: ImportItem[] = []
  for await (const batch of batches) {
    for (const item of batch) {
      held.push(item)
      if (held.length < testcaseBatchRows) continue
      yield held
      held = []
    }
  }
  if (held.length > 0) yield held
}

/** The incoming row of a flat one; what is wrong with its metadata goes to the errors. */
function incomingOf({ line, flat }: ImportedRow, errors: ErrorList): IncomingRow | undefined {
  let rest: JsonObject = flat
  for (;;) {
    try {
      return rowFromFlat(rest)
    } catch (cause) {
      if (!(cause instanceof RowFault)) throw cause
      const [column] = cause.path
      const name = String(column)
      errors.add({ kind: 'error', line, column: name, message: cause.message })
      if (!isMetadataColumn(name)) return undefined
      // Look at the other metadata columns too: all faults are told at once.
      rest = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== name))
    }
  }
}

/** Settles rows; cells of a CSV row that continues a testcase get their types back first. */
async function settleRows(
  context: TestsetContext,
  { rows, fileType }: { readonly rows: readonly IncomingRow[]; readonly fileType: FileType },
): Promise<readonly SettledRow[]> {
  const ids = new Set(rows.flatMap((row) => (row.continues === undefined ? [] : [row.continues])))
  const stored = ids.size === 0 ? undefined : await context.testcases.load([...ids])
  return rows.map((row) => {
    const testcase = row.continues === undefined ? undefined : stored?.get(row.continues)
    if (testcase === undefined || fileType !== 'csv') return settle(row, context.scope, testcase)
    return settle({ ...row, data: reconciled(row.data, testcase.data) }, context.scope, testcase)
  })
}

const rowsIn = (batch: readonly ImportItem[], errors: ErrorList): readonly IncomingRow[] =>
  batch.flatMap((item) => {
    if (item.kind === 'error') {
      errors.add(item)
      return []
    }
    const row = incomingOf(item, errors)
    return row === undefined ? [] : [row]
  })

/**
 * The list of the rows of a file. A file with errors is refused as a whole, with up to a hundred of them named; the
 * testcases stored before the first error belong to no list and do no harm.
 */
export async function importFile(context: TestsetContext, file: UploadedFile): Promise<ListRoot> {
  const reading = await openUpload(file, context.limits)
  const writer = new ListWriter(context, 'file')
  const errors = new ErrorList()
  for await (const batch of regrouped(reading.batches)) {
    const rows = rowsIn(batch, errors)
    // After the first error nothing more is stored, and enough errors end the reading.
    if (errors.total >= errorsListedMax) break
    if (errors.total === 0) await writer.add(await settleRows(context, { rows, fileType: reading.fileType }))
  }
  if (errors.total > 0) throw unreadableFile(reading.fileType, errors.listed)
  return writer.finish()
}

/** What importing the file would do. Stores nothing; refuses only what exceeds a limit. */
export async function dryRunImport(context: TestsetContext, file: UploadedFile): Promise<ImportReport> {
  const reading = await openUpload(file, context.limits)
  const builder = new ReportBuilder(reading.fileType)
  for await (const batch of regrouped(reading.batches)) {
    for (const item of batch) {
      if (item.kind === 'error') continue
      builder.rows += 1
      builder.sawKeys(item.flat)
    }
    const settled = await settleRows(context, {
      rows: rowsIn(batch, builder.errors),
      fileType: reading.fileType,
    })
    for (const { testcase } of settled) builder.sawData(testcase.data)
    if (builder.rows > context.limits.rowsMax) throw tooManyRows(context.limits, 'file')
    if (builder.columnCount > context.limits.columnsMax) throw tooManyColumns(context.limits, 'file')
    const known = await context.testcases.known([...new Set(settled.map(({ row }) => row.testcaseId))])
    const existing = settled.filter(({ row }) => known.has(row.testcaseId)).length
    builder.sawTestcases({ fresh: settled.length - existing, existing })
  }
  return builder.report(reading.delimiter())
}
