import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AssayError } from '../kernel/errors.ts'
import type { Json, JsonObject } from '../kernel/json/value.ts'
import { completeWorkflowData } from './completion.ts'
import { checkWorkflowData, workflowData } from './payload.ts'

function refusal(data: Json): {
  readonly code: string
  readonly fieldErrors: readonly (readonly string[])[]
} {
  try {
    checkWorkflowData(data, ['body', 'data'])
  } catch (error) {
    if (!(error instanceof AssayError) || !Array.isArray(error.detail)) throw error
    return {
      code: error.code,
      fieldErrors: error.detail.map((fieldError) => [fieldError.type, fieldError.loc.join('.')]),
    }
  }
  return expect.fail('the data was accepted')
}

describe('workflow data is refused', () => {
  test.each<[string, Json, string, readonly (readonly string[])[]]>([
    ['an unknown key', { prompt: {} }, 'validation_failed', [['extra_forbidden', 'body.data.prompt']]],
    [
      'an unknown key named __proto__',
      JSON.parse('{"__proto__":{}}'),
      'validation_failed',
      [['extra_forbidden', 'body.data.__proto__']],
    ],
    ['no object', [], 'validation_failed', [['dict_type', 'body.data']]],
    ['an unknown built-in', { uri: 'nope' }, 'uri_unknown', [['value_error', 'body.data.uri']]],
    ['an ill-formed uri', { uri: 'a:b:c:d:e' }, 'validation_failed', [['value_error', 'body.data.uri']]],
    ['a uri that is no text', { uri: 5 }, 'validation_failed', [['string_type', 'body.data.uri']]],
    ['another scheme', { url: 'ftp://a' }, 'validation_failed', [['url_parsing', 'body.data.url']]],
    ['no URL', { url: 'http://' }, 'validation_failed', [['url_parsing', 'body.data.url']]],
    ['a URL with blanks', { url: 'http://a b' }, 'validation_failed', [['url_parsing', 'body.data.url']]],
    [
      'a header that is a number',
      { headers: { a: 'x', b: 1 } },
      'validation_failed',
      [['string_type', 'body.data.headers.b']],
    ],
    [
      'a header that names more than a secret',
      { headers: { a: { slug: 'x', y: 1 } } },
      'validation_failed',
      [['string_type', 'body.data.headers.a']],
    ],
    ['another language', { runtime: 'ruby' }, 'validation_failed', [['enum', 'body.data.runtime']]],
    ['a script that is no text', { script: {} }, 'validation_failed', [['string_type', 'body.data.script']]],
    [
      'an unknown schema name',
      { schemas: { settings: {} } },
      'validation_failed',
      [['extra_forbidden', 'body.data.schemas.settings']],
    ],
    [
      'an invalid schema',
      { schemas: { outputs: { properties: { a: { type: 'text' } } } } },
      'schema_invalid',
      [['value_error.json_schema', 'body.data.schemas.outputs.properties.a.type']],
    ],
    [
      'a schema that is a list',
      { schemas: { inputs: [] } },
      'schema_invalid',
      [['value_error.json_schema', 'body.data.schemas.inputs']],
    ],
    [
      'parameters in a list',
      { parameters: [] },
      'validation_failed',
      [['dict_type', 'body.data.parameters']],
    ],
    [
      'settings that the evaluator refuses',
      { uri: 'auto_starts_with', parameters: { case_sensitive: 1 } },
      'validation_failed',
      [
        ['missing', 'body.data.parameters.prefix'],
        ['bool_type', 'body.data.parameters.case_sensitive'],
      ],
    ],
  ])('with %s', (_, data, code, fieldErrors) => {
    expect(refusal(data)).toEqual({ code, fieldErrors })
  })

  test('with all its field errors at once', () => {
    const { fieldErrors } = refusal({
      uri: 'auto_starts_with',
      url: 'x',
      extra: 1,
      schemas: { outputs: { type: 5 } },
      parameters: {},
    })
    expect(fieldErrors.map(([, loc]) => loc)).toEqual([
      'body.data.url',
      'body.data.extra',
      'body.data.schemas.outputs.type',
      'body.data.parameters.prefix',
    ])
  })
})

describe('workflow data is accepted', () => {
  test('as the same object, in its own order, with unchanged content', () => {
    const text =
      '{"parameters":{"z":null,"a":{"__proto__":[{}]},"e":[]},"schemas":{"outputs":{"b":1,"a":2},"inputs":true},' +
      '"script":"","headers":{"X-A":"1","X-B":{"slug":"key"}},"runtime":"python","url":"HTTP://a.example/x"}'
    const input: JsonObject = JSON.parse(text)
    const checkedData = checkWorkflowData(input, [])
    expect(JSON.stringify(checkedData)).toBe(text)
    expect(checkedData['parameters']).toBe(input['parameters'])
  })

  test('without the nulls at its top level and in its schemas', () => {
    const input = { uri: null, parameters: { a: null }, url: null, schemas: { inputs: null, outputs: {} } }
    expect(checkWorkflowData(input, [])).toEqual({ parameters: { a: null }, schemas: { outputs: {} } })
  })

  test.each<[string, JsonObject]>([
    ['nothing at all', {}],
    ['a built-in evaluator without parameters', { uri: 'auto_starts_with' }],
    ['a uri of another provider', { uri: 'user:custom:auto_starts_with', parameters: {} }],
    ['a program that is only stored', { uri: 'agenta:builtin:agent:v1', parameters: { x: 1 } }],
    [
      'a schema of an older draft',
      { schemas: { inputs: { $schema: 'http://json-schema.org/draft-07/schema#' } } },
    ],
  ])('with %s', (_, data) => {
    expect(checkWorkflowData(data, [])).toEqual(data)
  })

  test('when it comes from an answer, even with an invalid schema of the user', () => {
    const schema = { type: 'text' }
    const storedData = {
      uri: 'agenta:builtin:completion:v0',
      parameters: {
        prompt: { llm_config: { response_format: { type: 'json_schema', json_schema: { schema } } } },
      },
    }
    const complete = completeWorkflowData(storedData, 'https://assay.example')
    expect(checkWorkflowData(complete, [])).toEqual(complete)
  })
})

test('inside a request, field errors have locations from its root and absent data stays absent', () => {
  const body = z.object({ revision: z.object({ data: workflowData.optional() }) })
  const { error } = body.safeParse({ revision: { data: { uri: 'nope', x: 1 } } })
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual(['revision.data.uri', 'revision.data'])
  expect(body.parse({ revision: {} })).toEqual({ revision: {} })
})

test('the API document has the closed object', () => {
  const { $defs } = z.toJSONSchema(workflowData, { io: 'input', unrepresentable: 'any' })
  const documentedSchema = $defs?.['WorkflowData'] ?? {}
  expect(documentedSchema).toMatchObject({ type: 'object', additionalProperties: false })
  expect(Object.keys(documentedSchema.properties ?? {})).toEqual([
    'uri',
    'url',
    'headers',
    'runtime',
    'script',
    'schemas',
    'parameters',
  ])
})
