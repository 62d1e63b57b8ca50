import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openExecution, type ExecutionStores } from '../../../test/support/execution.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { startTestServer, type TestServer } from '../clients/clients.fixture.ts'
import { createLimiter, type Limiter } from '../clients/limiter.ts'
import type { CellOutcome, Executor } from './contract.ts'
import { createExecutor } from './executor.ts'

const neverSignal = new AbortController().signal
const testcase = {
  id: '01a1e1d4-0000-7000-8000-000000000001',
  data: { country: 'France', correct_answer: 'Paris' },
}

const completion = (content: string) => ({
  body: {
    model: 'gpt-4o-mini-2024-07-18',
    choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: 1200,
      completion_tokens: 300,
      total_tokens: 1500,
      prompt_tokens_details: { cached_tokens: 1000 },
    },
  },
})

const prompt = (content: string, parameters: JsonObject = {}): JsonObject => ({
  prompt: {
    messages: [{ role: 'user', content }],
    llm_config: { model: 'gpt-4o-mini', temperature: 0, ...parameters },
  },
})

const requireSuccess = (outcome: CellOutcome) => {
  if (outcome.status !== 'success') throw new Error(JSON.stringify(outcome))
  return outcome
}
const errorOf = (outcome: CellOutcome) => {
  if (outcome.status !== 'failure') throw new Error(JSON.stringify(outcome))
  return outcome.error
}

