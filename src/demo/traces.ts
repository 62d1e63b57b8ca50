// Two days of traces of three programs: a chat with sessions, a search over pages, an agent with tools. Most succeed;
// some are slow, some fail, and one hour is bad.
import type { Json } from '../kernel/json/value.ts'
import type { Application, Artifacts } from './artifacts.ts'
import { pages, people, questions, type Question } from './library.ts'
import { randomSource, type RandomSource } from './random.ts'
import { requestOf, spanOf, type DemoSpan, type SpanInput } from './spans.ts'
import type { World } from './world.ts'

const hourMs = 3_600_000
const timesSeed = 20_261_116
const spansPerRequest = 400
const chatSessions = 90
const searches = 180
const agentRuns = 110
/** The bad hour of the model's provider, in hours before the end, and the number of chats in it. */
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
class TraceMaker {
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
    words: Omit<SpanInput, 'traceId' | 'spanId' | 'parentSpanId'> & { readonly parentId?: string },
  ): string {
    const spanId = this.#trace.random.hex(16)
    const { parentId, ...rest } = words
    this.spans.push(spanOf({ traceId: this.traceId, spanId, parentSpanId: parentId ?? this.rootId, ...rest }))
    return spanId
  }

  root(words: {
    readonly name: string
    readonly type: string
    readonly inputs: Json
    readonly outputs: Json
    readonly endMs: number
    readonly failure?: SpanInput['failure']
  }): void {
    const { application, startMs, user, session, random } = this.#trace
    const revision = random.of(application.revisions.slice(-3))
    this.spans.push(
      spanOf({
        traceId: this.traceId,
        spanId: this.rootId,
        name: words.name,
        startMs,
        endMs: words.endMs,
        failure: words.failure,
        attributes: {
          'ag.type.span': words.type,
          'ag.data.inputs': words.inputs,
          ...(words.outputs === null ? {} : { 'ag.data.outputs': words.outputs }),
          'ag.user.id': user,
          ...(session === undefined ? {} : { 'ag.session.id': session }),
          'ag.refs.application.slug': application.slug,
          'ag.refs.application_revision.id': revision.id,
          'ag.refs.application_revision.version': revision.version,
          'ag.tags.channel': random.of(['web', 'web', 'app', 'mail']),
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

const wordsOf = (value: Json): number => Math.ceil(JSON.stringify(value).length / 4)

function modelCall(maker: TraceMaker, call: ModelCall): void {
  const { messages, answer, startMs, endMs, model, failure, parentId } = call
  maker.add({
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
            'gen_ai.usage.input_tokens': 60 + wordsOf([...messages]),
            'gen_ai.usage.output_tokens': wordsOf(answer),
            'gen_ai.response.finish_reasons': ['stop'],
          }
        : {}),
    },
  })
}

const overloaded = { type: 'RateLimitError', message: 'The provider answered 429: too many requests.' }

interface ChatTrace extends Trace {
  readonly isBadHour: boolean
}

function chatTurn(trace: ChatTrace, question: Question, history: Json[]): readonly DemoSpan[] {
  const { random, startMs } = trace
  const maker = new TraceMaker(trace)
  const failure = random.chance(trace.isBadHour ? 0.6 : 0.02) ? overloaded : undefined
  const modelMs = random.skewed(failure === undefined ? 900 : 4_000)
  const user = { role: 'user', content: question.question }
  const messages = [{ role: 'system', content: 'You are the help desk of Harbour Books.' }, ...history, user]
  modelCall(maker, {
    messages,
    answer: question.correct_answer,
    startMs: startMs + 12,
    endMs: startMs + 12 + modelMs,
    model: 'gpt-4o-mini',
    ...(failure === undefined ? {} : { failure }),
  })
  maker.root({
    name: 'support-chat',
    type: 'workflow',
    inputs: { question: question.question },
    outputs: failure === undefined ? question.correct_answer : null,
    endMs: startMs + 20 + modelMs,
    ...(failure === undefined ? {} : { failure }),
  })
  if (failure === undefined) history.push(user, { role: 'assistant', content: question.correct_answer })
  return maker.spans
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
  const maker = new TraceMaker(trace)
  const results = Array.from({ length: random.between(2, 4) }, () => random.of(pages))
  const isSlow = random.chance(0.05)
  const embedMs = random.skewed(60)
  const searchMs = random.skewed(isSlow ? 3_500 : 90)
  const modelMs = random.skewed(1_400)
  const searchAt = startMs + 5 + embedMs
  const modelAt = searchAt + searchMs + 4
  maker.add({
    name: 'embed question',
    startMs: startMs + 4,
    endMs: searchAt,
    attributes: {
      'ag.type.span': 'embedding',
      'gen_ai.request.model': 'text-embedding-3-small',
      'gen_ai.usage.input_tokens': wordsOf(question.question),
      'ag.data.inputs': { text: question.question },
    },
  })
  maker.add({
    name: 'search pages',
    startMs: searchAt,
    endMs: searchAt + searchMs,
    attributes: searchAttributes(question, results),
  })
  modelCall(maker, {
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
  maker.root({
    name: 'book-search',
    type: 'chain',
    inputs: { question: question.question },
    outputs: { answer: question.correct_answer, sources: results.map(({ id }) => id) },
    endMs: modelAt + modelMs + 6,
  })
  return maker.spans
}

const tools = ['find_order', 'track_parcel', 'check_stock', 'refund'] as const

function toolCall(
  maker: TraceMaker,
  random: RandomSource,
  startMs: number,
  order: string,
): { readonly endMs: number; readonly name: string; readonly failed: boolean } {
  const name = random.of(tools)
  const hasFailed = random.chance(name === 'refund' ? 0.25 : 0.06)
  const endMs = startMs + random.skewed(hasFailed ? 5_000 : 240)
  maker.add({
    name,
    startMs,
    endMs,
    attributes: {
      'ag.type.span': 'tool',
      'gen_ai.tool.name': name,
      'ag.data.inputs': { order },
      ...(hasFailed
        ? {}
        : { 'ag.data.outputs': { order, state: random.of(['packed', 'sent', 'delivered', 'lost']) } }),
    },
    ...(hasFailed
      ? { failure: { type: 'ToolError', message: `${name}: the shop's system did not answer in 5 s.` } }
      : {}),
  })
  return { endMs, name, failed: hasFailed }
}

function agentTrace(trace: Trace): readonly DemoSpan[] {
  const { random, startMs } = trace
  const maker = new TraceMaker(trace)
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
    modelCall(maker, {
      messages: [...messages],
      answer: null,
      startMs: at,
      endMs: at + thinkingMs,
      model: 'gpt-4o-mini',
    })
    const tool = toolCall(maker, random, at + thinkingMs + 3, order)
    messages.push({
      role: 'assistant',
      tool_calls: [
        { id, type: 'function', function: { name: tool.name, arguments: JSON.stringify({ order }) } },
      ],
    })
    messages.push({ role: 'tool', tool_call_id: id, content: tool.failed ? 'timeout' : `${order}: sent` })
    failures += tool.failed ? 1 : 0
    at = tool.endMs + 4
  }
  const failure =
    failures > 1 ? { type: 'AgentError', message: `${failures} tools failed; the agent gave up.` } : undefined
  const answer = `Your order ${order} is on its way.`
  const lastMs = random.skewed(900)
  if (failure === undefined)
    modelCall(maker, { messages, answer, startMs: at, endMs: at + lastMs, model: 'gpt-4o-mini' })
  maker.root({
    name: 'order-agent',
    type: 'agent',
    inputs: { question: `Where is my order ${order}?` },
    outputs: failure === undefined ? answer : null,
    endMs: at + (failure === undefined ? lastMs : 0) + 5,
    ...(failure === undefined ? {} : { failure }),
  })
  return maker.spans
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
  some(beforeEndMs: number): number {
    for (;;) {
      const at = this.#nowMs - beforeEndMs - this.#random.next() * 47 * hourMs
      const hour = new Date(at).getUTCHours()
      if (this.#random.chance(hour >= 7 && hour < 21 ? 1 : 0.25)) return at
    }
  }

  inBadHour(): number {
    return this.#nowMs - badHour.startsBefore * hourMs + this.#random.next() * (hourMs - chatMsMax)
  }
}

function chatSession(
  random: RandomSource,
  application: Application,
  { startMs, isBadHour }: Pick<ChatTrace, 'startMs' | 'isBadHour'>,
): readonly DemoSpan[] {
  const user = random.of(people)
  const session = `chat-${random.hex(6)}`
  const history: Json[] = []
  const spans: DemoSpan[] = []
  let at = startMs
  for (let turnsLeft = random.between(1, 6); turnsLeft > 0; turnsLeft -= 1) {
    spans.push(
      ...chatTurn(
        { random, application, startMs: at, user, session, isBadHour },
        random.of(questions),
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
  world: World,
  service: string,
  spans: readonly DemoSpan[],
): Promise<readonly string[]> {
  const receipts: string[] = []
  for (let at = 0; at < spans.length; at += spansPerRequest) {
    receipts.push(await world.sendSpans(requestOf(service, spans.slice(at, at + spansPerRequest))))
  }
  return receipts
}

export async function createTraces(world: World, { chat, search, agent }: Artifacts): Promise<void> {
  const { random, nowMs } = world
  const times = new Times(randomSource(timesSeed), nowMs)
  const trace = (application: Application): Trace => ({
    random,
    application,
    startMs: times.some(60_000),
    user: random.of(people),
  })
  const chatOf = (i: number): readonly DemoSpan[] => {
    const isBadHour = i < badHour.chats
    return chatSession(random, chat, {
      isBadHour,
      startMs: isBadHour ? times.inBadHour() : times.some(chatMsMax),
    })
  }
  const receipts = [
    ...(await send(world, 'support-api', repeat(chatSessions, chatOf))),
    ...(await send(
      world,
      'search-api',
      repeat(searches, () => searchTrace(trace(search), random.of(questions))),
    )),
    ...(await send(
      world,
      'agents',
      repeat(agentRuns, () => agentTrace(trace(agent))),
    )),
  ]
  await world.settled(receipts)
}
