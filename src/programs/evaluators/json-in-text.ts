// JSON that stands somewhere in a text, as models like to answer it: between sentences, or in a fence.
import type { Json } from '../../kernel/json/value.ts'
import { jsonOfText } from '../nesting.ts'
import { ownMember } from '../../kernel/own.ts'

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** Characters that are looked at in all: a text of nothing but brackets must not cost the square of its length. */
const stepsMax = 5_000_000

/**
 * Where the object or list that begins at `start` ends; texts inside are passed over. `end` is absent when its brackets
 * do not close; `looked` says how far one had to look for that.
 */
function endOf(text: string, start: number): { readonly end?: number; readonly looked: number } {
  const open: string[] = []
  let at = start
  for (; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') {
      for (at += 1; at < text.length && text.charAt(at) !== '"'; at += 1)
        if (text.charAt(at) === '\\') at += 1
    } else if (Object.hasOwn(closing, char)) open.push(ownMember(closing, char) as string)
    else if (char === '}' || char === ']') {
      if (open.pop() !== char) break
      if (open.length === 0) return { end: at + 1, looked: at - start }
    }
  }
  return { looked: at - start }
}

/** Every object and list in the text, outermost and first to last. A text that is JSON as a whole is that alone. */
export function* jsonInText(text: string): Generator<Json> {
  const whole = jsonOfText(text)
  if (whole !== undefined) {
    yield whole
    return
  }
  let steps = 0
  for (let at = 0; at < text.length && steps < stepsMax; at += 1) {
    if (!Object.hasOwn(closing, text.charAt(at))) continue
    const { end, looked } = endOf(text, at)
    steps += looked
    const value = end === undefined ? undefined : jsonOfText(text.slice(at, end))
    if (end === undefined || value === undefined) continue
    yield value
    at = end - 1
  }
}
