// Checks that JSON values can be stored and hashed exactly. Texts are parsed by the rules of all JSON bodies. Values
// from other sources (Parquet, conversions) have no text, so only the values themselves are checked.
import { loneSurrogate, loneSurrogateInKey, parseChecked } from '../kernel/json/checked.ts'
import { nestingMax } from '../kernel/json/outline.ts'
import { isJsonObject, type Json, type JsonPath } from '../kernel/json/value.ts'

/** A value that cannot be stored exactly, with its path. */
export class InexactValue extends Error {
  readonly path: JsonPath

  constructor(path: JsonPath, message: string) {
    super(message)
    this.name = 'InexactValue'
    this.path = path
  }
}

export const nestingLevelsMax = nestingMax

function checkScalar(value: Json, path: JsonPath): void {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new InexactValue(path, loneSurrogate)
  }
  if (typeof value !== 'number') return
  if (!Number.isFinite(value)) throw new InexactValue(path, 'The number is too large or not a number.')
}

/** Throws InexactValue at the first value that cannot be stored exactly. */
export function checkExact(value: Json, path: JsonPath = []): void {
  if (path.length > nestingLevelsMax) {
    throw new InexactValue(path, `JSON is nested deeper than ${nestingLevelsMax} levels.`)
  }
  if (Array.isArray(value)) {
    value.forEach((item: Json, index) => checkExact(item, [...path, index]))
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (!key.isWellFormed()) throw new InexactValue([...path, key], loneSurrogateInKey)
      // Most values are short ASCII strings, which need no path.
      if (typeof member !== 'boolean' && member !== null) checkExact(member, [...path, key])
    }
  } else {
    checkScalar(value, path)
  }
}

/** parseChecked that throws: SyntaxError for text that is not JSON, InexactValue for its first inexact value. */
export function parseExact(text: string): Json {
  const { value, fieldErrors } = parseChecked(text)
  const [fieldError] = fieldErrors
  if (fieldError !== undefined) throw new InexactValue(fieldError.path, fieldError.msg)
  return value
}
