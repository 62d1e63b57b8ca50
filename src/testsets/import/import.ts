// Imports a file as a new list, or reports the result of an import without storing it (a dry run).
import { tmpdir } from 'node:os'
import type { JsonObject } from '../../kernel/json/value.ts'
import { isMetadataColumn, RowError, rowFromFlat, type IncomingRow } from '../incoming.ts'
import { tooManyColumns, tooManyRows, type TestsetLimits } from '../limits.ts'
import type { ListRoot } from '../pages/store.ts'
import type { RowWrite } from '../assign-ids.ts'
import {
  assignIdsToBatch,
  ListWriter,
  testcaseBatchRows,
  type ContinueRow,
  type TestsetContext,
} from '../write.ts'
import { readCsv } from './csv.ts'
import {
  unreadableFile,
  wireError,
  type FileType,
  type ImportBatches,
  type ImportedRow,
  type ImportItem,
} from './items.ts'
import { readJson, readJsonl } from './json.ts'
import { mapBatches, type ColumnMapping } from './mapping.ts'
import { readParquetStream, type FileWork } from './parquet/parquet-work.ts'
import { restoreTypes } from './restore-types.ts'
import { ErrorList, errorsListedMax, ReportBuilder, type ImportReport, type SkippedRows } from './report.ts'
import { sniffFile } from './sniff.ts'

export interface UploadedFile {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly fileType?: FileType
  readonly fileName?: string
  /** One character; absent: detected from the header. */
  readonly delimiter?: string
  /** Columns to rename or to leave out. */
  readonly columns?: ColumnMapping
  /** Adds the first rows to the report of a dry run. */
  readonly hasPreview?: boolean
  /** Leaves rows with errors out and reports them; absent: a file with errors is refused. */
  readonly onSkipped?: (skipped: SkippedRows) => void
  /** Receives the characters of the rows of an import, before its list is complete. */
  readonly onRead?: (characters: number) => void
  /** The directory for the temporary copy of a Parquet file, which cannot be streamed; the system's by default. */
  readonly temporaryDirectory?: string
  /** The sandbox pool that decodes files of unbounded cost, and the signal that ends the import. */
  readonly work: FileWork
}

interface ImportSource {
  readonly fileType: FileType
  readonly batches: ImportBatches
  readonly delimiter: () => string | undefined
}

async function openFile(file: UploadedFile, limits: TestsetLimits): Promise<ImportSource> {
  const { fileType, chunks } = await sniffFile(whileConnected(file.chunks, file.work.signal), {
    ...file,
    limits,
  })
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

async function openUpload(file: UploadedFile, limits: TestsetLimits): Promise<ImportSource> {
  const source = await openFile(file, limits)
  const { columns } = file
  const rows = columns === undefined ? source.batches : mapBatches(source.batches, columns)
  return { ...source, batches: whileConnected(regroup(rows), file.work.signal) }
}

/** Characters of the rows of a batch, of which several copies exist while it is stored. The last row may exceed them. */
const batchCharactersMax = 8 * 2 ** 20

/** Regroups the batches of a reader by number and length of rows, so that each batch needs one lookup. */
async function* regroup(batches: ImportBatches): ImportBatches {
  let buffer: ImportItem[] = []
  let characters = 0
  for await (const batch of batches) {
    for (const item of batch) {
      buffer.push(item)
      if (item.kind === 'row') characters += item.characters
      if (buffer.length < testcaseBatchRows && characters < batchCharactersMax) continue
      yield buffer
      buffer = []
      characters = 0
    }
  }
  if (buffer.length > 0) yield buffer
}

/** Passes items through, and throws before the next one when the client has disconnected. */
async function* whileConnected<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  for await (const item of items) {
    signal?.throwIfAborted()
    yield item
  }
}

/** Parses a flat row; errors of its metadata are added to `errors`. */
function parseRow({ line, flat }: ImportedRow, errors: ErrorList): IncomingRow | undefined {
  let rest: JsonObject = flat
  for (;;) {
    try {
      return rowFromFlat(rest)
    } catch (cause) {
      if (!(cause instanceof RowError)) throw cause
      const [column] = cause.path
      const name = String(column)
      errors.add({ kind: 'error', line, column: name, message: cause.message })
      if (!isMetadataColumn(name)) return undefined
      // Check the other metadata columns too, so that all errors are reported at once.
      rest = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== name))
    }
  }
}

