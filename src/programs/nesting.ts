// Parses untrusted JSON: text that nests so deep that a walk would exhaust the stack is rejected before parsing.
import { nestingMax } from '../kernel/json/parse.ts'
import { hasMoreValuesThan } from '../kernel/json/value-count.ts'
import type { Json } from '../kernel/json/value.ts'

/** Whether brackets outside of strings nest deeper than the server walks. */
function nestsTooDeep(text: string): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === 34) {
      for (index += 1; index < text.length && text.charCodeAt(index) !== 34; index += 1) {
        if (text.charCodeAt(index) === 92) index += 1
      }
    } else if (unit === 123 || unit === 91) {
      depth += 1
      if (depth > nestingMax) return true
    } else if (unit === 125 || unit === 93) depth -= 1
  }
  return false
}

/** The most values in a response of code, a program or a model: the server builds, checks and stores each of them. */
export const answerValuesMax = 100_000

/** Whether a response has more values than the limit. */
export const isAnswerTooLarge = (text: string): boolean =>
  text.length > answerValuesMax && hasMoreValuesThan(answerValuesMax, Buffer.from(text))

/** Parses a text as JSON; undefined when it is invalid or nests too deep. */
export function jsonOfText(text: string): Json | undefined {
  if (nestsTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
