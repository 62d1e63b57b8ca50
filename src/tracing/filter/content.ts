// Full text: words are runs of letters, digits and the marks that belong to them, without regard to case. The same
// function cuts stored values and search texts into words, so what is stored and what is asked can only agree.
import { isJsonObject, type Json } from '../../json/value.ts'

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
export function eachScalarText(value: Json, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value)
  else if (value === null) return
  else if (typeof value !== 'object') visit(JSON.stringify(value))
  else if (Array.isArray(value)) for (const item of value as readonly Json[]) eachScalarText(item, visit)
  else if (isJsonObject(value))
    for (const key of Object.keys(value)) eachScalarText(value[key] ?? null, visit)
}

const blank = 0x20

/** For each ASCII character what stands for it: its lower-case letter, its digit, or a blank. */
const asciiWordBytes = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(char) ? char.charCodeAt(0) : blank
})

let scratch = Buffer.alloc(65_536)

/** blankedWords for text in ASCII; undefined for any other. A tenth of the time of a pattern, and most text is ASCII. */
function asciiBlankedWords(text: string): string | undefined {
  if (scratch.length < text.length + 2) scratch = Buffer.alloc(text.length * 2)
  const bytes = scratch
  bytes[0] = blank
  let length = 1
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code > 127) return undefined
    const byte = asciiWordBytes[code] ?? blank
    if (byte !== blank || bytes[length - 1] !== blank) bytes[length++] = byte
  }
  if (length === 1) return ''
  if (bytes[length - 1] !== blank) bytes[length++] = blank
  return bytes.toString('latin1', 0, length)
}

/** The words of a text, a blank before and after each; '' when it has none. */
function blankedWords(text: string): string {
  const ascii = asciiBlankedWords(text)
  if (ascii !== undefined) return ascii
  const words = wordsOf(text)
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}

/**
 * The searchable text of a span: the words of each value between blanks, values apart by line feeds. A phrase occurs
 * exactly where ` its words ` is a part of this text, which a plain substring search and a token index both answer.
 */
export function contentText(tree: Json): string {
  const lines: string[] = []
  eachScalarText(tree, (text) => {
    const words = blankedWords(text)
    if (words !== '') lines.push(words)
  })
  return lines.join('\n')
}

export const phraseNeedle = (phrase: Phrase): string => ` ${phrase.join(' ')} `

export function contentMatches(content: string, query: ContentQuery): boolean {
  return query.required.every((alternatives) =>
    alternatives.some(
      (term) => term.phrases.every((phrase) => content.includes(phraseNeedle(phrase))) !== term.excluded,
    ),
  )
}
