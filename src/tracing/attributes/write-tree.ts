// A tree of attributes under construction. Writers (adapters, then the span's own attributes) write values to paths. A
// write replaces the value at its path, everything below it, and any non-object above it. The tree then yields one
// value.
import { memoize } from '../../kernel/memoize.ts'
import { isObject, nestingLevelsMax, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

interface Node {
  value: Value | undefined
  /** Created with the first child, because most nodes are leaves. */
  children: Map<string, Node> | undefined
}

const emptyNode = (): Node => ({ value: undefined, children: undefined })

function childOf(node: Node, segment: string): Node {
  node.children ??= new Map()
  let child = node.children.get(segment)
  if (child === undefined) node.children.set(segment, (child = emptyNode()))
  return child
}

const noChildren: ReadonlyMap<string, Node> = new Map()

export interface Write {
  readonly path: readonly string[]
  readonly value: Value
}

export class WriteTree {
  readonly #root = emptyNode()
  /** Whether members named 0..n−1 without a gap become a list. */
  readonly #buildsLists: boolean

  constructor(options: { readonly buildsLists: boolean }) {
    this.#buildsLists = options.buildsLists
  }

  write(path: readonly string[], value: Value): void {
    let node = this.#root
    for (const segment of path) {
      if (node.value !== undefined && !isObject(node.value)) node.value = undefined
      node = childOf(node, segment)
    }
    node.children = undefined
    node.value = value
  }

  /** The value at a path, or undefined. */
  read(path: readonly string[]): Value | undefined {
    let node: Node | undefined = this.#root
    for (const [depth, segment] of path.entries()) {
      const child: Node | undefined = node.children?.get(segment)
      if (child === undefined) return valueBelow(node.value, path.slice(depth))
      if (child.value === undefined && isObject(node.value) && ownMember(node.value, segment) !== undefined) {
        return valueBelow(this.#valueOf(node), path.slice(depth))
      }
      node = child
    }
    return this.#valueOf(node)
  }

  /** The full tree, always as an object. */
  object(): ValueObject {
    return this.#overlay(isObject(this.#root.value) ? this.#root.value : {}, this.#root)
  }

  #valueOf(node: Node): Value | undefined {
    const { children } = node
    if (children === undefined) return node.value
    if (isObject(node.value)) return this.#overlay(node.value, node)
    if (this.#buildsLists && isListOf(children)) return this.#list(children)
    return this.#overlay({}, node)
  }

  #list(children: ReadonlyMap<string, Node>): readonly Value[] {
    return Array.from({ length: children.size }, (_, index) => {
      const item = children.get(String(index))
      return (item === undefined ? undefined : this.#valueOf(item)) ?? null
    })
  }

  #overlay(base: ValueObject, node: Node): ValueObject {
    const members: OpenObject = {}
    for (const [key, value] of Object.entries(base)) setOwn(members, key, value)
    for (const [key, child] of node.children ?? noChildren) {
      const baseMember = ownMember(base, key)
      const value =
        child.value === undefined && isObject(baseMember)
          ? this.#overlay(baseMember, child)
          : this.#valueOf(child)
      if (value !== undefined) setOwn(members, key, value)
    }
    return members
  }
}

function valueBelow(value: Value | undefined, path: readonly string[]): Value | undefined {
  let current = value
  for (const segment of path) {
    if (Array.isArray(current)) current = current[Number(segment)] as Value | undefined
    else if (isObject(current)) current = ownMember(current, segment)
    else return undefined
  }
  return current
}

function isListOf(children: ReadonlyMap<string, unknown>): boolean {
  for (let index = 0; index < children.size; index += 1) if (!children.has(String(index))) return false
  return true
}

function segmentsOf(key: string): readonly string[] {
  const segments = key.split('.')
  if (segments.length <= nestingLevelsMax) return segments
  return [...segments.slice(0, nestingLevelsMax - 1), segments.slice(nestingLevelsMax - 1).join('.')]
}

interface KeyPath {
  readonly path: readonly string[]
  /** No segment is a list index or a name that objects inherit. */
  readonly isSimple: boolean
}

const keyPaths = memoize((key: string): KeyPath => {
  const path = segmentsOf(key)
  // own: the only place that checks for names which objects inherit.
  const isSimple = path.every((segment) => !/^\d+$/.test(segment) && !(segment in Object.prototype))
  return { path, isSimple }
})

/** The segments of a dotted key. Beyond the nesting limit, the rest of the key is one segment. */
export const pathOf = (key: string): readonly string[] => keyPaths(key).path

/**
 * The writes that flat dotted keys expand to. If a key is also the prefix of a longer key, the type of its value
 * decides. An object is merged with the longer key, and its own members win. Any other value stays, and the longer key
 * is written next to it under its remaining name: `{"db": {"system": "x", "system.name": "y"}}`.
 */
export function writesOf(attributes: ValueObject): readonly Write[] {
  const root = emptyNode()
  for (const [key, value] of Object.entries(attributes)) {
    let node = root
    for (const segment of pathOf(key)) {
      node = childOf(node, segment)
    }
    node.value = value
  }
  const writes: Write[] = []
  collectWrites(root, [], writes)
  return writes
}

function collectWrites(node: Node, path: readonly string[], writes: Write[]): void {
  const { value } = node
  if (value !== undefined) writes.push({ path, value })
  if (value === undefined) {
    for (const [key, child] of node.children ?? noChildren) collectWrites(child, [...path, key], writes)
    return
  }
  const longerWrites: Write[] = []
  for (const [key, child] of node.children ?? noChildren) collectWrites(child, [key], longerWrites)
  for (const { path: rest, value: longerValue } of longerWrites) {
    if (isObject(value)) {
      if (valueBelow(value, rest) === undefined) writes.push({ path: [...path, ...rest], value: longerValue })
    } else {
      const name = [path.at(-1) ?? '', ...rest].join('.')
      writes.push({ path: [...path.slice(0, -1), name], value: longerValue })
    }
  }
}

/**
 * Fast path for most attributes: no lists, and no key that is both a value and a prefix. Returns undefined for all
 * others.
 */
function simplyNested(attributes: ValueObject): ValueObject | undefined {
  const root: OpenObject = {}
  const copiedObjects = new Set<Value>([root])
  for (const key of Object.keys(attributes)) {
    const { path, isSimple } = keyPaths(key)
    if (!isSimple) return undefined
    const last = path.length - 1
    let object = root
    for (let i = 0; i < last; i += 1) {
      const segment = path[i] as string
      // own: simple names are never inherited ones.
      let member = object[segment]
      // own: as above.
      if (member === undefined) copiedObjects.add((object[segment] = member = {}))
      else if (!copiedObjects.has(member)) return undefined
      object = member as OpenObject
    }
    const name = path[last] as string
    // own: as above.
    if (object[name] !== undefined) return undefined
    // own: as above; `key` is a key of these attributes.
    object[name] = attributes[key] as Value
  }
  return root
}

/** Nests flat dotted keys at their dots. */
export const nestedAttributes = (attributes: ValueObject): ValueObject =>
  simplyNested(attributes) ?? fullyNested(attributes)

/** The same for any keys, without the fast path. */
export function fullyNested(attributes: ValueObject): ValueObject {
  const tree = new WriteTree({ buildsLists: true })
  for (const { path, value } of writesOf(attributes)) tree.write(path, value)
  return tree.object()
}
