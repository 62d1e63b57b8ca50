// Instrumentations send messages as text, and adapters take them out of it: a long text of inputs or outputs stands in the
// other attributes once more, as it is or within JSON text. There it is cut out, and a mark says where to take it from
// (storage/contract/copies.ts). Only texts are compared, never what they mean: what is put in is what was cut out.
import { copyMark, type CopySource } from '../../../storage/contract/contract.ts'

/** Shorter texts are not worth their mark. */
export const longCharactersMin = 64
/** A text is looked for by its beginning: what clients send decides neither how often nor how far texts are compared. */
const probeCharacters = 48
const triesMax = 16
/** The longest of a span. */
const textsMax = 32
/** Characters of a span that are looked through; beyond, texts stay where they are. */
const lookedThroughMax = 4_000_000

/** A reader holds inputs and outputs once for each piece of the text: as often as this, or as much as this in all. */
const piecesMax = 8
const heldCharactersMax = 262_144

export type Columns = Readonly<Record<CopySource, string>>

/** What the long strings of inputs and outputs say. */
export type HeldTexts = Readonly<Record<CopySource, string[]>>

interface LongText {
  readonly from: CopySource
  /** As it stands in the column. */
  readonly text: string
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly mark: string
}

/** JSON text as it stands within a string of JSON. */
const escapedOnce = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
const isEscapable = (text: string): boolean => text.includes('\\') || text.includes('"')

/** The long strings of a column without their quotes, and the whole of it where they are less than half. */
function longTexts(from: CopySource, column: string, held: readonly string[]): readonly LongText[] {
  if (column.length < longCharactersMin) return []
  const found = held.map((said) => ({ from, text: JSON.stringify(said).slice(1, -1) }))
  const covered = found.reduce((sum, { text }) => sum + text.length, 0)
  return covered * 2 < column.length ? [...found, { from, text: column }] : found
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

/** The engine counts bytes. */
function markOf({ from, text }: LongText, columns: Columns, isEscaped: boolean): string {
  const column = columns[from]
  const before = Buffer.byteLength(column.slice(0, column.indexOf(text)))
  const at = from === 'inputs' ? before : Buffer.byteLength(columns.inputs) + before
  return copyMark({ at, bytes: Buffer.byteLength(text), isEscaped })
}

function cutsMaxOf({ inputs, outputs }: Columns): number {
  const pieces = Math.max(piecesMax, heldCharactersMax / (inputs.length + outputs.length))
  return Math.floor((pieces - 1) / 2)
}

/** Cuts that do not touch each other, of the longest texts first. */
function cutsOf(text: string, texts: readonly LongText[], columns: Columns): readonly Cut[] {
  const cuts: Cut[] = []
  const cutsMax = cutsMaxOf(columns)
  let left = lookedThroughMax
  const look = (long: LongText, isEscaped: boolean): void => {
    left -= text.length
    if (left < 0) return
    const form = (part: string): string => (isEscaped ? escapedOnce(part) : part)
    const places = placesOf(text, form(long.text.slice(0, probeCharacters)), () => form(long.text))
    if (places.length === 0) return
    const [length, mark] = [form(long.text).length, markOf(long, columns, isEscaped)]
    for (const start of places) {
      const end = start + length
      const isFree = cuts.every((other) => end <= other.start || other.end <= start)
      if (isFree && cuts.length < cutsMax) cuts.push({ start, end, mark })
    }
  }
  for (const long of texts) {
    look(long, false)
    if (isEscapable(long.text)) look(long, true)
  }
  return cuts.sort((a, b) => a.start - b.start)
}

/** JSON text of attributes with marks in the places of what stands in inputs or outputs, whose long strings are `held`. */
export function withoutCopies(text: string, columns: Columns, held: HeldTexts): string {
  const texts = [
    ...longTexts('inputs', columns.inputs, held.inputs),
    ...longTexts('outputs', columns.outputs, held.outputs),
  ]
  if (texts.length === 0) return text
  const longest = texts.sort((a, b) => b.text.length - a.text.length).slice(0, textsMax)
  let cut = ''
  let copied = 0
  for (const { start, end, mark } of cutsOf(text, longest, columns)) {
    cut += text.slice(copied, start) + mark
    copied = end
  }
  return copied === 0 ? text : cut + text.slice(copied)
}
