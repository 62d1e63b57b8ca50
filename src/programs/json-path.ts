// Reading a JSONPath that names one place. One that names many is refused: a matcher has one target.
import { jsonPathParts, type JsonPathPart } from '../kernel/json/json-path.ts'
import { isJsonObject, type Json } from '../kernel/json/value.ts'
import { badSettings } from './failure.ts'
import { ownMember } from '../kernel/own.ts'

export { isJsonPath } from '../kernel/json/json-path.ts'

function partsOf(path: string): readonly JsonPathPart[] {
  const parts = jsonPathParts(path)
  if (typeof parts !== 'number') return parts
  throw badSettings(`'${path}' is not a path to one place (at character ${parts}).`)
}

/** The value at these parts; undefined when there is none. A number after a dot is a position of a list. */
export function readPathParts(root: Json, parts: readonly JsonPathPart[]): Json | undefined {
  let at: Json | undefined = root
  for (const part of parts) {
    if (Array.isArray(at)) {
      const position = typeof part === 'number' ? part : /^\d+$/.test(part) ? Number(part) : undefined
      at = position === undefined ? undefined : (at as readonly Json[]).at(position)
    } else {
      const name = String(part)
      at = isJsonObject(at) ? ownMember(at, name) : undefined
    }
  }
  return at
}

export const readJsonPath = (root: Json, path: string): Json | undefined => readPathParts(root, partsOf(path))
