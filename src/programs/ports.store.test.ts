import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Secret } from '../access/secrets.ts'
import { loopback } from '../kernel/addresses.ts'
import { systemClock } from '../kernel/clock.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { SandboxPool } from '../kernel/work/calls.ts'
import { pythonDirectory } from '../../test/support/children.ts'
import { testSandboxPool, isolation } from '../../test/support/work.ts'
import { stallMs } from '../../test/support/patience.ts'
import { startTestServer, type TestServer } from './clients/clients.fixture.ts'
import { createLimiter } from './clients/limiter.ts'
import { createOutgoing } from './clients/outgoing.ts'
import { failureOf } from './evaluators/evaluators.fixture.ts'
import { runEvaluator } from './evaluators/table.ts'
import { createPorts } from './ports.ts'
import { runApplication } from './programs.ts'
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'

let server: TestServer
let sandbox: Sandbox
let sandboxPool: SandboxPool
beforeAll(async () => {
  server = await startTestServer()
  sandbox = createSandbox({ isolation, directory: pythonDirectory, processesMax: 2 })
  sandboxPool = testSandboxPool()
})
afterAll(async () => {
  await Promise.all([sandbox.close(), sandboxPool.close()])
  await server.close()
})

const outgoing = createOutgoing(loopback)
afterAll(() => outgoing.close())

const secret = (): Secret => ({
  id: '1',
  slug: 'local',
  kind: 'custom_provider',
  data: { kind: 'openai', provider: { url: `${server.url}/v1`, key: 'k' }, models: [], model_keys: [] },
  name: 'local',
  description: undefined,
  createdAt: '1',
  updatedAt: undefined,
})

const usages: unknown[] = []
const ports = () =>
  createPorts({
    parts: {
      clock: systemClock(),
      sandbox,
      sandboxPool,
      outgoing,
      limiter: createLimiter({ inFlightMax: 1 }),
      timeoutMs: stallMs,
    },
    context: {
      scope: { projectId: 'p' },
      retries: { retriesMax: 1, delayMs: 0 },
      signal: new AbortController().signal,
    },
    secrets: async () => [secret()],
    onUse: ({ usage }) => usages.push(usage),
  })

const evaluate = (key: string, parameters: JsonObject, outputs = 'Paris') =>
  runEvaluator({
    key,
    data: { parameters },
    input: { inputs: {}, outputs, testcase: { data: { correct_answer: 'Paris' } } },
    ports: ports(),
  })

const completion = (content: string) => ({
  body: {
    choices: [{ message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  },
})

describe('programs with real models, webhooks and sandboxes', () => {
  test('a prompt is sent to the endpoint of the project, and its tokens are reported', async () => {
    server.reply(completion('Paris'))
    const data = {
      parameters: {
        prompt: { messages: [{ role: 'user', content: 'Capital of {{c}}?' }], llm_config: { model: 'gpt' } },
      },
    }
    const invokeUrl = () => Promise.reject(new Error('not expected'))
    expect(await runApplication({ data, inputs: { c: 'France' }, ports: ports(), invokeUrl })).toBe('Paris')
    expect(server.requests).toMatchObject([
      { path: '/v1/chat/completions', headers: { authorization: 'Bearer k' } },
    ])
    expect(usages).toEqual([{ prompt: 1, completion: 1, total: 2 }])
  })

  test('a judge calls a model', async () => {
    server.reply(completion('{"score": 1, "reasoning": "same"}'))
    expect(await evaluate('auto_ai_critique', { model: 'gpt' })).toEqual({
      score: 1,
      success: true,
      reasoning: 'same',
    })
  })

  test('a call that a provider refuses with 429 is retried', async () => {
    server.reply({ status: 429 }, completion('1'))
    expect(await evaluate('auto_ai_critique', { model: 'gpt' })).toEqual({ score: 1, success: true })
    expect(server.requests).toHaveLength(2)
  })

  test('embeddings are compared', async () => {
    server.reply({ body: { data: [{ embedding: [1, 0] }, { embedding: [1, 0] }] } })
    expect(await evaluate('auto_semantic_similarity', {})).toEqual({ score: 1, success: true })
  })

  test('a webhook evaluates outputs', async () => {
    server.reply({ body: true })
    expect(await evaluate('auto_webhook_test', { webhook_url: `${server.url}/hook` })).toEqual({
      score: 1,
      success: true,
    })
  })

  test('code evaluates outputs in the sandbox', async () => {
    const code = 'function evaluate({ outputs, correct_answer }) { return outputs === correct_answer }'
    expect(await evaluate('auto_custom_code_run', { code })).toEqual({ score: 1, success: true })
    const reader = 'function evaluate() { return require("fs").readFileSync("/etc/passwd") }'
    expect((await failureOf(evaluate('auto_custom_code_run', { code: reader }))).code).toBe('sandbox')
  })

  test('patterns are matched in the sandbox', async () => {
    expect(await evaluate('auto_regex_test', { regex_pattern: '^P' })).toEqual({ score: 1, success: true })
  })

  test('a model without a key is not runnable', async () => {
    expect((await failureOf(evaluate('auto_ai_critique', { model: 'groq/x' }))).status).toBe(424)
  })
})
