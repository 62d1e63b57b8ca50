// JSON values that survive being stored and hashed. Texts are parsed by the rule of all JSON bodies; values that come from
// elsewhere (Parquet, conversions) can only be checked for what a text could not hold.
import { loneSurrogate, loneSurrogateInKey, parseChecked } from '../kernel/json/checked.ts'
import { nestingMax } from '../kernel/json/outline.ts'
import { isJsonObject, type Json, type JsonPath } from '../kernel/json/value.ts'
import { ownMember } from '../kernel/own.ts'

/** A value that cannot be kept exactly, and where it stands. */
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

/** Throws InexactValue at the first value that cannot be kept exactly. */
export function checkExact(value: Json, path: JsonPath = []): void {
  if (path.length > nestingLevelsMax) {
    throw new InexactValue(path, `JSON is nested deeper than ${nestingLevelsMax} levels.`)
  }
  if (Array.isArray(value)) {
    value.forEach((item: Json, index) => checkExact(item, [...path, index]))
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      if (!key.isWellFormed()) throw new InexactValue([...path, key], loneSurrogateInKey)
      const member = ownMember(value, key) as Json
      // Short ASCII strings are most of what comes: they need no path.
      if (typeof member !== 'boolean' && member !== null) checkExact(member, [...path, key])
    }
  } else {
    checkScalar(value, path)
  }
}

/** parseChecked that throws: SyntaxError for text that is not JSON, InexactValue for its first fault. */
export function parseExact(text: string): Json {
  const { value, faults } = parseChecked(text)
  const [fault] = faults
  if (fault !== undefined) throw new InexactValue(fault.path, fault.msg)
  return value
}
