import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { agOf, options, otlpSpan } from '../canonical/span.fixture.ts'
import { canonicalSpan } from '../canonical/span.ts'
import type { ValueObject } from '../value.ts'
import { adapters } from './adapters.ts'

interface Fixture {
  readonly name: string
  readonly attributes: ValueObject
  readonly events?: readonly { readonly name: string; readonly attributes: ValueObject }[]
  readonly adapters: readonly string[]
  readonly type: string
  /** All of `ag` except its type. `tokens` and `costs` are the incremental buckets. */
  readonly ag: ValueObject
}

const folder = new URL('fixtures/', import.meta.url)
const fixturesOf = (name: string): readonly Fixture[] =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as readonly Fixture[]

const canonicalOf = ({ attributes, events = [] }: Fixture) =>
  canonicalSpan(otlpSpan({ attributes, events: events.map((event) => ({ ...event, timeUnixNano: 1n })) }), {
    ...options,
    priceTables: [],
  })

test('every adapter has fixtures', () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
  expect(files.sort()).toEqual([...adapters.map(({ name }) => name), 'native'].sort())
})

describe.each([...adapters.map(({ name }) => name), 'native'])('%s', (name) => {
  test.each(fixturesOf(name).map((fixture) => [fixture.name, fixture] as const))('%s', (_, fixture) => {
    const span = canonicalOf(fixture)
    const { type, metrics, ...ag } = agOf(span) as {
      readonly type: ValueObject
      readonly metrics: { readonly tokens: ValueObject; readonly costs: ValueObject }
    }
    const { incremental: tokens } = metrics.tokens
    const { incremental: costs } = metrics.costs
    expect({ ...ag, ...(tokens ? { tokens } : {}), ...(costs ? { costs } : {}) }).toEqual(fixture.ag)
    expect(type['span']).toBe(fixture.type)
    expect(span.adapters).toEqual(fixture.adapters)
  })

  test('mapped attributes are also retained as sent', () => {
    for (const fixture of fixturesOf(name)) {
      const foreignKeys = Object.keys(fixture.attributes).filter((key) => !key.startsWith('ag.'))
      const heads = new Set(foreignKeys.map((key) => key.split('.')[0]))
      for (const head of heads) expect(Object.keys(canonicalOf(fixture).attributes)).toContain(head)
    }
  })
})

test('a span of no convention matches no adapter', () => {
  const span = canonicalSpan(otlpSpan({ attributes: { 'http.method': 'GET', ai: 'yes', llm: 1 } }), options)
  expect(span.adapters).toEqual([])
})

test('scope names do not affect the mapping', () => {
  const scope = { name: 'openinference.instrumentation.openai', version: '1', attributes: {} }
  expect(canonicalSpan(otlpSpan({ scope }), options).adapters).toEqual([])
})

test.each<[string, ValueObject, boolean]>([
  ['an agent', { 'gen_ai.operation.name': 'invoke_agent' }, true],
  ['a workflow', { 'gen_ai.operation.name': 'invoke_workflow' }, true],
  ['a chat', { 'gen_ai.operation.name': 'chat' }, false],
  ['a call of the AI SDK', { 'ai.operationId': 'ai.generateText' }, true],
  ['a step of it', { 'ai.operationId': 'ai.generateText.doGenerate' }, false],
  ['a step of an agent of it', { 'gen_ai.operation.name': 'agent_step' }, true],
  ['a model call that its client library also reports', { 'openinference.span.kind': 'LLM' }, true],
  ['a chain', { 'openinference.span.kind': 'CHAIN' }, false],
  ['an agent run of Pydantic AI without an operation', { 'pydantic_ai.all_messages': '[]' }, true],
  ['an older one', { all_messages_events: '[]' }, true],
])('whether usage includes that of the spans below: %s', (_, attributes, expected) => {
  expect(canonicalSpan(otlpSpan({ attributes }), options).facts.usageIsInclusive).toBe(expected)
})
