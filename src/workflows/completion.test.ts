import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonEqual, type JsonObject } from '../kernel/json/value.ts'
import { builtinByKey, builtins } from './builtins/table.ts'
import { completeWorkflowData, derivedFlags, storedWorkflowData } from './completion.ts'

const publicUrl = 'https://assay.example'
const complete = (data: JsonObject) => completeWorkflowData(data, publicUrl)
const outputsSchema = (uri: string, parameters: JsonObject) =>
  (complete({ uri, parameters })['schemas'] as JsonObject)['outputs']

describe('answers', () => {
  test('contain the url of a built-in and its schemas', () => {
    const chat = builtinByKey('chat')
    expect(complete({ uri: 'assay:builtin:chat:v0' })).toEqual({
      uri: 'assay:builtin:chat:v0',
      url: 'https://assay.example/api/services/chat/v0',
      schemas: { parameters: chat?.parameters, inputs: chat?.inputs, outputs: chat?.outputs({}) },
    })
  })

  test('keep the members of the data in place and append the others', () => {
    const outputs = { type: 'number' }
    const data = { schemas: { outputs }, url: 'https://my.example/x', uri: 'agenta:builtin:chat:latest' }
    const answer = complete(data)
    expect(Object.keys(answer)).toEqual(['schemas', 'url', 'uri'])
    expect(answer['url']).toBe('https://my.example/x')
    expect(Object.keys(answer['schemas'] as JsonObject)).toEqual(['outputs', 'parameters', 'inputs'])
    expect((answer['schemas'] as JsonObject)['outputs']).toBe(outputs)
  })

  test.each<[string, JsonObject]>([
    ['no uri', { parameters: { a: 1 } }],
    ['a uri of another provider', { uri: 'user:builtin:chat:v0', schemas: {} }],
    ['a program that is only stored', { uri: 'agenta:builtin:agent:v0', schemas: {} }],
  ])('add nothing to data with %s', (_, data) => {
    expect(complete(data)).toEqual(data)
  })

  test('contain no url of a custom program, which does not run here', () => {
    expect(complete({ uri: 'agenta:custom:code:v0', script: 'x' })).not.toHaveProperty('url')
  })

  test.each<[string, string, JsonObject, unknown]>([
    ['text', 'agenta:builtin:completion:v0', {}, { type: 'string' }],
    [
      'any JSON',
      'agenta:builtin:completion:v0',
      { prompt: { llm_config: { response_format: { type: 'json_object' } } } },
      { type: ['object', 'array'] },
    ],
    [
      'the schema of the answer of the model',
      'agenta:builtin:completion:v0',
      {
        prompt: {
          llm_config: { response_format: { type: 'json_schema', json_schema: { schema: { title: 'A' } } } },
        },
      },
      { title: 'A' },
    ],
    [
      'the schema of a model call',
      'agenta:builtin:llm:v0',
      { response: { format: 'json', schema: { title: 'B' } } },
      { title: 'B' },
    ],
    [
      'the text of a model call',
      'agenta:builtin:llm:v0',
      { response: { format: 'text' } },
      { type: 'string' },
    ],
    [
      'the schema of a judge',
      'agenta:builtin:auto_ai_critique:v0',
      { json_schema: { schema: { title: 'C' } } },
      { title: 'C' },
    ],
  ])('show specific outputs: %s', (_, uri, parameters, expected) => {
    expect(outputsSchema(uri, parameters)).toEqual(expected)
  })
})

