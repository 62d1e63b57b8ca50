// Prints the typed tree in the one-line text form. parseFilterText parses it to an equal tree.
import { isEverything, withoutTraceScope, type Filter } from '../ast.ts'
import type { Focus } from '../windowing.ts'
import { type ConditionJson, conditionToJson } from '../tree/to-json.ts'
import { ownMember } from '../../../kernel/own.ts'

const operatorSymbols: Readonly<Record<string, string>> = {
  is: '=',
  is_not: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

/** Prints for parseFilterText in the same focus: in the focus `trace`, an outer `trace(…)` is omitted. */
export function printFilter(input: Filter, focus: Focus = 'span'): string {
  const filter = focus === 'trace' ? inTraceScope(input) : input
  if (filter.kind === 'group' && filter.operator === 'and' && filter.filters.length === 0) return ''
  return print(filter)
}

function inTraceScope(filter: Filter): Filter {
  const innerFilter = withoutTraceScope(filter)
  const isSame = innerFilter !== filter || isEverything(filter)
  return isSame ? innerFilter : { kind: 'related', relation: 'span', filter }
}

function print(filter: Filter): string {
  switch (filter.kind) {
    case 'group': {
      const { operator, filters } = filter
      const isInfix = (operator === 'and' || operator === 'or') && filters.length > 1
      return isInfix
        ? filters.map(printPart).join(` ${operator} `)
        : `${operator}(${filters.map(print).join(', ')})`
    }
    case 'not':
      return `not ${printPart(filter.filter)}`
    case 'related':
      return `${filter.relation}(${print(filter.filter)})`
    default:
      return printCondition(conditionToJson(filter))
  }
}

/** Nested groups keep their parentheses, so that the parsed tree is equal. */
function printPart(filter: Filter): string {
  const isJoined =
    filter.kind === 'group' &&
    (filter.operator === 'and' || filter.operator === 'or') &&
    filter.filters.length > 1
  return isJoined ? `(${print(filter)})` : print(filter)
}

function printCondition({ field, key, operator, value, options = {} }: ConditionJson): string {
  const parts = [`${field}${printKey(key)}`, ownMember(operatorSymbols, operator) ?? operator]
  if (value !== undefined) parts.push(JSON.stringify(value))
  return [...parts, ...Object.keys(options)].join(' ')
}

/** Plain paths follow the field after a dot. Any other key is written in brackets and quotes. */
function printKey(key: string | undefined): string {
  if (key === undefined) return ''
  return /^[\p{L}_][\p{L}\p{N}_.@$-]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}
