// The parts of every adapter. An adapter maps one foreign convention to `ag.*`: a table of rules from attribute keys to
// paths below `ag`, plus a function for cases beyond a table. Adapters read attributes and events, never scope names.
// Several may run on one span: each overwrites the values of those before it.
import { ownMember } from '../../kernel/own.ts'
import type { SpanType } from '../attributes/vocabularies.ts'
import { pathOf, type WriteTree } from '../attributes/write-tree.ts'
import { jsonTextValue } from '../exact-json.ts'
import type { Attributes, OtlpEvent } from '../otlp/span.ts'
import { isObject, plainNumber, type Value, type ValueObject } from '../value.ts'

export interface AdapterSpan {
  readonly attributes: Attributes
  readonly events: readonly OtlpEvent[]
}

export interface Adapter {
  /** As listed in the span's `adapters`. */
  readonly name: string
  /** Runs before the rules: writes full values, to which the rules then add members. */
  readonly prepare?: (mapper: Mapper) => void
  readonly rules: readonly Rule[]
  /** Runs after the rules, for mappings that rules cannot express. */
  readonly map?: (mapper: Mapper) => void
  /** Keys that `prepare` and `map` read in addition to those of the rules. */
  readonly alsoReads?: readonly string[]
  /** Later adapters cannot change the span type that this one sets. */
  readonly decidesType?: true
}

/** Converts a value. Undefined: nothing is mapped. */
export type Read = (value: Value) => Value | undefined

export type Rule =
  /** The first present key is mapped to one path. */
  | {
      readonly from: readonly string[]
      readonly to: string
      readonly path: readonly string[]
      readonly read?: Read
    }
  /** Every key below a prefix that no other rule read is mapped to the same path below another prefix. */
  | {
      readonly under: string
      readonly to: string
      readonly rename?: (rest: string) => string | undefined
      readonly read?: Read
    }
  /** A lower-case word of the convention's vocabulary determines the span's type. */
  | { readonly type: string; readonly words: TypeWords }

type TypeWords = Readonly<Record<string, SpanType>> | ((word: string) => SpanType | undefined)

/** A rule that maps the first present key of a list to one path. */
export const one = (from: string | readonly string[], to: string, read?: Read): Rule => ({
  from: typeof from === 'string' ? [from] : from,
  to,
  path: pathOf(to),
  ...(read === undefined ? {} : { read }),
})

/** A rule that maps all keys below a prefix to paths below another prefix. */
export const under = (prefix: string, to: string, rename?: (rest: string) => string | undefined): Rule => ({
  under: prefix,
  to,
  ...(rename === undefined ? {} : { rename }),
})

/** As `under`, with a conversion of the values. */
export const readUnder = (prefix: string, to: string, read: Read): Rule => ({ under: prefix, to, read })

/** A rule that maps the words of an attribute to span types. */
export const typeFrom = (key: string, words: TypeWords): Rule => ({ type: key, words })

/** Runs one adapter on one span. */
export class Mapper {
  readonly span: AdapterSpan
  readonly #tree: WriteTree
  readonly #targets = new Set<string>()
  readonly #takenKeys = new Set<string>()
  spanType: SpanType | undefined
  hasMatched = false

  constructor(span: AdapterSpan, tree: WriteTree) {
    this.span = span
    this.#tree = tree
  }

  attribute(key: string): Value | undefined {
    return ownMember(this.span.attributes, key)
  }

  /** Writes below `ag` unless this adapter already wrote to the same path: the first source of a target wins. */
  write(target: string, value: Value, path: readonly string[] = pathOf(target)): void {
    this.hasMatched = true
    if (this.#targets.has(target)) return
    this.#targets.add(target)
    this.#tree.write(path, value)
  }

  /** As `write`, for a member whose name may have dots. */
  writeMember(parent: string, name: string, value: Value): void {
    this.hasMatched = true
    this.#tree.write([...pathOf(parent), name], value)
  }

  /** The current value at a path below `ag`, written by any adapter. */
  currentValue(target: string): Value | undefined {
    return this.#tree.read(pathOf(target))
  }

  isEmpty(target: string): boolean {
    const value = this.currentValue(target)
    return value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0)
  }

