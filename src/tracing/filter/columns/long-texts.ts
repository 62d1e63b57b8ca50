// Finds long texts of inputs and outputs inside other texts: instrumentations send messages as text, from which
// adapters extract them. Each copy is removed, and a mark refers to the original (storage/contract/copies.ts). Only
// texts are compared, never their meaning, so the restored text equals the removed one.
import type { Copy, CopySource } from '../../../storage/contract/contract.ts'

/** Shorter texts are not worth their mark. */
export const longCharactersMin = 64
/** A text is searched by its prefix. Clients control neither the number nor the length of comparisons. */
const probeCharacters = 48
const triesMax = 16
/** The longest texts of a span, up to this many. */
const textsMax = 32
/** Characters of a span that are searched. Beyond, texts stay in place. */
const searchedCharactersMax = 4_000_000

/** A reader loads inputs and outputs once per piece of a text: at most this often, or this many characters in total. */
const piecesMax = 8
const heldCharactersMax = 262_144

export type Columns = Readonly<Record<CopySource, string>>

/** The long strings of inputs and outputs, unescaped. */
export type ColumnTexts = Readonly<Record<CopySource, string[]>>

/** A long string of inputs or outputs, or a full column. */
export class LongText {
  /** The text as stored in the column. */
  readonly text: string
  /** The unescaped text. Undefined for a full column. */
  readonly unescapedText: string | undefined
  readonly #columns: Columns
  readonly #from: CopySource
  #place: Pick<Copy, 'at' | 'bytes'> | undefined

  constructor(columns: Columns, from: CopySource, unescapedText: string | undefined) {
    this.#columns = columns
    this.#from = from
    this.unescapedText = unescapedText
    this.text = unescapedText === undefined ? columns[from] : JSON.stringify(unescapedText).slice(1, -1)
  }

  /** Its position in both columns, concatenated. The engine counts bytes. */
  get place(): Pick<Copy, 'at' | 'bytes'> {
    return (this.#place ??= this.#find())
  }

  #find(): Pick<Copy, 'at' | 'bytes'> {
    const column = this.#columns[this.#from]
    const bytesBefore = Buffer.byteLength(column.slice(0, column.indexOf(this.text)))
    const offset =
      this.#from === 'inputs' ? bytesBefore : Buffer.byteLength(this.#columns.inputs) + bytesBefore
    return { at: offset, bytes: Buffer.byteLength(this.text) }
  }
}

/** The long strings of a column, and the full column if they are less than half of it. */
function textsOf(from: CopySource, columns: Columns, columnTexts: ColumnTexts): readonly LongText[] {
  const columnText = columns[from]
  if (columnText.length < longCharactersMin) return []
  const texts = columnTexts[from].map((string) => new LongText(columns, from, string))
  const coveredLength = texts.reduce((sum, { text }) => sum + text.length, 0)
  return coveredLength * 2 < columnText.length ? [...texts, new LongText(columns, from, undefined)] : texts
}

/** The longest texts first. */
export const longTexts = (columns: Columns, columnTexts: ColumnTexts): readonly LongText[] =>
  [...textsOf('inputs', columns, columnTexts), ...textsOf('outputs', columns, columnTexts)]
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, textsMax)

/** A form in which a long text may occur elsewhere. */
export interface Form {
  readonly searchText: string
  /** Converts the text, or its prefix, to the form to search for. */
  readonly convert: (part: string) => string
  readonly mark: () => string
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly mark: string
}

/** The ranges of a form in a text. Compares the prefix first; converts the full text only on a match. */
function rangesOf(text: string, { searchText, convert }: Form): readonly Omit<Cut, 'mark'>[] {
  const probe = convert(searchText.slice(0, probeCharacters))
  let offset = text.indexOf(probe)
  if (offset === -1) return []
  const needle = convert(searchText)
  const ranges: Omit<Cut, 'mark'>[] = []
  for (let tries = 0; offset !== -1 && tries < triesMax; tries += 1) {
    const end = offset + needle.length
    // A tenth of the time of startsWith, which compares character by character.
    const isFound = text.slice(offset, end) === needle
    if (isFound) ranges.push({ start: offset, end })
    offset = text.indexOf(probe, isFound ? end : offset + 1)
  }
  return ranges
}

/** Removes copies of long texts from the texts of a span, up to the limit of a reader. */
export class CopyRemover {
  readonly #forms: readonly Form[]
  readonly #isCut: (text: string, start: number, end: number) => boolean
  #searchableLeft = searchedCharactersMax
  #cutsLeft: number

  /** Forms in search order. If two matches overlap, the earlier form wins. */
  constructor(
    { inputs, outputs }: Columns,
    forms: readonly Form[],
    isCut: (text: string, start: number, end: number) => boolean = () => true,
  ) {
    const pieces = Math.max(piecesMax, heldCharactersMax / (inputs.length + outputs.length))
    this.#cutsLeft = Math.floor((pieces - 1) / 2)
    this.#forms = forms
    this.#isCut = isCut
  }

  /** The text between the marks, with the marks in between. Undefined if nothing is removed. */
  pieces(text: string): readonly string[] | undefined {
    const cuts = this.#cutsOf(text)
    if (cuts.length === 0) return undefined
    const pieces: string[] = []
    let copiedLength = 0
    for (const { start, end, mark } of cuts) {
      pieces.push(text.slice(copiedLength, start), mark)
      copiedLength = end
    }
    return [...pieces, text.slice(copiedLength)]
  }

  #cutsOf(text: string): readonly Cut[] {
    const cuts: Cut[] = []
    for (const form of this.#forms) {
      if (form.searchText.length > text.length) continue
      this.#searchableLeft -= text.length
      if (this.#searchableLeft < 0 || this.#cutsLeft === 0) break
      for (const textCut of this.#cutsOfForm(text, form)) {
        const isFree = cuts.every(
          (otherCut) => textCut.end <= otherCut.start || otherCut.end <= textCut.start,
        )
        if (!isFree || this.#cutsLeft === 0) continue
        cuts.push(textCut)
        this.#cutsLeft -= 1
      }
    }
    return cuts.sort((a, b) => a.start - b.start)
  }

  #cutsOfForm(text: string, form: Form): readonly Cut[] {
    return rangesOf(text, form)
      .filter(({ start, end }) => this.#isCut(text, start, end))
      .map((range) => ({ ...range, mark: form.mark() }))
  }
}
