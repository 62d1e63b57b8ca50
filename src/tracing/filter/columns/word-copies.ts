// Removes copies of inputs and outputs from the words of a span; a mark refers to the original. The engine has its own
// rules for words, so a text is removed only if the engine extracts the same words from it as content.ts.
import {
  commonSeparators,
  wordsCopyAtMax,
  wordsMark,
  type WordsForm,
} from '../../../storage/contract/contract.ts'
import { isWordAt, type CutWords } from '../content.ts'
import { CopyRemover, type Columns, type Form, type LongText } from './long-texts.ts'

/**
 * Letters without a different lower case, besides ASCII. The engine's tokenizer treats all of them as parts of words.
 */
const lowerLetters = String.raw`\p{Ll}\p{Lo}\p{M}\p{Nd}`
const plainShape = new RegExp(String.raw`^[\x00-\x7f${lowerLetters}]*$`, 'u')
const separators = commonSeparators.replaceAll(String.raw`\x{`, String.raw`\u{`)
const punctuatedShape = new RegExp(String.raw`^[\x00-\x7f${lowerLetters}${separators}]*$`, 'u')

/** Undefined if the engine would find other words. */
function formOf(text: string, bytes: number): WordsForm | undefined {
  if (text.length === bytes || plainShape.test(text)) return 'plain'
  return punctuatedShape.test(text) ? 'punctuated' : undefined
}

const escapesOfSeparators = /\\[nrt\\]/
/** Escapes of characters that the engine would treat as letters. Also matches some texts with backslashes. */
const otherEscapes = /\\[bfu]/

const hasWord = (text: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(text)

const identity = (text: string): string => text

/** The text as stored in its column, which equals JSON text as sent; and the unescaped text. */
function formsOf(longText: LongText): readonly Form[] {
  const { text, unescapedText, place } = longText
  const form = place.at > wordsCopyAtMax ? undefined : formOf(text, place.bytes)
  if (form === undefined) return []
  const marked = (searchText: string, textForm: WordsForm): readonly Form[] =>
    hasWord(searchText)
      ? [{ searchText, convert: identity, mark: () => wordsMark({ ...place, form: textForm }) }]
      : []
  const escapedForms = marked(text, form)
  if (unescapedText === undefined || unescapedText === text || otherEscapes.test(text)) return escapedForms
  return [...escapedForms, ...marked(unescapedText, escapesOfSeparators.test(text) ? 'escaped' : form)]
}

/** Removed texts must start and end between words. */
const isBetweenWords = (text: string, start: number, end: number): boolean =>
  !(start > 0 && isWordAt(text, start - 1)) && !(end < text.length && isWordAt(text, end))

export function wordCopyRemover(columns: Columns, texts: readonly LongText[]): CutWords | undefined {
  const forms = texts.flatMap(formsOf)
  if (forms.length === 0) return undefined
  const remover = new CopyRemover(columns, forms, isBetweenWords)
  return (text) => remover.pieces(text)
}