  apply(rule: Rule): void {
    if ('from' in rule) this.#applyOne(rule)
    else if ('under' in rule) this.#applyUnder(rule)
    else this.#applyType(rule.type, rule.words)
  }

  #applyOne({ from, to, path, read }: Extract<Rule, { readonly from: readonly string[] }>): void {
    for (const key of from) {
      const attribute = this.attribute(key)
      if (attribute === undefined) continue
      this.#takenKeys.add(key)
      const value = read === undefined ? attribute : read(attribute)
      if (value !== undefined) this.write(to, value, path)
    }
  }

  #applyUnder({ under: prefix, to, rename, read }: Extract<Rule, { readonly under: string }>): void {
    for (const key of Object.keys(this.span.attributes)) {
      if (!key.startsWith(prefix) || key.length === prefix.length || this.#takenKeys.has(key)) continue
      const rest = key.slice(prefix.length)
      const target = rename === undefined ? rest : rename(rest)
      if (target === undefined) continue
      this.#takenKeys.add(key)
      const attribute = this.attribute(key) ?? null
      const value = read === undefined ? attribute : read(attribute)
      if (value !== undefined) this.write(to + target, value)
    }
  }

  #applyType(key: string, words: TypeWords): void {
    const word = this.attribute(key)
    if (word === undefined) return
    this.#takenKeys.add(key)
    this.hasMatched = true
    const lowerCaseWord = typeof word === 'string' ? word.toLowerCase() : ''
    this.spanType ??= typeof words === 'function' ? words(lowerCaseWord) : ownMember(words, lowerCaseWord)
  }
}

/** Parses JSON text, including `null`. Other text stays text. */
export function json(value: Value): Value {
  const parsedValue = typeof value === 'string' ? jsonTextValue(value) : undefined
  return parsedValue === undefined ? value : parsedValue
}

/** Parses the JSON text of an object or a list. Other text stays text, including that of a number. */
export const jsonContainer: Read = (value) => {
  const parsedValue = json(value)
  return typeof parsedValue === 'object' && parsedValue !== null ? parsedValue : value
}

/** Parses each element that is JSON text. */
export const jsonList = (value: Value): Value => {
  const list = json(value)
  return Array.isArray(list) ? list.map((item: Value) => json(item)) : list
}

/** Inputs are an object. Any other value becomes its member `value`. */
export const asInputs = (value: Value): ValueObject => (isObject(value) ? value : { value })

export const inputs: Read = (value) => asInputs(json(value))

/** Python's words for true and false. */
export const flag: Read = (value) => {
  if (value === 'True') return true
  return value === 'False' ? false : value
}

/** The one value as a list. */
export const listOfOne: Read = (value) => (Array.isArray(value) ? value : [value])

/** The member of a JSON object with this name, or the value itself if there is none. */
export function memberOrSelf(value: Value, name: string): Value {
  const parsedValue = json(value)
  const member = isObject(parsedValue) ? ownMember(parsedValue, name) : undefined
  return member === undefined ? parsedValue : member
}

/** Maps numbers of one object to buckets by their names. */
export function mapMembers(
  mapper: Mapper,
  input: Value | undefined,
  target: string,
  buckets: ReadonlyMap<string, string>,
): void {
  if (!isObject(input)) return
  for (const [name, bucket] of buckets) {
    const number = ownMember(input, name)
    if (number !== undefined && number !== null) mapper.write(target + bucket, number)
  }
}

/** Identifiers are texts; numbers become their digits. */
export const identifier: Read = (input) => {
  const value = plainNumber(input)
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined
}

/** The part of a key after its prefix, if it begins with a list index. */
export const indexed = (rest: string): string | undefined =>
  /^\d{1,9}(?:\.|$)/.test(rest) ? rest : undefined

export const snakeCase = (camel: string): string =>
  camel.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

export const tokens = 'metrics.tokens.incremental.'
export const costs = 'metrics.costs.incremental.'
