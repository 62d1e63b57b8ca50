// Values of Jinja expressions, their truth, and their filters and tests.
import { isJsonList, isJsonObject, jsonEqual, type Json } from '../../kernel/json/value.ts'
import { badInputs, badSettings } from '../failure.ts'
import { missingInput } from './values.ts'
import { ownMember } from '../../kernel/own.ts'

/** An undefined name: an error when it is used, unless a default or a test handles it. */
export class Missing {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Value = Json | Missing

/** Throws for an undefined name. */
export function requireValue(value: Value): Json {
  if (value instanceof Missing) throw missingInput(value.name)
  return value
}

/** Truth as in Python: empty texts, lists and objects are false. */
export function isTrue(value: Value): boolean {
  if (value instanceof Missing || value === null || value === false || value === 0 || value === '')
    return false
  if (isJsonList(value)) return value.length > 0
  return isJsonObject(value) ? Object.keys(value).length > 0 : true
}

export function itemsOf(value: Json): readonly Json[] {
  if (isJsonList(value)) return value
  if (typeof value === 'string') return Array.from(value)
  if (isJsonObject(value)) return Object.keys(value)
  throw badInputs(`${JSON.stringify(value)} has no items.`)
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

const numberOf = (value: Json): number => {
  const number = typeof value === 'number' ? value : Number(textOf(value).trim() || 'NaN')
  if (Number.isNaN(number)) throw badInputs(`${JSON.stringify(value)} is not a number.`)
  return number
}

const compare = (a: Json, b: Json): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : textOf(a) < textOf(b)
      ? -1
      : textOf(a) > textOf(b)
        ? 1
        : 0

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

type Filter = (value: Json, args: readonly Json[]) => Json

const filters: Readonly<Record<string, Filter>> = {
  upper: (value) => textOf(value).toUpperCase(),
  lower: (value) => textOf(value).toLowerCase(),
  capitalize: (value) => capitalize(textOf(value)),
  title: (value) => textOf(value).replaceAll(/\S+/g, capitalize),
  trim: (value) => textOf(value).trim(),
  string: (value) => textOf(value),
  int: (value) => Math.trunc(numberOf(value)),
  float: (value) => numberOf(value),
  abs: (value) => Math.abs(numberOf(value)),
  round: (value, [digits = 0]) => {
    const factor = 10 ** numberOf(digits)
    return Math.round(numberOf(value) * factor) / factor
  },
  length: (value) => itemsOf(value).length,
  count: (value) => itemsOf(value).length,
  first: (value) => itemsOf(value)[0] ?? null,
  last: (value) => itemsOf(value).at(-1) ?? null,
  reverse: (value) =>
    typeof value === 'string' ? Array.from(value).reverse().join('') : [...itemsOf(value)].reverse(),
  sort: (value) => [...itemsOf(value)].sort(compare),
  unique: (value) =>
    itemsOf(value).filter((item, i, all) => all.findIndex((otherItem) => jsonEqual(item, otherItem)) === i),
  sum: (value) => itemsOf(value).reduce<number>((sum, item) => sum + numberOf(item), 0),
  min: (value) => [...itemsOf(value)].sort(compare)[0] ?? null,
  max: (value) => [...itemsOf(value)].sort(compare).at(-1) ?? null,
  list: (value) => itemsOf(value),
  items: (value) => (isJsonObject(value) ? Object.entries(value) : itemsOf(value)),
  join: (value, [separator]) => itemsOf(value).map(textOf).join(textOf(separator)),
  replace: (value, [from, to]) => textOf(value).replaceAll(textOf(from), () => textOf(to)),
  truncate: (value, [length = 255]) => {
    const text = textOf(value)
    return text.length <= numberOf(length) ? text : `${text.slice(0, Math.max(0, numberOf(length) - 3))}...`
  },
  indent: (value, [width = 4]) =>
    textOf(value).replaceAll('\n', `\n${' '.repeat(Math.min(100, numberOf(width)))}`),
  tojson: (value, [indent]) =>
    JSON.stringify(value, null, indent === undefined ? undefined : numberOf(indent)),
  safe: (value) => value,
}

const isNothing = (value: Value, [, includesFalsy]: readonly Json[]): boolean =>
  value instanceof Missing || (includesFalsy === true && !isTrue(value))

export function applyFilter(
  name: string,
  { value, args }: { readonly value: Value; readonly args: readonly Json[] },
): Value {
  if (name === 'default' || name === 'd') return isNothing(value, args) ? (args[0] ?? '') : value
  const filter = ownMember(filters, name)
  if (filter === undefined) throw badSettings(`Unknown filter '${name}'.`)
  return filter(requireValue(value), args)
}

const tests: Readonly<Record<string, (value: Json) => boolean>> = {
  none: (value) => value === null,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  mapping: isJsonObject,
  sequence: (value) => isJsonList(value) || typeof value === 'string',
  iterable: (value) => typeof value === 'object' || typeof value === 'string',
  true: (value) => value === true,
  false: (value) => value === false,
  even: (value) => typeof value === 'number' && value % 2 === 0,
  odd: (value) => typeof value === 'number' && Math.abs(value % 2) === 1,
}

export function passesTest(name: string, value: Value): boolean {
  if (name === 'defined') return !(value instanceof Missing)
  if (name === 'undefined') return value instanceof Missing
  const test = ownMember(tests, name)
  if (test === undefined) throw badSettings(`Unknown test '${name}'.`)
  return test(requireValue(value))
}

const contains = (container: Json, part: Json): boolean => {
  if (typeof container === 'string') return container.includes(textOf(part))
  if (Array.isArray(container)) return container.some((item: Json) => jsonEqual(item, part))
  return isJsonObject(container) && Object.hasOwn(container, textOf(part))
}

export function applyOperator(
  operator: string,
  { left, right }: { readonly left: Json; readonly right: Json },
): Json {
  switch (operator) {
    case '==':
      return jsonEqual(left, right)
    case '!=':
      return !jsonEqual(left, right)
    case '<':
      return compare(left, right) < 0
    case '<=':
      return compare(left, right) <= 0
    case '>':
      return compare(left, right) > 0
    case '>=':
      return compare(left, right) >= 0
    case 'in':
      return contains(right, left)
    case 'not in':
      return !contains(right, left)
    case '~':
      return textOf(left) + textOf(right)
    case '+':
      return typeof left === 'string' && typeof right === 'string'
        ? left + right
        : Array.isArray(left) && Array.isArray(right)
          ? [...left, ...right]
          : numberOf(left) + numberOf(right)
    case '-':
      return numberOf(left) - numberOf(right)
    case '*':
      return numberOf(left) * numberOf(right)
    case '/':
      return divide(numberOf(left), numberOf(right))
    case '//':
      return Math.floor(divide(numberOf(left), numberOf(right)))
    default:
      return numberOf(left) - numberOf(right) * Math.floor(divide(numberOf(left), numberOf(right)))
  }
}

function divide(left: number, right: number): number {
  if (right === 0) throw badInputs('The template divides by zero.')
  return left / right
}
