// Splits CSV text into records, chunk by chunk: RFC 4180 quoting, line ends LF, CRLF or CR, newlines inside quotes. A
// quote inside an unquoted cell is an ordinary character, as spreadsheets write it. Written by hand because each record
// needs its line, the set of its quoted cells, byte limits while a cell grows, and an error that does not end the file.
import { fieldTooLarge, isLongerThan, rowTooLarge, type TestsetLimits } from '../limits.ts'

export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
  /** The quoted cells, by index. */
  readonly quotedCells: ReadonlySet<number>
  /** A syntax error of the record. */
  readonly error?: string
  /** The error reaches to the end of the file: other rows are part of it. */
  readonly endsFile?: true
}

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

type State = 'cell start' | 'plain' | 'quoted' | 'quote in quoted' | 'after quoted'

const noPositions: ReadonlySet<number> = new Set()

export class CsvTokenizer {
  /** The line that is being read, from 1. */
  line = 1
  private readonly delimiter: number
  private readonly limits: TestsetLimits
  private state: State = 'cell start'
  private cell = ''
  private cells: string[] = []
  private quotedCells: Set<number> | undefined
  private rowLength = 0
  private recordLine = 1
  private quoteLine = 1
  private error: string | undefined
  /** The last character was CR, outside or inside quotes; a following LF belongs to it. */
  private isAfterReturn = false

  constructor(delimiter: string, limits: TestsetLimits) {
    this.delimiter = delimiter.charCodeAt(0)
    this.limits = limits
  }

  /** The records that end in this chunk. */
  push(text: string): readonly CsvRecord[] {
    const records: CsvRecord[] = []
    let i = 0
    if (this.isAfterReturn && text.charCodeAt(0) === lineFeed) {
      if (this.state === 'quoted') this.cell += '\n'
      i = 1
    }
    if (text.length > 0) this.isAfterReturn = false
    while (i < text.length) {
      i = this.state === 'quoted' ? this.readQuoted(text, i) : this.readPlain(text, { from: i, records })
    }
    return records
  }

  /** The last record, when the file does not end with a line end. */
  end(): readonly CsvRecord[] {
    if (this.state === 'quoted') {
      return [
        {
          line: this.quoteLine,
          cells: [],
          quotedCells: noPositions,
          error: 'The quote opened here is never closed.',
          endsFile: true,
        },
      ]
    }
    const isEmpty = this.state === 'cell start' && this.cells.length === 0
    return isEmpty ? [] : [this.endRecord()]
  }

  /** Inside quotes everything is content up to the next quote. */
  private readQuoted(text: string, from: number): number {
    const quoteOffset = text.indexOf('"', from)
    const end = quoteOffset < 0 ? text.length : quoteOffset
    this.append(text.slice(from, end))
    this.countLines(text, { from, end })
    if (quoteOffset < 0) return end
    this.state = 'quote in quoted'
    return quoteOffset + 1
  }

  private countLines(text: string, { from, end }: { readonly from: number; readonly end: number }): void {
    for (let i = from; i < end; i++) {
      const unit = text.charCodeAt(i)
      if (unit === carriageReturn) {
        this.line += 1
        if (i + 1 === text.length) this.isAfterReturn = true
      } else if (unit === lineFeed && !(i > 0 && text.charCodeAt(i - 1) === carriageReturn)) {
        this.line += 1
      }
    }
  }

  /** Outside quotes: reads through the next character that ends a cell or opens a quote. */
  private readPlain(
    text: string,
    { from, records }: { readonly from: number; readonly records: CsvRecord[] },
  ): number {
    const first = text.charCodeAt(from)
    if (first === quote && this.state !== 'plain' && this.state !== 'after quoted') {
      this.openQuote()
      return from + 1
    }
    let i = from
    let unit = first
    while (i < text.length && unit !== this.delimiter && unit !== lineFeed && unit !== carriageReturn) {
      unit = text.charCodeAt(++i)
    }
    if (i > from) this.appendPlain(text.slice(from, i))
    if (i === text.length) return i
    if (unit === this.delimiter) this.endCell()
    else return this.endLine(text, { at: i, records })
    return i + 1
  }

  private openQuote(): void {
    // A doubled quote is one quote character.
    if (this.state === 'quote in quoted') this.append('"')
    else {
      this.quoteLine = this.line
      this.quotedCells ??= new Set()
      this.quotedCells.add(this.cells.length)
    }
    this.state = 'quoted'
  }

  private appendPlain(text: string): void {
    if (this.state === 'quote in quoted' || this.state === 'after quoted') {
      if (text.trim() !== '') this.error ??= 'There is text after the closing quote of a cell.'
      this.state = 'after quoted'
      return
    }
    this.state = 'plain'
    this.append(text)
  }

  private endLine(
    text: string,
    { at, records }: { readonly at: number; readonly records: CsvRecord[] },
  ): number {
    const isBlank = this.cells.length === 0 && this.cell === '' && this.quotedCells === undefined
    if (isBlank) this.state = 'cell start'
    else records.push(this.endRecord())
    this.line += 1
    this.recordLine = this.line
    if (text.charCodeAt(at) === lineFeed) return at + 1
    if (at + 1 === text.length) this.isAfterReturn = true
    return text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1
  }

  private append(text: string): void {
    this.cell += text
    if (this.cell.length > this.limits.fieldBytesMax) this.refuseCell()
  }

  private refuseCell(): never {
    throw fieldTooLarge(this.limits, { from: 'file', where: `line ${this.recordLine}` })
  }

  private endCell(): void {
    if (isLongerThan(this.cell, this.limits.fieldBytesMax)) this.refuseCell()
    this.rowLength += this.cell.length
    if (this.rowLength > this.limits.rowBytesMax) throw rowTooLarge(this.limits, `line ${this.recordLine}`)
    this.cells.push(this.cell)
    this.cell = ''
    this.state = 'cell start'
  }

  private endRecord(): CsvRecord {
    this.endCell()
    const record = {
      line: this.recordLine,
      cells: this.cells,
      quotedCells: this.quotedCells ?? noPositions,
      ...(this.error === undefined ? {} : { error: this.error }),
    }
    this.cells = []
    this.quotedCells = undefined
    this.rowLength = 0
    this.error = undefined
    return record
  }
}

const candidates = [',', ';', '\t', '|']

/** The delimiter that occurs most often in the header line outside quotes; a comma when none does. */
export function detectDelimiter(header: string): string {
  const unquoted = header.replace(/"(?:[^"]|"")*"?/g, '')
  const counts = candidates.map((candidate) => unquoted.split(candidate).length - 1)
  const maxCount = Math.max(...counts)
  return maxCount === 0 ? ',' : (candidates[counts.indexOf(maxCount)] ?? ',')
}
