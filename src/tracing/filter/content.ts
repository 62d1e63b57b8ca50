// Full text. Words are runs of letters, digits and their marks, ignoring case. The same function extracts the words of
// stored values and of search texts, so that both always agree.
import { ownMember } from '../../kernel/own.ts'
import { isJsonList, isJsonObject, type Json } from '../../kernel/json/value.ts'
import { Double } from '../value.ts'

/** Adjacent words in one value. An unquoted word is a phrase of one. */
export type Phrase = readonly string[]

export interface ContentTerm {
  /** Every phrase must occur. A quoted term is one phrase, an unquoted run such as `foo-bar` one phrase per word. */
  readonly phrases: readonly Phrase[]
  readonly excluded: boolean
}

export interface ContentQuery {
  readonly text: string
  /** Every group must match. A group matches if one of its alternatives does. */
  readonly required: readonly (readonly ContentTerm[])[]
}

export const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const tokenShape = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/gu

/** Undefined if the text has no word to search for. */
export function parseContentQuery(text: string): ContentQuery | undefined {
  const tokens = [...text.matchAll(tokenShape)].map(([tokenText, dash, quoted, bare]) => ({
    isOr: tokenText.toLowerCase() === 'or',
    term: termOf({ dash, quoted, bare }),
  }))
  const required: ContentTerm[][] = []
  let isJoining = false
  for (const [i, { isOr, term }] of tokens.entries()) {
    // `or` between two terms joins them. At either end it is an ordinary word.
    const next = tokens[i + 1]
    if (isOr && !isJoining && required.length > 0 && next !== undefined && next.term.phrases.length > 0) {
      isJoining = true
    } else if (term.phrases.length > 0) {
      if (isJoining) required.at(-1)?.push(term)
      else required.push([term])
      isJoining = false
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

/** Visits all scalars of a JSON tree as text. Keys are not searched. */
export function eachScalarText(value: Json | Double, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value)
  else if (value === null) return
  else if (typeof value !== 'object' || value instanceof Double) visit(String(value))
  else if (isJsonList(value)) for (const item of value) eachScalarText(item, visit)
  else if (isJsonObject(value))
    for (const key of Object.keys(value)) eachScalarText(ownMember(value, key) ?? null, visit)
}

/** Shorter texts are split into words by a loop over their characters. */
const loopCharactersMax = 40
const probeBytes = 32

const space = 0x20
const lineFeed = 0x0a

/** Maps each ASCII character to its lower-case letter, its digit, or a blank. */
const wordBytes = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(char) ? char.charCodeAt(0) : space
})

/** A buffer of lines of words. One instance is reused, because creating one per span would dominate the time. */
class WordLines {
  #bytes = Buffer.alloc(65_536)
  #length = 0
  #isAscii = true

  /** Writes the words of a text, each with a blank before and after. */
  add(text: string): void {
    this.#ensureCapacity(text.length * 4 + 3)
    const start = this.#lineStart()
    const end = this.#words(text, start)
    if (end > start + 1) this.#length = end
  }

  /** The same for a text in pieces, of which every other is a mark that stays unchanged between two blanks. */
  #addPieces(pieces: readonly string[]): void {
    this.#ensureCapacity(pieces.reduce((sum, { length }) => sum + length * 4 + 3, 1))
    let offset = this.#lineStart()
    for (const [i, piece] of pieces.entries()) {
      offset = i % 2 === 0 ? this.#words(piece, offset) : offset + this.#bytes.write(piece, offset, 'latin1')
    }
    this.#length = offset
  }

  /** The length written so far. */
  get length(): number {
    return this.#length
  }

  /** As `add`, unless a line already contains these words: they would add no matches. */
  addUnlessContained(text: string, pieces: readonly string[] | undefined): void {
    const start = this.#length
    if (pieces === undefined) this.add(text)
    else this.#addPieces(pieces)
    const line = this.#bytes.subarray(start === 0 ? 0 : start + 1, this.#length)
    if (start > 0 && line.length > 0 && this.#contains(line, start)) this.#length = start
  }

  /** Lines are searched by their prefix, which is mostly unique. */
  #contains(line: Buffer, end: number): boolean {
    const buffer = this.#bytes.subarray(0, end)
    const offset = buffer.indexOf(line.subarray(0, probeBytes))
    return offset !== -1 && buffer.includes(line, offset)
  }

  /** Returns all lines and clears the buffer. */
  take(): string {
    const text = this.#bytes.toString(this.#isAscii ? 'latin1' : 'utf8', 0, this.#length)
    this.#length = 0
    this.#isAscii = true
    return text
  }

  /** The start of the next line. */
  #lineStart(): number {
    if (this.#length === 0) return 0
    this.#bytes[this.#length] = lineFeed
    return this.#length + 1
  }

  /** Writes the words with blanks around them, or one blank if there are none. Returns their end. */
  #words(text: string, start: number): number {
    const end =
      text.length <= loopCharactersMax ? this.#shortWords(text, start) : this.#asciiWords(text, start)
    return end ?? this.#anyWords(text, start)
  }

  /** As #asciiWords, without a call into the runtime, which costs as much as some forty characters. */
  #shortWords(text: string, start: number): number | undefined {
    const bytes = this.#bytes
    let offset = start
    bytes[offset++] = space
    let last = space
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      if (code > 127) return undefined
      const byte = wordBytes[code] ?? 0
      if (byte !== space || last !== space) bytes[offset++] = byte
      last = byte
    }
    if (last !== space) bytes[offset++] = space
    return offset
  }

  /**
   * Undefined if some character is not ASCII. The text is written after the position of its words and then moved byte
   * by byte, in a tenth of the time of a regular expression: most text is ASCII.
   */
  #asciiWords(text: string, start: number): number | undefined {
    const bytes = this.#bytes
    let from = start + 2
    const end = from + bytes.write(text, from)
    if (end - from !== text.length) return undefined
    let offset = start
    bytes[offset++] = space
    let last = space
    for (; from < end; from += 1) {
      const byte = wordBytes[bytes[from] ?? 0] ?? 0
      if (byte !== space || last !== space) bytes[offset++] = byte
      last = byte
    }
    if (last !== space) bytes[offset++] = space
    return offset
  }

  #anyWords(text: string, start: number): number {
    const words = wordsOf(text)
    this.#isAscii &&= words.length === 0
    return start + this.#bytes.write(words.length === 0 ? ' ' : ` ${words.join(' ')} `, start)
  }

  #ensureCapacity(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = Buffer.alloc((this.#length + bytes) * 2)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

