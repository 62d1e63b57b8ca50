// The span's own `ag.*` attributes as writes: marked texts are decoded, older spellings renamed.
import { jsonTextValue } from '../exact-json.ts'
import { isObject, valueAt, type OpenObject, type Value, type ValueObject } from '../value.ts'
import type { Write } from '../attributes/write-tree.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

const jsonMarker = '@ag.type=json:'
const noneMarker = '@ag.type=none:'

/** Decodes a marked text. Other texts, and marked ones that do not parse, are returned unchanged. */
function decodeMarked(value: Value): Value {
  if (typeof value !== 'string' || !value.startsWith('@ag.type=')) return value
  if (value.startsWith(noneMarker)) return null
  if (!value.startsWith(jsonMarker)) return value
  const parsedValue = jsonTextValue(value.slice(jsonMarker.length))
  return parsedValue === undefined ? value : parsedValue
}

const isNative = (key: string): boolean => key === 'ag' || key.startsWith('ag.')

/** Splits attributes into the `ag` namespace, with marked texts decoded, and the client's own. */
export function splitNative(
  attributes: ValueObject,
  options: { readonly decodesMarkers: boolean },
): {
  readonly native: ValueObject
  readonly foreign: ValueObject
} {
  const keys = Object.keys(attributes)
  if (!keys.some(isNative)) return { native: {}, foreign: attributes }
  const native: OpenObject = {}
  const foreignMembers: OpenObject = {}
  for (const key of keys) {
    const value = ownMember(attributes, key) as Value
    if (isNative(key)) setOwn(native, key, options.decodesMarkers ? decodeMarked(value) : value)
    else setOwn(foreignMembers, key, value)
  }
  return { native, foreign: foreignMembers }
}

interface Rename {
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/** Longer sources first, because the first match is used. */
const renames: readonly Rename[] = [
  { from: ['refs', 'variant', 'version'], to: ['references', 'application_revision', 'version'] },
  { from: ['refs', 'environment', 'version'], to: ['references', 'environment_revision', 'version'] },
  { from: ['refs', 'variant'], to: ['references', 'application_variant'] },
  { from: ['refs'], to: ['references'] },
  { from: ['metrics', 'unit', 'tokens'], to: ['metrics', 'tokens', 'incremental'] },
  { from: ['metrics', 'unit', 'costs'], to: ['metrics', 'costs', 'incremental'] },
  { from: ['metrics', 'acc', 'tokens'], to: ['metrics', 'tokens', 'cumulative'] },
  { from: ['metrics', 'acc', 'costs'], to: ['metrics', 'costs', 'cumulative'] },
]

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= path.length && prefix.every((segment, i) => segment === path[i])

/** Splits an object that has an older spelling inside, so that each member is renamed by itself. */
function* splitRenamed({ path, value }: Write): Generator<Write> {
  const hasRenamedMember =
    isObject(value) &&
    renames.some(
      ({ from }) =>
        from.length > path.length &&
        startsWith(from, path) &&
        valueAt(value, from.slice(path.length)) !== undefined,
    )
  if (!hasRenamedMember) {
    yield { path, value }
    return
  }
  for (const [key, member] of Object.entries(value))
    yield* splitRenamed({ path: [...path, key], value: member })
}

/**
 * Writes below `ag` under their canonical paths. Renamed ones come first, so that a canonical spelling wins if both are
 * sent.
 */
export function renamedWrites(writes: readonly Write[]): readonly Write[] {
  const canonicalWrites: Write[] = []
  const directWrites: Write[] = []
  for (const write of writes) {
    for (const part of splitRenamed(write)) {
      const rename = renames.find(({ from }) => startsWith(part.path, from))
      if (rename === undefined) directWrites.push(part)
      else
        canonicalWrites.push({
          path: [...rename.to, ...part.path.slice(rename.from.length)],
          value: part.value,
        })
    }
  }
  return [...canonicalWrites, ...directWrites]
}
