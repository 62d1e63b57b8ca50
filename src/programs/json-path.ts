// Reads a JSONPath with exactly one target. Paths with several targets are refused, since a matcher has one target.
import { jsonPathParts, type JsonPathPart } from '../kernel/json/json-path.ts'
import { isJsonList, isJsonObject, type Json } from '../kernel/json/value.ts'
import { badSettings } from './failure.ts'
import { ownMember } from '../kernel/own.ts'

export { isJsonPath } from '../kernel/json/json-path.ts'

function partsOf(path: string): readonly JsonPathPart[] {
  const parts = jsonPathParts(path)
  if (typeof parts !== 'number') return parts
  throw badSettings(`'${path}' is not a path to a single value (at character ${parts}).`)
}

/** The value at this path; undefined when there is none. A number after a dot is a list index. */
export function readPathParts(root: Json, parts: readonly JsonPathPart[]): Json | undefined {
  let current: Json | undefined = root
  for (const part of parts) {
    if (isJsonList(current)) {
      const position = typeof part === 'number' ? part : /^\d+$/.test(part) ? Number(part) : undefined
      current = position === undefined ? undefined : current.at(position)
    } else {
      const name = String(part)
      current = isJsonObject(current) ? ownMember(current, name) : undefined
    }
  }
  return current
}

export const readJsonPath = (root: Json, path: string): Json | undefined => readPathParts(root, partsOf(path))