/** Restores the types of cells in CSV rows that continue a testcase. */
const restoreCells: ContinueRow = (row, { data }) => ({ ...row, data: restoreTypes(row.data, data) })

const assignRowIds = (
  context: TestsetContext,
  { rows, fileType }: { readonly rows: readonly IncomingRow[]; readonly fileType: FileType },
): Promise<readonly RowWrite[]> =>
  assignIdsToBatch(fileType === 'csv' ? { ...context, continueRow: restoreCells } : context, rows)

interface GoodRow {
  readonly line: number
  readonly characters: number
  readonly row: IncomingRow
}

interface CheckedRows {
  /** All rows that could be parsed, including rows whose invalid metadata column was left out. */
  readonly parsedRows: readonly IncomingRow[]
  readonly goodRows: readonly GoodRow[]
}

function rowsIn(batch: readonly ImportItem[], errors: ErrorList): CheckedRows {
  const parsedRows: IncomingRow[] = []
  const goodRows: GoodRow[] = []
  for (const item of batch) {
    const totalBefore = errors.total
    const row = item.kind === 'error' ? undefined : parseRow(item, errors)
    if (item.kind === 'error') errors.add(item)
    const isGood = errors.total === totalBefore
    if (!isGood && errors.fileError === undefined) errors.badRows += 1
    if (item.kind === 'error' || row === undefined) continue
    parsedRows.push(row)
    if (isGood) goodRows.push({ line: item.line, characters: item.characters, row })
  }
  return { parsedRows, goodRows }
}

/**
 * Imports a file as a list. A file with errors is refused, with up to a hundred of them listed; testcases stored before
 * the first error belong to no list. On request, rows with errors are left out; an error of the file itself is refused.
 */
export async function importFile(context: TestsetContext, file: UploadedFile): Promise<ListRoot> {
  const { fileType, batches } = await openUpload(file, context.limits)
  const { onSkipped } = file
  const writer = new ListWriter(context, 'file')
  const errors = new ErrorList()
  let goodRowCount = 0
  let characters = 0
  for await (const batch of batches) {
    const { goodRows } = rowsIn(batch, errors)
    // Reading ends when the error list is full, unless errors are skipped.
    if (errors.fileError !== undefined || (onSkipped === undefined && errors.total >= errorsListedMax)) break
    // Without skipping nothing is stored after the first error.
    if (onSkipped === undefined && errors.total > 0) continue
    goodRowCount += goodRows.length
    for (const row of goodRows) characters += row.characters
    await writer.add(await assignRowIds(context, { rows: goodRows.map(({ row }) => row), fileType }))
  }
  const { fileError, listedErrors, total, badRows } = errors
  if (onSkipped !== undefined && fileError !== undefined) throw unreadableFile(fileType, [fileError])
  if (total > 0 && (onSkipped === undefined || goodRowCount === 0))
    throw unreadableFile(fileType, listedErrors)
  file.onRead?.(characters)
  onSkipped?.({ rows: badRows, errors: listedErrors.map(wireError) })
  return writer.finish()
}

/** The report of a dry run. Stores nothing; throws only when a limit is exceeded. */
export async function dryRunImport(context: TestsetContext, file: UploadedFile): Promise<ImportReport> {
  const source = await openUpload(file, context.limits)
  const builder = new ReportBuilder(source.fileType)
  for await (const batch of source.batches) {
    for (const item of batch) {
      if (item.kind === 'error') continue
      builder.rows += 1
      builder.countKeys(item.flat)
    }
    const { parsedRows, goodRows } = rowsIn(batch, builder.errors)
    const writes = await assignRowIds(context, { rows: parsedRows, fileType: source.fileType })
    for (const { testcase } of writes) builder.countData(testcase.data)
    for (const { line, row } of goodRows) builder.addGoodRow(line, row.data)
    if (builder.rows > context.limits.rowsMax) throw tooManyRows(context.limits, 'file')
    if (builder.columnCount > context.limits.columnsMax) throw tooManyColumns(context.limits, 'file')
    const existingIds = await context.testcases.existingIds([
      ...new Set(writes.map(({ row }) => row.testcaseId)),
    ])
    const existingCount = writes.filter(({ row }) => existingIds.has(row.testcaseId)).length
    builder.countTestcases({ newCount: writes.length - existingCount, existingCount })
  }
  const report = builder.report(source.delimiter())
  return file.hasPreview === true ? { ...report, preview: builder.preview() } : report
}
