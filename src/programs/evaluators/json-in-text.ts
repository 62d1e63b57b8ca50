// Finds JSON inside a text, as models often return it: between sentences, or in a code fence.
import type { Json } from '../../kernel/json/value.ts'
import { jsonOfText } from '../nesting.ts'
import { ownMember } from '../../kernel/own.ts'

const closingBrackets: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** The most characters to scan in total: a text of only brackets must not cost the square of its length. */
const stepsMax = 5_000_000

/**
 * Finds the end of the object or list that starts at `start`, skipping strings. `end` is absent when its brackets do
 * not close; `scannedCount` is the number of scanned characters.
 */
function endOf(text: string, start: number): { readonly end?: number; readonly scannedCount: number } {
  const openBrackets: string[] = []
  let index = start
  for (; index < text.length; index += 1) {
    const char = text.charAt(index)
    if (char === '"') {
      for (index += 1; index < text.length && text.charAt(index) !== '"'; index += 1)
        if (text.charAt(index) === '\\') index += 1
    } else if (Object.hasOwn(closingBrackets, char))
      openBrackets.push(ownMember(closingBrackets, char) as string)
    else if (char === '}' || char === ']') {
      if (openBrackets.pop() !== char) break
      if (openBrackets.length === 0) return { end: index + 1, scannedCount: index - start }
    }
  }
  return { scannedCount: index - start }
}

/** Every outermost object and list in the text, in order. A text that is entirely JSON yields only that value. */
export function* jsonInText(text: string): Generator<Json> {
  const fullValue = jsonOfText(text)
  if (fullValue !== undefined) {
    yield fullValue
    return
  }
  let steps = 0
  for (let index = 0; index < text.length && steps < stepsMax; index += 1) {
    if (!Object.hasOwn(closingBrackets, text.charAt(index))) continue
    const { end, scannedCount } = endOf(text, index)
    steps += scannedCount
    const value = end === undefined ? undefined : jsonOfText(text.slice(index, end))
    if (end === undefined || value === undefined) continue
    yield value
    index = end - 1
  }
}
