// Parses the subset of JSONPath that names one location: `$`, `.name`, `['name']`, `[0]`, `[-1]`. Wildcards,
// slices and filters name many locations and are not supported.

export const isJsonPath = (text: string): boolean => text === '$' || /^\$[.[]/.test(text)

export type JsonPathPart = string | number

const partPattern = /\.([^.[\]\s'"*]+)|\[(-?\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y

/** Returns the parts after `$`, or the position (from 1) of the first invalid character. */
export function jsonPathParts(path: string): readonly JsonPathPart[] | number {
  const parts: JsonPathPart[] = []
  partPattern.lastIndex = 1
  while (partPattern.lastIndex < path.length) {
    const offset = partPattern.lastIndex
    const match = partPattern.exec(path)
    if (match === null) return offset + 1
    const [, name, position, single, double] = match
    const quotedName = single ?? double
    if (position !== undefined) parts.push(Number(position))
    else parts.push(name ?? quotedName?.replaceAll(/\\(.)/g, '$1') ?? '')
  }
  return parts
}
