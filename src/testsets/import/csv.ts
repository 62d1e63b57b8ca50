// CSV files: the header gives the columns, all values are strings.
import type { Json } from '../../kernel/json/value.ts'
import { type MetadataColumn } from '../incoming.ts'
import { tooManyColumns, type TestsetLimits } from '../limits.ts'
import { CsvTokenizer, detectDelimiter, type CsvRecord } from './csv-tokens.ts'
import type { ImportBatches, ImportError, ImportItem } from './items.ts'
import { decodeText, lineEnds, UndecodableText } from './text.ts'
import { setOwn } from '../../kernel/own.ts'

interface Header {
  /** The name of each column by index; undefined for a nameless one. */
  readonly names: readonly (string | undefined)[]
}

const error = (
  line: number,
  { message, column }: { readonly message: string; readonly column?: string | undefined },
): ImportError => ({
  kind: 'error',
  line,
  ...(column === undefined ? {} : { column }),
  message,
})

/** An error after which the reading ends. */
const fileError = (
  line: number,
  details: { readonly message: string; readonly column?: string },
): ImportError => ({
  ...error(line, details),
  isOfFile: true,
})

/** A file with this column is a download: quoted names of its header are literal, even an empty one. */
const downloadColumn: MetadataColumn = '__id__'

/** Parses the header. Spaces around a name are removed unless the name is quoted. */
function headerOf(record: CsvRecord, limits: TestsetLimits): Header | readonly ImportError[] {
  if (record.cells.length > limits.columnsMax) throw tooManyColumns(limits, 'file')
  if (record.error !== undefined) return [fileError(record.line, { message: record.error })]
  const isDownload = record.cells.includes(downloadColumn)
  const names = record.cells.map((cell, i) => {
    const name = record.quotedCells.has(i) ? cell : cell.trim()
    return name === '' && !(isDownload && record.quotedCells.has(i)) ? undefined : name
  })
  const usedNames = new Set<string>()
  const duplicates = names.flatMap((name): readonly ImportError[] => {
    if (name === undefined || !usedNames.has(name)) {
      if (name !== undefined) usedNames.add(name)
      return []
    }
    return [fileError(record.line, { message: `The column '${name}' occurs more than once.`, column: name })]
  })
  if (duplicates.length > 0) return duplicates
  return usedNames.size === 0
    ? [fileError(record.line, { message: 'The header row names no column.' })]
    : { names }
}

/** Quotes, colon and comma of a member in JSON text. */
const memberMarks = 6

function rowOf(record: CsvRecord, { names }: Header): ImportItem {
  const { line, cells } = record
  if (record.error !== undefined)
    return (record.endsFile === true ? fileError : error)(line, { message: record.error })
  if (cells.length < names.length || cells.slice(names.length).some((cell) => cell !== '')) {
    return error(line, { message: `The row has ${cells.length} cells, the header has ${names.length}.` })
  }
  const flatRow: Record<string, Json> = {}
  let characters = 0
  for (const [i, name] of names.entries()) {
    const cell = cells[i] ?? ''
    if (name !== undefined) {
      setOwn(flatRow, name, cell)
      characters += name.length + cell.length + memberMarks
    } else if (cell !== '')
      return error(line, { message: `Column ${i + 1} has no name in the header, but a value here.` })
  }
  return { kind: 'row', line, flat: flatRow, characters }
}

/** Text is buffered until the header line is complete, up to this limit. */
const headerCharactersMax = 1 << 20

const isHeaderComplete = (text: string): boolean => /[\r\n]/.test(text.replace(/"(?:[^"]|"")*"?/g, ''))

class CsvReader {
  delimiter: string | undefined
  private readonly limits: TestsetLimits
  private tokens: CsvTokenizer | undefined
  private header: Header | undefined
  private bufferedText = ''
  isBroken = false

  constructor(delimiter: string | undefined, limits: TestsetLimits) {
    this.delimiter = delimiter
    this.limits = limits
  }

  get line(): number {
    return this.tokens?.line ?? 1
  }

  push(text: string): readonly ImportItem[] {
    if (this.tokens !== undefined) return this.items(this.tokens.push(text))
    this.bufferedText += text
    // Skip blank lines before the header.
    const canStart =
      this.delimiter !== undefined ||
      this.bufferedText.length > headerCharactersMax ||
      isHeaderComplete(this.bufferedText.trimStart())
    return canStart ? this.start() : []
  }

  end(): readonly ImportItem[] {
    const items = [
      ...(this.tokens === undefined ? this.start() : []),
      ...this.items(this.tokens?.end() ?? []),
    ]
    if (this.header !== undefined || this.isBroken) return items
    return [...items, fileError(1, { message: 'A header row is required.' })]
  }

  private start(): readonly ImportItem[] {
    this.delimiter ??= detectDelimiter(this.bufferedText.trimStart().split(/[\r\n]/, 1)[0] ?? '')
    this.tokens = new CsvTokenizer(this.delimiter, this.limits)
    const text = this.bufferedText
    this.bufferedText = ''
    return this.items(this.tokens.push(text))
  }

  private items(records: readonly CsvRecord[]): readonly ImportItem[] {
    const items: ImportItem[] = []
    for (const record of records) {
      if (this.header !== undefined) {
        items.push(rowOf(record, this.header))
        continue
      }
      const header = headerOf(record, this.limits)
      if ('names' in header) {
        this.header = header
        continue
      }
      this.isBroken = true
      return [...items, ...header]
    }
    return items
  }
}

export interface CsvSource {
  readonly batches: ImportBatches
  /** Set after the first batch was read. */
  delimiter(): string | undefined
}

/** Reads a CSV file. An error in the header ends the reading; errors in rows do not. */
export function readCsv(
  chunks: AsyncIterable<Uint8Array>,
  options: { readonly delimiter?: string; readonly limits: TestsetLimits },
): CsvSource {
  const reader = new CsvReader(options.delimiter, options.limits)
  async function* batches(): AsyncGenerator<readonly ImportItem[]> {
    try {
      for await (const text of decodeText(chunks)) {
        const items = reader.push(text)
        if (items.length > 0) yield items
        if (reader.isBroken) return
      }
      yield reader.end()
    } catch (cause) {
      if (!(cause instanceof UndecodableText)) throw cause
      yield [fileError(reader.line + lineEnds(cause.textBefore), { message: cause.message })]
    }
  }
  return { batches: batches(), delimiter: () => reader.delimiter }
}
