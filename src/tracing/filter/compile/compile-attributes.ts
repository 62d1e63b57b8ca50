// SQL of conditions on attributes. Paths with a column or in the maps are read there; the others (list elements,
// escaped names) from the JSON text.
import type { Json } from '../../../kernel/json/value.ts'
import { fullAttributes } from '../../../storage/contract/contract.ts'
import type { Binder } from './bind.ts'
import { holdsPathSql, jsonColumns, numberColumns, stringColumns } from '../columns/columns.ts'
import { shortCharactersMax } from '../columns/leaves.ts'
import { wordsTest } from './compile-content.ts'
import { allOf, anyOf, containsSql, isBoolText, isNumberText, isStringText, jsonAt } from './compile-json.ts'
import { listIndex, parsePath, type Path } from '../path.ts'
import { ownMember } from '../../../kernel/own.ts'

/** SQL expressions that test the type of an attribute and read it. A test is 0 or 1, never NULL. */
export interface AttributeSql {
  readonly isString: string
  /** '' if the value is not a string. */
  readonly string: string
  /** The same only for strings of at most `shortCharactersMax` characters, if that is cheaper. */
  readonly isShort: string
  readonly short: string
  readonly isNumber: string
  readonly number: string
  readonly isBool: string
  readonly isContainer: string
  readonly exists: string
  /** JSON text of the value; '' or 'null' if absent. Binds its path once, on first use. */
  readonly json: () => string
  /** Wraps a condition of these expressions and names their shared parts. */
  readonly within: (condition: string) => string
  /** The same for an expression of any type. */
  readonly read: (expression: string) => string
}

const asIs = (condition: string): string => condition

/** Names a long expression, so that a condition can use it repeatedly and the SQL stays short. */
const withName = (expression: string, condition: (name: string) => string): string =>
  `arrayExists(t -> ${condition('t')}, [${expression}])`

/** `isTotal`: at the head of a trace, the sum of the attribute over the trace. */
export function attributeSql(path: Path, bind: Binder, isTotal = false): AttributeSql {
  const key = path.segments.join('.')
  const json = once(() => jsonText(path, bind))
  const numberColumn = path.exact ? undefined : ownMember(numberColumns, key)
  if (numberColumn !== undefined) {
    bind.reads(numberColumn, ...(isTotal ? ['trace_totals'] : []))
    return numberColumnSql(isTotal ? totalSql(numberColumn) : numberColumn)
  }
  const stringColumn = path.exact ? undefined : ownMember(stringColumns, key)
  if (stringColumn !== undefined) {
    bind.reads(stringColumn)
    return stringColumnSql(stringColumn)
  }
  bind.reads('attributes')
  const isInMaps = !path.exact && path.segments.every((segment) => listIndex(segment) === undefined)
  return isInMaps ? mapSql(key, { json, bind }) : textSql(json())
}

/** A head without totals is the root of the full trace. */
const totalSql = (column: string): string =>
  `if(empty(trace_totals), ${column}, trace_totals[${totalColumns.indexOf(column) + 1}])`

/** In the order of `totalNames`. */
const totalColumns = ['duration_ms', 'errors', 'tokens', 'cost']

function once(create: () => string): () => string {
  let cachedSql: string | undefined
  return () => (cachedSql ??= create())
}

function jsonText(path: Path, bind: Binder): string {
  for (const [root, column] of path.exact ? [] : Object.entries(jsonColumns)) {
    const rootSegments = root.split('.')
    const isBelow = rootSegments.every((segment, i) => path.segments[i] === segment)
    if (!isBelow) continue
    const remainingSegments = path.segments.slice(rootSegments.length)
    return remainingSegments.length === 0
      ? column
      : jsonAt(column, { path: { text: '', segments: remainingSegments, exact: false }, bind })
  }
  // Named, because it is long and used more than once.
  return `arrayMap(w -> ${jsonAt('w', { path, bind })}, [${fullAttributes}])[1]`
}

const absentSql = {
  within: asIs,
  read: asIs,
  isString: 'false',
  string: `''`,
  isShort: 'false',
  short: `''`,
  isNumber: 'false',
  number: '0',
  isBool: 'false',
} as const

const numberColumnSql = (column: string): AttributeSql => ({
  ...absentSql,
  isNumber: `${column} IS NOT NULL`,
  number: `assumeNotNull(${column})`,
  isContainer: 'false',
  exists: `${column} IS NOT NULL`,
  json: () => `ifNull(toString(${column}), '')`,
})

const stringColumnSql = (column: string): AttributeSql => ({
  ...absentSql,
  isString: 'true',
  string: column,
  isShort: 'true',
  short: column,
  isContainer: 'false',
  exists: 'true',
  json: () => `toJSONString(${column})`,
})

function mapSql(
  key: string,
  { json, bind }: { readonly json: () => string; readonly bind: Binder },
): AttributeSql {
  const keyParameter = bind.text(key)
  const isShort = `mapContains(strings, ${keyParameter})`
  const isLong = holdsPathSql('long_paths', keyParameter)
  const isString = anyOf([isShort, isLong])
  const shortValue = `strings[${keyParameter}]`
  const isNumber = `mapContains(numbers, ${keyParameter})`
  const isBool = `mapContains(booleans, ${keyParameter})`
  const isContainer = holdsPathSql('container_paths', keyParameter)
  return {
    isString,
    // A getter, because few conditions need it and it binds the path again.
    get string() {
      return `if(${isLong}, JSONExtractString(${json()}), ${shortValue})`
    },
    isShort,
    short: shortValue,
    isNumber,
    number: `numbers[${keyParameter}]`,
    isBool,
    isContainer,
    exists: anyOf([isString, isNumber, isBool, isContainer]),
    json,
    within: asIs,
    read: asIs,
  }
}

