// Decodes AnyValue in protobuf. The last member of its oneof counts. Recursion stops at the nesting limit; an
// iterative walk writes deeper values as JSON text, so that no nesting can exhaust the stack.
import { setOwn } from '../../kernel/own.ts'
import { doubleOf, nestingLevelsMax, valueText, type Double, type OpenObject, type Value } from '../value.ts'
import { tagOf, WireError, wireType, type Wire } from './wire.ts'

const tag = {
  string: tagOf(1, wireType.bytes),
  bool: tagOf(2, wireType.varint),
  int: tagOf(3, wireType.varint),
  double: tagOf(4, wireType.fixed64),
  array: tagOf(5, wireType.bytes),
  kvlist: tagOf(6, wireType.bytes),
  bytes: tagOf(7, wireType.bytes),
  /** `values` of ArrayValue and of KeyValueList. */
  values: tagOf(1, wireType.bytes),
  key: tagOf(1, wireType.bytes),
  value: tagOf(2, wireType.bytes),
} as const

/** JSON has no numbers for NaN and the infinities. */
export const doubleValue = (value: number): number | Double | string =>
  Number.isFinite(value) ? doubleOf(value) : String(value)

/** An array or kvlist that is not decoded yet: its tag and the range of its message. */
interface Container {
  readonly tag: number
  readonly start: number
  readonly end: number
}

const isContainer = (value: Value | Container): value is Container =>
  typeof value === 'object' && value !== null && 'tag' in value

/** Reads an AnyValue up to `end`, stopping before the inside of arrays and kvlists. */
function shallowValue(wire: Wire, end: number): Value | Container {
  let value: Value | Container = null
  for (let field = wire.next(end); field !== 0; field = wire.next(end)) {
    switch (field) {
      case tag.string:
        value = wire.text()
        break
      case tag.bool:
        value = wire.bool()
        break
      case tag.int:
        value = wire.int64()
        break
      case tag.double:
        value = doubleValue(wire.double())
        break
      case tag.bytes:
        value = wire.base64()
        break
      case tag.array:
      case tag.kvlist: {
        const containerEnd = wire.fieldEnd()
        value = { tag: field, start: wire.pos, end: containerEnd }
        wire.pos = containerEnd
        break
      }
      default:
        wire.skip(field)
    }
  }
  return value
}

/** Calls `element` at the start of each element of an array or kvlist, with its end. */
function eachElement(wire: Wire, container: Container, element: (end: number) => void): void {
  wire.pos = container.start
  for (let field = wire.next(container.end); field !== 0; field = wire.next(container.end)) {
    if (field !== tag.values) {
      wire.skip(field)
      continue
    }
    const end = wire.fieldEnd()
    element(end)
    if (wire.pos !== end) throw new WireError('a value runs over the end of its message')
  }
}

/** Reads the AnyValue that ends at `end`. */
export function anyValue(wire: Wire, end: number, levels: number = nestingLevelsMax): Value {
  const content = shallowValue(wire, end)
  if (!isContainer(content)) return content
  if (levels === 0) {
    const text = deepText(wire, content)
    wire.pos = end
    return text
  }
  if (content.tag === tag.array) {
    const items: Value[] = []
    eachElement(wire, content, (elementEnd) => items.push(anyValue(wire, elementEnd, levels - 1)))
    wire.pos = end
    return items
  }
  const members: OpenObject = {}
  eachElement(wire, content, (elementEnd) => readKeyValue(wire, elementEnd, members, levels - 1))
  wire.pos = end
  return members
}

/** Reads the KeyValue that ends at `end` into `target`. Among equal keys the last one wins. A missing value is null. */
export function readKeyValue(wire: Wire, end: number, target: OpenObject, levels?: number): void {
  let key = ''
  let value: Value = null
  for (let field = wire.next(end); field !== 0; field = wire.next(end)) {
    if (field === tag.key) key = wire.name()
    else if (field === tag.value) value = anyValue(wire, wire.fieldEnd(), levels)
    else wire.skip(field)
  }
  setOwn(target, key, value)
}

