// JSON of others may nest so deep that walking it exhausts the stack; such text is not read at all.
import { nestingMax } from '../kernel/json/parse.ts'
import { hasMoreValuesThan } from '../kernel/json/value-count.ts'
import type { Json } from '../kernel/json/value.ts'

/** True when brackets outside of texts nest deeper than the server walks. */
function nestsTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 34) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== 34; at += 1) {
        if (text.charCodeAt(at) === 92) at += 1
      }
    } else if (unit === 123 || unit === 91) {
      depth += 1
      if (depth > nestingMax) return true
    } else if (unit === 125 || unit === 93) depth -= 1
  }
  return false
}

/** Most values of an answer of code, a program or a model: each is built, checked and stored by the server. */
export const answerValuesMax = 100_000

/** Whether an answer holds more values than the server takes. */
export const isAnswerTooLarge = (text: string): boolean =>
  text.length > answerValuesMax && hasMoreValuesThan(answerValuesMax, Buffer.from(text))

/** JSON that a text holds from its first to its last character; undefined when it holds none, or nests too deep. */
export function jsonOfText(text: string): Json | undefined {
  if (nestsTooDeep(text)) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
