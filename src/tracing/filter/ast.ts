// The filter language of trace queries. A filter arrives as a JSON tree (tree/parse.ts) or as one line of text
// (text/text-parse.ts) and becomes the typed tree of this file. It is then evaluated over spans in memory
// (evaluate.ts, the reference, written for clarity) or compiled to SQL (compile/compile.ts, tested against the
// reference). Windowing (windowing.ts) and the data of saved queries (saved-query.ts) live here too. Imports the
// kernel, the storage contract, canonical/ and value.ts. Start with this file, then fields.ts; docs/filters.md is the
// user guide.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { ContentQuery } from './content.ts'
import type { RecordField, ScalarField } from './fields.ts'
import type { Path } from './path.ts'
import { scalarText } from './values.ts'

export type GroupOperator = 'and' | 'or' | 'nand' | 'nor'
export type CompareOperator = 'eq' | 'neq' | 'gt' | 'lt' | 'gte' | 'lte'
export type TextOperator = 'startswith' | 'endswith' | 'contains' | 'matches' | 'like'

/**
 * The spans that a nested filter tests: spans of the same trace (`any` includes the span itself), or annotations of
 * the span.
 */
export type SpanRelation = 'any' | 'head' | 'root' | 'parent' | 'child' | 'annotation'

/**
 * Switches of scope. Inside `trace` each condition is about the full trace; inside `span` all conditions are about one
 * span. trace-scope.ts rewrites them to relations between spans.
 */
export type Scope = 'trace' | 'span'
export type Relation = SpanRelation | Scope

/** The subject of a condition: a member of the span record, or a path below its attributes. */
export type Subject =
  | { readonly kind: 'field'; readonly field: ScalarField }
  | { readonly kind: 'attribute'; readonly path: Path }
  /** At the head of a trace: the sum of the attribute over the trace. Only trace-scope.ts creates these. */
  | { readonly kind: 'total'; readonly path: Path }

/** Ids, enum words and UUIDs in canonical form; times as nanoseconds since 1970 (bigint). */
export type Ordered = string | number | bigint

type Tree<R extends Relation> =
  | { readonly kind: 'group'; readonly operator: GroupOperator; readonly filters: readonly Tree<R>[] }
  | { readonly kind: 'not'; readonly filter: Tree<R> }
  | { readonly kind: 'related'; readonly relation: R; readonly filter: Tree<R> }
  | Condition

export type Filter = Tree<Relation>
/** A filter without scopes: true or false for each span. */
export type SpanFilter = Tree<SpanRelation>

/** Each condition is true or false for a span. `negated` is the exact opposite, including for absent values. */
export type Condition =
  | {
      readonly kind: 'is'
      readonly subject: Subject
      readonly value: Json | bigint
      readonly negated: boolean
    }
  | {
      readonly kind: 'in'
      readonly subject: Subject
      readonly values: readonly (Json | bigint)[]
      readonly all: boolean
      readonly negated: boolean
    }
  | {
      readonly kind: 'compare'
      readonly subject: Subject
      readonly operator: CompareOperator
      readonly value: Ordered
    }
  | { readonly kind: 'between'; readonly subject: Subject; readonly low: Ordered; readonly high: Ordered }
  | {
      readonly kind: 'text'
      readonly subject: Subject
      readonly operator: TextOperator
      readonly value: string
      readonly caseSensitive: boolean
      readonly exactMatch: boolean
    }
  | { readonly kind: 'exists'; readonly subject: Subject; readonly negated: boolean }
  | {
      readonly kind: 'records_in'
      readonly field: RecordField
      readonly elements: readonly JsonObject[]
      readonly all: boolean
      readonly negated: boolean
    }
  | {
      readonly kind: 'records_have'
      readonly field: RecordField
      /** `id`, or a path below the element's attributes. */
      readonly key: 'id' | Path
      readonly value: Json
      readonly negated: boolean
    }
  | { readonly kind: 'records_exist'; readonly field: RecordField; readonly negated: boolean }
  | { readonly kind: 'content'; readonly query: ContentQuery }

/** Matches every span. */
export const emptyFilter: SpanFilter = { kind: 'group', operator: 'and', filters: [] }

export const isEverything = (filter: Filter): boolean =>
  filter.kind === 'group' && filter.filters.length === 0

/** A filter that requires both, for example if a request narrows a saved query. */
export function bothFilters(a: Filter, b: Filter): Filter {
  if (isEverything(a)) return b
  if (isEverything(b)) return a
  return { kind: 'group', operator: 'and', filters: [a, b] }
}

/** The filter in trace scope. */
export const aboutTrace = (filter: Filter): Filter =>
  isEverything(filter) || isAboutTrace(filter) ? filter : { kind: 'related', relation: 'trace', filter }

const isAboutTrace = (filter: Filter): boolean => filter.kind === 'related' && filter.relation === 'trace'

/** The filter without a `trace(…)` around it. */
export const withoutTraceScope = (filter: Filter): Filter =>
  filter.kind === 'related' && filter.relation === 'trace' ? filter.filter : filter

/** The only condition of the filter, inside any number of groups of one. */
function onlyCondition(input: Filter): Filter {
  const filter = withoutTraceScope(input)
  const [first, ...otherFilters] = filter.kind === 'group' ? filter.filters : []
  const isTransparent = filter.kind === 'group' && (filter.operator === 'and' || filter.operator === 'or')
  return isTransparent && first !== undefined && otherFilters.length === 0 ? onlyCondition(first) : filter
}

/** The trace ids of a filter that requests full traces: exactly one condition on `trace_id` with `is` or `in`. */
export function requestedTraceIds(filter: Filter): readonly string[] | undefined {
  const onlyFilter = onlyCondition(filter)
  if (onlyFilter.kind !== 'is' && onlyFilter.kind !== 'in') return undefined
  if (onlyFilter.negated || onlyFilter.subject.kind !== 'field' || onlyFilter.subject.field !== 'trace_id')
    return undefined
  return [...new Set((onlyFilter.kind === 'is' ? [onlyFilter.value] : onlyFilter.values).map(scalarText))]
}

/** Whether a condition at the top level restricts matches to invocations, which live evaluations require. */
export function requiresInvocations(input: Filter): boolean {
  const filter = withoutTraceScope(input)
  const topFilters = filter.kind === 'group' && filter.operator === 'and' ? filter.filters : [filter]
  return topFilters.some(
    (part) =>
      part.kind === 'is' &&
      !part.negated &&
      part.subject.kind === 'field' &&
      part.subject.field === 'trace_type' &&
      part.value === 'invocation',
  )
}
