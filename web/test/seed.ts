// Traces for tests of pages, written over HTTP: an agent with tools, a search with documents, a chat; some of them
// fail.
import { createHash } from 'node:crypto'
import { until } from '../../test/support/eventually.ts'

const hex = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

interface SpanSeed {
  readonly name: string
  readonly type: string
  readonly startMs: number
  readonly endMs: number
  readonly ag?: object
  readonly errorMessage?: string
  readonly children?: readonly SpanSeed[]
}

const messages = (question: string) => [
  { role: 'system', content: 'You are a **helpful** support agent. Answer briefly.' },
  { role: 'user', content: question },
]

const usage = (prompt: number, completion: number) => ({
  tokens: { incremental: { prompt, completion, total: prompt + completion } },
  costs: {
    incremental: {
      prompt: prompt * 2.5e-6,
      completion: completion * 1e-5,
      total: prompt * 2.5e-6 + completion * 1e-5,
    },
  },
})

function agent(question: string, fails: boolean, slowdown: number): SpanSeed {
  const tool = {
    id: 'call_1',
    type: 'function',
    function: { name: 'lookup_order', arguments: '{"order": 17}' },
  }
  return {
    name: 'support-agent',
    type: 'agent',
    startMs: 0,
    endMs: 2400 * slowdown,
    ag: {
      data: {
        inputs: { question },
        outputs: fails ? 'I could not look that up.' : 'Order 17 left our house on Monday.',
      },
    },
    children: [
      {
        name: 'plan',
        type: 'chat',
        startMs: 40,
        endMs: 700 * slowdown,
        ag: {
          data: {
            inputs: { messages: messages(question) },
            outputs: {
              completion: [
                { role: 'assistant', content: null, tool_calls: [tool], finish_reason: 'tool_calls' },
              ],
            },
          },
          metrics: usage(812, 64),
          meta: { request: { model: 'gpt-4o' } },
        },
      },
      {
        name: 'lookup_order',
        type: 'tool',
        startMs: 720 * slowdown,
        endMs: 1300 * slowdown,
        ag: {
          data: {
            inputs: { order: 17 },
            ...(fails ? {} : { outputs: { status: 'shipped', carrier: 'DHL', day: 'Monday' } }),
          },
        },
        ...(fails ? { errorMessage: 'no such order' } : {}),
        children: [{ name: 'SELECT orders', type: 'query', startMs: 760 * slowdown, endMs: 1250 * slowdown }],
      },
      {
        name: 'answer',
        type: 'chat',
        startMs: 1320 * slowdown,
        endMs: 2380 * slowdown,
        ag: {
          data: {
            inputs: {
              messages: [
                ...messages(question),
                { role: 'assistant', content: null, tool_calls: [tool] },
                { role: 'tool', tool_call_id: 'call_1', content: '{"status":"shipped","day":"Monday"}' },
              ],
            },
            outputs: {
              completion: [
                {
                  role: 'assistant',
                  content: 'Your order left our house on **Monday**:\n\n- carrier: DHL\n- arrives: Thursday',
                  finish_reason: 'stop',
                },
              ],
            },
          },
          metrics: usage(1204, 88),
          meta: { request: { model: 'gpt-4o' } },
        },
      },
    ],
  }
}

const search = (question: string): SpanSeed => ({
  name: 'docs-rag',
  type: 'workflow',
  startMs: 0,
  endMs: 1650,
  ag: { data: { inputs: { question }, outputs: { answer: 'Set `ASSAY_DATA_DIR`.' } } },
  children: [
    {
      name: 'embed',
      type: 'embedding',
      startMs: 10,
      endMs: 120,
      ag: { metrics: usage(12, 0), meta: { request: { model: 'text-embedding-3-small' } } },
    },
    {
      name: 'retrieve',
      type: 'query',
      startMs: 130,
      endMs: 320,
      ag: {
        data: {
          inputs: { query: question },
          outputs: {
            documents: [
              { id: 'ops.md#data', content: 'The data directory is set by ASSAY_DATA_DIR.', score: 0.912 },
              { id: 'ops.md#backup', content: 'A backup is a copy of the data directory.', score: 0.774 },
            ],
          },
        },
      },
    },
    { name: 'rerank', type: 'rerank', startMs: 330, endMs: 420 },
    {
      name: 'generate',
      type: 'chat',
      startMs: 430,
      endMs: 1640,
      ag: {
        data: {
          inputs: { prompt: messages(question) },
          outputs: { completion: [{ role: 'assistant', content: 'Set `ASSAY_DATA_DIR`.' }] },
        },
        metrics: usage(2210, 41),
        meta: { request: { model: 'claude-sonnet-4' } },
      },
    },
  ],
})

