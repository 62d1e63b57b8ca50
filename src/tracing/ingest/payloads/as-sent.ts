// A note that a row stores, so that its attributes can be restored as sent and mapped again. The note has the client's own
// `ag.*`, which the canonical form replaced; the keys whose values were objects or lists, if nesting at dots hides them;
// and the client's own `otel.*`, if the server replaced a plain value among them.
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
 * Names of two members of the note: the client's keys with containers, and values merged into these. They cannot collide
 * with the other members, which all begin with `ag` or `otel`.
 */
const containersMember = 'whole'
const mergedMember = 'merged'

/** JSON text for `sentAttributes`. '' for most spans, which need none. */
export function asSentText(attributes: ValueObject): string {
  const note: OpenObject = {}
  const containerKeys: string[] = []
  const plainOtelKeys: string[] = []
  let isNeeded = false
  for (const [key, value] of Object.entries(attributes)) {
    if (isNative(key)) setOwn(note, key, value)
    else {
      if (isContainer(value)) containerKeys.push(key)
      if (isOtel(key) && !isObject(value)) plainOtelKeys.push(key)
      isNeeded ||= looksLikeKeys(value) || endsInIndex(key)
    }
  }
  if (isNeeded) {
    note[containersMember] = containerKeys
    const mergedMembers = mergedOf(attributes, containerKeys)
    if (Object.keys(mergedMembers).length > 0) note[mergedMember] = mergedMembers
  }
  if (plainOtelKeys.length > 0) addOtel(note, attributes, plainOtelKeys)
  return Object.keys(note).length === 0 ? '' : valueText(note)
}

/** Stores all `otel` keys if longer keys extend plain ones, because nesting may have dropped those. */
function addOtel(note: OpenObject, attributes: ValueObject, plainKeys: readonly string[]): void {
  const otelAttributes = Object.fromEntries(Object.entries(attributes).filter(([key]) => isOtel(key)))
  if (Object.keys(mergedOf(otelAttributes, plainKeys)).length > 0) Object.assign(note, otelAttributes)
}

/** A trie of keys by their segments, so that all prefixes of a key are found on the way to it. */
interface KeyTree {
  /** The key that ends here. */
  key?: string
  readonly children: Map<string, KeyTree>
}

function keyTree(keys: readonly string[]): KeyTree {
  const root: KeyTree = { children: new Map() }
  for (const key of keys) {
    let node = root
    for (const name of pathOf(key)) {
      let child = node.children.get(name)
      if (child === undefined) node.children.set(name, (child = { children: new Map() }))
      node = child
    }
    node.key = key
  }
  return root
}

/** Containers that longer keys extend, with these keys: after nesting their members cannot be distinguished. */
function mergedOf(attributes: ValueObject, containerKeys: readonly string[]): ValueObject {
  const mergedMembers: OpenObject = {}
  if (containerKeys.length === 0) return mergedMembers
  const tree = keyTree(containerKeys)
  for (const [key, value] of Object.entries(attributes)) {
    let node: KeyTree | undefined = tree
    for (const name of pathOf(key)) {
      node = node.children.get(name)
      if (node === undefined) break
      if (node.key === undefined || node.key === key) continue
      setOwn(mergedMembers, node.key, ownMember(attributes, node.key) ?? null)
      setOwn(mergedMembers, key, value)
    }
  }
  return mergedMembers
}

/** Attributes under the keys that were sent, restored from the client's nested ones and the note of `asSentText`. */
export function sentAttributes(clientMembers: ValueObject, text: string): ValueObject {
  if (text === '') return flatAttributes(clientMembers)
  const {
    [containersMember]: containerKeys,
    [mergedMember]: mergedMembers,
    ...native
  } = parseExact(text) as ValueObject
  const keys = isList(containerKeys) ? new Set(containerKeys) : undefined
  const hasOtelKeys = Object.keys(native).some(isOtel)
  const otherMembers = hasOtelKeys
    ? Object.fromEntries(Object.entries(clientMembers).filter(([key]) => !isOtel(key)))
    : clientMembers
  return {
    ...flatAttributes(otherMembers, keys),
    ...(isObject(mergedMembers) ? mergedMembers : {}),
    ...native,
  }
}

/**
 * Attributes under flat dotted keys. Without the list of keys with containers, lists of objects count as numbered keys,
 * and other lists as values.
 */
export function flatAttributes(nestedMembers: ValueObject, containerKeys?: ReadonlySet<Value>): ValueObject {
  const flatMembers: OpenObject = {}
  const visit = (value: Value, key: string): void => {
    const isSplit =
      containerKeys === undefined ? looksLikeKeys(value) : isContainer(value) && !containerKeys.has(key)
    const members = isSplit ? Object.entries(value as ValueObject) : []
    if (members.length === 0) setOwn(flatMembers, key, value)
    else for (const [name, member] of members) visit(member, `${key}.${name}`)
  }
  for (const [name, value] of Object.entries(nestedMembers)) visit(value, name)
  return flatMembers
}
