import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amount } from '../../../test/support/tier.ts'
import type { Condition, Filter } from './ast.ts'
import { compileFilter } from './compile/compile.ts'
import { matchesFilter, type FilterSpan } from './evaluate.ts'
import { arbitraryFilter, arbitrarySpan } from './testing/arbitraries.ts'
import { openSpanTable, type SpanTable } from './testing/chdb.ts'
import { parseFilterText } from './text/text-parse.ts'
import { readTime } from './values.ts'

/**
 * Spans of several traces, some with their own totals. Ids are unique within a trace, and all spans of a trace have
 * its type.
 */
const sampleSpans: readonly FilterSpan[] = [...Array(12).keys()].flatMap((copy) => {
  const sample = fc.sample(arbitrarySpan, { seed: 400 + copy, numRuns: 9 })
  const renamedSpans = sample.map((span) => ({
    ...span,
    trace_id: `${span.trace_id.slice(0, 30)}${10 + copy}`,
  }))
  const spansById = new Map(renamedSpans.map((span) => [span.trace_id + span.span_id, span]))
  const types = new Map(renamedSpans.map(({ trace_id, trace_type }) => [trace_id, trace_type]))
  return [...spansById.values()].map((span) => {
    const trace_type = types.get(span.trace_id) ?? 'unknown'
    const ag = { ...(span.attributes['ag'] as object), type: { trace: trace_type, span: span.span_type } }
    return { ...span, trace_type, attributes: { ...span.attributes, ag } }
  })
})

/** The earliest root, or else the earliest span. */
function headOf(trace: readonly FilterSpan[]): FilterSpan | undefined {
  const roots = trace.filter(({ parent_id }) => (parent_id ?? null) === null)
  const order = ({ start_time, span_id }: FilterSpan): string =>
    `${readTime(start_time)}`.padStart(20, '0') + span_id
  return (roots.length > 0 ? roots : trace).toSorted((a, b) => (order(a) < order(b) ? -1 : 1))[0]
}

const spans: readonly FilterSpan[] = [
  ...Map.groupBy(sampleSpans, ({ trace_id }) => trace_id).values(),
].flatMap((trace, i) => {
  const head = headOf(trace)
  const totals = i % 3 === 0 ? { trace_totals: { duration: [0, 5, 1500][(i % 9) / 3] ?? 0, cost: 17 } } : {}
  return trace.map((span) => (span === head ? { ...span, is_head: true, ...totals } : span))
})

const traces = [...Map.groupBy(spans, ({ trace_id }) => trace_id).values()]

/** The documented meaning of a filter on a trace, evaluated over its spans without rewriting. */
function traceSatisfies(filter: Filter, trace: readonly FilterSpan[]): boolean {
  const some = (inner: Filter, among = trace): boolean =>
    among.some((span) => matchesFilter(inner, span, spans))
  switch (filter.kind) {
    case 'group': {
      const results = filter.filters.map((part) => traceSatisfies(part, trace))
      if (results.length === 0) return true
      const isAll = filter.operator === 'and' || filter.operator === 'nand'
      const result = isAll ? !results.includes(false) : results.includes(true)
      return filter.operator === 'nand' || filter.operator === 'nor' ? !result : result
    }
    case 'not':
      return !traceSatisfies(filter.filter, trace)
    case 'related':
      if (filter.relation === 'trace') return traceSatisfies(filter.filter, trace)
      if (filter.relation === 'span' || filter.relation === 'any') return some(filter.filter)
      if (filter.relation === 'root') return some(filter.filter, rootsOf(trace))
      if (filter.relation === 'head')
        return some(
          filter.filter,
          trace.filter(({ is_head }) => is_head),
        )
      return some(filter)
    default:
      return conditionHolds(filter, trace)
  }
}

const rootsOf = (trace: readonly FilterSpan[]) =>
  trace.filter(({ parent_id }) => (parent_id ?? null) === null)

/** The head with the totals of its trace instead of its own. */
function withTotals(head: FilterSpan): FilterSpan {
  const { trace_totals: totals } = head
  if (totals === undefined) return head
  const { duration, cost } = totals
  const metrics = {
    ...(duration === undefined ? {} : { duration: { cumulative: duration } }),
    ...(cost === undefined ? {} : { costs: { cumulative: { total: cost } } }),
  }
  return { ...head, attributes: { ag: { metrics } } }
}