const chat = (question: string): SpanSeed => ({
  name: 'chat',
  type: 'chat',
  startMs: 0,
  endMs: 900,
  ag: {
    data: {
      inputs: { messages: messages(question) },
      outputs: { completion: [{ role: 'assistant', content: 'Hello! How can I help?' }] },
    },
    metrics: usage(58, 12),
    meta: { request: { model: 'gpt-4o-mini' } },
  },
})

const questions = [
  'Where is order 17?',
  'How do I change the data directory?',
  'Hello there',
  'Cancel my subscription',
  'Which models can I use?',
]

function spansOf(
  seed: SpanSeed,
  context: {
    readonly traceId: string
    readonly startMs: number
    readonly path: string
    readonly ids: object
    readonly parent?: string
  },
): object[] {
  const spanId = hex(`${context.traceId}${context.path}`, 16)
  const at = (ms: number): string => new Date(context.startMs + ms).toISOString()
  const span = {
    trace_id: context.traceId,
    span_id: spanId,
    ...(context.parent === undefined ? {} : { parent_id: context.parent }),
    span_name: seed.name,
    span_type: seed.type,
    start_time: at(seed.startMs),
    end_time: at(seed.endMs),
    status_code: seed.errorMessage === undefined ? 'STATUS_CODE_OK' : 'STATUS_CODE_ERROR',
    ...(seed.errorMessage === undefined
      ? {}
      : {
          status_message: seed.errorMessage,
          events: [
            {
              name: 'exception',
              timestamp: at(seed.endMs - 1),
              attributes: {
                'exception.type': 'OrderNotFound',
                'exception.message': seed.errorMessage,
                'exception.stacktrace':
                  'Traceback (most recent call last):\n  File "agent.py", line 41, in lookup_order\n    raise OrderNotFound(order)',
              },
            },
          ],
        }),
    attributes: {
      ag: { ...seed.ag, ...(context.parent === undefined ? context.ids : {}) },
      service: { name: 'support-api' },
    },
  }
  return [
    span,
    ...(seed.children ?? []).flatMap((child, index) =>
      spansOf(child, { ...context, path: `${context.path}/${index}`, parent: spanId }),
    ),
  ]
}

/** The id of the trace with this number. */
export const traceIdOf = (number: number): string => hex(`trace ${number}`, 32)

/** Writes spans; resolves when the last of them can be read. */
export async function ingest(url: string, key: string, spans: readonly object[]): Promise<void> {
  const response = await fetch(`${url}/api/tracing/spans/ingest`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ spans }),
  })
  if (!response.ok) throw new Error(`seeding answered ${response.status}: ${await response.text()}`)
  const { trace_id: traceId } = spans.at(-1) as { readonly trace_id: string }
  await until(async () => {
    const outline = await fetch(`${url}/api/traces/${traceId}/outline`, {
      headers: { Authorization: `ApiKey ${key}` },
    })
    return ((await outline.json()) as { readonly count: number }).count > 0
  }, 'stored spans')
}

/** Writes this number of traces over the last hours; the third of each ten is a failing agent. */
export async function seedTraces(url: string, key: string, count: number, hours = 20): Promise<void> {
  const spans = Array.from({ length: count }, (_, number) => {
    const question = questions[number % questions.length] ?? ''
    const seed =
      number % 5 === 2
        ? agent(question, number % 10 === 2, 1 + (number % 7) / 3)
        : number % 5 < 2
          ? search(question)
          : number % 5 === 3
            ? agent(question, false, 1)
            : chat(question)
    const startMs =
      Date.now() - 60_000 - ((count - number) / count) * hours * 3_600_000 * (0.9 + 0.1 * Math.sin(number))
    return spansOf(seed, {
      traceId: traceIdOf(number),
      startMs,
      path: '',
      ids: { session: { id: `session-${number % 12}` }, user: { id: `user-${number % 7}` } },
    })
  })
  for (let start = 0; start < spans.length; start += 40)
    await ingest(url, key, spans.slice(start, start + 40).flat())
}
