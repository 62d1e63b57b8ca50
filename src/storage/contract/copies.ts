// Texts of inputs and outputs that stand in the attributes once more are stored once: a mark in the text of the attributes
// says where in `inputs` and `outputs`, one after the other, to take them from. JSON text never holds control characters
// as they are, so that marks are made of these.

/** Columns that texts are taken from. */
export type CopySource = 'inputs' | 'outputs'

export interface Copy {
  /** In bytes. */
  readonly at: number
  readonly bytes: number
  /** The text stands there in a string of JSON within a string of JSON: its quotes and backslashes are escaped once more. */
  readonly isEscaped: boolean
}

const edge = '\u0003'
/** What stands between two edges begins with one of these where it tells of a copy. */
const [plain, escaped] = ['\u0004', '\u0005']

export const copyMark = ({ at, bytes, isEscaped }: Copy): string =>
  `${edge}${isEscaped ? escaped : plain}${at + 1},${bytes}${edge}`

const escapedOnce = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

/** So many bytes of a text, from a byte on. */
function bytesOf(text: string, at: number, bytes: number): string {
  if (Buffer.byteLength(text) === text.length) return text.slice(at, at + bytes)
  return Buffer.from(text).toString('utf8', at, at + bytes)
}

/** As `attributesWithCopies`, for whoever has read the columns. */
export function withCopies(attributes: string, inputs: string, outputs: string): string {
  if (!attributes.includes(edge)) return attributes
  const source = inputs + outputs
  return attributes
    .split(edge)
    .map((piece) => {
      const isEscaped = piece.startsWith(escaped)
      if (!isEscaped && !piece.startsWith(plain)) return piece
      const [from, bytes] = piece.slice(1).split(',')
      const text = bytesOf(source, Number(from) - 1, Number(bytes))
      return isEscaped ? escapedOnce(text) : text
    })
    .join('')
}

const taken = `substring(concat(inputs, outputs), toUInt32OrZero(substringIndex(substring(p, 2), ',', 1)), toUInt32OrZero(substringIndex(p, ',', -1)))`

/**
 * SQL of the text of the attributes with the copies put in; filters repeat it, so it is short. A lambda holds what it reads
 * once for each element of its list, here for each copy and what stands between them: whoever writes marks bounds that.
 */
export const attributesWithCopies = String.raw`if(position(attributes, '\x03') = 0, attributes, arrayStringConcat(arrayMap(p -> if(p < '\x04' OR p >= '\x06', p, replaceAll(replaceAll(${taken}, '\\', if(p < '\x05', '\\', '\\\\')), '"', if(p < '\x05', '"', '\\"'))), splitByChar('\x03', attributes))))`

/** How the words of a text are taken from where it stands in `inputs` or `outputs`. */
export type WordsForm =
  /** They stand between ASCII characters that belong to no word. */
  | 'plain'
  /** Between others, too. */
  | 'punctuated'
  /** As `punctuated`, of what the text says: line feeds, tabs and backslashes are escaped where it stands. */
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

/** The place has a fixed number of digits. */
export const wordsCopyAtMax = 10 ** atDigits - 2

/** Stands in `content` between two blanks, in the place of words: a text of inputs or outputs that has some is put there. */
export const wordsMark = ({ at, bytes, form }: WordsCopy): string =>
  `${edge}${wordsForms[form]}${String(at + 1).padStart(atDigits, '0')}${bytes}${edge}`

/** Characters that belong to no word, of those that texts are full of; ranges in a class of a pattern. */
export const commonSeparators = String.raw`\x{a0}-\x{a9}\x{ab}-\x{b1}\x{bb}\x{bf}\x{d7}\x{2000}-\x{206f}\x{20a0}-\x{20bf}\x{2190}-\x{245f}\x{2500}-\x{2775}\x{2794}-\x{2bff}\x{3000}-\x{3003}\x{ff01}-\x{ff0f}\x{1f1e6}-\x{1faff}`

const pattern = (text: string): string => `'${text.replaceAll('\\', '\\\\')}'`

/**
 * SQL of `content` with the texts put in, each as the function makes it. The lambda reads columns: one that reads none is a
 * constant to the engine, which then fails where a part of the table has no index yet.
 */
const contentWith = (put: (text: string) => string): string => {
  const text = `substring(concat(inputs, outputs), toUInt32OrZero(substring(p, 2, ${atDigits})), toUInt32OrZero(substring(p, ${atDigits + 2})))`
  const punctuated = put(`replaceRegexpAll(${text}, ${pattern(`[${commonSeparators}]`)}, ' ')`)
  const escaped = put(
    `replaceRegexpAll(${text}, ${pattern(String.raw`\\[nrt\\]|[${commonSeparators}]`)}, ' ')`,
  )
  return String.raw`lower(arrayStringConcat(arrayMap(p -> multiIf(p < '\x04' OR p >= '\x07', p, p < '\x05', ${put(text)}, p < '\x06', ${punctuated}, ${escaped}), splitByChar('\x03', content))))`
}

/**
 * Expressions that the table names. The words of `content` as the engine's tokenizer cuts them, which the index is of; and
 * the same with a blank between two words of a line, as phrases are looked for, which takes twice the time.
 */
export const contentColumns = {
  content_words: contentWith((text) => text),
  content_lines: contentWith((text) => `arrayStringConcat(tokens(${text}), ' ')`),
} as const
