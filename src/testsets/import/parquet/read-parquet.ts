// Reads the records of a Parquet file in slices of a row group. Two changed bytes can make the decoder loop or allocate
// all memory, so this runs in the sandbox pool (parquet-work.ts).
import { parquetRead, parquetSchema, type AsyncBuffer, type FileMetaData } from 'hyparquet'
import { openCheckedParquet, type CheckedFile } from '../../../kernel/parquet/checked-file.ts'
import { DamagedParquet } from '../../../kernel/parquet/damage.ts'
import { inflateWith } from '../../../kernel/parquet/inflate.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json/value.ts'
import { checkExact, InexactValue, parseExact } from '../../exact.ts'
import { isOutOfMemory } from '../../../kernel/work/failure.ts'
import { rowTooLarge, tooManyColumns, tooManyRows, tooMuchDecoded, type TestsetLimits } from '../../limits.ts'
import { checkFieldSizes } from '../../write.ts'
import type { ImportBatches, ImportItem } from '../items.ts'
import { jsonColumnsKey } from '../json-columns.ts'
import { compressors } from './parquet-codecs.ts'
import { exactJson, parsers, spellAnnotations, takeDecimals, type DecimalScales } from './parquet-values.ts'
import { setOwn } from '../../../kernel/own.ts'

/**
 * Records per read; a smaller row group is read at once. Every slice decodes its row group from the start, so small
 * slices cost time and large ones memory.
 */
const sliceRows = 25_000
/** The size of a batch: rows, and characters of their text. */
const batchRows = 1000
const batchBytes = 4 * 2 ** 20

interface OpenFile extends CheckedFile {
  readonly file: AsyncBuffer
  readonly scales: DecimalScales
  /** Absent in files of other programs. */
  readonly jsonColumns: ReadonlySet<string> | undefined
}

async function openParquet(file: AsyncBuffer, limits: TestsetLimits): Promise<OpenFile> {
  const checkedFile = await openCheckedParquet(file, inflateWith(compressors))
  const { metadata } = checkedFile
  if (parquetSchema(metadata).children.length > limits.columnsMax) throw tooManyColumns(limits, 'file')
  spellAnnotations(metadata.schema)
  const text = metadata.key_value_metadata?.find((entry) => entry.key === jsonColumnsKey)?.value
  const names = text === undefined ? undefined : (JSON.parse(text) as unknown)
  const jsonColumns = Array.isArray(names) ? new Set(names.map(String)) : undefined
  return { ...checkedFile, file, scales: takeDecimals(metadata.schema), jsonColumns }
}

/** In our own files a null is a missing key, and marked columns hold JSON text. */
function valueOf(
  name: string,
  { value, jsonColumns }: { readonly value: Json; readonly jsonColumns: ReadonlySet<string> | undefined },
): Json | undefined {
  if (jsonColumns === undefined) return value
  if (value === null) return undefined
  return jsonColumns.has(name) && typeof value === 'string' ? parseExact(value) : value
}

function rowOf(
  record: JsonObject,
  {
    line,
    openFile: { jsonColumns },
    limits,
  }: { readonly line: number; readonly openFile: OpenFile; readonly limits: TestsetLimits },
): ImportItem {
  const flatRow: Record<string, Json> = {}
  let column = ''
  try {
    for (const [name, raw] of Object.entries(record)) {
      column = name
      const value = valueOf(name, { value: raw, jsonColumns })
      if (value === undefined) continue
      checkExact(value)
      setOwn(flatRow, name, value)
    }
  } catch (cause) {
    if (!(cause instanceof InexactValue || cause instanceof SyntaxError)) throw cause
    return { kind: 'error', line, column, message: cause.message }
  }
  checkFieldSizes(flatRow, { limits, where: `record ${line}` })
  const characters = JSON.stringify(flatRow).length
  if (characters > limits.rowBytesMax) throw rowTooLarge(limits, `record ${line}`)
  return { kind: 'row', line, flat: flatRow, characters }
}

function recordOf(names: readonly string[], values: readonly unknown[]): Readonly<Record<string, unknown>> {
  const record: Record<string, unknown> = {}
  names.forEach((name, i) => setOwn(record, name, values[i]))
  return record
}

