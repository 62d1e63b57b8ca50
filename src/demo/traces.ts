// Two days of traces of three programs: a chat with sessions, a search over pages, an agent with tools. Most succeed,
// some are slow, some fail, and in one hour most chats fail.
import type { Json } from '../kernel/json/value.ts'
import type { Application, Artifacts } from './artifacts.ts'
import { pages, people, questions, type Question } from './library.ts'
import { randomSource, type RandomSource } from './random.ts'
import { requestOf, spanOf, type DemoSpan, type SpanInput } from './spans.ts'
import type { DemoContext } from './context.ts'

const hourMs = 3_600_000
const timesSeed = 20_261_116
const spansPerRequest = 400
const chatSessionCount = 90
const searchCount = 180
const agentRunCount = 110
/** The hour in which the model provider is overloaded: its start in hours before the end, and its number of chats. */
const badHour = { startsBefore: 21, chats: 9 }
/** The longest duration of a chat. Every chat ends before the end of the demo. */
const chatMsMax = 15 * 60_000

interface Trace {
  readonly random: RandomSource
  readonly application: Application
  readonly startMs: number
  readonly user: string
  readonly session?: string
}

/** Builds the spans of one trace. */
class TraceBuilder {
  readonly spans: DemoSpan[] = []
  readonly #trace: Trace
  readonly traceId: string
  readonly rootId: string

  constructor(trace: Trace) {
    this.#trace = trace
    this.traceId = trace.random.hex(32)
    this.rootId = trace.random.hex(16)
  }

  add(
    input: Omit<SpanInput, 'traceId' | 'spanId' | 'parentSpanId'> & { readonly parentId?: string },
  ): string {
    const spanId = this.#trace.random.hex(16)
    const { parentId, ...rest } = input
    this.spans.push(spanOf({ traceId: this.traceId, spanId, parentSpanId: parentId ?? this.rootId, ...rest }))
    return spanId
  }

  addRoot(input: {
    readonly name: string
    readonly type: string
    readonly inputs: Json
    readonly outputs: Json
    readonly endMs: number
    readonly failure?: SpanInput['failure']
  }): void {
    const { application, startMs, user, session, random } = this.#trace
    const revision = random.pick(application.revisions.slice(-3))
    this.spans.push(
      spanOf({
        traceId: this.traceId,
        spanId: this.rootId,
        name: input.name,
        startMs,
        endMs: input.endMs,
        failure: input.failure,
        attributes: {
          'ag.type.span': input.type,
          'ag.data.inputs': input.inputs,
          ...(input.outputs === null ? {} : { 'ag.data.outputs': input.outputs }),
          'ag.user.id': user,
          ...(session === undefined ? {} : { 'ag.session.id': session }),
          'ag.refs.application.slug': application.slug,
          'ag.refs.application_revision.id': revision.id,
          'ag.refs.application_revision.version': revision.version,
          'ag.tags.channel': random.pick(['web', 'web', 'app', 'mail']),
          'deployment.environment': 'production',
        },
      }),
    )
  }
}

interface ModelCall {
  readonly messages: readonly Json[]
  readonly answer: Json
  readonly startMs: number
  readonly endMs: number
  readonly model: string
  readonly failure?: SpanInput['failure']
  readonly parentId?: string
}

const estimateTokens = (value: Json): number => Math.ceil(JSON.stringify(value).length / 4)

function addModelCall(builder: TraceBuilder, call: ModelCall): void {
  const { messages, answer, startMs, endMs, model, failure, parentId } = call
  builder.add({
    name: `chat ${model}`,
    startMs,
    endMs,
    failure,
    ...(parentId === undefined ? {} : { parentId }),
    attributes: {
      'ag.type.span': 'chat',
      'gen_ai.operation.name': 'chat',
      'gen_ai.system': 'openai',
      'gen_ai.request.model': model,
      'gen_ai.request.temperature': 0.2,
      'ag.data.inputs': { messages: [...messages] },
      ...(failure === undefined
        ? {
            'ag.data.outputs': { role: 'assistant', content: answer },
            'gen_ai.usage.input_tokens': 60 + estimateTokens([...messages]),
            'gen_ai.usage.output_tokens': estimateTokens(answer),
            'gen_ai.response.finish_reasons': ['stop'],
          }
        : {}),
    },
  })
}

const rateLimitFailure = { type: 'RateLimitError', message: 'The provider answered 429: too many requests.' }

interface ChatTrace extends Trace {
  readonly isBadHour: boolean
}