const textSql = (json: string): AttributeSql => ({
  isString: isStringText('t'),
  // The engine would also read `true` and `5` as strings.
  string: `if(${isStringText('t')}, JSONExtractString(t), '')`,
  isShort: isStringText('t'),
  short: `if(${isStringText('t')}, JSONExtractString(t), '')`,
  isNumber: isNumberText('t'),
  number: 'JSONExtractFloat(t)',
  isBool: isBoolText('t'),
  isContainer: `JSONType(t) IN ('Object', 'Array')`,
  exists: `t NOT IN ('', 'null')`,
  json: () => 't',
  within: (condition) => withName(json, () => condition),
  read: (expression) => `arrayMap(t -> ${expression}, [${json}])[1]`,
})

/**
 * The expression for a string that may equal one of these texts. Long strings are read only if one of the texts is
 * long.
 */
function stringSql(
  attribute: AttributeSql,
  texts: readonly string[],
): { readonly is: string; readonly text: string } {
  return texts.every((text) => text.length <= shortCharactersMax)
    ? { is: attribute.isShort, text: attribute.short }
    : { is: attribute.isString, text: attribute.string }
}

export function attributeIs(
  attribute: AttributeSql,
  { value, bind }: { readonly value: Json; readonly bind: Binder },
): string {
  if (value === null) return `NOT (${attribute.exists})`
  if (typeof value === 'string') {
    const { text } = stringSql(attribute, [value])
    const equalSql = `${text} = ${bind.text(value)}`
    // Values of other types read as '', so only the empty text needs a test of the type.
    return value === '' ? allOf([attribute.isShort, equalSql]) : allOf([...wordsTest(value, bind), equalSql])
  }
  if (typeof value === 'number') {
    return allOf([attribute.isNumber, `${attribute.number} = ${bind.number(value)}`])
  }
  if (typeof value === 'boolean') {
    return allOf([attribute.isBool, `${attribute.json()} = '${value ? 'true' : 'false'}'`])
  }
  return allOf([attribute.isContainer, withName(attribute.json(), (text) => containsSql(text, value, bind))])
}

interface ListedValues {
  readonly texts: readonly string[]
  readonly numbers: readonly number[]
  /** Booleans, objects and arrays. */
  readonly others: readonly Json[]
}

const groupByType = (values: readonly Json[]): ListedValues => ({
  texts: values.filter((value) => typeof value === 'string'),
  numbers: values.filter((value) => typeof value === 'number'),
  others: values.filter((value) => typeof value !== 'string' && typeof value !== 'number'),
})

/** Tests for a scalar or object that equals one of the values, or an array that contains any or all of them. */
export function attributeIn(
  attribute: AttributeSql,
  {
    list,
    bind,
  }: { readonly list: { readonly values: readonly Json[]; readonly all: boolean }; readonly bind: Binder },
): string {
  if (list.values.length === 0) return 'false'
  const { texts, numbers, others } = groupByType(list.values)
  const string = stringSql(attribute, texts)
  const conditions = [
    ...(texts.length === 0 ? [] : [allOf([string.is, `has(${bind.texts(texts)}, ${string.text})`])]),
    ...(numbers.length === 0
      ? []
      : [allOf([attribute.isNumber, `has(${bind.numbers(numbers)}, ${attribute.number})`])]),
    ...others
      .filter((value) => !Array.isArray(value))
      .map((value) => attributeIs(attribute, { value, bind })),
  ]
  const isArrayWith = (text: string): string => {
    const elements = `JSONExtractArrayRaw(${text})`
    const holds = list.all
      ? elementsAll(elements, { values: list.values, bind })
      : `arrayExists(e1 -> ${elementIn('e1', { values: list.values, bind })}, ${elements})`
    return allOf([`JSONType(${text}) = 'Array'`, holds])
  }
  return anyOf([...conditions, allOf([attribute.isContainer, withName(attribute.json(), isArrayWith)])])
}

function elementIn(
  element: string,
  { values, bind }: { readonly values: readonly Json[]; readonly bind: Binder },
): string {
  const { texts, numbers, others } = groupByType(values)
  return anyOf([
    ...(texts.length === 0
      ? []
      : [allOf([isStringText(element), `has(${bind.texts(texts)}, JSONExtractString(${element}))`])]),
    ...(numbers.length === 0
      ? []
      : [allOf([isNumberText(element), `has(${bind.numbers(numbers)}, JSONExtractFloat(${element}))`])]),
    ...others.map((value) => containsSql(element, value, bind, 2)),
  ])
}

function elementsAll(
  elements: string,
  { values, bind }: { readonly values: readonly Json[]; readonly bind: Binder },
): string {
  const { texts, numbers, others } = groupByType(values)
  const only = (read: string, test: string) =>
    `arrayMap(e1 -> ${read}, arrayFilter(e1 -> ${test}, ${elements}))`
  return allOf([
    ...(texts.length === 0
      ? []
      : [`hasAll(${only('JSONExtractString(e1)', isStringText('e1'))}, ${bind.texts(texts)})`]),
    ...(numbers.length === 0
      ? []
      : [`hasAll(${only('JSONExtractFloat(e1)', isNumberText('e1'))}, ${bind.numbers(numbers)})`]),
    ...others.map((value) => `arrayExists(e1 -> ${containsSql('e1', value, bind, 2)}, ${elements})`),
  ])
}

/** The value for the `key` of a has-condition: a path below the element's attributes. */
export const elementAttribute = (
  element: string,
  { path, bind }: { readonly path: Path; readonly bind: Binder },
): string => jsonAt(`JSONExtractRaw(${element}, 'attributes')`, { path: parsePath(path.text), bind })