async function readSlice(
  openFile: OpenFile,
  range: { readonly rowStart: number; readonly rowEnd: number },
): Promise<readonly unknown[]> {
  const names = parquetSchema(openFile.metadata).children.map(({ element }) => element.name)
  let records: readonly unknown[] = []
  await parquetRead({
    file: openFile.file,
    metadata: openFile.metadata,
    ...range,
    compressors,
    parsers,
    utf8: false,
    geoparquet: false,
    // The library builds objects by assignment and would lose a column named `__proto__`.
    rowFormat: 'array',
    onComplete: (rows) => {
      records = rows.map((values) => recordOf(names, values))
    },
  })
  return records
}

/** Slices of at most sliceRows records within one row group. Each row group is checked before it is read. */
async function* checkedSlices({
  metadata,
  checkRowGroup,
}: CheckedFile): AsyncGenerator<{ readonly rowStart: number; readonly rowEnd: number }> {
  let start = 0
  for (const [index, group] of metadata.row_groups.entries()) {
    await checkRowGroup(index)
    const end = start + Number(group.num_rows)
    for (; start < end; start += sliceRows)
      yield { rowStart: start, rowEnd: Math.min(end, start + sliceRows) }
    start = end
  }
}

/** Checks the row counts in the metadata of the file before any row is read. */
function refuseCounts({ row_groups: groups }: FileMetaData, limits: TestsetLimits): void {
  const rows = groups.map((group) => Number(group.num_rows))
  if (rows.some((count) => !Number.isSafeInteger(count) || count < 0)) {
    throw new Error('The file does not state its number of rows.')
  }
  if (rows.reduce((sum, count) => sum + count, 0) > limits.rowsMax) throw tooManyRows(limits, 'file')
}

/** Collects items until the batch is full, by number or by length. */
class Batch {
  readonly #limits: TestsetLimits
  #items: ImportItem[] = []
  #bytes = 0
  #total = 0

  constructor(limits: TestsetLimits) {
    this.#limits = limits
  }

  /** Returns whether the batch is full. Throws when the decoded file exceeds the limit. */
  add(item: ImportItem): boolean {
    const bytes = item.kind === 'row' ? item.characters : item.message.length
    this.#bytes += bytes
    this.#total += bytes
    if (this.#total > this.#limits.decodedBytesMax) throw tooMuchDecoded(this.#limits)
    this.#items.push(item)
    return this.#items.length >= batchRows || this.#bytes >= batchBytes
  }

  take(): readonly ImportItem[] {
    const items = this.#items
    this.#items = []
    this.#bytes = 0
    return items
  }
}

/** Reads the records of a Parquet file with random access. Lines are record numbers, from 1. */
export async function* readParquet(file: AsyncBuffer, limits: TestsetLimits): ImportBatches {
  let line = 0
  const batch = new Batch(limits)
  try {
    const parquetFile = await openParquet(file, limits)
    refuseCounts(parquetFile.metadata, limits)
    const schema = parquetSchema(parquetFile.metadata)
    for await (const slice of checkedSlices(parquetFile)) {
      for (const raw of await readSlice(parquetFile, slice)) {
        const record = exactJson(raw, { node: schema, scales: parquetFile.scales })
        if (isJsonObject(record) && batch.add(rowOf(record, { line: ++line, openFile: parquetFile, limits })))
          yield batch.take()
      }
    }
    yield batch.take()
  } catch (cause) {
    // hyparquet throws plain errors for unreadable files. Our errors have a code, and lack of memory is not a format
    // error.
    if (cause instanceof Error && cause.name === 'AssayError') throw cause
    if (cause instanceof RangeError && isOutOfMemory(cause)) throw cause
    yield batch.take()
    const column = cause instanceof DamagedParquet ? cause.column : undefined
    const message = cause instanceof Error ? cause.message : String(cause)
    yield [
      {
        kind: 'error',
        line: line + 1,
        ...(column === undefined ? {} : { column }),
        message,
        isOfFile: true,
      },
    ]
  }
}
