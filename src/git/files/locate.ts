// Finds the line of a value in a JSON text, for errors that name the path of a value.
import type { JsonPath } from '../../kernel/json/value.ts'

export function lineOfOffset(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/** A longer text is not searched: each error would cost a scan of it. */
const searchedCharactersMax = 1024 * 1024

const blankPattern = /[ \t\r\n]*/y
const stringPattern = /"(?:[^"\\]|\\.)*"/y

const endOf =
  (pattern: RegExp) =>
  (text: string, from: number): number => {
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex : from
  }

const skipBlanks = endOf(blankPattern)
const stringEnd = endOf(stringPattern)

/** The end of the value that starts at `from`, in valid JSON. */
function valueEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length;) {
    const unit = text[at] ?? ''
    if (unit === '"') at = stringEnd(text, at)
    else {
      if (unit === '{' || unit === '[') depth++
      if (unit === '}' || unit === ']') depth--
      if (depth < 0 || (depth === 0 && unit === ',')) return at
      at++
    }
    if (depth === 0 && /["}\]]/.test(unit)) return at
  }
  return text.length
}

/** The offset of a member of the container at `from`; undefined if the member does not exist. */
function memberOffset(
  { text, from }: { readonly text: string; readonly from: number },
  part: string | number,
): number | undefined {
  const isObject = text[from] === '{'
  if (!isObject && text[from] !== '[') return undefined
  let at = skipBlanks(text, from + 1)
  for (let index = 0; at < text.length && !/[}\]]/.test(text[at] ?? ''); index++) {
    const start = at
    let key: unknown = index
    if (isObject) {
      const keyEnd = stringEnd(text, at)
      if (keyEnd === at) return undefined
      key = JSON.parse(text.slice(at, keyEnd))
      at = skipBlanks(text, skipBlanks(text, keyEnd) + 1)
    }
    if (key === (isObject ? String(part) : part)) return isObject ? start : at
    at = skipBlanks(text, valueEnd(text, at))
    if (text[at] === ',') at = skipBlanks(text, at + 1)
  }
  return undefined
}

/**
 * The line (from 1) of the value at `path`, or of its nearest container. Members of objects are at their key. Errors in
 * very long texts are at line 1.
 */
export function lineOfPath(text: string, path: JsonPath): number {
  if (text.length > searchedCharactersMax) return 1
  let line = skipBlanks(text, 0)
  let at = line
  for (const part of path) {
    const offset = memberOffset({ text, from: at }, part)
    if (offset === undefined) break
    line = offset
    const isKey = text[at] === '{'
    at = isKey ? skipBlanks(text, skipBlanks(text, stringEnd(text, offset)) + 1) : offset
  }
  return lineOfOffset(text, line)
}
