import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import vectors from '../../../test/vectors/prompts.json' with { type: 'json' }
import { fakePorts, failureOf, evaluate } from '../evaluators/evaluators.fixture.ts'
import { StepFailure } from '../failure.ts'
import { chatAnswer, messageText, type ChatRequest } from './chat.ts'
import { chat, complete, llm } from './prompt.ts'

/** A model that returns these answers in order and records its requests. */
function fakeModel(...answers: readonly (string | JsonObject | StepFailure)[]) {
  const requests: ChatRequest[] = []
  const ask = async (request: ChatRequest) => {
    requests.push(request)
    const answer = answers[requests.length - 1]
    if (answer instanceof StepFailure) throw answer
    return { message: typeof answer === 'object' ? answer : { role: 'assistant', content: answer ?? '' } }
  }
  return { requests, ask, ports: fakePorts({ chat: ask }) }
}

const prompt = (parameters: JsonObject = {}, llm_config: JsonObject = {}): JsonObject => ({
  prompt: {
    messages: [{ role: 'user', content: 'Capital of {{country}}?' }],
    llm_config: { model: 'm', temperature: 0, top_p: null, connection: 'mine', ...llm_config },
    ...parameters,
  },
})

describe('requests that clients compute too', () => {
  test.each(vectors.prompts)('$name', async ({ parameters, inputs, is_chat: isChat, request }) => {
    const { requests, ports } = fakeModel('{}')
    const run = 'llms' in parameters ? llm : isChat ? chat : complete
    await run(parameters, inputs, ports)
    expect(requests[0]?.body).toEqual(request)
  })

  test.each(vectors.failures)('$name', async ({ parameters, inputs, message }) => {
    const { ports } = fakeModel('{}')
    await expect(complete(parameters as unknown as JsonObject, inputs, ports)).rejects.toThrow(message)
  })
})

describe('completion', () => {
  test('messages are rendered and settings are sent, except internal ones', async () => {
    const { requests, ports } = fakeModel('Paris')
    expect(await complete(prompt(), { country: 'France' }, ports)).toBe('Paris')
    expect(requests).toEqual([
      {
        body: { model: 'm', temperature: 0, messages: [{ role: 'user', content: 'Capital of France?' }] },
        connection: 'mine',
      },
    ])
  })

  test.each<[Json]>([[{ slug: 'mine' }], [['mine']], [7]])(
    'a connection %j is not the slug of a secret',
    async (connection) => {
      const { requests, ports } = fakeModel('Paris')
      const failure = await failureOf(complete(prompt({}, { connection }), { country: 'France' }, ports))
      expect([failure.code, failure.message]).toEqual([
        'not_runnable',
        `The setting 'connection' must be the slug of a secret, not ${JSON.stringify(connection)}.`,
      ])
      expect(requests).toEqual([])
    },
  )

  test('content parts are rendered as well', async () => {
    const { requests, ports } = fakeModel('ok')
    const content = [
      { type: 'text', text: 'See {{what}}' },
      { type: 'image_url', image_url: { url: '{{url}}' } },
    ]
    await complete(
      prompt({ messages: [{ role: 'user', content }] }),
      { what: 'this', url: 'http://i' },
      ports,
    )
    expect(requests[0]?.body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See this' },
          { type: 'image_url', image_url: { url: 'http://i' } },
        ],
      },
    ])
  })

  const schema = { type: 'object', required: ['a'] }
  const bySchema = { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }
  test.each<[string, JsonObject, string, Json]>([
    ['an object', { response_format: { type: 'json_object' } }, '{"a":1}', { a: 1 }],
    ['a fenced object', { response_format: { type: 'json_object' } }, '```json\n{"a":1}\n```', { a: 1 }],
    ['an object by its schema', bySchema, '{"a":1}', { a: 1 }],
    ['text stays text', {}, '{"a":1}', '{"a":1}'],
  ])('%s is read by the response format', async (_, config, answer, outputs) => {
    expect(await complete(prompt({}, config), { country: 'x' }, fakeModel(answer).ports)).toEqual(outputs)
  })

  test.each<[string, JsonObject, JsonObject, string, string]>([
    ['an input that is missing', {}, {}, 'x', 'not_runnable'],
    ['an input key that is missing', { input_keys: ['tone'] }, { country: 'x' }, 'x', 'not_runnable'],
    ['no messages', { messages: null }, { country: 'x' }, 'x', 'not_runnable'],
    ['no model', { llm_config: {} }, { country: 'x' }, 'x', 'not_runnable'],
    [
      'text instead of requested JSON',
      { llm_config: { model: 'm', response_format: { type: 'json_object' } } },
      { country: 'x' },
      'no',
      'malformed_answer',
    ],
    [
      'JSON that violates its schema',
      { llm_config: { model: 'm', ...bySchema } },
      { country: 'x' },
      '{}',
      'schema_mismatch',
    ],
  ])('%s fails', async (_, overrides, inputs, answer, code) => {
    expect((await failureOf(complete(prompt(overrides), inputs, fakeModel(answer).ports))).code).toBe(code)
  })
})

