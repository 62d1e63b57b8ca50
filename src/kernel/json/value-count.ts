// Counts the values of a JSON text without building them. Lists and objects of tiny values cost far more to
// build, check and store than their bytes suggest: 4 MB of text can be a list of 2,000,000 numbers.
import { atOnce, type Sliced } from '../sliced.ts'

const quote = 34
const backslash = 92
const comma = 44
const openingBracket = 91
const closingBracket = 93
const openingBrace = 123
const closingBrace = 125

/** Bytes that are read without a pause. */
const sliceBytes = 256 * 1024

export interface ValueLimits {
  /** Lists, objects and their elements and members. */
  readonly valuesMax: number
  /** Members of one object: it is a hash table that grows without a pause, a million members for over 100 ms. */
  readonly membersMax?: number
}

/** Returns the limit that a UTF-8 text exceeds, or undefined. Counting stops at the first exceeded limit. */
export function* countingValues(
  { valuesMax, membersMax = valuesMax }: ValueLimits,
  text: Uint8Array,
): Sliced<keyof ValueLimits | undefined> {
  // Each value but the first needs a separator or a bracket.
  if (text.length <= Math.min(valuesMax, membersMax)) return undefined
  // Members that the innermost container may still have; a list has no such limit.
  let remaining = Infinity
  const outerRemaining: number[] = []
  let values = 1
  let pauseAt = sliceBytes
  for (let offset = 0; offset < text.length; offset += 1) {
    if (offset >= pauseAt) {
      pauseAt = offset + sliceBytes
      yield
    }
    const unit = text[offset]
    if (unit === quote) {
      for (offset += 1; offset < text.length && text[offset] !== quote; offset += 1) {
        if (text[offset] === backslash) offset += 1
      }
    } else if (unit === comma || unit === openingBracket || unit === openingBrace) {
      values += 1
      if (values > valuesMax) return 'valuesMax'
      remaining -= 1
      if (unit === comma) {
        if (remaining < 0) return 'membersMax'
      } else {
        outerRemaining.push(remaining + 1)
        remaining = unit === openingBrace ? membersMax - 1 : Infinity
      }
    } else if (unit === closingBracket || unit === closingBrace) remaining = outerRemaining.pop() ?? Infinity
  }
  return undefined
}

/** Counts without a pause. */
export const hasMoreValuesThan = (valuesMax: number, text: Uint8Array): boolean =>
  atOnce(countingValues({ valuesMax }, text)) !== undefined
