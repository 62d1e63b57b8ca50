// Parses one condition with a known field and operator: checks its key and value against the field and makes them
// typed.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../kernel/json/value.ts'
import { unreachable } from '../../../kernel/errors.ts'
import type { CompareOperator, Condition, Ordered, Subject, TextOperator } from '../ast.ts'
import { parseContentQuery } from '../content.ts'
import {
  enumWords,
  fields,
  groupOf,
  scalarFields,
  type EnumField,
  type Field,
  type Operator,
  type RecordField,
  type ScalarField,
  supportedOperators,
  takesOperator,
} from '../fields.ts'
import { parsePath, pathProblem } from '../path.ts'
import { type Loc, type Problems, refuse, unsupportedValue } from '../problems.ts'
import { readRecordElement } from './records.ts'
import { readSpanId, readTime, readTraceId, readUuid } from '../values.ts'

export interface ConditionOptions {
  readonly caseSensitive: boolean
  readonly exactMatch: boolean
  readonly all: boolean
}

/** A condition of the right shape. `key` and `value` are as sent; absent ones are undefined and null. */
export interface ConditionInput {
  readonly field: Field
  readonly key: string | undefined
  readonly operator: Operator
  readonly value: Json
  readonly options: ConditionOptions
}

interface Context {
  readonly input: ConditionInput
  readonly refuse: (message: string) => undefined
}

/** Undefined if the condition cannot be applied; `problems` then has the reason. */
export function readCondition(
  input: ConditionInput,
  { loc, problems }: { readonly loc: Loc; readonly problems: Problems },
): Condition | undefined {
  const context: Context = { input, refuse: (message) => refuse(problems, { loc, message }) }
  const { field, operator } = input
  if (!takesOperator(field, operator)) return context.refuse(supportedOperators(field))
  const problem = pathProblem(input.key ?? '')
  if (problem !== undefined) return context.refuse(problem)
  switch (field) {
    case 'references':
    case 'links':
    case 'events':
    case 'hashes':
      return recordCondition(field, context)
    case 'content':
      return contentCondition(context)
    case 'attributes':
      if (input.key === undefined || input.key === '') {
        return context.refuse(`'attributes' key is required and thus never null.`)
      }
      return valueCondition({ kind: 'attribute', path: parsePath(input.key) }, context)
    default:
      if (input.key !== undefined) return context.refuse(`'${field}' key is not supported.`)
      return valueCondition({ kind: 'field', field }, context)
  }
}

function valueCondition(subject: Subject, context: Context): Condition | undefined {
  const { operator } = context.input
  switch (operator) {
    case 'is':
    case 'is_not': {
      const value = readEqual(subject, context.input.value)
      if (value === undefined) return context.refuse(unsupportedValue(context.input.value))
      return { kind: 'is', subject, value, negated: operator === 'is_not' }
    }
    case 'in':
    case 'not_in':
      return listCondition(subject, context)
    case 'eq':
    case 'neq':
    case 'gt':
    case 'lt':
    case 'gte':
    case 'lte':
      return compareCondition(subject, { operator, context })
    case 'btwn':
      return betweenCondition(subject, context)
    case 'startswith':
    case 'endswith':
    case 'contains':
    case 'matches':
    case 'like':
      return textCondition(subject, { operator, context })
    case 'exists':
    case 'not_exists':
      return { kind: 'exists', subject, negated: operator === 'not_exists' }
    case 'has':
    case 'has_not':
      return context.refuse(supportedOperators(context.input.field))
    default:
      return unreachable(operator)
  }
}

function listCondition(subject: Subject, context: Context): Condition | undefined {
  const { operator, value: list, options } = context.input
  if (!isJsonList(list)) return context.refuse(`'${operator}' takes a list of values.`)
  const values: (Json | bigint)[] = []
  for (const item of list) {
    const value = item === null ? undefined : readEqual(subject, item)
    if (value === undefined || value === null) return context.refuse(unsupportedValue(item))
    values.push(value)
  }
  // Only attributes may be arrays, so the option has no effect on other fields.
  const all = options.all && subject.kind === 'attribute'
  return { kind: 'in', subject, values, all, negated: operator === 'not_in' }
}

function compareCondition(
  subject: Subject,
  { operator, context }: { readonly operator: CompareOperator; readonly context: Context },
): Condition | undefined {
  const value = readOrdered(subject, context.input.value)
  if (value === undefined) return context.refuse(unsupportedValue(context.input.value))
  return { kind: 'compare', subject, operator, value }
}