test('a chat sends the conversation after the prompt and returns the message', async () => {
  const { requests, ports } = fakeModel({ content: 'Hello' })
  const messages = [{ role: 'user', content: 'Hi {{not a placeholder}}' }]
  const parameters = prompt({ messages: [{ role: 'system', content: 'Be kind to {{who}}.' }] })
  expect(await chat(parameters, { who: 'all', messages }, ports)).toEqual({
    role: 'assistant',
    content: 'Hello',
  })
  expect(requests[0]?.body['messages']).toEqual([{ role: 'system', content: 'Be kind to all.' }, ...messages])
})

describe('llm', () => {
  const parameters = (response: JsonObject): JsonObject => ({
    llms: [{ model: 'a', template_format: 'fstring' }, { model: 'b' }],
    messages: [{ role: 'user', content: 'Hi' }],
    response,
  })

  test.each<[JsonObject, Json]>([
    [
      {},
      [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: '[1]' },
      ],
    ],
    [{ format: 'message' }, { role: 'assistant', content: '[1]' }],
    [{ format: 'text' }, '[1]'],
    [{ format: 'json' }, [1]],
  ])('the response settings %j decide the outputs', async (response, outputs) => {
    expect(await llm(parameters(response), {}, fakeModel('[1]').ports)).toEqual(outputs)
  })

  test('the next model is called when one fails, and the last failure is thrown', async () => {
    const failure = new StepFailure('http_status', 'first')
    const { requests, ports } = fakeModel(failure, 'fine')
    expect(await llm(parameters({ format: 'text' }), {}, ports)).toBe('fine')
    expect(requests.map(({ body }) => body['model'])).toEqual(['a', 'b'])
    const failingModel = fakeModel(failure, new StepFailure('timeout', 'second'))
    expect((await failureOf(llm(parameters({}), {}, failingModel.ports))).message).toBe('second')
  })
})

describe('a message with tool calls', () => {
  const message = {
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
    ],
  }
  const fullMessage = { role: 'assistant', ...message }
  const ports = { ...fakeModel('').ports, chat: async () => ({ message }) }
  const prompt = (settings: JsonObject): JsonObject => ({
    prompt: { messages: [{ role: 'user', content: 'Weather?' }], llm_config: { model: 'm', ...settings } },
  })

  test.each<[JsonObject]>([
    [{}],
    [{ response_format: { type: 'json_object' } }],
    [{ response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } } }],
  ])('is the output of a completion with %j', async (settings) => {
    expect(await complete(prompt(settings), {}, ports)).toEqual(fullMessage)
  })

  test.each(['text', 'json', 'message'])(
    'is the output of a language model in the format %s',
    async (format) => {
      const parameters = {
        llms: [{ model: 'm' }],
        messages: [{ role: 'user', content: 'Weather?' }],
        response: { format },
      }
      expect(await llm(parameters, {}, ports)).toEqual(fullMessage)
    },
  )
})

describe('the response of a provider', () => {
  test('keeps its usage and finish reason', () => {
    const message = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    }
    const usage = {
      prompt_tokens: 3,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 1 },
    }
    const answer = chatAnswer({ model: 'm-1', choices: [{ message, finish_reason: 'stop' }], usage })
    expect(answer).toEqual({
      message,
      model: 'm-1',
      finishReason: 'stop',
      usage: { prompt: 3, completion: 4, total: 7, cacheRead: 2, reasoning: 1 },
    })
    expect(messageText(answer.message)).toBe('ab')
  })

  test.each<[Json]>([[null], [{}], [{ choices: [] }], [{ choices: [{}] }], [{ choices: 'x' }]])(
    '%j is malformed',
    (body) => {
      expect(() => chatAnswer(body)).toThrow(/no message/)
    },
  )
})