describe.each(backends)('programs that call models, on %s', (backend) => {
  let stores: ExecutionStores
  let executor: Executor
  let model: TestServer
  beforeAll(async () => {
    stores = await openExecution(backend)
    executor = createExecutor(stores.parts())
    model = await startTestServer()
    await stores.secrets.create(
      stores.scope,
      {
        slug: 'local',
        header: { name: 'local' },
        secret: {
          kind: 'custom_provider',
          data: {
            kind: 'openai',
            provider: { url: `${model.url}/v1`, key: 'sk-1' },
            models: [{ slug: 'gpt-4o-mini' }],
          },
        },
      },
      (name) => name,
    )
  })
  afterAll(async () => {
    await executor.close()
    await model.close()
    await stores.close()
  })

  const runPrompt = async (data: JsonObject) => {
    const work = await stores.cell('application', data, { testcase })
    return { work, outcome: await executor.execute(work, neverSignal) }
  }
  const runEvaluator = async (key: string, parameters: JsonObject, outputs: Json) => {
    const evaluatedInvocation = { traceId: 'a'.repeat(32), spanId: 'a'.repeat(16), outputs }
    const data = { uri: `assay:builtin:${key}:v0`, parameters }
    const work = await stores.cell('evaluator', data, { testcase, evaluatedInvocation })
    return { work, outcome: await executor.execute(work, neverSignal) }
  }

  test('a prompt is rendered and sent with the key of the project, and the response is the output', async () => {
    model.reply(completion('Paris'))
    const { outcome } = await runPrompt({ parameters: prompt('Capital of {{country}}?') })
    expect(requireSuccess(outcome).outputs).toBe('Paris')
    expect(model.requests).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer sk-1' },
        body: {
          model: 'gpt-4o-mini',
          temperature: 0,
          messages: [{ role: 'user', content: 'Capital of France?' }],
        },
      },
    ])
  })

  test('a model response has its own span, and the root sums its tokens and costs', async () => {
    model.reply(completion('Paris'))
    const { work } = await runPrompt({ parameters: prompt('Capital of {{country}}?') })
    const rows = await stores.spans.trace(stores.scope.projectId, work.span.traceId)
    expect(new Map(rows.map(({ span_type, parent_id }) => [span_type, parent_id]))).toEqual(
      new Map([
        ['workflow', ''],
        ['chat', work.span.spanId],
      ]),
    )
    const { metrics } = (await stores.root(work.span.traceId)).attributes.ag
    expect(metrics.tokens.cumulative).toEqual({
      prompt: 1200,
      completion: 300,
      total: 1500,
      cache_read: 1000,
    })
    expect(metrics.costs.cumulative.total).toBeGreaterThan(0)
  })

  test('a JSON format gives parsed outputs, and text instead is malformed', async () => {
    const data = { parameters: prompt('JSON please', { response_format: { type: 'json_object' } }) }
    model.reply(completion('{"city": "Paris"}'))
    expect(requireSuccess((await runPrompt(data)).outcome).outputs).toEqual({ city: 'Paris' })
    model.reply(completion('Paris'))
    expect(errorOf((await runPrompt(data)).outcome).code).toBe('malformed_answer')
  })

  test('a message with tool calls is the output, and a judge gets it', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } }
    const message = { role: 'assistant', content: null, tool_calls: [call] }
    model.reply({ body: { choices: [{ message, finish_reason: 'tool_calls' }] } })
    const { outcome } = await runPrompt({ parameters: prompt('Weather?') })
    expect(requireSuccess(outcome).outputs).toEqual(message)
    model.reply(completion('{"score": 1, "reasoning": "called"}'))
    await runEvaluator('auto_ai_critique', {}, requireSuccess(outcome).outputs)
    expect(JSON.stringify(model.requests[0]?.body)).toContain('weather')
  })

  test('an unknown placeholder fails the cell before any call', async () => {
    model.reply(completion('Paris'))
    const { outcome } = await runPrompt({ parameters: prompt('Capital of {{land}}?') })
    expect(errorOf(outcome).message).toContain('land')
    expect(model.requests).toEqual([])
  })

  test('a model without a configured provider is not runnable', async () => {
    const { outcome } = await runPrompt({ parameters: prompt('?', { model: 'groq/llama' }) })
    expect(errorOf(outcome)).toMatchObject({ code: 'not_runnable', message: expect.stringContaining('groq') })
  })

  test('a judge without a model calls the default model of the project', async () => {
    model.reply(completion('{"score": 0.9, "reasoning": "close"}'))
    const { outcome } = await runEvaluator('auto_ai_critique', {}, 'paris')
    expect(requireSuccess(outcome).outputs).toEqual({ score: 0.9, success: true, reasoning: 'close' })
    expect(model.requests[0]?.body).toMatchObject({ model: 'gpt-4o-mini' })
  })

  test('semantic similarity uses embeddings, and their tokens are counted', async () => {
    const usage = { prompt_tokens: 4, total_tokens: 4 }
    model.reply({ body: { data: [{ embedding: [1, 0] }, { embedding: [0.6, 0.8] }], usage } })
    const { work, outcome } = await runEvaluator('auto_semantic_similarity', { threshold: 0.5 }, 'paris')
    expect(requireSuccess(outcome).outputs).toMatchObject({ score: expect.closeTo(0.6, 9), success: true })
    const { metrics } = (await stores.root(work.span.traceId)).attributes.ag
    expect(metrics.tokens.cumulative.total).toBe(4)
  })

  test('a webhook evaluates the outputs it receives', async () => {
    model.reply({ body: { score: 0.25, success: false } })
    const { outcome } = await runEvaluator('auto_webhook_test', { webhook_url: `${model.url}/hook` }, 'Rome')
    expect(requireSuccess(outcome).outputs).toEqual({ score: 0.25, success: false })
    expect(model.requests[0]).toMatchObject({
      path: '/hook',
      body: { outputs: 'Rome', correct_answer: 'Paris', inputs: testcase.data, trace_id: 'a'.repeat(32) },
    })
  })

  test('outputs that do not match the schema of the evaluator fail the cell', async () => {
    model.reply(completion('{"grade": "high"}'))
    const json_schema = {
      schema: { type: 'object', properties: { grade: { type: 'integer' } }, required: ['grade'] },
    }
    const { outcome } = await runEvaluator('auto_ai_critique', { json_schema }, 'Rome')
    expect(errorOf(outcome).code).toBe('schema_mismatch')
  })

  test('an evaluation without an expected answer fails with missing_expected', async () => {
    const testcaseWithoutAnswer = { ...testcase, data: { country: 'France' } }
    const evaluatedInvocation = { traceId: 'a'.repeat(32), spanId: 'a'.repeat(16), outputs: 'Paris' }
    const data = { uri: 'assay:builtin:auto_exact_match:v0' }
    const work = await stores.cell('evaluator', data, {
      testcase: testcaseWithoutAnswer,
      evaluatedInvocation,
    })
    expect(errorOf(await executor.execute(work, neverSignal)).code).toBe('missing_expected')
    const cost = { uri: 'assay:builtin:auto_cost_threshold:v0', parameters: { max_cost: 1 } }
    const costCell = await stores.cell('evaluator', cost, {
      testcase,
      evaluatedInvocation: { ...evaluatedInvocation, trace: {} },
    })
    expect(errorOf(await executor.execute(costCell, neverSignal)).code).toBe('missing_metric')
  })

  test('calls of one provider are bounded over all cells', async () => {
    let inFlight = 0
    let activeMax = 0
    const countInFlight = async <T>(call: () => Promise<T>): Promise<T> => {
      inFlight += 1
      activeMax = Math.max(activeMax, inFlight)
      try {
        return await call()
      } finally {
        inFlight -= 1
      }
    }
    const pairLimiter = createLimiter({ inFlightMax: 2 })
    const limiter: Limiter = {
      admit: (provider, call, signal) => pairLimiter.admit(provider, () => countInFlight(call), signal),
    }
    const countingExecutor = createExecutor(stores.parts({ limiter }))
    model.reply(completion('Paris'))
    const works = await Promise.all(
      Array.from({ length: 5 }, () => stores.cell('application', { parameters: prompt('?') }, { testcase })),
    )
    const outcomes = await Promise.all(works.map((work) => countingExecutor.execute(work, neverSignal)))
    expect(outcomes.every(({ status }) => status === 'success')).toBe(true)
    expect(activeMax).toBe(2)
    await countingExecutor.close()
  })
})
