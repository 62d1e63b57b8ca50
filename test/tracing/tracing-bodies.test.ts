// Generated bodies on the tracing routes: refused or accepted, but never an internal error.
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { amount } from '../support/tier.ts'

let api: Api
beforeAll(async () => {
  api = await newProject(serverOf('sqlite'), { seedDefaults: false })
})

/** Numbers as text, so that some are longer than doubles hold. */
const numberText = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('9007199254740993', '-1e400', '123456789012345678901234567890', '-0'),
)
const word = fc.constantFrom(
  'a',
  '',
  'is',
  'in',
  'btwn',
  'a'.repeat(32),
  'b'.repeat(16),
  '2026-11-15T09:00:00Z',
  '{"a":1}',
  '\u0000',
  '__proto__',
  'attributes.n',
  'invocation',
  'descending',
)
const leaf = fc.oneof(
  numberText,
  word.map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'true'),
)
const { value: anything } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'json' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc.array(fc.tuple(word, tie('value')), { maxLength: 3 }).map(textOf),
  ),
}))

function textOf(members: readonly (readonly [name: string, text: string])[]): string {
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

/** An object with some of these members. */
const objectOf = (members: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...Object.entries(members).map(([name, value]) =>
        fc.option(fc.oneof({ weight: 4, arbitrary: value }, anything)).map((text) => [name, text] as const),
      ),
    )
    .map((fields) => textOf(fields.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]))))

const listOf = (item: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(item, { maxLength: 2 }).map((items) => `[${items.join(',')}]`)
const oneOf = (...words: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...words.map((text) => JSON.stringify(text)))
const id = (digits: number): fc.Arbitrary<string> =>
  fc.constantFrom('a', 'c').map((digit) => JSON.stringify(digit.repeat(digits)))

const link = objectOf({ trace_id: id(32), span_id: id(16), attributes: anything })
const span = objectOf({
  trace_id: id(32),
  span_id: id(16),
  parent_id: id(16),
  span_name: oneOf('a', 'b'),
  span_kind: oneOf('SPAN_KIND_SERVER'),
  start_time: oneOf('2026-11-15T09:00:00Z', '1794733200'),
  attributes: objectOf({ ag: anything, n: anything, 'a.b': anything }),
  links: listOf(link),
  references: listOf(objectOf({ id: anything, slug: anything, attributes: anything })),
  events: listOf(objectOf({ name: oneOf('exception'), attributes: anything })),
})
const windowing = objectOf({
  limit: fc.constantFrom('1', '0', '"2"'),
  order: oneOf('ascending', 'descending'),
  oldest: oneOf('1970-01-01T00:00:00Z', '9999-12-31T00:00:00Z'),
  newest: oneOf('2262-04-12T00:00:00Z', '1969-01-01T00:00:00Z'),
  rate: fc.constantFrom('0.5', '1'),
})
const condition = objectOf({
  field: oneOf('attributes', 'span_name', 'start_time', 'trace_id', 'links', 'references', 'content'),
  operator: oneOf('is', 'in', 'btwn', 'gt', 'contains', 'like', 'has', 'exists', 'not_in'),
  key: oneOf('n', 'attributes.key', 'a.b'),
  value: anything,
})
const filtering = objectOf({ operator: oneOf('and', 'or', 'not', 'nor'), conditions: listOf(condition) })
const simple = objectOf({
  data: objectOf({ inputs: anything, outputs: anything }),
  references: objectOf({ evaluator: fc.constant('{"slug":"quality"}'), application: anything }),
  links: fc.oneof(fc.constant('{}'), listOf(link)),
  tags: anything,
  meta: anything,
})
const spec = objectOf({
  type: oneOf('numeric/continuous', 'categorical/multiple', '*', 'binary'),
  path: oneOf('attributes.n', 'attributes.a.b', 'attributes.ag.type.trace'),
  bins: fc.constantFrom('1', '0', '5'),
  vmin: numberText,
})

const routes: Readonly<Record<string, fc.Arbitrary<string>>> = {
  '/tracing/spans/ingest': objectOf({ spans: listOf(span) }),
  '/traces/ingest': objectOf({ traces: listOf(objectOf({ trace_id: id(32), spans: listOf(span) })) }),
  '/traces/': objectOf({ trace: objectOf({ trace_id: id(32), spans: listOf(span) }) }),
  '/spans/query': objectOf({ filtering, windowing }),
  '/traces/query': objectOf({ filtering, windowing }),
  '/spans/export': objectOf({ filtering, windowing }),
  '/tracing/spans/query': objectOf({ filter: filtering, windowing, focus: oneOf('span', 'trace') }),
  '/spans/analytics/query': objectOf({ specs: listOf(spec), filter: filtering, windowing }),
  '/tracing/spans/analytics': objectOf({ windowing, interval: fc.constantFrom('60', '1') }),
  '/spans/sessions/query': objectOf({ windowing }),
  '/simple/traces/': objectOf({ trace: simple }),
  '/annotations/': objectOf({ annotation: simple }),
  '/invocations/': objectOf({ invocation: simple }),
  '/annotations/query': objectOf({ annotation: simple, annotation_links: listOf(link), windowing }),
  '/simple/queries/': objectOf({
    query: objectOf({ slug: oneOf('a'), data: objectOf({ filtering, windowing }) }),
  }),
  '/otlp/rejections/query': objectOf({ receipt_id: anything, windowing: anything }),
}

test.each(Object.entries(routes))('%s refuses or accepts every body', async (path, body) => {
  await fc.assert(
    fc.asyncProperty(body, async (requestBody) => {
      const answer = await api.call('POST', path, requestBody)
      expect(answer.status, `${requestBody} was answered with ${JSON.stringify(answer.body)}`).toBeLessThan(
        500,
      )
    }),
    { numRuns: amount(10, 40) },
  )
})
