// Lowers `trace(…)` and `span(…)` to relations between spans, so that evaluate.ts and compile.ts know spans alone.
// In trace scope groups combine facts about the trace: a condition holds when some span of the trace satisfies it, its
// negation when none does. Totals are those of the whole trace.
import type { Condition, Filter, SpanFilter, SpanRelation } from './ast.ts'
import type { ContentTerm } from './content.ts'

/** Numbers of a span with all spans below it: at the root they are those of the trace. */
const totalPaths = /^ag\.metrics\.(duration|errors|tokens|costs)\.cumulative(\.|$)/

/** The filter as a condition on each span; a trace satisfies `trace(…)` when any, and so every, span of it does. */
export function lowerScopes(filter: Filter): SpanFilter {
  switch (filter.kind) {
    case 'group':
      return { ...filter, filters: filter.filters.map(lowerScopes) }
    case 'not':
      return { kind: 'not', filter: lowerScopes(filter.filter) }
    case 'related': {
      const { relation } = filter
      if (relation === 'trace') return lowerTrace(filter.filter)
      if (relation === 'span') return lowerScopes(filter.filter)
      return { kind: 'related', relation, filter: lowerScopes(filter.filter) }
    }
    default:
      return filter
  }
}

function lowerTrace(filter: Filter): SpanFilter {
  switch (filter.kind) {
    case 'group': {
      const filters = filter.filters.map(lowerTrace)
      const isAlternative = filter.operator === 'or' || filter.operator === 'nor'
      return { ...filter, filters: isAlternative ? mergedAny(filters) : filters }
    }
    case 'not':
      return { kind: 'not', filter: lowerTrace(filter.filter) }
    case 'related': {
      const { relation } = filter
      if (relation === 'trace') return lowerTrace(filter.filter)
      const inner = lowerScopes(filter.filter)
      if (relation === 'span' || relation === 'any') return related('any', inner)
      // Which span is the root does not depend on the span that asks.
      if (relation === 'root') return related('root', inner)
      return related('any', related(relation, inner))
    }
    default:
      return lowerCondition(filter)
  }
}

const related = (relation: SpanRelation, filter: SpanFilter): SpanFilter => ({
  kind: 'related',
  relation,
  filter,
})

const not = (filter: SpanFilter): SpanFilter => ({ kind: 'not', filter })

/** `any(a) or any(b)` as `any(a or b)`: one search of the table in place of two. */
function mergedAny(filters: readonly SpanFilter[]): readonly SpanFilter[] {
  const inner = filters.flatMap((part) =>
    part.kind === 'related' && part.relation === 'any' ? [part.filter] : [],
  )
  if (inner.length < 2) return filters
  const others = filters.filter((part) => part.kind !== 'related' || part.relation !== 'any')
  return [...others, related('any', { kind: 'group', operator: 'or', filters: inner })]
}

function lowerCondition(condition: Condition): SpanFilter {
  if (isOfTrace(condition)) return condition
  if (condition.kind === 'content') return lowerContent(condition)
  const where = isTotal(condition) ? 'root' : 'any'
  const { positive, negated } = withoutNegation(condition)
  return negated ? not(related(where, positive)) : related(where, positive)
}

/** All spans of a trace agree on its id and its type. */
function isOfTrace(condition: Condition): boolean {
  if (!('subject' in condition)) return false
  const { subject } = condition
  return subject.kind === 'field'
    ? subject.field === 'trace_id' || subject.field === 'trace_type'
    : subject.path.text === 'ag.type.trace'
}

const isTotal = (condition: Condition): boolean =>
  'subject' in condition &&
  condition.subject.kind === 'attribute' &&
  totalPaths.test(condition.subject.path.text)

/**
 * `is null` asks that no span has the field, or else every trace with a span that lacks it would match. The parent is an
 * exception: to have none is what makes a root.
 */
function withoutNegation(condition: Exclude<Condition, { kind: 'content' }>): {
  readonly positive: Condition
  readonly negated: boolean
} {
  const negated = 'negated' in condition && condition.negated
  if (condition.kind === 'is' && condition.value === null && !isParent(condition)) {
    return { positive: { kind: 'exists', subject: condition.subject, negated: false }, negated: !negated }
  }
  return { positive: negated ? { ...condition, negated: false } : condition, negated }
}

const isParent = ({ subject }: Extract<Condition, { kind: 'is' }>): boolean =>
  subject.kind === 'field' && subject.field === 'parent_id'

/** Words are looked for in one span; an excluded term excludes every trace of which some span has it. */
function lowerContent({ query }: Extract<Condition, { kind: 'content' }>): SpanFilter {
  const search = (required: readonly (readonly ContentTerm[])[]): SpanFilter =>
    related('any', { kind: 'content', query: { text: query.text, required } })
  const isPlain = (terms: readonly ContentTerm[]): boolean => terms.every(({ excluded }) => !excluded)
  const together = query.required.filter(isPlain)
  const filters = query.required
    .filter((terms) => !isPlain(terms))
    .map((terms): SpanFilter => ({
      kind: 'group',
      operator: 'or',
      filters: terms.map((term) =>
        term.excluded ? not(search([[{ ...term, excluded: false }]])) : search([[term]]),
      ),
    }))
  const plain = together.length === 0 ? [] : [search(together)]
  return { kind: 'group', operator: 'and', filters: [...plain, ...filters] }
}