const wordLines = new WordLines()

/**
 * Exporters send messages as JSON text, from which the mapping extracts texts. Such long texts are searched in each
 * other.
 */
const longCharactersMin = 64

/**
 * Characters of a span that are searched for repeated texts. Beyond, texts are written in order. A span of mapped
 * messages takes some ten thousand; a span with thousands of long values would take quadratic time.
 */
const comparedCharactersMax = 4_000_000

/** Whether a word character is at the position. Also true in cases that would take longer to decide. */
export const isWordAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code > 127 || wordBytes[code] !== space
}

/** Whether the other text contains the text between words. */
function isContainedIn(text: string, longerText: string): boolean {
  const offset = longerText.indexOf(text)
  if (offset === -1) return false
  const end = offset + text.length
  return (
    !(offset > 0 && isWordAt(longerText, offset - 1)) &&
    !(end < longerText.length && isWordAt(longerText, end))
  )
}

/** Up to this number, texts are compared pairwise. A set would read every text to its end to hash it. */
const distinctPairwiseMax = 32

const distinct = (texts: readonly string[]): string[] =>
  texts.length > distinctPairwiseMax
    ? [...new Set(texts)]
    : texts.filter((text, i) => texts.indexOf(text) === i)

/** Splits a text into pieces, of which every other is a mark that replaces words. Undefined without marks. */
export type CutWords = (text: string) => readonly string[] | undefined

/**
 * The searchable text of a span: the words of each value between blanks, values separated by line feeds. A phrase
 * occurs exactly if ` its words ` is a substring, which a plain search and a token index both answer. Repeated texts
 * are written once: they are half of the words of a span with mapped messages.
 */
export class SearchableText {
  readonly #short = new Set<string>()
  readonly #longTexts: string[] = []

  add(value: string): void {
    if (value.length < longCharactersMin) this.#short.add(value)
    else this.#longTexts.push(value)
  }

  /** Marks replace the words that `cutWords` removes from long texts. */
  text(cutWords: CutWords = () => undefined): string {
    const longTexts = distinct(this.#longTexts).sort((a, b) => b.length - a.length)
    let remaining = comparedCharactersMax
    const isContained = (value: string, longerText: string): boolean => {
      remaining -= longerText.length
      return remaining >= 0 && isContainedIn(value, longerText)
    }
    for (const [i, value] of longTexts.entries()) {
      const isRepeated =
        remaining >= 0 && longTexts.slice(0, i).some((earlierText) => isContained(value, earlierText))
      if (isRepeated) continue
      remaining -= wordLines.length
      if (remaining >= 0) wordLines.addUnlessContained(value, cutWords(value))
      else wordLines.add(value)
    }
    for (const value of this.#short) wordLines.add(value)
    return wordLines.take()
  }
}

export function contentText(tree: Json): string {
  const searchableText = new SearchableText()
  eachScalarText(tree, (text) => searchableText.add(text))
  return searchableText.text()
}

export const phraseNeedle = (phrase: Phrase): string => ` ${phrase.join(' ')} `

export function contentMatches(content: string, query: ContentQuery): boolean {
  return query.required.every((alternatives) =>
    alternatives.some(
      (term) => term.phrases.every((phrase) => content.includes(phraseNeedle(phrase))) !== term.excluded,
    ),
  )
}
