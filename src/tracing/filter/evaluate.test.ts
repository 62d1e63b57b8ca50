import * as fc from 'fast-check'
import { contentText, phraseNeedle, wordsOf } from './content.ts'
// The meaning of filters by example. The SQL is compared with this evaluator, so the examples hold for both.
import { describe, expect, it } from 'vitest'
import { bothFilters, emptyFilter, requiresInvocations, requestedTraceIds } from './ast.ts'
import { type FilterSpan, matchesFilter } from './evaluate.ts'
import { parseFilterText } from './text/text-parse.ts'

const traceId = '0db4076d6a20174a720af586dc588c6c'

const tool: FilterSpan = {
  trace_id: traceId,
  span_id: '77aa0c1d2e3f4051',
  parent_id: '9c41d0e2f3a4b5c6',
  trace_type: 'invocation',
  span_type: 'tool',
  span_kind: 'SPAN_KIND_INTERNAL',
  span_name: 'Lookup_order',
  start_time: '2026-11-15T09:00:00.900000Z',
  end_time: '2026-11-15T09:00:01.099871204Z',
  status_code: 'STATUS_CODE_ERROR',
  attributes: {
    n: 5,
    text: '5',
    flag: true,
    nothing: null,
    db: { system: 'x', 'system.name': 'y' },
    list: ['a', 5, { role: 'user', content: 'Hi' }, ['deep']],
    object: { a: 1, b: { c: 'x', d: [1, 2] } },
    'a.b': 7,
    greek: 'ΑΣ',
    ag: { data: { inputs: { order: 17, note: 'Refund, please: order 17' } } },
  },
  references: [
    { slug: 'support', attributes: { key: 'application' } },
    { slug: 'quality', version: '3', attributes: { key: 'evaluator' } },
  ],
  events: [
    {
      name: 'exception',
      timestamp: '2026-11-15T09:00:01.099871Z',
      attributes: { 'exception.type': 'KeyError' },
    },
  ],
  created_at: '2026-11-15T09:00:04.120000Z',
}
const chat: FilterSpan = {
  ...tool,
  span_id: '9c41d0e2f3a4b5c6',
  parent_id: '3a0be5f49672f8a7',
  span_type: 'chat',
  attributes: {},
}
const { parent_id: _, ...rootless } = chat
const root: FilterSpan = { ...rootless, span_id: '3a0be5f49672f8a7', span_type: 'workflow', session_id: 's' }
const trace = [tool, chat, root]

const holds = (text: string, span: FilterSpan = tool): boolean =>
  matchesFilter(parseFilterText(text), span, trace)

describe('for the tool span', () => {
  it.each([
    // Values compare by type.
    'attributes.n = 5',
    'attributes.n = 5.0',
    'attributes.n != "5"',
    'attributes.text != 5',
    'attributes.text = "5"',
    'attributes.flag = true',
    'attributes.flag != "true"',
    'attributes.n btwn [5, 6]',
    'not attributes.text > 4',
    'attributes.text > "4"',
    'not attributes.flag eq 1',
    // Absence.
    'attributes.nothing = null and attributes.gone = null',
    'attributes.gone != 5 and attributes.gone not_in [5] and attributes.gone not_exists',
    'attributes.nothing not_exists',
    'not attributes.gone neq 5',
    'not attributes.text neq 5',
    'not attributes.gone contains ""',
    'user_id != "u" and user_id not_exists and not user_id neq "u"',
    'deleted_at = null and updated_at = null and start_time != null',
    'references not_in [{slug: other}] and links not_exists and links not_in [{span_id: "77aa0c1d2e3f4051"}]',
    // Paths.
    'attributes.db.system = x and attributes.db.system.name = y',
    'attributes["db.system\\\\.name"] = y and attributes["a\\\\.b"] = 7 and attributes.a.b = 7',
    'attributes["db\\\\.system.name"] not_exists',
    'attributes.list.2.role = user and attributes.list.9 not_exists and attributes.list.3.0 = deep',
    'attributes.object.b.d.1 = 2',
    // Containment.
    'attributes.object = {b: {c: "x"}} and attributes.object = {} and attributes.object != {b: {c: "y"}}',
    'attributes.object.b.d = [2] and attributes.object.b.d = [2, 1] and attributes.object.b.d != [3]',
    'attributes.list = [{role: user}] and attributes.list != [{role: user, gone: null}]',
    'attributes.object != 1 and attributes.list != "a"',
    // Lists.
    'attributes.n in [4, 5] and attributes.n not_in ["5"]',
    'attributes.list in [zzz, a] and attributes.list in [a, 5] all and attributes.list not_in [a, zzz] all',
    'attributes.n in [5, 6] all',
    'attributes.n not_in [] and not attributes.n in [] and not references in [] and references not_in []',
    // Text.
    'span_name startswith "lookup" and not span_name startswith "lookup" case_sensitive',
    'span_name matches "ORDER" and not span_name matches "order" exact_match',
    'span_name matches "lookup_ORDER" exact_match',
    'span_name contains "p_o" and not span_name contains "p%o"',
    'span_name like "look%_order" and not span_name like "look" and span_name like "lookup\\\\_order"',
    'not span_name like "look\\\\%"',
    'attributes.n contains "5" and attributes.flag startswith "tr" and attributes.object contains "\\"c\\":\\"x\\""',
    'attributes.greek endswith "ας"',
    'span_name > "A" and span_name < "a"',
    // Times.
    'start_time = "2026-11-15T10:00:00.9+01:00" and start_time endswith ".900000z"',
    'end_time > "2026-11-15T09:00:01.099871203Z" and end_time contains "871204"',
    'start_time btwn ["2026-11-15T09:00:00.9Z", "2026-11-15T09:00:00.9Z"]',
    // Record lists.
    'references in [{slug: support, attributes: {key: application}}]',
    'references not_in [{slug: support, attributes: {key: evaluator}}]',
    'references in [{slug: none}, {version: 3}] and references not_in [{slug: none}, {version: 3}] all',
    'references.attributes.key has evaluator and references.attributes.key has_not testset',
    'events.attributes.exception.type has "KeyError" and events exists',
    'events in [{name: exception, attributes: {"exception.type": "KeyError"}}]',
    // Content.
    'content contains "REFUND please"',
    'content contains "\\"order 17\\"" and not content contains "\\"17 order\\""',
    'content contains "keyerror exception"',
    'not content contains "refunds" and not content contains "ref" and not content contains "role"',
    'content contains "refund -missing" and not content contains "refund -please"',
    'content contains "missing or refund please" and not content contains "refund missing or gone"',
    'content contains "please-order" and not content contains "\\"please hi\\""',
    // Groups.
    'and() and or() and nand() and nor()',
    'nand(span_type = tool, span_type = chat) and nor(span_type = llm, span_type = chat)',
    'not nand(span_type = tool) and not nor(span_type = tool, span_type = chat)',
    // Other spans of the trace.
    'parent(span_type = chat) and root(session_id = s) and any(span_type = workflow) and any(span_type = tool)',
    'not child(span_name exists)',
    'parent(parent(span_type = workflow)) and not parent(span_type = workflow)',
  ])('%s', (text) => {
    expect(holds(text)).toBe(true)
  })
})

