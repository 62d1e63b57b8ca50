// JSON that stands somewhere in a text, as models like to answer it: between sentences, or in a fence.
import type { Json } from '../../json/value.ts'
import { jsonOfText } from './judged.ts'

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** Beginnings that are tried; a text of nothing but brackets must not cost the square of its length. */
const beginningsMax = 1000

/** The end of the object or list that begins at `start`, if its brackets close; texts inside are passed over. */
function endOf(text: string, start: number): number | undefined {
  const open: string[] = []
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') {
      for (at += 1; at < text.length && text.charAt(at) !== '"'; at += 1)
        if (text.charAt(at) === '\\') at += 1
    } else if (char in closing) open.push(closing[char] as string)
    else if (char === '}' || char === ']') {
      if (open.pop() !== char) return undefined
      if (open.length === 0) return at + 1
    }
  }
  return undefined
}

/** Every object and list in the text, outermost and first to last. A text that is JSON as a whole is that alone. */
export function* jsonInText(text: string): Generator<Json> {
  const whole = jsonOfText(text)
  if (whole !== undefined) {
    yield whole
    return
  }
  let tried = 0
  for (let at = 0; at < text.length && tried < beginningsMax; at += 1) {
    if (!(text.charAt(at) in closing)) continue
    tried += 1
    const end = endOf(text, at)
    if (end === undefined) continue
    const value = jsonOfText(text.slice(at, end))
    if (value === undefined) continue
    yield value
    at = end - 1
  }
}
