import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../kernel/json/value.ts'
import { failureOf, fakePorts } from './evaluators/evaluators.fixture.ts'
import { outputsSchema, programOf, runApplication, runEvaluatorProgram } from './programs.ts'

const prompt = {
  prompt: { messages: [{ role: 'user', content: 'Hi {{name}}' }], llm_config: { model: 'm' } },
}
const builtin = 'agenta:builtin:auto_exact_match:v0'
const hook = 'agenta:custom:hook:v0'

describe('the program of a revision', () => {
  test.each<[JsonObject, JsonObject]>([
    [
      { uri: builtin, url: 'http://h' },
      { by: 'builtin', key: 'auto_exact_match' },
    ],
    [
      { uri: 'user:custom:mine:v1', url: 'http://h', script: 's' },
      { by: 'url', url: 'http://h' },
    ],
    [
      { uri: hook, url: 'http://h' },
      { by: 'url', url: 'http://h' },
    ],
    [
      { uri: hook, parameters: { webhook_url: 'http://h' } },
      { by: 'builtin', key: 'hook' },
    ],
    [{ script: 's', runtime: 'javascript', parameters: prompt }, { by: 'script' }],
    [{ script: 's', runtime: 'python' }, { by: 'script' }],
    [{ parameters: prompt }, { by: 'prompt' }],
  ])('%j: %j', (data, program) => {
    expect(programOf(data)).toEqual(program)
  })

  test.each<[JsonObject]>([
    [{}],
    [{ uri: 'agenta:builtin:agent:v0' }],
    [{ uri: 'agenta:custom:feedback:v0' }],
    [{ script: 's', runtime: 'ruby' }],
  ])('%j cannot be run', (data) => {
    expect(() => programOf(data)).toThrow(expect.objectContaining({ code: 'not_runnable' }))
  })
})

describe('running', () => {
  const ports = fakePorts({
    chat: async ({ body }) => ({ message: { role: 'assistant', content: JSON.stringify(body['messages']) } }),
    post: async ({ url, body }) => [url, body['inputs'] ?? null],
    runCode: async ({ functions, argument }) => ({ functions: [...functions], argument }),
  })
  const invokeUrl = async (url: string) => `from ${url}`
  const application = (data: JsonObject, inputs: JsonObject = {}) =>
    runApplication({ data, inputs, ports, invokeUrl })
  const evaluator = (data: JsonObject) =>
    runEvaluatorProgram({ data, input: { inputs: {}, outputs: 'x' }, ports, invokeUrl })

  test('a prompt is a completion', async () => {
    expect(await application({ parameters: prompt }, { name: 'Ada' })).toBe(
      '[{"role":"user","content":"Hi Ada"}]',
    )
  })

  test('a script receives its inputs', async () => {
    expect(await application({ script: 's' }, { a: 1 })).toEqual({
      functions: ['invoke', 'main', 'evaluate'],
      argument: { inputs: { a: 1 }, testcase: null, parameters: {} },
    })
  })

  test('a url is invoked', async () => {
    expect(await application({ url: 'http://h' })).toBe('from http://h')
  })

  test('an echo mock returns its inputs', async () => {
    const data = { uri: 'agenta:custom:mock:v0', parameters: { key: 'echo' } }
    expect(await application(data, { a: 1 })).toEqual({ a: 1 })
  })

  test('a hook application returns the response of its webhook', async () => {
    const data = { uri: hook, parameters: { webhook_url: 'http://h' } }
    expect(await application(data, { a: 1 })).toEqual(['http://h', { a: 1 }])
  })

  test('an evaluator is not an application', async () => {
    expect((await failureOf(application({ uri: builtin }))).code).toBe('not_runnable')
  })

  test('an evaluator must return an object, a number or a boolean', async () => {
    expect((await failureOf(evaluator({ url: 'http://h' }))).code).toBe('malformed_answer')
    const evaluatedValue = { inputs: {}, outputs: 'x' }
    const data = { url: 'http://h', schemas: { outputs: { type: 'object', required: ['score'] } } }
    expect(
      await runEvaluatorProgram({ data, input: evaluatedValue, ports, invokeUrl: async () => 0.5 }),
    ).toEqual({
      score: 0.5,
    })
    const failure = await failureOf(
      runEvaluatorProgram({ data, input: evaluatedValue, ports, invokeUrl: async () => true }),
    )
    expect(failure.code).toBe('schema_mismatch')
  })
})

test("the outputs schema is the revision's own, else the built-in's", () => {
  expect(outputsSchema({ uri: builtin })).toMatchObject({ required: ['score', 'success'] })
  expect(outputsSchema({ uri: builtin, schemas: { outputs: { type: 'string' } } })).toEqual({
    type: 'string',
  })
  expect(outputsSchema({ url: 'http://h' })).toBeUndefined()
})
