// What stands in inputs or outputs is not repeated in the words of a span: there a mark says where to take it from. The engine
// cuts words by rules of its own, so only texts are left out of which it makes the words that content.ts would.
import {
  commonSeparators,
  wordsCopyAtMax,
  wordsMark,
  type WordsForm,
} from '../../../storage/contract/contract.ts'
import { isWordAt, type CutWords } from '../content.ts'
import { Cutter, type Columns, type Form, type LongText } from './long-texts.ts'

/** Letters that have no other lower case, beside those of ASCII: the engine's tokenizer takes all of them for parts of words. */
const lowerLetters = String.raw`\p{Ll}\p{Lo}\p{M}\p{Nd}`
const plainShape = new RegExp(String.raw`^[\x00-\x7f${lowerLetters}]*$`, 'u')
const separators = commonSeparators.replaceAll(String.raw`\x{`, String.raw`\u{`)
const punctuatedShape = new RegExp(String.raw`^[\x00-\x7f${lowerLetters}${separators}]*$`, 'u')

/** Undefined where the engine would find other words. */
function formOf(text: string, bytes: number): WordsForm | undefined {
  if (text.length === bytes || plainShape.test(text)) return 'plain'
  return punctuatedShape.test(text) ? 'punctuated' : undefined
}

const escapesOfSeparators = /\\[nrt\\]/
/** Of characters that the engine would take for letters. Some texts with backslashes are met, too. */
const otherEscapes = /\\[bfu]/

const hasWord = (text: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(text)

const asItIs = (text: string): string => text

/** As it stands in its column, which is how it stands in JSON text that was sent; and what it says. */
function formsOf(long: LongText): readonly Form[] {
  const { text, said, place } = long
  const form = place.at > wordsCopyAtMax ? undefined : formOf(text, place.bytes)
  if (form === undefined) return []
  const marked = (of: string, as: WordsForm): readonly Form[] =>
    hasWord(of) ? [{ of, made: asItIs, mark: () => wordsMark({ ...place, form: as }) }] : []
  const whole = marked(text, form)
  if (said === undefined || said === text || otherEscapes.test(text)) return whole
  return [...whole, ...marked(said, escapesOfSeparators.test(text) ? 'escaped' : form)]
}

/** Words are cut between words alone. */
const isBetweenWords = (text: string, start: number, end: number): boolean =>
  !(start > 0 && isWordAt(text, start - 1)) && !(end < text.length && isWordAt(text, end))

export function wordCutter(columns: Columns, texts: readonly LongText[]): CutWords | undefined {
  const forms = texts.flatMap(formsOf)
  if (forms.length === 0) return undefined
  const cutter = new Cutter(columns, forms, isBetweenWords)
  return (text) => cutter.pieces(text)
}
