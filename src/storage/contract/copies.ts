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
