// Random spans and random filters over one small vocabulary, so that they match often.
import * as fc from 'fast-check'
import type { Json, JsonObject } from '../../../kernel/json/value.ts'
import type { Filter } from '../ast.ts'
import type { FilterSpan } from '../evaluate.ts'
import { enumWords } from '../fields.ts'
import { parseFiltering } from '../tree/parse.ts'
import { timeText } from '../values.ts'

const traceIds = ['0db4076d6a20174a720af586dc588c6c', '00000001aaaaaaaaaaaaaaaaaaaaaaaa', 'ff'.repeat(16)]
const spanIds = [
  '3a0be5f49672f8a7',
  '5e0f6a1b2c3d4e5f',
  '9c41d0e2f3a4b5c6',
  '0000000000000001',
  'f'.repeat(16),
]
const uuids = ['65639d45-afa7-8d93-0171-0c46e6efa1b3', '01a1dcac-3ba3-7c52-84b4-7d1196abb493']
const texts = [
  '',
  'a',
  'Ab',
  'refund order 17',
  '%',
  'a_b',
  '\\',
  'É',
  'ß',
  'ΑΣ',
  '😀',
  '～',
  "it's",
  'x\ny',
  '5',
  'true',
  'a"b',
  // Texts at and above the length from which they are read from the JSON text.
  'y'.repeat(256),
  `Ab ${'y "z" '.repeat(64)}`,
  `Ab ${'y "z" '.repeat(64)}É`,
]
const numbers = [0, 1, 5, -3, 0.5, 17, 1500, 1e-7, 123456789012]
const times = [
  1_795_046_400_000_000_000n,
  1_795_046_400_600_000_000n,
  1_795_046_400_600_000_123n,
  1_000_000_000n,
]

const text = fc.constantFrom(...texts)
const number = fc.constantFrom(...numbers)
const uuid = fc.constantFrom(...uuids)
const time = fc.constantFrom(...times).map(timeText)
const scalar: fc.Arbitrary<Json> = fc.oneof(text, number, fc.boolean())
const name = fc.constantFrom('a', 'b', 'a.b', 'b.a', '0', '', 'c\\')

const jsonTree = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
}))

const arbitraryJson: fc.Arbitrary<Json> = jsonTree.value

const metrics = fc
  .record({ total: number, duration: number, source: scalar }, { requiredKeys: [] })
  .map((members): JsonObject => ({
    ...(members.total === undefined ? {} : { costs: { cumulative: { total: members.total } } }),
    ...(members.duration === undefined ? {} : { duration: { cumulative: members.duration } }),
  }))

const elementAttributes = fc.dictionary(
  fc.constantFrom('key', 'exception.type', 'a'),
  fc.oneof(fc.constantFrom<Json>('invocation', 'application', 'KeyError'), scalar),
  { maxKeys: 2, noNullPrototype: true },
)
const reference = fc.record(
  { id: uuid, slug: text, version: fc.constantFrom('1', '3'), attributes: elementAttributes },
  { requiredKeys: ['attributes'], noNullPrototype: true },
)
const link = fc.record(
  {
    trace_id: fc.constantFrom(...traceIds),
    span_id: fc.constantFrom(...spanIds),
    attributes: elementAttributes,
  },
  { requiredKeys: ['trace_id', 'span_id'], noNullPrototype: true },
)
const event = fc.record(
  { name: fc.constantFrom('exception', 'note'), timestamp: time, attributes: elementAttributes },
  { requiredKeys: ['name', 'timestamp'], noNullPrototype: true },
)
const hash = fc.record({ id: uuid, attributes: elementAttributes }, { noNullPrototype: true })
const shortList = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 3 })