it('a relation tests only spans of the same trace', () => {
  const stranger: FilterSpan = { ...tool, trace_id: 'f'.repeat(32), parent_id: root.span_id }
  expect(matchesFilter(parseFilterText('child(span_type = tool)'), root, [...trace, stranger])).toBe(false)
  expect(matchesFilter(parseFilterText('child(span_type = chat)'), root, trace)).toBe(true)
})

describe('requests for full traces', () => {
  it.each([
    [`trace_id = "${traceId}"`, [traceId]],
    [`and(or(trace_id in ["${traceId}", "${traceId}"]))`, [traceId]],
  ])('%s', (text, ids) => {
    expect(requestedTraceIds(parseFilterText(text))).toEqual(ids)
    expect(requestedTraceIds(parseFilterText(text, 'trace'))).toEqual(ids)
  })

  it.each([
    `trace_id != "${traceId}"`,
    `nor(trace_id = "${traceId}")`,
    `trace_id = "${traceId}" and span_name = a`,
    '',
  ])('not by %s', (text) => {
    expect(requestedTraceIds(parseFilterText(text))).toBeUndefined()
  })
})

it('a live query must require invocations at the top level', () => {
  expect(requiresInvocations(parseFilterText('trace_type = invocation and span_name = a'))).toBe(true)
  expect(requiresInvocations(parseFilterText('trace_type = invocation'))).toBe(true)
  expect(requiresInvocations(parseFilterText('trace_type = invocation or span_name = a'))).toBe(false)
  expect(requiresInvocations(parseFilterText('trace_type != invocation'))).toBe(false)
  expect(requiresInvocations(parseFilterText('trace_type = invocation and span_name = a', 'trace'))).toBe(
    true,
  )
  expect(requiresInvocations(parseFilterText('trace_type = invocation or span_name = a', 'trace'))).toBe(
    false,
  )
})

it('a request narrows a saved query: both must match, and an empty filter adds nothing', () => {
  const savedFilter = parseFilterText('span_type = tool or span_type = chat')
  const request = parseFilterText('attributes.n = 5')
  expect(trace.filter((span) => matchesFilter(bothFilters(savedFilter, request), span, trace))).toEqual([
    tool,
  ])
  expect(bothFilters(savedFilter, emptyFilter)).toBe(savedFilter)
  expect(bothFilters(emptyFilter, request)).toBe(request)
})

describe('the searchable text of a span', () => {
  const words = (text: string): string =>
    (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => ` ${word}`).join('')

  it('has the words of any value, with a blank before and after each', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii', maxLength: 300 })),
        (text) => {
          const expected = words(text)
          expect(contentText(text)).toBe(expected === '' ? '' : `${expected} `)
        },
      ),
    )
  })

  it('finds the phrases of all values, although repeated texts are written once', () => {
    const word = fc.constantFrom('order', 'Übung', 'a', '17', 'refund')
    const text = fc.array(word, { maxLength: 30 }).map((parts) => parts.join(' '))
    const value = fc.oneof(
      text,
      text.map((content) => JSON.stringify([{ role: 'user', content }])),
    )
    fc.assert(
      fc.property(fc.array(value), fc.array(word, { minLength: 1, maxLength: 4 }), (values, phrase) => {
        const repeatedValues = [...values, ...values]
        const needle = phraseNeedle(wordsOf(phrase.join(' ')))
        expect(contentText(repeatedValues).includes(needle)).toBe(
          values.some((candidate) => `${words(candidate)} `.includes(needle)),
        )
        expect(contentText(repeatedValues)).toBe(contentText(values))
      }),
    )
  })
})