function chatTurnSpans(trace: ChatTrace, question: Question, history: Json[]): readonly DemoSpan[] {
  const { random, startMs } = trace
  const builder = new TraceBuilder(trace)
  const failure = random.chance(trace.isBadHour ? 0.6 : 0.02) ? rateLimitFailure : undefined
  const modelMs = random.skewed(failure === undefined ? 900 : 4_000)
  const user = { role: 'user', content: question.question }
  const messages = [{ role: 'system', content: 'You are the help desk of Harbour Books.' }, ...history, user]
  addModelCall(builder, {
    messages,
    answer: question.correct_answer,
    startMs: startMs + 12,
    endMs: startMs + 12 + modelMs,
    model: 'gpt-4o-mini',
    ...(failure === undefined ? {} : { failure }),
  })
  builder.addRoot({
    name: 'support-chat',
    type: 'workflow',
    inputs: { question: question.question },
    outputs: failure === undefined ? question.correct_answer : null,
    endMs: startMs + 20 + modelMs,
    ...(failure === undefined ? {} : { failure }),
  })
  if (failure === undefined) history.push(user, { role: 'assistant', content: question.correct_answer })
  return builder.spans
}

const searchAttributes = (question: Question, results: readonly (typeof pages)[number][]) => ({
  'ag.type.span': 'query',
  'ag.data.inputs': { query: question.question, top_k: results.length },
  'ag.data.outputs': {
    documents: results.map(({ id, title, text }, i) => ({
      id,
      title,
      content: text,
      score: Math.round((0.92 - i * 0.11) * 100) / 100,
    })),
  },
})

function searchTrace(trace: Trace, question: Question): readonly DemoSpan[] {
  const { random, startMs } = trace
  const builder = new TraceBuilder(trace)
  const results = Array.from({ length: random.between(2, 4) }, () => random.pick(pages))
  const isSlow = random.chance(0.05)
  const embedMs = random.skewed(60)
  const searchMs = random.skewed(isSlow ? 3_500 : 90)
  const modelMs = random.skewed(1_400)
  const searchAt = startMs + 5 + embedMs
  const modelAt = searchAt + searchMs + 4
  builder.add({
    name: 'embed question',
    startMs: startMs + 4,
    endMs: searchAt,
    attributes: {
      'ag.type.span': 'embedding',
      'gen_ai.request.model': 'text-embedding-3-small',
      'gen_ai.usage.input_tokens': estimateTokens(question.question),
      'ag.data.inputs': { text: question.question },
    },
  })
  builder.add({
    name: 'search pages',
    startMs: searchAt,
    endMs: searchAt + searchMs,
    attributes: searchAttributes(question, results),
  })
  addModelCall(builder, {
    messages: [
      {
        role: 'system',
        content: `Answer from these pages and name them: ${results.map(({ text }) => text).join(' ')}`,
      },
      { role: 'user', content: question.question },
    ],
    answer: `${question.correct_answer} (${results[0]?.title ?? ''})`,
    startMs: modelAt,
    endMs: modelAt + modelMs,
    model: 'gpt-4o',
  })
  builder.addRoot({
    name: 'book-search',
    type: 'chain',
    inputs: { question: question.question },
    outputs: { answer: question.correct_answer, sources: results.map(({ id }) => id) },
    endMs: modelAt + modelMs + 6,
  })
  return builder.spans
}

const tools = ['find_order', 'track_parcel', 'check_stock', 'refund'] as const

function addToolCall(
  builder: TraceBuilder,
  random: RandomSource,
  startMs: number,
  order: string,
): { readonly endMs: number; readonly name: string; readonly hasFailed: boolean } {
  const name = random.pick(tools)
  const hasFailed = random.chance(name === 'refund' ? 0.25 : 0.06)
  const endMs = startMs + random.skewed(hasFailed ? 5_000 : 240)
  builder.add({
    name,
    startMs,
    endMs,
    attributes: {
      'ag.type.span': 'tool',
      'gen_ai.tool.name': name,
      'ag.data.inputs': { order },
      ...(hasFailed
        ? {}
        : { 'ag.data.outputs': { order, state: random.pick(['packed', 'sent', 'delivered', 'lost']) } }),
    },
    ...(hasFailed
      ? { failure: { type: 'ToolError', message: `${name}: the shop's system did not answer in 5 s.` } }
      : {}),
  })
  return { endMs, name, hasFailed }
}

