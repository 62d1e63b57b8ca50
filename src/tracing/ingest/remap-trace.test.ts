import { describe, expect, test } from 'vitest'
import {
  inputsMark,
  outputsMark,
  type NewRow,
  type NewSpan,
  type SpanRow,
} from '../../storage/contract/contract.ts'
import { valueAt, type Value } from '../value.ts'
import { remapTrace } from './remap-trace.ts'
import { noRules, SpanBatch, type BatchEntry } from './rows/batch.ts'
import { readRules } from './rules.ts'

const traceId = '0db4076d6a20174a720af586dc588c6c'
const rootId = '3a0be5f49672f8a7'

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const int = (key: string, intValue: number) => ({ key, value: { intValue } })

/** A row as the store returns it. */
const readBack = (row: NewSpan): NewSpan => ({
  ...row,
  attributes: row.attributes.replace(inputsMark, row.inputs).replace(outputsMark, row.outputs),
})

/** The rows that ingest builds from spans in OTLP/JSON. */
function storedRows(...spans: readonly object[]): readonly SpanRow[] {
  const entry: BatchEntry = {
    id: '01a1dd51-ea3e-7d78-9f4b-dfb3d4f8a9a9',
    projectId: '01a1dd51-ea3e-7d78-9f4b-dfb3d4f8a9aa',
    actorId: '01a1dd51-ea3e-7d78-9f4b-dfb3d4f8a9ab',
    receivedAt: '2026-11-15T09:00:00.000000Z',
    form: 'otlp_json',
    payload: Buffer.from(
      JSON.stringify({
        resourceSpans: [
          {
            schemaUrl: 'https://example.test/resource',
            resource: {
              attributes: [text('service.name', 'shop')],
              droppedAttributesCount: 4,
              entityRefs: [{ type: 'service', idKeys: ['service.name'], descriptionKeys: ['a'] }],
            },
            scopeSpans: [
              {
                schemaUrl: 'https://example.test/scope',
                scope: { name: 'lib', version: '1', droppedAttributesCount: 5 },
                spans,
              },
            ],
          },
        ],
      }),
    ),
  }
  const batch = new SpanBatch(1_000_000n)
  batch.add(entry, noRules)
  const rows: NewRow[] = []
  batch.rows(new Map(), (row) => rows.push(row))
  return (rows as readonly NewSpan[]).map(readBack)
}

const richSpan = {
  traceId,
  spanId: rootId,
  name: 'chat',
  kind: 9,
  startTimeUnixNano: '1794733200000000001',
  endTimeUnixNano: '1794733202000000001',
  traceState: 'a=b',
  status: { code: 2, message: 'failed' },
  attributes: [
    text('gen_ai.operation.name', 'chat'),
    text('gen_ai.request.model', 'gpt-4o-mini'),
    int('gen_ai.usage.input_tokens', 1000),
    text('llm.input_messages.0.message.role', 'user'),
    text('llm.input_messages.0.message.content', 'Hi'),
    text('db.system', 'x'),
    text('db.system.name', 'y'),
    text('ag.session.id', 's1'),
    text('ag.color', 'green'),
    { key: 'names', value: { arrayValue: { values: [{ stringValue: 'a' }] } } },
    { key: 'gen_ai.request.temperature', value: { doubleValue: 1 } },
  ],
  events: [
    {
      name: 'exception',
      timeUnixNano: '1794733201000000003',
      attributes: [text('exception.type', 'E')],
      droppedAttributesCount: 6,
    },
  ],
  links: [
    {
      traceId,
      spanId: '77aa0c1d2e3f4051',
      attributes: [text('key', 'invocation')],
      traceState: 'c=d',
      flags: 257,
      droppedAttributesCount: 7,
    },
  ],
}
const child = { ...richSpan, spanId: '9c41d0e2f3a4b5c6', parentSpanId: rootId, links: [], events: [] }

