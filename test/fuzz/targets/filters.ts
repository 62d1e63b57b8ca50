// Filters, as trees and as one line of text, on every route that takes one.
import fc from 'fast-check'
import { arbitraryCondition, arbitraryFilter } from '../../../src/tracing/filter/testing/arbitraries.ts'
import { printFilter } from '../../../src/tracing/filter/text/text-print.ts'
import { filterToJson } from '../../../src/tracing/filter/tree/to-json.ts'
import { hostileJson, hostileName, hostileText, jsonBytes, corrupt } from '../hostile.ts'
import { post, type HostileRequest, type Target } from '../request.ts'

const filters = fc.oneof(arbitraryFilter, arbitraryCondition)
const trees = corrupt(filters.map(filterToJson))

/** Filter text with a part removed or replaced. */
const texts = fc
  .tuple(filters.map(printFilter), fc.nat(), fc.nat(80), fc.oneof(hostileText, fc.constant('')))
  .map(([text, at, length, insertion]) => {
    const offset = at % (text.length + 1)
    return text.slice(0, offset) + insertion + text.slice(offset + length)
  })
const deepTexts = fc.constantFrom(
  '('.repeat(5000),
  'not '.repeat(5000),
  `${'a.'.repeat(5000)}b = 1`,
  '"',
  "a = '",
)

/** A condition whose parts have arbitrary values. */
const conditions = fc.record(
  {
    field: fc.oneof(
      fc.constantFrom('attributes', 'content', 'start_time', 'trace_id', 'events', 'links'),
      hostileName,
    ),
    key: hostileName,
    operator: fc.oneof(
      fc.constantFrom(
        'is',
        'in',
        'gt',
        'between',
        'contains',
        'matches',
        'exists',
        'has',
        'like',
        'startswith',
      ),
      hostileName,
    ),
    value: hostileJson,
    options: hostileJson,
  },
  { requiredKeys: ['field'] },
)

const filtering = fc.oneof(
  trees,
  conditions,
  fc.array(conditions, { maxLength: 5 }).map((list) => ({ operator: 'or', conditions: list })),
)
const windowing = corrupt(
  fc.record(
    {
      limit: fc.integer({ min: -1, max: 20 }),
      order: fc.constantFrom('ascending', 'descending'),
      next: fc.constantFrom('a'.repeat(32), '00000000-0000-0000-0000-000000000000'),
      newest: fc.constantFrom('2026-01-01T00:00:00Z', '1e9'),
      interval: fc.integer({ min: -1, max: 10_000 }),
      rate: fc.double({ min: -1, max: 2, noNaN: true }),
    },
    { requiredKeys: [] },
  ),
)
const specs = corrupt(
  fc.array(
    fc.record({
      type: fc.constantFrom('numeric/continuous', 'categorical/single', 'binary', 'string', '*'),
      path: hostileName,
      bins: fc.integer({ min: -1, max: 1000 }),
    }),
    { maxLength: 3 },
  ),
)

const paths = fc.constantFrom(
  '/api/spans/query',
  '/api/traces/query',
  '/api/tracing/spans/query',
  '/api/spans/analytics/query',
  '/api/tracing/spans/analytics',
  '/api/simple/traces/query',
  '/api/annotations/query',
  '/api/spans/export',
  '/api/spans/sessions/query',
  '/api/spans/attributes/query',
  '/api/invocations/query',
)

const bodies = fc.record(
  { filter: fc.oneof(filtering, texts, deepTexts), filtering, windowing, specs, query: hostileJson },
  { requiredKeys: [] },
)

const bodyRequests = fc.tuple(paths, bodies).map(([path, body]) => post(path, jsonBytes(body)))

const queryRequests = fc
  .tuple(
    paths,
    fc.oneof(
      texts,
      deepTexts,
      trees.map((tree) => JSON.stringify(tree) ?? ''),
    ),
  )
  .map(([path, text]): HostileRequest => {
    const query = new URLSearchParams({ filter: text.toWellFormed().slice(0, 4000) })
    return { method: 'POST', path: `${path}?${query}`, headers: {}, body: undefined }
  })

const savedQueryRequests = bodies.map((data) => post('/api/simple/queries/', jsonBytes({ query: { data } })))

export const filtersTarget: Target = {
  name: 'filters',
  requests: fc.oneof(
    { weight: 6, arbitrary: bodyRequests },
    { weight: 2, arbitrary: queryRequests },
    { weight: 1, arbitrary: savedQueryRequests },
  ),
}
