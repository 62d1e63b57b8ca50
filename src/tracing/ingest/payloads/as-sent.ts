// The information that a row stores so that its attributes can be mapped again as sent: the client's own `ag.*`, which
// the canonical form replaced; the keys that had objects or lists, if nesting at dots hides it; and the client's own
// `otel.*` if a plain value among them was replaced by a value of the server.
import { ownMember, setOwn } from '../../../kernel/own.ts'
import { memoize } from '../../../kernel/memoize.ts'
import { pathOf } from '../../attributes/write-tree.ts'
import { parseExact } from '../../exact-json.ts'
import {
  isList,
  isContainer,
  isObject,
  valueText,
  type OpenObject,
  type Value,
  type ValueObject,
} from '../../value.ts'

const isNative = (key: string): boolean => key === 'ag' || key.startsWith('ag.')

/** The path where the server writes the OpenTelemetry context of a span. */
const isOtel = (key: string): boolean => key === 'otel' || key.startsWith('otel.')

/** An object or a list of objects: after nesting it looks like several keys. */
const looksLikeKeys = (value: Value): boolean =>
  isObject(value) || (Array.isArray(value) && value.some(isObject))

/** A key such as `gen_ai.prompt.0`: after nesting it looks like a list under one key. */
const endsInIndex = memoize((key) => /\.\d{1,9}$/.test(key))

/**
 * A member next to keys that all begin with `ag` or `otel`: the client's keys with containers, and values merged into
 * them.
 */
const wholeMember = 'whole'
const mergedMember = 'merged'

/** JSON text for `sentAttributes`. '' for most spans, which need none. */
export function asSentText(attributes: ValueObject): string {
  const note: OpenObject = {}
  const wholeKeys: string[] = []
  const plainAround: string[] = []
  let isNeeded = false
  for (const [key, value] of Object.entries(attributes)) {
    if (isNative(key)) setOwn(note, key, value)
    else {
      if (isContainer(value)) wholeKeys.push(key)
      if (isOtel(key) && !isObject(value)) plainAround.push(key)
      isNeeded ||= looksLikeKeys(value) || endsInIndex(key)
    }
  }
  if (isNeeded) {
    note[wholeMember] = wholeKeys
    const mergedMembers = mergedOf(attributes, wholeKeys)
    if (Object.keys(mergedMembers).length > 0) note[mergedMember] = mergedMembers
  }
  if (plainAround.length > 0) addOtel(note, attributes, plainAround)
  return Object.keys(note).length === 0 ? '' : valueText(note)
}

/** Stores all `otel` keys if longer keys extend plain ones, because nesting may have dropped those. */
function addOtel(note: OpenObject, attributes: ValueObject, plain: readonly string[]): void {
  const around = Object.fromEntries(Object.entries(attributes).filter(([key]) => isOtel(key)))
  if (Object.keys(mergedOf(around, plain)).length > 0) Object.assign(note, around)
}

/** A trie of keys by their segments, so that all prefixes of a key are found on the way to it. */
interface KeyTree {
  /** The key that ends here. */
  key?: string
  readonly below: Map<string, KeyTree>
}

function keyTree(keys: readonly string[]): KeyTree {
  const root: KeyTree = { below: new Map() }
  for (const key of keys) {
    let node = root
    for (const name of pathOf(key)) {
      let child = node.below.get(name)
      if (child === undefined) node.below.set(name, (child = { below: new Map() }))
      node = child
    }
    node.key = key
  }
  return root
}

/** Containers that longer keys extend, with these keys: after nesting their members cannot be distinguished. */
function mergedOf(attributes: ValueObject, whole: readonly string[]): ValueObject {
  const mergedMembers: OpenObject = {}
  if (whole.length === 0) return mergedMembers
  const tree = keyTree(whole)
  for (const [key, value] of Object.entries(attributes)) {
    let node: KeyTree | undefined = tree
    for (const name of pathOf(key)) {
      node = node.below.get(name)
      if (node === undefined) break
      if (node.key === undefined || node.key === key) continue
      setOwn(mergedMembers, node.key, ownMember(attributes, node.key) ?? null)
      setOwn(mergedMembers, key, value)
    }
  }
  return mergedMembers
}

/** Attributes under the keys that were sent, restored from the client's nested ones and the note of `asSentText`. */
export function sentAttributes(foreign: ValueObject, text: string): ValueObject {
  if (text === '') return flatAttributes(foreign)
  const { [wholeMember]: whole, [mergedMember]: merged, ...native } = parseExact(text) as ValueObject
  const keys = isList(whole) ? new Set(whole) : undefined
  const isAroundKept = Object.keys(native).some(isOtel)
  const nested = isAroundKept
    ? Object.fromEntries(Object.entries(foreign).filter(([key]) => !isOtel(key)))
    : foreign
  return { ...flatAttributes(nested, keys), ...(isObject(merged) ? merged : {}), ...native }
}

/**
 * Attributes under flat dotted keys. Without the list of keys with containers, lists of objects count as numbered keys,
 * and other lists as values.
 */
export function flatAttributes(nested: ValueObject, whole?: ReadonlySet<Value>): ValueObject {
  const flatMembers: OpenObject = {}
  const visit = (value: Value, key: string): void => {
    const isSplit = whole === undefined ? looksLikeKeys(value) : isContainer(value) && !whole.has(key)
    const members = isSplit ? Object.entries(value as ValueObject) : []
    if (members.length === 0) setOwn(flatMembers, key, value)
    else for (const [name, member] of members) visit(member, `${key}.${name}`)
  }
  for (const [name, value] of Object.entries(nested)) visit(value, name)
  return flatMembers
}