function agentTrace(trace: Trace): readonly DemoSpan[] {
  const { random, startMs } = trace
  const builder = new TraceBuilder(trace)
  const order = `HB-${random.between(10_000, 99_999)}`
  const messages: Json[] = [
    { role: 'system', content: 'You may look up orders and parcels, and refund up to 50.' },
    { role: 'user', content: `Where is my order ${order}?` },
  ]
  let at = startMs + 8
  let failures = 0
  for (let turnsLeft = random.between(1, 5); turnsLeft > 0; turnsLeft -= 1) {
    const thinkingMs = random.skewed(800)
    const id = `call_${random.hex(8)}`
    addModelCall(builder, {
      messages: [...messages],
      answer: null,
      startMs: at,
      endMs: at + thinkingMs,
      model: 'gpt-4o-mini',
    })
    const tool = addToolCall(builder, random, at + thinkingMs + 3, order)
    messages.push({
      role: 'assistant',
      tool_calls: [
        { id, type: 'function', function: { name: tool.name, arguments: JSON.stringify({ order }) } },
      ],
    })
    messages.push({ role: 'tool', tool_call_id: id, content: tool.hasFailed ? 'timeout' : `${order}: sent` })
    failures += tool.hasFailed ? 1 : 0
    at = tool.endMs + 4
  }
  const failure =
    failures > 1 ? { type: 'AgentError', message: `${failures} tools failed; the agent gave up.` } : undefined
  const answer = `Your order ${order} is on its way.`
  const lastMs = random.skewed(900)
  if (failure === undefined)
    addModelCall(builder, { messages, answer, startMs: at, endMs: at + lastMs, model: 'gpt-4o-mini' })
  builder.addRoot({
    name: 'order-agent',
    type: 'agent',
    inputs: { question: `Where is my order ${order}?` },
    outputs: failure === undefined ? answer : null,
    endMs: at + (failure === undefined ? lastMs : 0) + 5,
    ...(failure === undefined ? {} : { failure }),
  })
  return builder.spans
}

/** The times of traces. They have their own random source, so that nothing else depends on the hour of the day. */
class Times {
  readonly #random: RandomSource
  readonly #nowMs: number

  constructor(random: RandomSource, nowMs: number) {
    this.#random = random
    this.#nowMs = nowMs
  }

  /** A random time in the last two days, at least `beforeEndMs` before the end. Days have more requests than nights. */
  randomTime(beforeEndMs: number): number {
    for (;;) {
      const at = this.#nowMs - beforeEndMs - this.#random.next() * 47 * hourMs
      const hour = new Date(at).getUTCHours()
      if (this.#random.chance(hour >= 7 && hour < 21 ? 1 : 0.25)) return at
    }
  }

  randomTimeInBadHour(): number {
    return this.#nowMs - badHour.startsBefore * hourMs + this.#random.next() * (hourMs - chatMsMax)
  }
}

function chatSession(
  random: RandomSource,
  application: Application,
  { startMs, isBadHour }: Pick<ChatTrace, 'startMs' | 'isBadHour'>,
): readonly DemoSpan[] {
  const user = random.pick(people)
  const session = `chat-${random.hex(6)}`
  const history: Json[] = []
  const spans: DemoSpan[] = []
  let at = startMs
  for (let turnsLeft = random.between(1, 6); turnsLeft > 0; turnsLeft -= 1) {
    spans.push(
      ...chatTurnSpans(
        { random, application, startMs: at, user, session, isBadHour },
        random.pick(questions),
        history,
      ),
    )
    at += random.skewed(40_000)
  }
  return spans
}

const repeat = (count: number, make: (i: number) => readonly DemoSpan[]): readonly DemoSpan[] =>
  Array.from({ length: count }, (_, i) => make(i)).flat()

export async function send(
  context: DemoContext,
  service: string,
  spans: readonly DemoSpan[],
): Promise<readonly string[]> {
  const receipts: string[] = []
  for (let at = 0; at < spans.length; at += spansPerRequest) {
    receipts.push(await context.sendSpans(requestOf(service, spans.slice(at, at + spansPerRequest))))
  }
  return receipts
}

export async function createTraces(context: DemoContext, { chat, search, agent }: Artifacts): Promise<void> {
  const { random, nowMs } = context
  const times = new Times(randomSource(timesSeed), nowMs)
  const trace = (application: Application): Trace => ({
    random,
    application,
    startMs: times.randomTime(60_000),
    user: random.pick(people),
  })
  const chatOf = (i: number): readonly DemoSpan[] => {
    const isBadHour = i < badHour.chats
    return chatSession(random, chat, {
      isBadHour,
      startMs: isBadHour ? times.randomTimeInBadHour() : times.randomTime(chatMsMax),
    })
  }
  const receipts = [
    ...(await send(context, 'support-api', repeat(chatSessionCount, chatOf))),
    ...(await send(
      context,
      'search-api',
      repeat(searchCount, () => searchTrace(trace(search), random.pick(questions))),
    )),
    ...(await send(
      context,
      'agents',
      repeat(agentRunCount, () => agentTrace(trace(agent))),
    )),
  ]
  await context.waitUntilStored(receipts)
}