/** Spans of three traces. Ids repeat between traces but not within one. */
export const arbitrarySpan: fc.Arbitrary<FilterSpan> = fc
  .record(
    {
      trace_id: fc.constantFrom(...traceIds),
      span_id: fc.constantFrom(...spanIds),
      parent_id: fc.constantFrom(...spanIds, 'dddddddddddddddd'),
      trace_type: fc.constantFrom(...enumWords.trace_type),
      span_type: fc.constantFrom('chat', 'tool', 'workflow'),
      span_kind: fc.constantFrom(...enumWords.span_kind),
      span_name: text,
      start_time: time,
      end_time: time,
      status_code: fc.constantFrom(...enumWords.status_code),
      status_message: text,
      session_id: text,
      user_id: text,
      agent_id: text,
      free: jsonTree.object,
      metrics,
      carried: text,
      inputs: jsonTree.object,
      outputs: jsonTree.value,
      references: shortList(reference),
      links: shortList(link),
      events: shortList(event),
      hashes: shortList(hash),
      created_at: time,
      created_by_id: uuid,
      updated_at: time,
      updated_by_id: uuid,
    },
    {
      requiredKeys: [
        'trace_id',
        'span_id',
        'trace_type',
        'span_type',
        'span_kind',
        'span_name',
        'start_time',
        'end_time',
        'status_code',
        'free',
        'metrics',
        'created_at',
      ],
      noNullPrototype: true,
    },
  )
  .map(({ free, metrics, carried, inputs, outputs, ...record }) => {
    const data = {
      ...(inputs === undefined ? {} : { inputs }),
      ...(outputs === undefined ? {} : { outputs }),
    }
    const type = { trace: record.trace_type, span: record.span_type }
    const session = carried === undefined ? {} : { session: { id: carried } }
    return { ...record, attributes: { ...free, ag: { type, data, metrics, ...session } } }
  })

const key = fc
  .oneof(
    fc
      .array(fc.constantFrom('a', 'b', '0', 'a\\.b', '', 'c\\\\'), { minLength: 1, maxLength: 3 })
      .map((s) => s.join('.')),
    fc
      .tuple(
        fc.constantFrom('ag.data.inputs', 'ag.data.outputs'),
        fc.constantFrom('', '.a', '.0', '.a.b', '.b.0'),
      )
      .map((parts) => parts.join('')),
    fc.constantFrom(
      'ag.metrics.costs.cumulative.total',
      'ag.metrics.duration.cumulative',
      'ag.type.span',
      'ag.type.trace',
      'ag.metrics',
    ),
  )
  .filter((text) => text !== '')

const options = fc.record({ case_sensitive: fc.boolean(), exact_match: fc.boolean(), all: fc.boolean() })
const bounds = (value: fc.Arbitrary<Json>) => fc.array(value, { minLength: 2, maxLength: 2 })
const numeric = fc.constantFrom('eq', 'neq', 'gt', 'lt', 'gte', 'lte')
const textual = fc.constantFrom('startswith', 'endswith', 'contains', 'matches', 'like')
const pattern = fc.oneof(
  text,
  fc
    .array(fc.constantFrom('%', '_', '\\%', '\\x', 'a', 'É', '"', '\\'), { maxLength: 4 })
    .map((parts) => parts.join('')),
)
const search = fc
  .array(
    fc.constantFrom(
      'refund',
      '"order 17"',
      '-a',
      'or',
      'ß',
      'true',
      'x',
      'application',
      '"17 refund"',
      '1e-7',
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((words) => ['refund', ...words].join(' '))

/** The operators of one field with valid values. */
const valued = (
  field: JsonObject,
  value: fc.Arbitrary<Json>,
  groups: readonly string[],
): fc.Arbitrary<JsonObject> => {
  const operator = (word: fc.Arbitrary<string>, operand: fc.Arbitrary<Json>) =>
    fc.record({ operator: word, value: operand, options }).map((rest) => ({ ...field, ...rest }))
  return fc.oneof(
    operator(fc.constantFrom('is', 'is_not'), value),
    operator(fc.constantFrom('in', 'not_in'), fc.array(value, { maxLength: 3 })),
    ...(groups.includes('numeric')
      ? [operator(numeric, value), operator(fc.constant('btwn'), bounds(value))]
      : []),
    ...(groups.includes('string') ? [operator(textual, pattern)] : []),
    ...(groups.includes('existence')
      ? [operator(fc.constantFrom('exists', 'not_exists'), fc.constant(null))]
      : []),
    ...(groups.includes('null') ? [operator(fc.constantFrom('is', 'is_not'), fc.constant(null))] : []),
  )
}

const everyGroup = ['numeric', 'string', 'existence', 'null']
const attribute = key.chain((path) => {
  const field = { field: 'attributes', key: path }
  const nonNull = arbitraryJson.filter((value) => value !== null)
  return fc.oneof(
    valued(field, text, everyGroup),
    valued(field, number, everyGroup),
    valued(field, nonNull, ['string', 'existence', 'null']),
  )
})

const records = (field: string, element: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> => {
  const partialRecord = fc
    .tuple(element, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }))
    .map(([record, keep]) =>
      Object.fromEntries(
        Object.entries(record).filter(([, value], i) => keep[i] && JSON.stringify(value) !== '{}'),
      ),
    )
    .filter((part) => Object.keys(part).length > 0)
  return fc.oneof(
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom('in', 'not_in'),
      value: fc.array(partialRecord, { maxLength: 2 }),
      options,
    }),
    fc.record({ field: fc.constant(field), operator: fc.constantFrom('exists', 'not_exists') }),
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom('has', 'has_not'),
      key: fc.constantFrom('attributes.key', 'attributes.exception.type', 'attributes.a'),
      value: fc.oneof(fc.constantFrom<Json>('invocation', 'application', 'KeyError'), scalar),
    }),
  )
}

