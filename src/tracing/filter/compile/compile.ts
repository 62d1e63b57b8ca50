// Compiles the typed tree to a SQL condition over the columns of columns/columns.ts, with every value bound. Tests
// compare it with evaluate.ts over random spans and filters on the embedded engine.
//
// The largest filters (1,000 string conditions on attributes) are up to 2.8 MB of SQL: run queries with max_query_size,
// max_ast_elements, max_expanded_ast_elements and max_parser_backtracks raised, as settings of the connection.
//
// Known difference: string operators on objects, arrays and numbers see the engine's JSON text, which writes 1e21 where
// JavaScript writes 1e+21, and escapes U+2028 and U+2029. inputs and outputs are stored as JavaScript text.
import { unreachable } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/value.ts'
import type { CompareOperator, Condition, Filter, Ordered, SpanFilter, SpanRelation } from '../ast.ts'
import { type Binder, createBinder, type Sql } from './bind.ts'
import { recordColumns } from '../columns/columns.ts'
import { attributeIn, attributeIs, attributeSql, elementAttribute } from './compile-attributes.ts'
import { fieldExists, fieldIn, fieldIs, fieldSql } from './compile-fields.ts'
import { allOf, anyOf, containsSql } from './compile-json.ts'
import { termSql } from './compile-content.ts'
import { likeParts, type TextTest } from '../text-match.ts'
import { isOfHeads, lowerScopes } from '../trace-scope.ts'
import { scalarText } from '../values.ts'
import { ownMember } from '../../../kernel/own.ts'

export interface CompileOptions {
  /**
   * The source of related spans: a table or `(SELECT …)` of one project's live spans. Our own SQL, never a client's.
   */
  readonly source: string
  /** Prefix of parameter names: `f0`, `f1`, …. The default does not collide with those of the query. */
  readonly prefix?: string
  /** On a sharded table the spans of a trace may be on different shards: `GLOBAL IN`. */
  readonly sharded?: boolean
}

interface CompileContext {
  readonly bind: Binder
  readonly options: CompileOptions
}

/**
 * A condition for WHERE that is 0 or 1 for every row. Throws `filter_invalid` as soon as it exceeds the limits of
 * budget.ts.
 */
export function compileFilter(input: Filter, options: CompileOptions): Sql {
  const filter = lowerScopes(input)
  const { prefix = 'f' } = options
  const bind = createBinder(prefix)
  const indexedFilter = {
    sql: compile(filter, { bind, options }),
    params: bind.params(),
    isOfHeads: isOfHeads(filter),
    columns: bind.columns(),
    readsOtherSpans: readsOtherSpans(filter),
  }
  if (!areCommon(bind.allWords()) || indexedFilter.readsOtherSpans) return indexedFilter
  const plainBinder = createBinder(`${prefix}n`, { usesIndex: false })
  return {
    ...indexedFilter,
    near: { sql: compile(filter, { bind: plainBinder, options }), params: plainBinder.params() },
  }
}

/** Whether many spans may have all of these words. Words with digits are mostly identifiers. */
const areCommon = (words: readonly string[]): boolean =>
  words.length > 0 && !words.some((word) => /\d/.test(word))

function readsOtherSpans(filter: SpanFilter): boolean {
  if (filter.kind === 'group') return filter.filters.some(readsOtherSpans)
  return filter.kind === 'not' ? readsOtherSpans(filter.filter) : filter.kind === 'related'
}

function compile(filter: SpanFilter, context: CompileContext): string {
  const compilePart = (part: SpanFilter, ...path: readonly (string | number)[]): string => {
    const { budget } = context.bind
    budget.path.push(...path)
    const sql = compile(part, context)
    budget.path.length -= path.length
    return sql
  }
  switch (filter.kind) {
    case 'group': {
      if (filter.filters.length === 0) return 'true'
      const parts = filter.filters.map((part, i) => compilePart(part, 'conditions', i))
      const joinedParts =
        filter.operator === 'and' || filter.operator === 'nand' ? allOf(parts) : anyOf(parts)
      return filter.operator === 'and' || filter.operator === 'or' ? joinedParts : negate(joinedParts)
    }
    case 'not':
      return negate(compilePart(filter.filter, 'conditions', 0))
    case 'related':
      context.bind.reads(...relatedColumns[filter.relation])
      return relatedSql(
        filter.relation,
        context.bind.aside(() => compilePart(filter.filter, 'where')),
        context.options,
      )
    default:
      return conditionSql(filter, context.bind)
  }
}

