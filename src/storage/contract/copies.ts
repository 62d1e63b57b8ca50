// Texts of inputs and outputs that stand in the attributes once more are stored once: a mark in the text of the attributes
// says where in `inputs` or `outputs` to take them from. JSON text never holds control characters as they are, so that
// marks are made of these.

/** Columns that texts are taken from. */
export type CopySource = 'inputs' | 'outputs'

export interface Copy {
  readonly from: CopySource
  /** In bytes. */
  readonly at: number
  readonly bytes: number
  /** The text stands there in a string of JSON within a string of JSON. */
  readonly isEscaped: boolean
}

const edge = '\u0003'
/** What the text between two edges begins with, where it tells of a copy. */
const letters = { inputs: '\u0004', outputs: '\u0005' } as const
const escapedLetters = { inputs: '\u0006', outputs: '\u0007' } as const

export const copyMark = ({ from, at, bytes, isEscaped }: Copy): string =>
  `${edge}${(isEscaped ? escapedLetters : letters)[from]}${at + 1},${bytes}${edge}`

/** JSON text as it stands in a string of JSON: it holds quotes and backslashes, and nothing else that is escaped. */
const escapedOnceSql = (text: string): string =>
  String.raw`replaceAll(replaceAll(${text}, '\\', '\\\\'), '"', '\\"')`

/**
 * SQL of a text with the copies put in. A lambda holds what it reads once for each element of its list, here for each cut
 * and what stands between them: whoever cuts bounds that.
 */
export const withCopiesSql = (text: string): string => {
  const taken = String.raw`substring(if(p < '\x05' OR p >= '\x06' AND p < '\x07', inputs, outputs),
    toUInt32OrZero(substringIndex(substring(p, 2), ',', 1)), toUInt32OrZero(substringIndex(p, ',', -1)))`
  return String.raw`if(position(${text}, '\x03') = 0, ${text}, arrayStringConcat(arrayMap(
    p -> if(p < '\x04' OR p >= '\x08', p, if(p < '\x06', ${taken}, ${escapedOnceSql(taken)})),
    splitByChar('\x03', ${text}))))`
}