describe('stored data', () => {
  test('has the full uri', () => {
    expect(storedWorkflowData({ uri: 'chat' })).toEqual({ uri: 'agenta:builtin:chat:latest' })
  })

  test('omits members that answers add, for any public URL', () => {
    const storedData = { parameters: { prompt: { messages: [] } }, uri: 'assay:builtin:chat:v0' }
    for (const host of ['http://localhost:8000', 'https://x.example/assay']) {
      expect(JSON.stringify(storedWorkflowData(completeWorkflowData(storedData, host)))).toBe(
        JSON.stringify(storedData),
      )
    }
  })

  test.each<[string, JsonObject]>([
    ['a url of another built-in', { uri: 'assay:builtin:chat:v0', url: 'http://a/api/services/llm/v0' }],
    ['a url of another version', { uri: 'assay:builtin:chat:v0', url: 'http://a/api/services/chat/latest' }],
    ['a service url without a uri', { url: 'http://a/api/services/chat/v0' }],
    ['an own schema', { uri: 'assay:builtin:chat:v0', schemas: { outputs: { type: 'object' } } }],
    ['empty schemas where nothing is added', { schemas: {} }],
  ])('keeps %s', (_, data) => {
    expect(storedWorkflowData(data)).toEqual(data)
  })

  test('drops empty schemas', () => {
    expect(storedWorkflowData({ uri: 'assay:builtin:chat:v0', schemas: {} })).toEqual({
      uri: 'assay:builtin:chat:v0',
    })
  })

  test('data sent back as it was read is unchanged data', () => {
    const uri = fc.constantFrom(
      ...builtins.flatMap(({ kind, key }) => [`assay:${kind}:${key}:v0`, `${kind}:${key}`, key]),
      'user:custom:mine',
      'agenta:builtin:agent:v0',
    )
    const ownSchema = fc.constantFrom<JsonObject>({ type: 'string' }, { type: 'object' }, {})
    const responseFormat = fc.constantFrom<JsonObject>(
      { type: 'text' },
      { type: 'json_object' },
      { type: 'json_schema', json_schema: { schema: { type: 'string' } } },
    )
    const data = fc.record(
      {
        uri,
        url: fc.constantFrom('https://a.example', 'https://a/api/services/chat/v0'),
        script: fc.string(),
        schemas: fc.record(
          { parameters: ownSchema, inputs: ownSchema, outputs: ownSchema },
          { requiredKeys: [] },
        ),
        parameters: responseFormat.map((format): JsonObject => ({
          prompt: { llm_config: { response_format: format } },
          json_schema: format,
          response: { format: 'json', schema: format },
        })),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(data, (input) => {
        const storedData = storedWorkflowData(input)
        expect(jsonEqual(storedWorkflowData(complete(input)), storedData)).toBe(true)
        expect(jsonEqual(complete(storedWorkflowData(complete(storedData))), complete(storedData))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('flags', () => {
  const trueFlags = (data: JsonObject | undefined) =>
    Object.entries(derivedFlags(data))
      .filter(([, value]) => value)
      .map(([name]) => name)

  test.each<[string, JsonObject | undefined, readonly string[]]>([
    ['no data', undefined, []],
    ['only parameters', { parameters: {} }, []],
    ['chat', { uri: 'assay:builtin:chat:v0' }, ['is_managed', 'is_chat', 'has_url']],
    ['completion', { uri: 'agenta:builtin:completion:v0' }, ['is_managed', 'has_url']],
    ['llm', { uri: 'agenta:builtin:llm:v0' }, ['is_managed', 'is_llm', 'has_url']],
    ['match', { uri: 'agenta:builtin:match:v0' }, ['is_managed', 'is_match', 'has_url']],
    ['hook', { uri: 'agenta:custom:hook:v0' }, ['is_managed', 'is_custom', 'is_hook']],
    [
      'code',
      { uri: 'agenta:custom:code:v0', script: 'x' },
      ['is_managed', 'is_custom', 'is_code', 'has_script'],
    ],
    ['feedback', { uri: 'agenta:custom:feedback:v0' }, ['is_managed', 'is_custom', 'is_feedback']],
    ['agent', { uri: 'agenta:builtin:agent:v0' }, ['is_managed', 'is_agent']],
    ['skill', { uri: 'agenta:builtin:skill:v0' }, ['is_managed', 'is_skill']],
    ['own program', { uri: 'user:custom:mine:v0', url: 'http://a' }, ['is_custom', 'has_url']],
    ['inputs named messages', { schemas: { inputs: { properties: { messages: {} } } } }, ['is_chat']],
    [
      'inputs of the type of a message',
      { schemas: { inputs: { properties: { said: { 'x-ag-type-ref': 'message' } } } } },
      ['is_chat'],
    ],
    ['other inputs', { schemas: { inputs: { properties: { said: { type: 'array' } } } } }, []],
    ['inputs that are a boolean schema', { schemas: { inputs: true } }, []],
  ])('%s', (_, data, expected) => {
    expect(trueFlags(data)).toEqual(expected)
  })

  test('are always complete', () => {
    expect(Object.keys(derivedFlags(undefined))).toHaveLength(14)
  })
})
