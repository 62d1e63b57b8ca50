// Full text: words are runs of letters, digits and the marks that belong to them, without regard to case. The same
// function cuts stored values and search texts into words, so what is stored and what is asked can only agree.
import { ownMember } from '../../kernel/own.ts'
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import { Double } from '../value.ts'

/** Words that stand side by side in one value; an unquoted word is a phrase of one. */
export type Phrase = readonly string[]

export interface ContentTerm {
  /** Every phrase must occur. A quoted term is one phrase, an unquoted run such as `foo-bar` one phrase per word. */
  readonly phrases: readonly Phrase[]
  readonly excluded: boolean
}

export interface ContentQuery {
  readonly text: string
  /** Each of these must hold, which it does when one of its alternatives does. */
  readonly required: readonly (readonly ContentTerm[])[]
}

export const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const tokenShape = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/gu

/** Undefined when the text has no word to look for. */
export function parseContentQuery(text: string): ContentQuery | undefined {
  const tokens = [...text.matchAll(tokenShape)].map(([whole, dash, quoted, bare]) => ({
    isOr: whole.toLowerCase() === 'or',
    term: termOf({ dash, quoted, bare }),
  }))
  const required: ContentTerm[][] = []
  let joins = false
  for (const [i, { isOr, term }] of tokens.entries()) {
    // Between two terms `or` joins them; at either end it is a word like any other.
    const next = tokens[i + 1]
    if (isOr && !joins && required.length > 0 && next !== undefined && next.term.phrases.length > 0) {
      joins = true
    } else if (term.phrases.length > 0) {
      if (joins) required.at(-1)?.push(term)
      else required.push([term])
      joins = false
    }
  }
  return required.length === 0 ? undefined : { text, required }
}

function termOf(token: {
  readonly dash: string | undefined
  readonly quoted: string | undefined
  readonly bare: string | undefined
}): ContentTerm {
  const words = wordsOf(token.quoted ?? token.bare ?? '')
  const phrases = token.quoted === undefined ? words.map((word) => [word]) : words.length === 0 ? [] : [words]
  return { phrases, excluded: token.dash === '-' }
}

/** Hands all values of a JSON tree on as text; keys are not searched. */
export function eachScalarText(value: Json | Double, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value)
  else if (value === null) return
  else if (typeof value !== 'object' || value instanceof Double) visit(String(value))
  else if (Array.isArray(value)) for (const item of value as readonly Json[]) eachScalarText(item, visit)
  else if (isJsonObject(value))
    for (const key of Object.keys(value)) eachScalarText(ownMember(value, key) ?? null, visit)
}

/** Texts up to this length are cut into words by a loop over their characters. */
const loopCharactersMax = 40
const probeBytes = 32

const blank = 0x20
const lineFeed = 0x0a

/** For each ASCII character what stands for it: its lower-case letter, its digit, or a blank. */
const wordBytes = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(char) ? char.charCodeAt(0) : blank
})

/** Lines of words under construction. One is kept and used again: a new one for each span would be most of the time. */
class WordLines {
  #bytes = Buffer.alloc(65_536)
  #length = 0
  #isAscii = true

  /** Writes the words of a text, a blank before and after each. */
  add(text: string): void {
    this.#room(text.length * 4 + 3)
    const start = this.#lineStart()
    const end = this.#words(text, start)
    if (end > start + 1) this.#length = end
  }

