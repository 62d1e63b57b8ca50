// Dot paths below `attributes`: `ag.metrics.costs.cumulative.total`, `messages.0.role`, `labels.a\.b`.
import { ownMember } from '../../kernel/own.ts'
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import { isObject } from '../value.ts'

export interface Path {
  /** As the client wrote it; what it is printed as. */
  readonly text: string
  readonly segments: readonly string[]
  /** With an escaped dot every segment is exactly one member name; without one, names may themselves hold dots. */
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

/** What the path of a condition may have: what is asked becomes SQL, part by part. */
export const pathCharactersMax = 4_000
export const pathSegmentsMax = 100

/** Why a path of a request is too long; undefined when it is not. Asked before the path is taken apart. */
export function pathFault(text: string): string | undefined {
  if (text.length > pathCharactersMax) return `A key has more than ${pathCharactersMax} characters.`
  const dots = text.split('.').length - 1
  return dots >= pathSegmentsMax ? `A key has more than ${pathSegmentsMax} parts.` : undefined
}

/** The position that a segment addresses in a list, if it is one. */
export const listIndex = (segment: string): number | undefined =>
  /^(0|[1-9]\d{0,8})$/.test(segment) ? Number(segment) : undefined

const isContainer = (value: Json): boolean => Array.isArray(value) || isObject(value)

/**
 * The value at the path; undefined when there is none. Un-flattening leaves `{"db":{"system":"x","system.name":"y"}}`
 * where a key is both a value and a prefix, so a name may be several segments joined by dots: the shortest name is
 * taken whose value is the last one or can be entered, and `db.system` and `db.system.name` find both. Who asks about
 * many paths of one value gives `lengthsOf`, which remembers.
 */
export function valueAt(root: Json, path: Path, lengthsOf = containerLengths): Json | undefined {
  let value = root
  let pending: string | undefined
  let joined = 0
  let lengths: ReadonlySet<number> | undefined
  for (const [position, segment] of path.segments.entries()) {
    const name: string = pending === undefined ? segment : `${pending}.${segment}`
    joined += 1
    if (joined > joinedMax) lengths ??= lengthsOf(value)
    const isLast = position === path.segments.length - 1
    const isTried = lengths === undefined || isLast || lengths.has(name.length)
    const child = isTried ? childOf(value, name) : undefined
    if (child !== undefined && (path.exact || isLast || isContainer(child))) {
      value = child
      pending = undefined
      joined = 0
      lengths = undefined
    } else if (path.exact) return undefined
    else pending = name
  }
  return pending === undefined ? value : undefined
}

/**
 * A name of more segments than this is looked up only where it is the last one, or where one that can be entered is as
 * long: a path may have a million segments, and as many values may stand under its beginnings.
 */
const joinedMax = 8

export const containerLengths = (value: Json): ReadonlySet<number> => {
  const members = isJsonObject(value) ? Object.entries(value) : []
  return new Set(members.filter(([, member]) => isContainer(member)).map(([name]) => name.length))
}

function childOf(value: Json, name: string): Json | undefined {
  if (Array.isArray(value)) {
    const index = listIndex(name)
    return index === undefined ? undefined : (value as readonly Json[])[index]
  }
  return isJsonObject(value) ? ownMember(value, name) : undefined
}