const negate = (test: string): string => `NOT (${test})`

/** The columns of the tested span that lead to the related ones. */
const relatedColumns: Readonly<Record<SpanRelation, readonly string[]>> = {
  any: ['trace_id'],
  head: ['trace_id'],
  root: ['trace_id'],
  parent: ['trace_id', 'parent_id'],
  child: ['trace_id', 'span_id'],
  annotation: ['trace_id', 'span_id'],
}

function relatedSql(
  relation: SpanRelation,
  whereSql: string,
  { source, sharded = false }: CompileOptions,
): string {
  const inOperator = sharded ? 'GLOBAL IN' : 'IN'
  switch (relation) {
    case 'any':
      return `trace_id ${inOperator} (SELECT trace_id FROM ${source} WHERE ${whereSql})`
    case 'head':
      return `trace_id ${inOperator} (SELECT trace_id FROM ${source} WHERE is_head = 1 AND ${whereSql})`
    case 'root':
      return `trace_id ${inOperator} (SELECT trace_id FROM ${source} WHERE is_root = 1 AND ${whereSql})`
    case 'parent':
      return `(trace_id, parent_id) ${inOperator} (SELECT trace_id, span_id FROM ${source} WHERE ${whereSql})`
    case 'child':
      return `(trace_id, span_id) ${inOperator} (SELECT trace_id, parent_id FROM ${source} WHERE ${whereSql})`
    case 'annotation':
      return `(trace_id, span_id) ${inOperator} (SELECT JSONExtractString(link, 'trace_id'), JSONExtractString(link, 'span_id')
        FROM (SELECT arrayJoin(links) AS link FROM ${source} WHERE trace_type = 'annotation' AND ${whereSql}))`
    default:
      return unreachable(relation)
  }
}

function conditionSql(condition: Condition, bind: Binder): string {
  const test = positiveSql(condition, bind)
  bind.budget.addSql(test.length)
  return 'negated' in condition && condition.negated ? negate(test) : test
}

/** The condition without its negation. */
function positiveSql(condition: Condition, bind: Binder): string {
  switch (condition.kind) {
    case 'is': {
      const { subject, value } = condition
      if (subject.kind === 'field') return fieldIs(subject.field, { value, bind })
      const attribute = attributeSql(subject.path, bind, subject.kind === 'total')
      return attribute.within(attributeIs(attribute, { value: jsonOnly(value), bind }))
    }
    case 'in': {
      const { subject, values, all } = condition
      if (subject.kind === 'field') return fieldIn(subject.field, { values, bind })
      const attribute = attributeSql(subject.path, bind, subject.kind === 'total')
      return attribute.within(attributeIn(attribute, { list: { values: values.map(jsonOnly), all }, bind }))
    }
    case 'exists': {
      const { subject } = condition
      if (subject.kind === 'field') return fieldExists(subject.field, bind)
      const attribute = attributeSql(subject.path, bind, subject.kind === 'total')
      return attribute.within(attribute.exists)
    }
    case 'compare':
      return orderedSql(condition, { bounds: [[symbols[condition.operator], condition.value]], bind })
    case 'between':
      return orderedSql(condition, {
        bounds: [
          ['>=', condition.low],
          ['<=', condition.high],
        ],
        bind,
      })
    case 'text':
      return textConditionSql(condition, bind)
    case 'records_in':
    case 'records_have':
    case 'records_exist':
      return recordsSql(condition, bind)
    case 'content':
      return allOf(condition.query.required.map((terms) => anyOf(terms.map((term) => termSql(term, bind)))))
    default:
      return unreachable(condition)
  }
}

/** Attributes have no bigint, so conditions on them use JSON values only. */
const jsonOnly = (value: Json | bigint): Json => (typeof value === 'bigint' ? value.toString() : value)

const symbols: Readonly<Record<CompareOperator, string>> = {
  eq: '=',
  neq: '!=',
  gt: '>',
  lt: '<',
  gte: '>=',
  lte: '<=',
}