describe('remapping stored spans', () => {
  test('changes nothing with the same adapters', () => {
    expect(remapTrace(storedRows(richSpan, child), { mode: 'remap', rules: noRules })).toEqual([])
    expect(remapTrace(storedRows(richSpan, child), { mode: 'reprice', rules: noRules })).toEqual([])
  })

  const kv = (key: string, value: object) => ({
    key,
    value: { kvlistValue: { values: [{ key, value }] } },
  })
  const message = {
    kvlistValue: {
      values: [text('role', 'user'), text('content', 'Hi')],
    },
  }

  test.each<[string, object]>([
    [
      'messages that are objects',
      { key: 'gen_ai.input.messages', value: { arrayValue: { values: [message] } } },
    ],
    ['an object with dots in a name', kv('a.b', { intValue: 1 })],
    ['numbered keys with plain values', text('gen_ai.prompt.0', 'Hi')],
    ['an empty object', { key: 'o', value: { kvlistValue: {} } }],
    ['attributes below otel', text('otel.library.name', 'x')],
    ['attributes below the scope', text('otel.scope.extra', 'x')],
    ['otel that is not an object', text('otel', 'x')],
    ['own values at paths of the server', text('otel.flags', 'x')],
    ['an inherited name of objects', text('__proto__.x', 'y')],
    ['an object and longer keys with the same prefix', kv('llm.input_messages', { intValue: 1 })],
    ['links that are already set aside', kv('ag.unsupported.span', { arrayValue: { values: [message] } })],
  ])('changes nothing if a client sent %s', (_, attribute) => {
    const rows = storedRows({ ...richSpan, attributes: [...richSpan.attributes, attribute] })
    expect(remapTrace(rows, { mode: 'remap', rules: noRules })).toEqual([])
  })

  test.each<[string, readonly (readonly [string, string])[]]>([
    [
      'keys below an otel that is not an object',
      [
        ['otel', 'x'],
        ['otel.foo', 'y'],
        ['otel.scope.name', 'z'],
      ],
    ],
    [
      'keys below a plain resource',
      [
        ['otel.resource', 'x'],
        ['otel.resource.y', 'z'],
      ],
    ],
    [
      'keys below a plain scope',
      [
        ['otel.scope', 'x'],
        ['otel.scope.name', 'y'],
        ['otel.scope.more', 'z'],
      ],
    ],
    [
      'keys below plain flags',
      [
        ['otel.flags', 'x'],
        ['otel.flags.y', 'z'],
      ],
    ],
  ])('changes nothing if a client sent %s', (_, own) => {
    const attributes = [...richSpan.attributes, ...own.map(([key, value]) => text(key, value))]
    const rows = storedRows({ ...richSpan, attributes })
    for (const [, value] of own.slice(1)) expect(rows[0]?.attributes).toContain(`:"${value}"`)
    expect(remapTrace(rows, { mode: 'remap', rules: noRules })).toEqual([])
  })

  test('applies the redaction rules of the project', () => {
    const rows = storedRows({ ...richSpan, attributes: [text('input.value', '{"password":"x"}')] })
    const redaction = JSON.stringify([{ kind: 'path', path: 'ag.data.inputs.password' }])
    const rules = readRules({ prices: undefined, pricesVersion: undefined, redaction })
    const [remappedRows] = remapTrace(rows, { mode: 'remap', rules }).map(readBack)
    expect(valueAt(JSON.parse(remappedRows?.attributes ?? '') as Value, ['ag', 'data'])).toEqual({
      inputs: { password: '[redacted]' },
    })
  })

  test('keeps invalid links among the values set aside', () => {
    const rows = storedRows({ ...richSpan, links: [...richSpan.links, { traceId: 'ab', spanId: 'cd' }] })
    expect(rows[0]?.attributes).toContain('"links":[{"trace_id":"ab"')
    expect(remapTrace(rows, { mode: 'remap', rules: noRules })).toEqual([])
  })

  test('records the matching adapters even if nothing else changes', () => {
    const [row] = storedRows(richSpan).map((each) => ({ ...each, adapters: [] }))
    const remappedRows = row === undefined ? [] : remapTrace([row], { mode: 'remap', rules: noRules })
    expect(remappedRows.map(({ adapters }) => adapters)).toEqual([['openllmetry', 'openinference', 'gen_ai']])
  })

  test('applies a new adapter to spans that were stored without it', () => {
    const rows = storedRows(richSpan, child).map((row) => ({
      ...row,
      attributes: row.attributes.replace('"prompt":1000', '"prompt":1'),
    }))
    const remappedRows = remapTrace(rows, { mode: 'remap', rules: noRules }).map(readBack)
    expect(remappedRows.map(({ attributes }) => attributes).toSorted()).toEqual(
      storedRows(richSpan, child)
        .map(({ attributes }) => attributes)
        .toSorted(),
    )
    expect(remappedRows.every(({ version }) => BigInt(version) > 1_000_000n)).toBe(true)
  })
})

describe('repricing stored spans', () => {
  const rules = readRules({
    prices: JSON.stringify([{ provider: '', model: 'gpt-4o-mini', input: 1000, output: 0 }]),
    pricesVersion: '2026-11-15',
    redaction: undefined,
  })
  const costsOf = (row: NewSpan): Value | undefined =>
    valueAt(JSON.parse(readBack(row).attributes) as Value, ['ag', 'metrics', 'costs'])

  test('updates computed costs to the new price and sums them over the trace', () => {
    const [root, below] = remapTrace(storedRows(richSpan, child), { mode: 'reprice', rules }).map(costsOf)
    expect(below).toMatchObject({
      incremental: { total: 1 },
      cumulative: { total: 1 },
      source: 'computed',
      price: { model: 'gpt-4o-mini', version: '2026-11-15' },
    })
    expect(root).toMatchObject({ incremental: { total: 1 }, cumulative: { total: 2 } })
  })

  test("does not change a client's own costs", () => {
    const pricedSpan = { ...richSpan, attributes: [...richSpan.attributes, int('gen_ai.usage.cost', 7)] }
    expect(remapTrace(storedRows(pricedSpan), { mode: 'reprice', rules })).toEqual([])
  })
})
