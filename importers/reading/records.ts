// importers/reading: formats of files: CSV, JSON lines, Parquet, Arrow, brotli, and the fields and times inside records.
// Each reader is strict: a damaged file is refused with its reason.
// Imports importers/ and pure shared code. Start here.
//
// Reads files as records: JSON, JSON lines, CSV, Parquet, Arrow, YAML, optionally gzipped. Lines and Parquet are streamed; a file
// of one JSON or YAML value is held in memory and refused beyond a size.
import { parseChecked } from '../../src/kernel/json/checked.ts'
import type { JsonPath } from '../../src/kernel/json/value.ts'
import type { SourceFile } from '../files.ts'
import { arrowRecords } from './arrow/arrow.ts'
import { csvRecords } from './csv.ts'
import { exactJson, sentenceAt, spanNumbers } from './exact-json.ts'
import { parquetRecords } from './parquet.ts'
import { kindOf } from './paths.ts'
import { readingFault } from './reading-fault.ts'
import { isRecord, type Position, type ReadResult, type DataRecord } from './record.ts'
import { linesOf, readFullText } from './text.ts'

function parseRecord(text: string, at: Position): ReadResult {
  try {
    const record = exactJson(text, spanNumbers)
    return isRecord(record) ? { at, record } : { at, fault: 'it is not a JSON object' }
  } catch (error) {
    return {
      at,
      fault: error instanceof SyntaxError ? `it is not JSON: ${error.message}` : readingFault(error),
    }
  }
}

async function* jsonLines(file: SourceFile): AsyncGenerator<ReadResult> {
  let line = 0
  for await (const text of linesOf(file)) {
    line += 1
    if (text.trim() !== '') yield parseRecord(text, { file: file.path, line })
  }
}

/** The names of lists in API answers. */
const listNames = [
  'data',
  'items',
  'traces',
  'observations',
  'scores',
  'prompts',
  'examples',
  'runs',
  'results',
]

/** Members of API answers beside the list. */
const pageMembers = ['meta', 'object', 'has_more', 'next_page_token', 'next_cursor', 'first_id', 'last_id']

/** Reads a file of one value: a list of records, an object with such a list, or a single record. */
async function* jsonValueRecords(file: SourceFile): AsyncGenerator<ReadResult> {
  const { value, fieldErrors } = parseChecked(await readFullText(file), spanNumbers)
  const list: { readonly path: JsonPath; readonly records: readonly unknown[] } = Array.isArray(value)
    ? { path: [], records: value }
    : ((isRecord(value) ? listIn(value) : undefined) ?? { path: [], records: [value] })
  const isOneRecord = list.records[0] === value
  for (const [i, record] of list.records.entries()) {
    const at = { file: file.path, line: i + 1 }
    const recordPath = isOneRecord ? [] : [...list.path, i]
    const fieldError = fieldErrors.find(({ path }) => recordPath.every((key, depth) => path[depth] === key))
    if (fieldError !== undefined) yield { at, fault: sentenceAt(fieldError) }
    else yield isRecord(record) ? { at, record } : { at, fault: 'it is not a JSON object' }
  }
}

/** The list of an object that has only the list and metadata: `{"data": […], "meta": …}`. */
function listIn(
  value: DataRecord,
): { readonly path: JsonPath; readonly records: readonly unknown[] } | undefined {
  const [name] = listNames.filter((listName) => Array.isArray(value[listName] ?? undefined))
  const otherMembers = Object.keys(value).filter((member) => member !== name && !pageMembers.includes(member))
  const list = name === undefined || otherMembers.length > 0 ? undefined : value[name]
  return name !== undefined && Array.isArray(list) ? { path: [name], records: list } : undefined
}

function readRecords(file: SourceFile): AsyncIterable<ReadResult> {
  switch (kindOf(file.path)) {
    case 'parquet':
      return parquetRecords(file)
    case 'arrow':
      return arrowRecords(file)
    case 'csv':
      return csvRecords(file.path, linesOf(file))
    case 'json':
      return jsonValueRecords(file)
    default:
      return jsonLines(file)
  }
}

/** The records of a file, by its extension. A truncated file yields its readable records, then an error. */
export async function* recordsOf(file: SourceFile): AsyncGenerator<ReadResult> {
  let count = 0
  try {
    for await (const read of readRecords(file)) {
      count = read.at.line
      yield read
    }
  } catch (error) {
    yield {
      at: { file: file.path, line: count + 1 },
      fault: `the rest of the file cannot be read: ${readingFault(error)}`,
    }
  }
}
