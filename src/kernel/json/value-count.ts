// Counts the values of a JSON text without building them. Lists and objects of tiny values cost far more to
// build, check and store than their bytes suggest: 4 MB of text can be a list of 2,000,000 numbers.
import { atOnce, type Sliced } from '../sliced.ts'

const quote = 34
const backslash = 92
const comma = 44
const openingBracket = 91
const openingBrace = 123

/** Bytes that are read without a pause. */
const sliceBytes = 256 * 1024

/** `text` is UTF-8. Counts lists, objects and their elements and members, and stops above the limit. */
export function* countingValues(valuesMax: number, text: Uint8Array): Sliced<boolean> {
  // Each value but the first needs a separator or a bracket.
  if (text.length <= valuesMax) return false
  let values = 1
  let pauseAt = sliceBytes
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pauseAt) {
      pauseAt = at + sliceBytes
      yield
    }
    const unit = text[at]
    if (unit === quote) {
      for (at += 1; at < text.length && text[at] !== quote; at += 1) {
        if (text[at] === backslash) at += 1
      }
    } else if (unit === comma || unit === openingBracket || unit === openingBrace) {
      values += 1
      if (values > valuesMax) return true
    }
  }
  return false
}

/** Counts without a pause. */
export const hasMoreValuesThan = (valuesMax: number, text: Uint8Array): boolean =>
  atOnce(countingValues(valuesMax, text))
