// Rewrites `trace(…)` and `span(…)` to relations between spans, so that evaluate.ts and compile.ts handle only spans.
// In trace scope, groups combine facts about the trace: a condition holds if some span of the trace matches it, its
// negation if none does. Totals are those of the full trace.
import type { Condition, Filter, SpanFilter, SpanRelation } from './ast.ts'
import type { ContentTerm } from './content.ts'
import type { TraceTotals } from '../canonical/head.ts'

/**
 * Cumulative numbers: at the head they are those of the trace. Four of them are stored for traces of several subtrees.
 */
const cumulativePaths = /^ag\.metrics\.(duration|errors|tokens|costs)\.cumulative(\.|$)/
export const totalPaths: ReadonlyMap<string, keyof TraceTotals> = new Map([
  ['ag.metrics.duration.cumulative', 'duration'],
  ['ag.metrics.errors.cumulative', 'errors'],
  ['ag.metrics.tokens.cumulative.total', 'tokens'],
  ['ag.metrics.costs.cumulative.total', 'cost'],
])

/** The filter as a condition on each span. A trace matches `trace(…)` if any, and therefore every, span of it does. */
export function lowerScopes(filter: Filter): SpanFilter {
  switch (filter.kind) {
    case 'group': {
      const isOfHeads = filter.operator === 'and' && filter.filters.some(matchesOnlyHeads)
      return {
        ...filter,
        filters: filter.filters.map((part) =>
          part.kind === 'related' && part.relation === 'trace'
            ? lowerTrace(part.filter, isOfHeads)
            : lowerScopes(part),
        ),
      }
    }
    case 'not':
      return { kind: 'not', filter: lowerScopes(filter.filter) }
    case 'related': {
      const { relation } = filter
      if (relation === 'trace') return lowerTrace(filter.filter, false)
      if (relation === 'span') return lowerScopes(filter.filter)
      return { kind: 'related', relation, filter: lowerScopes(filter.filter) }
    }
    default:
      return filter
  }
}

/** Whether only heads match the condition. */
const matchesOnlyHeads = (filter: Filter): boolean =>
  filter.kind === 'is' &&
  filter.subject.kind === 'field' &&
  filter.subject.field === 'is_head' &&
  filter.value === !filter.negated

/** Whether only roots and heads of traces can satisfy the filter. */
export const isOfHeads = (filter: SpanFilter): boolean =>
  filter.kind === 'group'
    ? filter.operator === 'and' && filter.filters.some(isOfHeads)
    : matchesOnlyHeads(filter) || matchesOnlyRoots(filter)

const matchesOnlyRoots = (filter: SpanFilter): boolean =>
  filter.kind === 'is' && isParent(filter) && filter.value === null && !filter.negated

/** `isAtHead`: the tested span is the head of its trace, so totals need no lookup. */
function lowerTrace(filter: Filter, isAtHead: boolean): SpanFilter {
  switch (filter.kind) {
    case 'group': {
      const filters = filter.filters.map((part) => lowerTrace(part, isAtHead))
      const isAlternative = filter.operator === 'or' || filter.operator === 'nor'
      return { ...filter, filters: isAlternative ? mergedAny(filters) : filters }
    }
    case 'not':
      return { kind: 'not', filter: lowerTrace(filter.filter, isAtHead) }
    case 'related': {
      const { relation } = filter
      if (relation === 'trace') return lowerTrace(filter.filter, isAtHead)
      const innerFilter = lowerScopes(filter.filter)
      if (relation === 'span' || relation === 'any') return related('any', innerFilter)
      // These spans do not depend on the tested span.
      if (relation === 'root' || relation === 'head') return related(relation, innerFilter)
      return related('any', related(relation, innerFilter))
    }
    default:
      return lowerCondition(filter, isAtHead)
  }
}

const related = (relation: SpanRelation, filter: SpanFilter): SpanFilter => ({
  kind: 'related',
  relation,
  filter,
})

const not = (filter: SpanFilter): SpanFilter => ({ kind: 'not', filter })

/** `any(a) or any(b)` as `any(a or b)`: one search of the table instead of two. */
function mergedAny(filters: readonly SpanFilter[]): readonly SpanFilter[] {
  const innerFilters = filters.flatMap((part) =>
    part.kind === 'related' && part.relation === 'any' ? [part.filter] : [],
  )
  if (innerFilters.length < 2) return filters
  const otherFilters = filters.filter((part) => part.kind !== 'related' || part.relation !== 'any')
  return [...otherFilters, related('any', { kind: 'group', operator: 'or', filters: innerFilters })]
}

function lowerCondition(condition: Condition, isAtHead: boolean): SpanFilter {
  if (isOfTrace(condition)) return condition
  if (condition.kind === 'content') return lowerContent(condition)
  const { positive, negated } = withoutNegation(condition)
  const total = asTotal(positive)
  const relatedFilter =
    total === undefined ? related('any', positive) : isAtHead ? total : related('head', total)
  return negated ? not(relatedFilter) : relatedFilter
}

/** All spans of a trace have the same trace id and trace type. */
function isOfTrace(condition: Condition): boolean {
  if (!('subject' in condition)) return false
  const { subject } = condition
  return subject.kind === 'field'
    ? subject.field === 'trace_id' || subject.field === 'trace_type'
    : subject.path.text === 'ag.type.trace'
}

/** Replaces a condition on a cumulative number by one on the total of the trace. Undefined for all other conditions. */
function asTotal(condition: Condition): Condition | undefined {
  if (!('subject' in condition) || condition.subject.kind !== 'attribute') return undefined
  const { path } = condition.subject
  if (!cumulativePaths.test(path.text)) return undefined
  return totalPaths.has(path.text) ? { ...condition, subject: { kind: 'total', path } } : condition
}

/**
 * `is null` requires that no span has the field. Otherwise every trace with a span that lacks it would match. The
 * parent is an exception: a span without one is a root.
 */
function withoutNegation(condition: Exclude<Condition, { kind: 'content' }>): {
  readonly positive: Condition
  readonly negated: boolean
} {
  const isNegated = 'negated' in condition && condition.negated
  if (condition.kind === 'is' && condition.value === null && !isParent(condition)) {
    return { positive: { kind: 'exists', subject: condition.subject, negated: false }, negated: !isNegated }
  }
  return { positive: isNegated ? { ...condition, negated: false } : condition, negated: isNegated }
}

const isParent = ({ subject }: Extract<Condition, { kind: 'is' }>): boolean =>
  subject.kind === 'field' && subject.field === 'parent_id'

/** The words must occur in one span. An excluded term excludes every trace with a span that has it. */
function lowerContent({ query }: Extract<Condition, { kind: 'content' }>): SpanFilter {
  const search = (required: readonly (readonly ContentTerm[])[]): SpanFilter =>
    related('any', { kind: 'content', query: { text: query.text, required } })
  const isPlain = (terms: readonly ContentTerm[]): boolean => terms.every(({ excluded }) => !excluded)
  const plainFilters = query.required.filter(isPlain)
  const filters = query.required
    .filter((terms) => !isPlain(terms))
    .map((terms): SpanFilter => ({
      kind: 'group',
      operator: 'or',
      filters: terms.map((term) =>
        term.excluded ? not(search([[{ ...term, excluded: false }]])) : search([[term]]),
      ),
    }))
  const plainSearches = plainFilters.length === 0 ? [] : [search(plainFilters)]
  return { kind: 'group', operator: 'and', filters: [...plainSearches, ...filters] }
}
