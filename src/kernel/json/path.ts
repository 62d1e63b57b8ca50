// Addresses parts of a JSON value by dot path (`parameters.prompt.messages.0.content`) or JSON Pointer
// (`/a/0/b`). Both are parsed into parts; a part names a member of an object or, as a plain number, a
// position of a list.
import { isJsonObject, type Json } from './value.ts'
import { groupBy } from '../group-by.ts'
import { ownMember } from '../own.ts'

/** The value at a path. `exists: false` means that the path does not exist, unlike a null value. */
export type Lookup = { readonly exists: true; readonly value: Json } | { readonly exists: false }

const notFound: Lookup = { exists: false }

const escapePart = (part: string | number): string => String(part).replaceAll('~', '~0').replaceAll('/', '~1')

/** The JSON Pointer of `parts`. No parts give the empty pointer, which names the root. */
export const pointer = (parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${escapePart(part)}`).join('')

/** The parts of a JSON Pointer. An escape other than ~0 and ~1 is taken literally. */
export const pointerParts = (text: string): readonly string[] =>
  text
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Parses a path of a client: a JSON Pointer if it starts with `/`, else a dot path. */
export const pathParts = (path: string): readonly string[] =>
  path.startsWith('/') ? pointerParts(path) : path.split('.')

const listPosition = /^(0|[1-9]\d*)$/

/** The member or item with this name. Only own members count: `{}` has no `constructor`. */
export function child(value: Json, part: string): Lookup {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value
    const item = listPosition.test(part) ? items[Number(part)] : undefined
    return item === undefined ? notFound : { exists: true, value: item }
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, part)) return notFound
  return { exists: true, value: ownMember(value, part) as Json }
}

/** The value at `parts`. No parts give the value itself. */
export function readParts(value: Json, parts: readonly string[]): Lookup {
  let current: Lookup = { exists: true, value }
  for (const part of parts) {
    if (!current.exists) return notFound
    current = child(current.value, part)
  }
  return current
}

/** The value at a path in either syntax. */
export const readPath = (value: Json, path: string): Lookup => readParts(value, pathParts(path))

type Parts = readonly string[]

/** Removes the paths from `value`. Undefined when a path names the value itself. */
function withoutPaths(value: Json, paths: readonly Parts[]): Json | undefined {
  if (paths.length === 0) return value
  if (paths.some((parts) => parts.length === 0)) return undefined
  const pathsByName = groupBy(paths, ([first]) => first)
  const withoutPart = (part: string, item: Json): Json | undefined =>
    withoutPaths(
      item,
      (pathsByName.get(part) ?? []).map((parts) => parts.slice(1)),
    )
  if (Array.isArray(value)) {
    const items: readonly Json[] = value
    return items.map((item, i) => withoutPart(String(i), item)).filter((item) => item !== undefined)
  }
  if (!isJsonObject(value)) return value
  // Object.fromEntries defines members, so that `__proto__` is an ordinary key.
  return Object.fromEntries(
    Object.keys(value).flatMap((key): readonly [string, Json][] => {
      const item = withoutPart(key, ownMember(value, key) as Json)
      return item === undefined ? [] : [[key, item]]
    }),
  )
}

/**
 * Returns a copy without the given paths, and the paths that do not exist. All paths refer to the original
 * value, so removing positions 0 and 1 of a list removes its first two items. Key order is preserved.
 */
export function removePaths(
  value: Json,
  paths: readonly string[],
): { readonly value: Json | undefined; readonly missingPaths: readonly string[] } {
  const byExistence = groupBy(paths, (path) => readPath(value, path).exists)
  return {
    value: withoutPaths(value, (byExistence.get(true) ?? []).map(pathParts)),
    missingPaths: byExistence.get(false) ?? [],
  }
}
