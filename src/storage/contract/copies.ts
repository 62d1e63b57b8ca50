// Texts of inputs and outputs that also occur in the attributes are stored once: a mark in the text of the
// attributes refers to a range of `inputs` and `outputs`, concatenated. Marks consist of control characters,
// which never occur unescaped in JSON text.

/** The columns that texts are copied from. */
export type CopySource = 'inputs' | 'outputs'

export interface Copy {
  /** In bytes. */
  readonly at: number
  readonly bytes: number
  /** The text is nested JSON, a string within a string: its quotes and backslashes are escaped once more. */
  readonly isEscaped: boolean
}

const delimiter = '\u0003'
/** A segment between two edges starts with one of these if it is a copy. */
const [plainMark, escapedMark] = ['\u0004', '\u0005']

export const copyMark = ({ at, bytes, isEscaped }: Copy): string =>
  `${delimiter}${isEscaped ? escapedMark : plainMark}${at + 1},${bytes}${delimiter}`

const escapeOnce = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

/** A number of bytes of a text, from an offset on. */
function bytesOf(text: string, at: number, bytes: number): string {
  if (Buffer.byteLength(text) === text.length) return text.slice(at, at + bytes)
  return Buffer.from(text).toString('utf8', at, at + bytes)
}

/** Like `attributesWithCopies`, for columns that were already read. */
export function withCopies(attributes: string, inputs: string, outputs: string): string {
  if (!attributes.includes(delimiter)) return attributes
  const source = inputs + outputs
  return attributes
    .split(delimiter)
    .map((piece) => {
      const isEscaped = piece.startsWith(escapedMark)
      if (!isEscaped && !piece.startsWith(plainMark)) return piece
      const [from, bytes] = piece.slice(1).split(',')
      const text = bytesOf(source, Number(from) - 1, Number(bytes))
      return isEscaped ? escapeOnce(text) : text
    })
    .join('')
}

const copiedText = `substring(concat(inputs, outputs), toUInt32OrZero(substringIndex(substring(p, 2), ',', 1)), toUInt32OrZero(substringIndex(p, ',', -1)))`

/**
 * SQL for the text of the attributes with the copies inserted. Filters repeat it, so it is short. A lambda
 * holds its columns once per element of its list, here per copy and per segment between copies, so the writer
 * limits the number of marks.
 */
export const attributesWithCopies = String.raw`if(position(attributes, '\x03') = 0, attributes, arrayStringConcat(arrayMap(p -> if(p < '\x04' OR p >= '\x06', p, replaceAll(replaceAll(${copiedText}, '\\', if(p < '\x05', '\\', '\\\\')), '"', if(p < '\x05', '"', '\\"'))), splitByChar('\x03', attributes))))`

/** How the words of a text are taken from its occurrence in `inputs` or `outputs`. */
export type WordsForm =
  /** The text lies between ASCII characters that belong to no word. */
  | 'plain'
  /** The text lies between any characters. */
  | 'punctuated'
  /**
   * Like `punctuated`, for the unescaped text: line feeds, tabs and backslashes are escaped in the stored
   * occurrence.
   */
  | 'escaped'

export interface WordsCopy extends Pick<Copy, 'at' | 'bytes'> {
  readonly form: WordsForm
}

const wordsForms: Readonly<Record<WordsForm, string>> = {
  plain: '\u0004',
  punctuated: '\u0005',
  escaped: '\u0006',
}
const atDigits = 8

/** The offset has a fixed number of digits. */
export const wordsCopyAtMax = 10 ** atDigits - 2

/**
 * A mark in `content` between two blanks, instead of words: a text of inputs or outputs is inserted there.
 */
export const wordsMark = ({ at, bytes, form }: WordsCopy): string =>
  `${delimiter}${wordsForms[form]}${String(at + 1).padStart(atDigits, '0')}${bytes}${delimiter}`

/** Frequent characters that belong to no word, as ranges of a character class. */
export const commonSeparators = String.raw`\x{a0}-\x{a9}\x{ab}-\x{b1}\x{bb}\x{bf}\x{d7}\x{2000}-\x{206f}\x{20a0}-\x{20bf}\x{2190}-\x{245f}\x{2500}-\x{2775}\x{2794}-\x{2bff}\x{3000}-\x{3003}\x{ff01}-\x{ff0f}\x{1f1e6}-\x{1faff}`

const pattern = (text: string): string => `'${text.replaceAll('\\', '\\\\')}'`

/**
 * SQL for `content` with the texts inserted, each transformed by `transform`. The lambda must read columns:
 * the engine treats one without columns as a constant and then fails where a part of the table has no index
 * yet.
 */
const contentWith = (transform: (text: string) => string): string => {
  const text = `substring(concat(inputs, outputs), toUInt32OrZero(substring(p, 2, ${atDigits})), toUInt32OrZero(substring(p, ${atDigits + 2})))`
  const punctuated = transform(`replaceRegexpAll(${text}, ${pattern(`[${commonSeparators}]`)}, ' ')`)
  const escapedCopy = transform(
    `replaceRegexpAll(${text}, ${pattern(String.raw`\\[nrt\\]|[${commonSeparators}]`)}, ' ')`,
  )
  return String.raw`lower(arrayStringConcat(arrayMap(p -> multiIf(p < '\x04' OR p >= '\x07', p, p < '\x05', ${transform(text)}, p < '\x06', ${punctuated}, ${escapedCopy}), splitByChar('\x03', content))))`
}

/**
 * The expressions of computed columns of the table: the words of `content` as split by the engine's tokenizer, which are
 * indexed; and the same with a blank between two words of a line, for phrases, which takes twice the time.
 */
export const contentColumns = {
  content_words: contentWith((text) => text),
  content_lines: contentWith((text) => `arrayStringConcat(tokens(${text}), ' ')`),
} as const
