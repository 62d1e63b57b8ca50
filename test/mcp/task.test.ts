// The standard task of an assistant on a real server: why did yesterday's traces fail; create a testset of
// them; run two versions; which is better? The limit is 12 calls and 10,000 tokens.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { until } from '../support/eventually.ts'
import { promptOf, startModel, useModel } from '../support/model.ts'
import { requestOf, span, text, type TestSpan } from '../support/otlp.ts'

const callsMax = 12
const tokensMax = 10_000

/** Tokens are counted as characters / 4 of the requests and the complete answers, texts and structured content. */
const tokensOf = (value: unknown): number => JSON.stringify(value).length / 4

const dayMs = 86_400_000

const questions = [
  'Where is my refund?',
  'When does my refund arrive?',
  'Who pays the refund?',
  'Can I get a refund without a receipt?',
  'How long does a refund take?',
  'Is the refund paid in cash?',
]

function spanOfYesterday(i: number, overrides: Partial<TestSpan>): TestSpan {
  const startMs = Date.now() - dayMs + i * 1000
  return span({
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${startMs + 200}000000`,
    attributes: [text('ag.data.inputs', JSON.stringify({ question: questions[i % questions.length] }))],
    ...overrides,
  })
}

/** Creates a project with ten traces of yesterday (six failed, for two reasons), their prompt, and an evaluator. */
async function createShopProject(): Promise<Api> {
  const api = await newProject(serverOf('postgres'))
  const failedSpans = questions.map((_, i) =>
    spanOfYesterday(i, {
      status: { code: 2, message: i < 4 ? 'no policy found for refund' : 'the answer took too long' },
    }),
  )
  const successfulSpans = [0, 1, 2, 3].map((i) => spanOfYesterday(10 + i, {}))
  await api.post('/otlp/v1/traces', requestOf(...failedSpans, ...successfulSpans))
  const storedCount = async (): Promise<number> => (await api.post('/spans/query', {})).body.count
  await until(async () => (await storedCount()) === 10, 'ten stored spans')
  await api.post('/simple/applications/', {
    application: { slug: 'shop', data: promptOf('Answer: {{question}}') },
  })
  await api.post('/simple/evaluators/', {
    evaluator: {
      slug: 'names-days',
      data: { uri: 'assay:builtin:auto_contains_any:v0', parameters: { substrings: ['days'] } },
    },
  })
  return api
}

test("yesterday's failures become a testset, and a comparison shows the better of two versions", async () => {
  const model = await startModel(({ messages }) =>
    String(messages[0].content).includes('policy') ? 'A refund takes five days.' : 'I do not know.',
  )
  const api = await createShopProject()
  await useModel(api, model, 'local')
  const client = new Client({ name: 'task', version: '1.0.0' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${api.key}` } },
    }),
  )
  const cost = { calls: 0, tokens: 0 }
  const call = async (name: string, args: Record<string, unknown>): Promise<Body> => {
    const request = { name, arguments: args }
    const result = await client.callTool(request)
    cost.calls += 1
    cost.tokens += tokensOf(request) + tokensOf(result)
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true)
    return result.structuredContent
  }
  const evaluate = async (application: string): Promise<string> => {
    const { run_id } = await call('start_run', {
      testset: 'failed-yesterday',
      applications: [application],
      evaluators: ['names-days'],
    })
    let progress: Body
    do progress = await call('run_progress', { run_id, wait_seconds: 50 })
    while (progress.is_active === true)
    expect(progress).toMatchObject({ status: 'success', failures: [] })
    return run_id
  }

  try {
    const { spans } = await call('search_traces', {
      filter: 'status_code = STATUS_CODE_ERROR',
      since: '2d',
      until: '1h',
    })
    const reasons = Map.groupBy(spans as readonly Body[], ({ failed }) => String(failed))
    expect(
      new Map([...reasons].map(([reason, spansWithReason]) => [reason, spansWithReason.length])),
    ).toEqual(
      new Map([
        ['no policy found for refund', 4],
        ['the answer took too long', 2],
      ]),
    )
    await call('create_testset', {
      slug: 'failed-yesterday',
      spans: spans.map(({ trace_id, span_id }: Body) => ({ trace_id, span_id })),
      mapping: { question: 'attributes.ag.data.inputs.question' },
      message: 'failures of yesterday',
    })
    const { made } = await call('save_prompt', {
      slug: 'shop',
      message: 'with the policy',
      messages: [{ role: 'user', content: 'By our policy, answer: {{question}}' }],
    })
    const [first, second] = [await evaluate('shop@1'), await evaluate(made.name)]
    const { metrics } = await call('compare_runs', { run_ids: [first, second] })
    expect(metrics.find(({ path }: Body) => path.endsWith('success'))).toMatchObject({
      runs: [
        { run_id: first, count: 6, mean: 0 },
        { run_id: second, count: 6, mean: 1 },
      ],
      differences: [{ wins: 6, losses: 0, significant: true }],
    })
    expect(cost.calls).toBeLessThanOrEqual(callsMax)
    expect(cost.tokens).toBeLessThanOrEqual(tokensMax)
  } finally {
    await client.close()
    await model.stop()
  }
})
