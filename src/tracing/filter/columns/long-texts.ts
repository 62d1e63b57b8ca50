// Long texts of inputs and outputs, and where they stand in other texts: instrumentations send messages as text, and adapters
// take them out of it. What stands there once more is cut out, and a mark says where to take it from
// (storage/contract/copies.ts). Only texts are compared, never what they mean: what is put in is what was cut out.
import type { Copy, CopySource } from '../../../storage/contract/contract.ts'

/** Shorter texts are not worth their mark. */
export const longCharactersMin = 64
/** A text is looked for by its beginning: what clients send decides neither how often nor how far texts are compared. */
const probeCharacters = 48
const triesMax = 16
/** The longest of a span. */
const textsMax = 32
/** Characters of a span that are looked through; beyond, texts stay where they are. */
const lookedThroughMax = 4_000_000

/** A reader holds inputs and outputs once for each piece of a text: as often as this, or as much as this in all. */
const piecesMax = 8
const heldCharactersMax = 262_144

export type Columns = Readonly<Record<CopySource, string>>

/** What the long strings of inputs and outputs say. */
export type HeldTexts = Readonly<Record<CopySource, string[]>>

/** A long string of inputs or outputs, or the whole of one. */
export class LongText {
  /** As it stands in the column. */
  readonly text: string
  /** What it says; undefined for the whole of a column. */
  readonly said: string | undefined
  readonly #columns: Columns
  readonly #from: CopySource
  #place: Pick<Copy, 'at' | 'bytes'> | undefined

  constructor(columns: Columns, from: CopySource, said: string | undefined) {
    this.#columns = columns
    this.#from = from
    this.said = said
    this.text = said === undefined ? columns[from] : JSON.stringify(said).slice(1, -1)
  }

  /** Where it stands in both columns, one after the other. The engine counts bytes. */
  get place(): Pick<Copy, 'at' | 'bytes'> {
    return (this.#place ??= this.#find())
  }

  #find(): Pick<Copy, 'at' | 'bytes'> {
    const column = this.#columns[this.#from]
    const before = Buffer.byteLength(column.slice(0, column.indexOf(this.text)))
    const at = this.#from === 'inputs' ? before : Buffer.byteLength(this.#columns.inputs) + before
    return { at, bytes: Buffer.byteLength(this.text) }
  }
}

/** The long strings of a column, and the whole of it where they are less than half. */
function textsOf(from: CopySource, columns: Columns, held: HeldTexts): readonly LongText[] {
  const whole = columns[from]
  if (whole.length < longCharactersMin) return []
  const found = held[from].map((said) => new LongText(columns, from, said))
  const covered = found.reduce((sum, { text }) => sum + text.length, 0)
  return covered * 2 < whole.length ? [...found, new LongText(columns, from, undefined)] : found
}

/** The longest first. */
export const longTexts = (columns: Columns, held: HeldTexts): readonly LongText[] =>
  [...textsOf('inputs', columns, held), ...textsOf('outputs', columns, held)]
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, textsMax)

/** How a long text may stand elsewhere. */
export interface Form {
  readonly of: string
  /** Makes of the text, or of its beginning, what is looked for. */
  readonly made: (part: string) => string
  readonly mark: () => string
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly mark: string
}

/** Where the text begins as the needle does, which is made only then, and goes on like it. */
function placesOf(text: string, probe: string, make: () => string): readonly number[] {
  let at = text.indexOf(probe)
  if (at === -1) return []
  const needle = make()
  const places: number[] = []
  for (let tries = 0; at !== -1 && tries < triesMax; tries += 1) {
    // In a tenth of the time of startsWith, which compares character by character.
    const isFound = text.slice(at, at + needle.length) === needle
    if (isFound) places.push(at)
    at = text.indexOf(probe, at + (isFound ? needle.length : 1))
  }
  return places
}

/** Cuts copies of long texts out of the texts of a span, as many as a reader has room for. */
export class Cutter {
  readonly #forms: readonly Form[]
  readonly #isCut: (text: string, start: number, end: number) => boolean
  #left = lookedThroughMax
  #cutsLeft: number

  /** Forms in the order in which they are looked for; of two that overlap the former is cut. */
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

  /** What stands between the marks, with the marks in between; undefined where nothing is cut. */
  pieces(text: string): readonly string[] | undefined {
    const cuts = this.#cutsOf(text)
    if (cuts.length === 0) return undefined
    const pieces: string[] = []
    let copied = 0
    for (const { start, end, mark } of cuts) {
      pieces.push(text.slice(copied, start), mark)
      copied = end
    }
    return [...pieces, text.slice(copied)]
  }

  #cutsOf(text: string): readonly Cut[] {
    const cuts: Cut[] = []
    for (const form of this.#forms) {
      if (form.of.length > text.length) continue
      this.#left -= text.length
      if (this.#left < 0 || this.#cutsLeft === 0) break
      for (const cut of this.#cutsOfForm(text, form)) {
        const isFree = cuts.every((other) => cut.end <= other.start || other.end <= cut.start)
        if (!isFree || this.#cutsLeft === 0) continue
        cuts.push(cut)
        this.#cutsLeft -= 1
      }
    }
    return cuts.sort((a, b) => a.start - b.start)
  }

  #cutsOfForm(text: string, { of, made, mark }: Form): readonly Cut[] {
    const places = placesOf(text, made(of.slice(0, probeCharacters)), () => made(of))
    if (places.length === 0) return []
    const { length } = made(of)
    return places
      .filter((start) => this.#isCut(text, start, start + length))
      .map((start) => ({ start, end: start + length, mark: mark() }))
  }
}
