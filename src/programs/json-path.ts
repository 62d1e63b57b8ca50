// The part of JSONPath that names one place: `$`, `.name`, `['name']`, `[0]`, `[-1]`. Wildcards, slices and filters name
// many places, and a matcher has one target; they are refused.
import { isJsonObject, type Json } from '../kernel/json/value.ts'
import { badSettings } from './failure.ts'
import { ownMember } from '../kernel/own.ts'

export const isJsonPath = (text: string): boolean => text === '$' || /^\$[.[]/.test(text)

type Part = string | number

const partPattern = /\.([^.[\]\s'"*]+)|\[(-?\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y

function partsOf(path: string): readonly Part[] {
  const parts: Part[] = []
  partPattern.lastIndex = 1
  while (partPattern.lastIndex < path.length) {
    const at = partPattern.lastIndex
    const match = partPattern.exec(path)
    if (match === null) throw badSettings(`'${path}' is not a path to one place (at character ${at + 1}).`)
    const [, name, position, single, double] = match
    const quoted = single ?? double
    if (position !== undefined) parts.push(Number(position))
    else parts.push(name ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? '')
  }
  return parts
}

/** What stands at the path; undefined when nothing does. A number after a dot is a position of a list. */
export function readJsonPath(root: Json, path: string): Json | undefined {
  let at: Json | undefined = root
  for (const part of partsOf(path)) {
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
