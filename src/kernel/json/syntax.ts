// Finds the position of a JSON syntax error. V8 does not always report it, so this runs after JSON.parse has
// failed.

import type { Sliced } from '../sliced.ts'

/** Characters that are read without a pause. */
const sliceCharacters = 64 * 1024

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const literals = ['true', 'false', 'null'] as const
const escapes = new Set('"\\/bfnrt')

/**
 * The end of the string that starts at `from`. A negative result is `-1 - position`, with the position of the first
 * invalid character.
 */
function stringEnd(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const unit = text[i] ?? ''
    if (unit === '"') return i + 1
    if (unit < ' ') return -1 - i
    if (unit !== '\\') continue
    const escape = text[++i] ?? ''
    if (escape === 'u') {
      if (!/^[0-9a-f]{4}$/i.test(text.slice(i + 1, i + 5))) return -1 - i
      i += 4
    } else if (!escapes.has(escape)) return -1 - i
  }
  return -1 - text.length
}

/** The end of the scalar that starts at `from`; negative as above. */
function scalarEnd(text: string, from: number): number {
  if (text[from] === '"') return stringEnd(text, from)
  const literal = literals.find((word) => text.startsWith(word, from))
  if (literal !== undefined) return from + literal.length
  numberPattern.lastIndex = from
  return numberPattern.test(text) ? numberPattern.lastIndex : -1 - from
}

type ExpectedToken = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end'

/** The offset of the first unexpected token; the length of the text when it ends too early. */
export function* syntaxErrorAt(text: string): Sliced<number> {
  const openBrackets: ('{' | '[')[] = []
  let expectedToken: ExpectedToken = 'value'
  let i = 0
  let pauseAt = sliceCharacters
  for (;;) {
    if (i >= pauseAt) {
      pauseAt = i + sliceCharacters
      yield
    }
    while (/[ \t\n\r]/.test(text[i] ?? '')) i++
    const token = text[i]
    if (token === undefined) return text.length
    if (expectedToken === 'comma or end') {
      const innermost = openBrackets.at(-1)
      if (token === ',' && innermost !== undefined) expectedToken = innermost === '{' ? 'key' : 'value'
      else if (innermost !== undefined && token === (innermost === '{' ? '}' : ']')) openBrackets.pop()
      else return i
      i++
    } else if (expectedToken === 'colon') {
      if (token !== ':') return i
      expectedToken = 'value'
      i++
    } else if (
      (expectedToken === 'key or }' && token === '}') ||
      (expectedToken === 'value or ]' && token === ']')
    ) {
      openBrackets.pop()
      expectedToken = 'comma or end'
      i++
    } else if (expectedToken === 'key' || expectedToken === 'key or }') {
      const end = token === '"' ? stringEnd(text, i) : -1 - i
      if (end < 0) return -1 - end
      i = end
      expectedToken = 'colon'
    } else if (token === '{' || token === '[') {
      openBrackets.push(token)
      expectedToken = token === '{' ? 'key or }' : 'value or ]'
      i++
    } else {
      const end = scalarEnd(text, i)
      if (end < 0) return -1 - end
      i = end
      expectedToken = 'comma or end'
    }
  }
}