function betweenCondition(subject: Subject, context: Context): Condition | undefined {
  const bounds = context.input.value
  if (!isJsonList(bounds) || bounds.length !== 2) return context.refuse(`'btwn' takes [low, high].`)
  const [low, high] = bounds.map((bound) => readOrdered(subject, bound))
  if (low === undefined || high === undefined || typeof low !== typeof high) {
    return context.refuse(unsupportedValue(bounds))
  }
  return { kind: 'between', subject, low, high }
}

/** Compiling a pattern reads each of its characters. */
const patternCharactersMax = 100_000

function textCondition(
  subject: Subject,
  { operator, context }: { readonly operator: TextOperator; readonly context: Context },
): Condition | undefined {
  const { value, options } = context.input
  if (typeof value !== 'string') return context.refuse(unsupportedValue(value))
  if (operator === 'like' && value.length > patternCharactersMax) {
    return context.refuse(`A pattern has more than ${patternCharactersMax} characters.`)
  }
  const { caseSensitive } = options
  const exactMatch = options.exactMatch && operator === 'matches'
  return { kind: 'text', subject, operator, value, caseSensitive, exactMatch }
}

/** Limit of a search text. Each of its words is a separate test. */
const contentCharactersMax = 4_000

function contentCondition(context: Context): Condition | undefined {
  const { key, value } = context.input
  if (key !== undefined) return context.refuse(`'content' key is not supported.`)
  if (typeof value === 'string' && value.length > contentCharactersMax) {
    return context.refuse(`A search text has more than ${contentCharactersMax} characters.`)
  }
  const query = typeof value === 'string' ? parseContentQuery(value) : undefined
  return query === undefined ? context.refuse(unsupportedValue(value)) : { kind: 'content', query }
}

function recordCondition(field: RecordField, context: Context): Condition | undefined {
  const { key, operator, value, options } = context.input
  const isNegated = operator === 'not_in' || operator === 'has_not' || operator === 'not_exists'
  if (groupOf(operator) === 'dictionary') return recordsHave(field, { negated: isNegated, context })
  if (key !== undefined) return context.refuse(`'${field}' key is only supported for dict operators.`)
  if (groupOf(operator) === 'existence') return { kind: 'records_exist', field, negated: isNegated }
  if (!isJsonList(value)) {
    return context.refuse(`'${field}' value must be one or more (possibly partial) ${field}.`)
  }
  const elements: JsonObject[] = []
  for (const item of value) {
    const element = readRecordElement(field, item)
    if ('refusal' in element) return context.refuse(element.refusal)
    elements.push(element.element)
  }
  return { kind: 'records_in', field, elements, all: options.all, negated: isNegated }
}

function recordsHave(
  field: RecordField,
  { negated, context }: { readonly negated: boolean; readonly context: Context },
): Condition | undefined {
  const { key = '', value } = context.input
  if (field === 'hashes' && key === 'id') {
    const id = readUuid(value)
    if (id === undefined) return context.refuse(unsupportedValue(value))
    return { kind: 'records_have', field, key: 'id', value: id, negated }
  }
  const path = key.startsWith('attributes.') ? key.slice('attributes.'.length) : ''
  if (path === '') return context.refuse(`'${field}' key must start with 'attributes.'.`)
  if (value === null) return context.refuse(unsupportedValue(value))
  return { kind: 'records_have', field, key: parsePath(path), value, negated }
}

/** An equality value in stored form. Undefined if the field cannot have it. */
function readEqual(subject: Subject, value: Json): Json | bigint | undefined {
  if (subject.kind !== 'field') return value
  if (value === null) return fields[subject.field].nullable ? null : undefined
  return readFieldValue(subject.field, value)
}

function readFieldValue(field: ScalarField, value: Json): string | bigint | boolean | null | undefined {
  const { type } = scalarFields[field]
  switch (type) {
    case 'trace_id':
      return readTraceId(value)
    case 'span_id':
      // The forms in which clients write "no parent".
      return field === 'parent_id' && (value === '' || readSpanId(value) === '0'.repeat(16))
        ? null
        : readSpanId(value)
    case 'enum':
      return enumWords[field as EnumField].find((word) => word === value)
    case 'text':
      return typeof value === 'string' ? value : undefined
    case 'time':
      return readTime(value)
    case 'uuid':
      return readUuid(value)
    case 'flag':
      return typeof value === 'boolean' ? value : undefined
    default:
      return unreachable(type)
  }
}

/** A value for ordered comparison: numbers and strings for attributes, else a value of the field's type. */
function readOrdered(subject: Subject, value: Json): Ordered | undefined {
  if (value === null || typeof value === 'boolean' || isJsonList(value) || isJsonObject(value)) {
    return undefined
  }
  if (subject.kind !== 'field') return value
  const fieldValue = readFieldValue(subject.field, value)
  return typeof fieldValue === 'boolean' ? undefined : (fieldValue ?? undefined)
}