/** The key of the KeyValue that ends at `end`. */
export function readKey(wire: Wire, end: number): string {
  let key = ''
  for (let field = wire.next(end); field !== 0; field = wire.next(end)) {
    if (field === tag.key) key = wire.name()
    else wire.skip(field)
  }
  return key
}

/**
 * Skips the KeyValue that ends at `end` and throws where readKeyValue would, but builds nothing. Of several members of
 * a oneof only the last is checked, because only that one counts.
 */
export function checkKeyValue(wire: Wire, end: number): void {
  const pendingContainers: Container[] = []
  checkMember(wire, end, pendingContainers)
  checkPending(wire, pendingContainers)
  wire.pos = end
}

/** The same for an AnyValue. */
export function checkAnyValue(wire: Wire, end: number): void {
  const pendingContainers: Container[] = []
  checkValue(wire, end, pendingContainers)
  checkPending(wire, pendingContainers)
  wire.pos = end
}

function checkPending(wire: Wire, pendingContainers: Container[]): void {
  for (let next = pendingContainers.pop(); next !== undefined; next = pendingContainers.pop()) {
    const { tag: kind } = next
    eachElement(wire, next, (elementEnd) => {
      if (kind === tag.array) checkValue(wire, elementEnd, pendingContainers)
      else checkMember(wire, elementEnd, pendingContainers)
    })
  }
}

function checkMember(wire: Wire, end: number, pendingContainers: Container[]): void {
  for (let field = wire.next(end); field !== 0; field = wire.next(end)) {
    if (field === tag.value) checkValue(wire, wire.fieldEnd(), pendingContainers)
    else wire.skip(field)
  }
}

function checkValue(wire: Wire, end: number, pendingContainers: Container[]): void {
  let container: Container | undefined
  for (let field = wire.next(end); field !== 0; field = wire.next(end)) {
    if (field === tag.array || field === tag.kvlist) {
      const containerEnd = wire.fieldEnd()
      container = { tag: field, start: wire.pos, end: containerEnd }
      wire.pos = containerEnd
    } else {
      if (isScalar(field)) container = undefined
      wire.skip(field)
    }
  }
  if (container !== undefined) pendingContainers.push(container)
}

const isScalar = (field: number): boolean =>
  field === tag.string ||
  field === tag.bool ||
  field === tag.int ||
  field === tag.double ||
  field === tag.bytes

interface DeepElement {
  readonly key?: string
  readonly value: Value | Container
}

function deepElements(wire: Wire, container: Container): readonly DeepElement[] {
  const elements: DeepElement[] = []
  eachElement(wire, container, (end) => {
    if (container.tag === tag.array) elements.push({ value: shallowValue(wire, end) })
    else elements.push(deepMember(wire, end))
  })
  return elements
}

function deepMember(wire: Wire, end: number): DeepElement {
  let key = ''
  let value: Value | Container = null
  for (let field = wire.next(end); field !== 0; field = wire.next(end)) {
    if (field === tag.key) key = wire.text()
    else if (field === tag.value) value = shallowValue(wire, wire.fieldEnd())
    else wire.skip(field)
  }
  return { key, value }
}

/** JSON text of an array or kvlist of any depth, written with an explicit stack. */
function deepText(wire: Wire, root: Container): string {
  const parts: string[] = []
  const pendingParts: (string | Container)[] = [root]
  for (let next = pendingParts.pop(); next !== undefined; next = pendingParts.pop()) {
    if (typeof next === 'string') {
      parts.push(next)
      continue
    }
    const isArray = next.tag === tag.array
    parts.push(isArray ? '[' : '{')
    const children: (string | Container)[] = []
    for (const { key, value } of deepElements(wire, next)) {
      const separator = children.length === 0 ? '' : ','
      children.push(key === undefined ? separator : `${separator}${JSON.stringify(key)}:`)
      children.push(isContainer(value) ? value : valueText(value))
    }
    pendingParts.push(isArray ? ']' : '}')
    // A spread of many elements would overflow the stack.
    for (let i = children.length - 1; i >= 0; i -= 1) pendingParts.push(children[i] as string | Container)
  }
  return parts.join('')
}
