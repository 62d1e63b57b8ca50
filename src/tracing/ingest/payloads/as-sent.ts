// What a row keeps so that its attributes can be mapped again as they were sent: the client's own `ag.*`, which the
// canonical form replaced, which keys held whole objects or lists, where nesting at dots does not show it any more, and
// its own `otel.*` where a plain value among them gave way to what the server writes there.
import { ownMember, setOwn } from '../../../kernel/own.ts'
import { memoize } from '../../../kernel/memoize.ts'
import { pathOf } from '../../attributes/write-tree.ts'
import { parseExact } from '../../exact-json.ts'
import {
  isContainer,
  isObject,
  valueText,
  type OpenObject,
  type Value,
  type ValueObject,
} from '../../value.ts'

const isNative = (key: string): boolean => key === 'ag' || key.startsWith('ag.')

/** Where the server writes what stands around a span. */
const isAround = (key: string): boolean => key === 'otel' || key.startsWith('otel.')

/** An object, or a list of objects: nested, it looks like several keys. */
const looksLikeKeys = (value: Value): boolean =>
  isObject(value) || (Array.isArray(value) && value.some(isObject))

/** A key such as `gen_ai.prompt.0`: nested, it looks like a list under one key. */
const endsInIndex = memoize((key) => /\.\d{1,9}$/.test(key))

/** Beside keys that all begin with `ag` or `otel`: the client's keys with containers, and what was merged into one of them. */
const wholeMember = 'whole'
const mergedMember = 'merged'

/** JSON text that `sentAttributes` reads; '' for most spans, which need none. */
export function asSentText(attributes: ValueObject): string {
  const kept: OpenObject = {}
  const whole: string[] = []
  const plainAround: string[] = []
  let isNeeded = false
  for (const [key, value] of Object.entries(attributes)) {
    if (isNative(key)) setOwn(kept, key, value)
    else {
      if (isContainer(value)) whole.push(key)
      if (isAround(key) && !isObject(value)) plainAround.push(key)
      isNeeded ||= looksLikeKeys(value) || endsInIndex(key)
    }
  }
  if (isNeeded) {
    kept[wholeMember] = whole
    const merged = mergedOf(attributes, whole)
    if (Object.keys(merged).length > 0) kept[mergedMember] = merged
  }
  if (plainAround.length > 0) keepAround(kept, attributes, plainAround)
  return Object.keys(kept).length === 0 ? '' : valueText(kept)
}

/** Keeps all of them where longer keys run on from plain ones, which may be gone from the nested form. */
function keepAround(kept: OpenObject, attributes: ValueObject, plain: readonly string[]): void {
  const around = Object.fromEntries(Object.entries(attributes).filter(([key]) => isAround(key)))
  if (Object.keys(mergedOf(around, plain)).length > 0) Object.assign(kept, around)
}

/** Keys by their names, so that those above a key are met on the way to it, however many keys there are. */
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

/** Containers that longer keys run on from, with these: nested, nobody can tell which of them said what. */
function mergedOf(attributes: ValueObject, whole: readonly string[]): ValueObject {
  const merged: OpenObject = {}
  if (whole.length === 0) return merged
  const tree = keyTree(whole)
  for (const [key, value] of Object.entries(attributes)) {
    let node: KeyTree | undefined = tree
    for (const name of pathOf(key)) {
      node = node.below.get(name)
      if (node === undefined) break
      if (node.key === undefined || node.key === key) continue
      setOwn(merged, node.key, ownMember(attributes, node.key) ?? null)
      setOwn(merged, key, value)
    }
  }
  return merged
}

/** Attributes under the keys that were sent, from the client's nested ones and what `asSentText` kept. */
export function sentAttributes(foreign: ValueObject, text: string): ValueObject {
  if (text === '') return flatAttributes(foreign)
  const { [wholeMember]: whole, [mergedMember]: merged, ...native } = parseExact(text) as ValueObject
  const keys = Array.isArray(whole) ? new Set(whole as readonly Value[]) : undefined
  const isAroundKept = Object.keys(native).some(isAround)
  const nested = isAroundKept
    ? Object.fromEntries(Object.entries(foreign).filter(([key]) => !isAround(key)))
    : foreign
  return { ...flatAttributes(nested, keys), ...(isObject(merged) ? merged : {}), ...native }
}

/**
 * Attributes under flat dotted keys. Without the keys that held whole values, lists of objects are taken for numbered
 * keys, and other lists for values.
 */
export function flatAttributes(nested: ValueObject, whole?: ReadonlySet<Value>): ValueObject {
  const flat: OpenObject = {}
  const visit = (value: Value, key: string): void => {
    const isSplit = whole === undefined ? looksLikeKeys(value) : isContainer(value) && !whole.has(key)
    const members = isSplit ? Object.entries(value as ValueObject) : []
    if (members.length === 0) setOwn(flat, key, value)
    else for (const [name, member] of members) visit(member, `${key}.${name}`)
  }
  for (const [name, value] of Object.entries(nested)) visit(value, name)
  return flat
}