  /** The same of a text in pieces, every other of which is a mark and stays as it is, between two blanks. */
  #addPieces(pieces: readonly string[]): void {
    this.#room(pieces.reduce((sum, { length }) => sum + length * 4 + 3, 1))
    let at = this.#lineStart()
    for (const [i, piece] of pieces.entries()) {
      at = i % 2 === 0 ? this.#words(piece, at) : at + this.#bytes.write(piece, at, 'latin1')
    }
    this.#length = at
  }

  /** What is written already. */
  get length(): number {
    return this.#length
  }

  /** As `add`, unless these words stand side by side in a line already: nothing would be found by them alone. */
  addUnlessHeld(text: string, pieces: readonly string[] | undefined): void {
    const start = this.#length
    if (pieces === undefined) this.add(text)
    else this.#addPieces(pieces)
    const line = this.#bytes.subarray(start === 0 ? 0 : start + 1, this.#length)
    if (start > 0 && line.length > 0 && this.#holds(line, start)) this.#length = start
  }

  /** Lines are looked for by their beginnings, most of which are nowhere else. */
  #holds(line: Buffer, end: number): boolean {
    const written = this.#bytes.subarray(0, end)
    const at = written.indexOf(line.subarray(0, probeBytes))
    return at !== -1 && written.includes(line, at)
  }

  /** All lines; nothing is left. */
  take(): string {
    const text = this.#bytes.toString(this.#isAscii ? 'latin1' : 'utf8', 0, this.#length)
    this.#length = 0
    this.#isAscii = true
    return text
  }

  /** Where the next line begins. */
  #lineStart(): number {
    if (this.#length === 0) return 0
    this.#bytes[this.#length] = lineFeed
    return this.#length + 1
  }

  /** Writes the words with blanks around them, or one blank where there are none. Answers where they end. */
  #words(text: string, start: number): number {
    const end =
      text.length <= loopCharactersMax ? this.#shortWords(text, start) : this.#asciiWords(text, start)
    return end ?? this.#anyWords(text, start)
  }

  /** As #asciiWords, without a call into the runtime, which costs as much as some forty characters. */
  #shortWords(text: string, start: number): number | undefined {
    const bytes = this.#bytes
    let at = start
    bytes[at++] = blank
    let last = blank
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      if (code > 127) return undefined
      const byte = wordBytes[code] as number
      if (byte !== blank || last !== blank) bytes[at++] = byte
      last = byte
    }
    if (last !== blank) bytes[at++] = blank
    return at
  }

  /**
   * Undefined when some character is not ASCII. The text is put behind the place where its words are to stand and moved there
   * byte by byte, in a tenth of the time of a pattern: most text is ASCII.
   */
  #asciiWords(text: string, start: number): number | undefined {
    const bytes = this.#bytes
    let from = start + 2
    const end = from + bytes.write(text, from)
    if (end - from !== text.length) return undefined
    let at = start
    bytes[at++] = blank
    let last = blank
    for (; from < end; from += 1) {
      const byte = wordBytes[bytes[from] as number] as number
      if (byte !== blank || last !== blank) bytes[at++] = byte
      last = byte
    }
    if (last !== blank) bytes[at++] = blank
    return at
  }

  #anyWords(text: string, start: number): number {
    const words = wordsOf(text)
    this.#isAscii &&= words.length === 0
    return start + this.#bytes.write(words.length === 0 ? ' ' : ` ${words.join(' ')} `, start)
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = Buffer.alloc((this.#length + bytes) * 2)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

const wordLines = new WordLines()

/** Exporters send messages as JSON text, and mapping takes their words out: such long texts are looked for in each other. */
const longCharactersMin = 64

/**
 * Characters of a span that are looked through for repeated texts; beyond, texts are written as they come. A span of
 * mapped messages takes some ten thousand, one of thousands of long values would take the square of its length.
 */
const comparedCharactersMax = 4_000_000

/** Also where that would take longer to find out. */
export const isWordAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code > 127 || wordBytes[code] !== blank
}

/** Whether the text stands in the other as it is, between words. */
function isHeldBy(text: string, other: string): boolean {
  const at = other.indexOf(text)
  if (at === -1) return false
  const end = at + text.length
  return !(at > 0 && isWordAt(other, at - 1)) && !(end < other.length && isWordAt(other, end))
}

/** A text in pieces, every other of which is a mark that stands for words; undefined where no mark stands for any. */
export type CutWords = (text: string) => readonly string[] | undefined

/**
 * The searchable text of a span: the words of each value between blanks, values apart by line feeds. A phrase occurs
 * exactly where ` its words ` is a part of this text, which a plain substring search and a token index both answer.
 * What repeats is written once: it is half of the words of a span with mapped messages.
 */
export class SearchableText {
  readonly #short = new Set<string>()
  readonly #long: string[] = []

  add(value: string): void {
    if (value.length < longCharactersMin) this.#short.add(value)
    else this.#long.push(value)
  }

  /** What `cut` takes out of long texts stands there as its marks. */
  text(cut: CutWords = () => undefined): string {
    const long = [...new Set(this.#long)].sort((a, b) => b.length - a.length)
    let left = comparedCharactersMax
    const isHeldWithin = (value: string, longer: string): boolean => {
      left -= longer.length
      return left >= 0 && isHeldBy(value, longer)
    }
    for (const [i, value] of long.entries()) {
      const isHeld = left >= 0 && long.slice(0, i).some((longer) => isHeldWithin(value, longer))
      if (isHeld) continue
      left -= wordLines.length
      if (left >= 0) wordLines.addUnlessHeld(value, cut(value))
      else wordLines.add(value)
    }
    for (const value of this.#short) wordLines.add(value)
    return wordLines.take()
  }
}

export function contentText(tree: Json): string {
  const searchable = new SearchableText()
  eachScalarText(tree, (text) => searchable.add(text))
  return searchable.text()
}

export const phraseNeedle = (phrase: Phrase): string => ` ${phrase.join(' ')} `

export function contentMatches(content: string, query: ContentQuery): boolean {
  return query.required.every((alternatives) =>
    alternatives.some(
      (term) => term.phrases.every((phrase) => content.includes(phraseNeedle(phrase))) !== term.excluded,
    ),
  )
}
