// Files as records with their places: JSON, JSON lines, CSV, Parquet, YAML; packed with gzip or not. Memory does not grow with files of
// lines and of Parquet; a file that is one JSON or YAML value is held whole, and is refused beyond a size.
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { extname } from 'node:path'
import { createGunzip, gunzipSync } from 'node:zlib'
import { csvRecords } from './csv.ts'
import { parquetRecords } from './parquet.ts'
import { isRecord, type Place, type Read, type Record } from './record.ts'

/** JSON and YAML that is not in lines is held whole. */
const wholeBytesMax = 256 * 2 ** 20

const isPacked = (path: string): boolean => path.endsWith('.gz')

/** `rows.jsonl.gz` is JSON lines. */
export const kindOf = (path: string): string =>
  extname(isPacked(path) ? path.slice(0, -3) : path)
    .slice(1)
    .toLowerCase()

/** A text that is read whole. */
export function wholeText(path: string): string {
  if (statSync(path).size > wholeBytesMax) {
    throw new Error(`it has more than ${wholeBytesMax / 2 ** 20} MiB; give it as JSON lines`)
  }
  const bytes = readFileSync(path)
  return (isPacked(path) ? gunzipSync(bytes, { maxOutputLength: wholeBytesMax }) : bytes).toString('utf8')
}

export async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const source = isPacked(path) ? file.pipe(createGunzip()) : file
  // A file that breaks off ends the stream that is read, too.
  if (source !== file) file.once('error', (error) => source.destroy(error))
  yield* createInterface({ input: source, crlfDelay: Infinity })
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function parsed(text: string, at: Place): Read {
  try {
    const record: unknown = JSON.parse(text)
    return isRecord(record) ? { at, record } : { at, fault: 'it is no JSON object' }
  } catch (error) {
    return { at, fault: `it is no JSON: ${sentence(error)}` }
  }
}

async function* jsonLines(path: string): AsyncGenerator<Read> {
  let line = 0
  for await (const text of linesOf(path)) {
    line += 1
    if (text.trim() !== '') yield parsed(text, { file: path, line })
  }
}

/** Lists in a whole value, under the names that interfaces answer them by. */
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

/** A file of one value: a list of records, an object that holds one, or a single record. */
function* wholeJson(path: string): Generator<Read> {
  const value: unknown = JSON.parse(wholeText(path))
  const list = Array.isArray(value) ? value : isRecord(value) ? listIn(value) : undefined
  for (const [i, record] of (list ?? [value]).entries()) {
    const at = { file: path, line: i + 1 }
    yield isRecord(record) ? { at, record } : { at, fault: 'it is no JSON object' }
  }
}

/** Only when nothing but the list and words about it stands there: `{"data": […], "meta": …}`. */
function listIn(value: Record): readonly unknown[] | undefined {
  const [name] = listNames.filter((one) => Array.isArray(value[one] ?? undefined))
  const others = Object.keys(value).filter(
    (one) => one !== name && !['meta', 'object', 'has_more', 'next_page_token'].includes(one),
  )
  const list = name === undefined || others.length > 0 ? undefined : value[name]
  return Array.isArray(list) ? list : undefined
}

/** The records of a file, by the ending of its name. A file that breaks off is a fault after what could be read. */
export async function* recordsOf(path: string): AsyncGenerator<Read> {
  const kind = kindOf(path)
  let seen = 0
  try {
    const reads =
      kind === 'parquet'
        ? parquetRecords(path)
        : kind === 'csv'
          ? csvRecords(path, linesOf(path))
          : kind === 'json'
            ? wholeJson(path)
            : jsonLines(path)
    for await (const read of reads) {
      seen = read.at.line
      yield read
    }
  } catch (error) {
    yield { at: { file: path, line: seen + 1 }, fault: `the file cannot be read on: ${sentence(error)}` }
  }
}