function conditionHolds(condition: Condition, trace: readonly FilterSpan[]): boolean {
  const path =
    'subject' in condition && condition.subject.kind === 'attribute' ? condition.subject.path.text : ''
  const isTotal = path.startsWith('ag.metrics.') && path.includes('.cumulative')
  const among = isTotal ? [withTotals(headOf(trace) as FilterSpan)] : trace
  const some = (leaf: Condition): boolean => among.some((span) => matchesFilter(leaf, span, []))
  if (condition.kind === 'content') {
    const { text, required } = condition.query
    const holds = (terms: typeof required) => some({ kind: 'content', query: { text, required: terms } })
    const plainTerms = required.filter((terms) => terms.every(({ excluded }) => !excluded))
    const excluding = required.filter((terms) => terms.some(({ excluded }) => excluded))
    return (
      (plainTerms.length === 0 || holds(plainTerms)) &&
      excluding.every((terms) =>
        terms.some((term) => holds([[{ ...term, excluded: false }]]) !== term.excluded),
      )
    )
  }
  const isNegated = 'negated' in condition && condition.negated
  const isParent =
    condition.kind === 'is' && condition.subject.kind === 'field' && condition.subject.field === 'parent_id'
  if (condition.kind === 'is' && condition.value === null && !isParent) {
    return some({ kind: 'exists', subject: condition.subject, negated: false }) === isNegated
  }
  return isNegated ? !some({ ...condition, negated: false }) : some(condition)
}

const rowsOf = (isWanted: (span: FilterSpan) => boolean): readonly number[] =>
  [...spans.entries()].filter(([, span]) => isWanted(span)).map(([row]) => row)

const isHead = parseFilterText('is_head = true')

describe('a filter in trace scope selects full traces', () => {
  let table: SpanTable
  beforeAll(async () => {
    table = await openSpanTable(spans)
  })
  afterAll(() => table.close())

  const expected = (filter: Filter): ReadonlySet<string> =>
    new Set(traces.filter((trace) => traceSatisfies(filter, trace)).map(([span]) => span?.trace_id ?? ''))

  it('in memory, for any tree', () => {
    fc.assert(
      fc.property(arbitraryFilter, (filter) => {
        const selectedIds = expected(filter)
        const scopedFilter: Filter = { kind: 'related', relation: 'trace', filter }
        for (const span of spans) {
          expect(matchesFilter(scopedFilter, span, spans)).toBe(selectedIds.has(span.trace_id))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('on the engine, for any tree', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFilter, async (filter) => {
        const selectedIds = expected(filter)
        const scopedFilter: Filter = { kind: 'related', relation: 'trace', filter }
        const rows = await table.rowsWhere(compileFilter(scopedFilter, { source: table.name }))
        expect(rows).toEqual(rowsOf(({ trace_id }) => selectedIds.has(trace_id)))
        const ofHeads: Filter = { kind: 'group', operator: 'and', filters: [isHead, scopedFilter] }
        expect(await table.rowsWhere(compileFilter(ofHeads, { source: table.name }))).toEqual(
          rowsOf(({ trace_id, is_head = false }) => is_head && selectedIds.has(trace_id)),
        )
      }),
      { numRuns: amount(40, 150) },
    )
  })
})

describe('conditions that different spans match', () => {
  const base = fc.sample(arbitrarySpan, { seed: 7, numRuns: 1 })[0] as FilterSpan
  const trace_id = 'ab'.repeat(16)
  const root: FilterSpan = {
    ...base,
    trace_id,
    span_id: '0000000000000001',
    parent_id: null,
    is_head: true,
    trace_type: 'invocation',
    span_type: 'workflow',
    status_code: 'STATUS_CODE_OK',
    user_id: 'ann',
    attributes: { ag: { metrics: { duration: { cumulative: 9000 } } } },
  }
  const { user_id: _, is_head: __, ...anonymous } = root
  const call: FilterSpan = {
    ...anonymous,
    span_id: '0000000000000002',
    parent_id: root.span_id,
    span_type: 'chat',
    status_code: 'STATUS_CODE_ERROR',
    attributes: { ag: { metrics: { duration: { cumulative: 20 } }, data: { inputs: 'a refund please' } } },
  }
  const trace = [root, call]
  const selects = (text: string): boolean =>
    trace.every((span) => matchesFilter(parseFilterText(text, 'trace'), span, trace))

  it.each([
    'status_code = STATUS_CODE_ERROR and attributes.ag.metrics.duration.cumulative > 5000',
    'user_id = ann and content contains refund',
    'user_id = ann and refund',
    'span(span_type = chat and status_code = STATUS_CODE_ERROR)',
    'span_type = chat and not span(span_type = chat and user_id = ann)',
    'user_id != bob and span_type != tool',
    'session_id = null or session_id != null',
    'content contains "refund -credit"',
  ])('hold of the trace: %s', (text) => expect(selects(text)).toBe(true))

  it.each([
    'span(status_code = STATUS_CODE_ERROR and attributes.ag.metrics.duration.cumulative > 5000)',
    'attributes.ag.metrics.duration.cumulative < 100',
    'user_id = null',
    'span_type != chat',
    'parent_id != null',
    'content contains "-refund"',
  ])('do not hold of the trace: %s', (text) => expect(selects(text)).toBe(false))
})
