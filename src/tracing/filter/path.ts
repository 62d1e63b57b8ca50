// Dot paths below `attributes`: `ag.metrics.costs.cumulative.total`, `messages.0.role`, `labels.a\.b`.
import { ownMember } from '../../kernel/own.ts'
import { isJsonList, isJsonObject, type Json } from '../../kernel/json/value.ts'
import { isObject } from '../value.ts'

export interface Path {
  /** As the client wrote it. Also used for printing. */
  readonly text: string
  readonly segments: readonly string[]
  /** With an escaped dot, every segment is exactly one member name. Without one, names may have dots themselves. */
  readonly exact: boolean
}

/** `\.` is a dot inside a name and `\\` a backslash; any other backslash is an ordinary character. */
export function parsePath(text: string): Path {
  const segments: string[] = []
  let segment = ''
  let exact = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    const next = text.charAt(i + 1)
    if (char === '\\' && (next === '.' || next === '\\')) {
      exact ||= next === '.'
      segment += next
      i++
    } else if (char === '.') {
      segments.push(segment)
      segment = ''
    } else segment += char
  }
  return { text, segments: [...segments, segment], exact }
}

/** Limits of a path in a condition. Each part becomes SQL. */
export const pathCharactersMax = 4_000
export const pathSegmentsMax = 100

/** The reason why a path of a request is too long, or undefined. Checked before the path is parsed. */
export function pathProblem(text: string): string | undefined {
  if (text.length > pathCharactersMax) return `A key has more than ${pathCharactersMax} characters.`
  const dots = text.split('.').length - 1
  return dots >= pathSegmentsMax ? `A key has more than ${pathSegmentsMax} parts.` : undefined
}

/** The list index of a segment, or undefined. */
export const listIndex = (segment: string): number | undefined =>
  /^(0|[1-9]\d{0,8})$/.test(segment) ? Number(segment) : undefined

const isContainer = (value: Json): boolean => isJsonList(value) || isObject(value)

/**
 * The value at the path, or undefined. Un-flattening yields `{"db":{"system":"x","system.name":"y"}}` if a key is both
 * a value and a prefix, so a name may consist of several segments joined by dots. The shortest name wins whose value is
 * the last one or a container, so that `db.system` and `db.system.name` find both. For many paths of one value, pass a
 * cached `lengthsOf`.
 */
export function valueAt(root: Json, path: Path, lengthsOf = containerLengths): Json | undefined {
  let value = root
  let pendingName: string | undefined
  let joinedCount = 0
  let lengths: ReadonlySet<number> | undefined
  for (const [position, segment] of path.segments.entries()) {
    const name: string = pendingName === undefined ? segment : `${pendingName}.${segment}`
    joinedCount += 1
    if (joinedCount > joinedMax) lengths ??= lengthsOf(value)
    const isLast = position === path.segments.length - 1
    const isCandidate = lengths === undefined || isLast || lengths.has(name.length)
    const child = isCandidate ? childOf(value, name) : undefined
    if (child !== undefined && (path.exact || isLast || isContainer(child))) {
      value = child
      pendingName = undefined
      joinedCount = 0
      lengths = undefined
    } else if (path.exact) return undefined
    else pendingName = name
  }
  return pendingName === undefined ? value : undefined
}

/**
 * A longer name is looked up only at the end of the path, or if a container has a name of that length: a path may have
 * a million segments, and as many values may exist under its prefixes.
 */
const joinedMax = 8

export const containerLengths = (value: Json): ReadonlySet<number> => {
  const members = isJsonObject(value) ? Object.entries(value) : []
  return new Set(members.filter(([, member]) => isContainer(member)).map(([name]) => name.length))
}

function childOf(value: Json, name: string): Json | undefined {
  if (isJsonList(value)) {
    const index = listIndex(name)
    return index === undefined ? undefined : value[index]
  }
  return isJsonObject(value) ? ownMember(value, name) : undefined
}