describe('a message without content', () => {
  const answerOf = (message: JsonObject) => chatAnswer({ choices: [{ message }] })

  test.each<[JsonObject]>([[{ content: null }], [{}], [{ content: null, tool_calls: [] }]])(
    '%j is malformed',
    (message) => {
      expect(() => answerOf(message)).toThrow('The model returned a message without content.')
    },
  )

  test('includes the refusal in the error', () => {
    expect(() => answerOf({ content: null, refusal: 'No.' })).toThrow(/without content\. It refused: No\./)
  })

  test.each<[JsonObject]>([
    [{ content: '' }],
    [{ content: null, tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] }],
    [{ content: null, function_call: { name: 'f', arguments: '{}' } }],
  ])('%j is an answer', (message) => {
    expect(answerOf(message).message).toEqual(message)
  })
})

describe('the judge', () => {
  const run = (settings: JsonObject, answer: string) => {
    const { requests, ask } = fakeModel(answer)
    const outputs = evaluate('auto_ai_critique', settings, {
      outputs: 'Paris',
      expected: 'Paris',
      row: { country: 'France' },
      ports: { chat: ask, defaultModel: async () => 'default' },
    })
    return { requests, outputs }
  }

  test.each<[string, string, JsonObject]>([
    ['JSON', '{"score": 0.9, "reasoning": "good"}', { score: 0.9, success: true, reasoning: 'good' }],
    ['JSON in words', 'Sure: {"score": 0.2} ok', { score: 0.2, success: false }],
    ['a number', ' 0.7 ', { score: 0.7, success: true }],
    ['a word', 'Yes.', { score: 1, success: true }],
    ['a sentence', 'I give a score of 0.4', { score: 0.4, success: false }],
    ['a verdict without a score', '{"success": true}', { score: 1, success: true }],
  ])('%s is a verdict', async (_, answer, outputs) => {
    expect(await run({ model: 'm' }, answer).outputs).toEqual(outputs)
  })

  test('sends the rubric and requests JSON at temperature 0 from the default model', async () => {
    const { requests, outputs } = run({ rubric: 'Be strict.' }, '1')
    await outputs
    expect(requests[0]?.body).toMatchObject({
      model: 'default',
      temperature: 0,
      response_format: { type: 'json_schema' },
    })
    const messages = JSON.stringify(requests[0]?.body['messages'])
    expect(messages).toMatch(/Be strict\..*France.*Paris/)
  })

  test('messages of its own can contain the columns, the output and the expected answer', async () => {
    const content = '{country} {outputs} {correct_answer} {inputs[country]}'
    const settings = { model: 'm', template_format: 'fstring', prompt_template: [{ role: 'user', content }] }
    const { requests, outputs } = run(settings, '1')
    await outputs
    expect(requests[0]?.body['messages']).toEqual([{ role: 'user', content: 'France Paris Paris France' }])
    expect(requests[0]?.body['response_format']).toBeUndefined()
  })

  test('with a schema of its own returns the response as the outputs', async () => {
    const schema = { type: 'object', properties: { tone: { type: 'string' } }, required: ['tone'] }
    const settings = { model: 'm', json_schema: { name: 'v', schema } }
    expect(await run(settings, '{"tone":"warm"}').outputs).toEqual({ tone: 'warm' })
    expect((await failureOf(run(settings, '{"tone":1}').outputs)).code).toBe('schema_mismatch')
  })

  test('a response without a score is malformed', async () => {
    expect((await failureOf(run({ model: 'm' }, 'hard to say').outputs)).code).toBe('malformed_answer')
  })

  test.each(['{"score": 7}', '-0.5', 'score: 1.01'])(
    'the score %s is malformed for the default messages, and accepted for own messages',
    async (answer) => {
      const failure = await failureOf(run({ model: 'm' }, answer).outputs)
      expect([failure.code, failure.upstreamMessage]).toEqual([
        'malformed_answer',
        expect.stringContaining(answer),
      ])
      const parameters = { model: 'm', prompt_template: [{ role: 'user', content: 'From 0 to 10?' }] }
      expect(await run(parameters, answer).outputs).toMatchObject({ score: expect.any(Number) })
    },
  )

  test('a connection that is not a slug is reported', async () => {
    const connection = { slug: 'mine' }
    const failure = await failureOf(run({ model: 'm', connection }, '1').outputs)
    expect(failure.message).toBe(
      `The setting 'connection' must be the slug of a secret, not {"slug":"mine"}.`,
    )
    const { requests, outputs } = run({ model: 'm', connection: 'mine' }, '1')
    await outputs
    expect(requests[0]?.connection).toBe('mine')
  })

  test('is not runnable without a model', async () => {
    expect((await failureOf(evaluate('auto_ai_critique', {}, { outputs: 'x' }))).message).toMatch(
      /has no model/,
    )
  })
})