const condition: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 8, arbitrary: attribute },
  {
    weight: 1,
    arbitrary: fc.oneof(
      valued({ field: 'trace_id' }, fc.constantFrom(...traceIds), []),
      valued({ field: 'span_id' }, fc.constantFrom(...spanIds), []),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      field: fc.constant('is_head'),
      operator: fc.constantFrom('is', 'is_not'),
      value: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: valued({ field: 'parent_id' }, fc.constantFrom(...spanIds), ['null']) },
  {
    weight: 2,
    arbitrary: fc.oneof(
      valued({ field: 'span_type' }, fc.constantFrom('chat', 'tool'), []),
      valued({ field: 'status_code' }, fc.constantFrom(...enumWords.status_code), []),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('span_name', 'status_message', 'session_id', 'user_id', 'agent_id')
      .chain((field) => valued({ field }, text, everyGroup)),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('start_time', 'end_time', 'created_at', 'updated_at', 'deleted_at')
      .chain((field) =>
        valued({ field }, fc.oneof(time, fc.constant(1_795_046_400)), ['numeric', 'string', 'null']),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('created_by_id', 'updated_by_id', 'deleted_by_id')
      .chain((field) => valued({ field }, uuid, ['existence', 'null'])),
  },
  {
    weight: 4,
    arbitrary: fc.oneof(
      records('references', reference),
      records('links', link),
      records('events', event),
      records('hashes', hash),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      field: fc.constant('hashes'),
      operator: fc.constantFrom('has', 'has_not'),
      key: fc.constant('id'),
      value: uuid,
    }),
  },
  { weight: 2, arbitrary: search.map((value) => ({ field: 'content', operator: 'contains', value })) },
)

const filtering = fc.letrec<{ node: JsonObject }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc.record({
      operator: fc.constantFrom('and', 'or', 'nand', 'nor'),
      conditions: fc.array(tie('node'), { maxLength: 3 }),
    }),
    fc.record({
      operator: fc.constant('not'),
      conditions: fc.array(tie('node'), { minLength: 1, maxLength: 1 }),
    }),
    fc.record({
      related: fc.constantFrom('any', 'head', 'root', 'parent', 'child', 'annotation', 'trace', 'span'),
      where: tie('node'),
    }),
  ),
})).node

/** A single condition, so that no other part of a tree hides an error. */
export const arbitraryCondition: fc.Arbitrary<Filter> = condition.map((input) =>
  parseFiltering(input, ['body', 'filtering']),
)

export const arbitraryFilter: fc.Arbitrary<Filter> = filtering.map((input) =>
  parseFiltering(input, ['body', 'filtering']),
)