function orderedSql(
  condition: Extract<Condition, { readonly kind: 'compare' | 'between' }>,
  {
    bounds,
    bind,
  }: { readonly bounds: readonly (readonly [symbol: string, value: Ordered])[]; readonly bind: Binder },
): string {
  const { subject } = condition
  const isNumber = bounds.every(([, value]) => typeof value === 'number')
  if (subject.kind !== 'field') {
    const attribute = attributeSql(subject.path, bind, subject.kind === 'total')
    const [isTyped, valueSql] = isNumber
      ? [attribute.isNumber, attribute.number]
      : [attribute.isString, attribute.string]
    const tests = bounds.map(([symbol, value]) => `${valueSql} ${symbol} ${boundSql(value, bind)}`)
    return attribute.within(allOf([isTyped, ...tests]))
  }
  const field = fieldSql(subject.field)
  bind.reads(subject.field)
  return field.test(
    allOf(bounds.map(([symbol, value]) => `${field.column} ${symbol} ${boundSql(value, bind)}`)),
  )
}

function boundSql(value: Ordered, bind: Binder): string {
  if (typeof value === 'number') return bind.number(value)
  return typeof value === 'bigint' ? bind.time(value) : bind.text(value)
}

function textConditionSql(condition: Extract<Condition, { readonly kind: 'text' }>, bind: Binder): string {
  const { subject } = condition
  if (subject.kind === 'field') {
    const field = fieldSql(subject.field)
    bind.reads(subject.field)
    return field.test(textTestSql(field.text, { test: condition, bind }))
  }
  const attribute = attributeSql(subject.path, bind, subject.kind === 'total')
  const text = `if(${attribute.isString}, ${attribute.string}, ${attribute.json()})`
  return attribute.within(allOf([attribute.exists, textTestSql(text, { test: condition, bind })]))
}

function textTestSql(
  storedColumn: string,
  { test, bind }: { readonly test: TextTest; readonly bind: Binder },
): string {
  const withCase = (text: string): string => (test.caseSensitive ? text : `lowerUTF8(${text})`)
  const text = withCase(storedColumn)
  const value = (): string => withCase(bind.text(test.value))
  switch (test.operator) {
    case 'startswith':
      return `startsWith(${text}, ${value()})`
    case 'endswith':
      return `endsWith(${text}, ${value()})`
    case 'contains':
      return `position(${text}, ${value()}) > 0`
    case 'matches':
      return test.exactMatch ? `${text} = ${value()}` : `position(${text}, ${value()}) > 0`
    case 'like':
      return `${text} LIKE ${withCase(bind.text(enginePattern(test.value)))}`
    default:
      return unreachable(test.operator)
  }
}

/** The pattern with the engine's escapes, which differ from ours for a backslash before other characters. */
const enginePattern = (pattern: string): string =>
  likeParts(pattern)
    .map((part) => {
      if (part.kind === 'run') return '%'
      if (part.kind === 'one') return '_'
      return /[%_\\]/.test(part.char) ? `\\${part.char}` : part.char
    })
    .join('')

function recordsSql(
  condition: Extract<Condition, { readonly kind: 'records_in' | 'records_have' | 'records_exist' }>,
  bind: Binder,
): string {
  const { field } = condition
  bind.reads(field)
  if (condition.kind === 'records_exist') return `notEmpty(${field})`
  if (condition.kind === 'records_have') {
    if (condition.key === 'id') return `has(hash_ids, ${bind.text(scalarText(condition.value))})`
    const elementValue = elementAttribute('r', { path: condition.key, bind })
    return `arrayExists(r -> ${containsSql(elementValue, condition.value, bind)}, ${field})`
  }
  if (condition.elements.length === 0) return 'false'
  const tests = condition.elements.map((element) => {
    // Tests that an index can answer come first. The element test stays, because all members must match in one element.
    const indexConditions = Object.entries(recordColumns[field]).flatMap(([member, column]) => {
      const value = ownMember(element, member)
      return typeof value === 'string' ? [`has(${column}, ${bind.text(value)})`] : []
    })
    return allOf([...indexConditions, `arrayExists(r -> ${containsSql('r', element, bind)}, ${field})`])
  })
  return condition.all ? allOf(tests) : anyOf(tests)
}
