// The generator of bench:ingest, a process of its own: `node otlp-load.ts <url> <key> <spans/s, 0 as fast as possible> <seconds>`.
// Prints one JSON object.
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeMessage } from '../../src/tracing/otlp/schema.fixture.ts'

export interface Percentiles {
  readonly p50: number
  readonly p99: number
}

export interface LoadResult {
  readonly sent: number
  readonly refused: number
  /** Until the last answer, and until the last span was readable. */
  readonly seconds: number
  readonly storedSeconds: number
  readonly answerMs: Percentiles
  readonly readableMs: Percentiles
}

const [url = '', key = '', rate = '0', duration = '10'] = process.argv.slice(2)
const spansPerSecond = Number(rate)
const connections = 8
const spansPerBatch = 100
const spansPerTrace = 8
/** Bodies made before the load starts; ids are replaced in each copy, so that making them costs the generator little. */
const templateCount = 16

const vocabulary =
  'the customer asked about order status refund delivery invoice payment account please check system answer question agent tool result model temperature latency document search retrieval context summary policy shipping address name email support ticket urgent resolved pending'.split(
    ' ',
  )
const words = (characters: number): string => {
  let text = ''
  while (text.length < characters) text += `${vocabulary[Math.floor(Math.random() * vocabulary.length)]} `
  return text.slice(0, characters)
}

const text = (name: string, stringValue: string) => ({ key: name, value: { stringValue } })
const int = (name: string, value: number) => ({ key: name, value: { intValue: String(value) } })
const messages = (role: string, content: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }], finish_reason: 'stop' }])

interface Template {
  readonly bytes: Buffer
  /** Places of trace ids, by trace, and of span ids, by span; a child also names its parent. */
  readonly traceIdAt: readonly (readonly number[])[]
  readonly spanIdAt: readonly (readonly number[])[]
}

/** Marks stand for ids until their places are known. */
const mark = (kind: number, index: number, bytes: number): Buffer => {
  const id = Buffer.alloc(bytes, kind)
  id.writeUInt16BE(index + 1, bytes - 2)
  return id
}

function places(bytes: Buffer, id: Buffer): readonly number[] {
  const found: number[] = []
  for (let at = bytes.indexOf(id); at !== -1; at = bytes.indexOf(id, at + 1)) found.push(at)
  return found
}

function template(): Template {
  const nowMs = Date.now()
  const spans = Array.from({ length: spansPerBatch }, (_, i) => {
    const trace = Math.floor(i / spansPerTrace)
    const start = BigInt(nowMs) * 1_000_000n + BigInt(i * 1000)
    const isRoot = i % spansPerTrace === 0
    return {
      traceId: mark(0xa5, trace, 16).toString('base64'),
      spanId: mark(0xc3, i, 8).toString('base64'),
      parentSpanId: isRoot ? '' : mark(0xc3, trace * spansPerTrace, 8).toString('base64'),
      name: isRoot ? 'support' : 'chat gpt-4o-mini',
      kind: 3,
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(start + 800_000_000n),
      status: { code: 1 },
      attributes: [
        text('gen_ai.operation.name', 'chat'),
        text('gen_ai.provider.name', 'openai'),
        text('gen_ai.request.model', 'gpt-4o-mini'),
        text('gen_ai.response.model', 'gpt-4o-mini-2024-07-18'),
        text('gen_ai.response.id', `chatcmpl-${i}`),
        int('gen_ai.usage.input_tokens', Math.floor(Math.random() * 2000)),
        int('gen_ai.usage.output_tokens', Math.floor(Math.random() * 400)),
        int('gen_ai.usage.cache_read.input_tokens', 100),
        { key: 'gen_ai.request.temperature', value: { doubleValue: 0.7 } },
        int('gen_ai.request.max_tokens', 400),
        text('gen_ai.input.messages', messages('user', words(800))),
        text('gen_ai.output.messages', messages('assistant', words(500))),
        text('gen_ai.conversation.id', `session-${i % 50}`),
        text('server.address', 'api.openai.com'),
        int('server.port', 443),
      ],
    }
  })
  const request = {
    resourceSpans: [
      {
        resource: {
          attributes: [text('service.name', 'support-api'), text('deployment.environment', 'production')],
        },
        scopeSpans: [{ scope: { name: 'openai-instrumentation', version: '1.2.0' }, spans }],
      },
    ],
  }
  const bytes = Buffer.from(encodeMessage('Request', request))
  const traces = Math.ceil(spansPerBatch / spansPerTrace)
  return {
    bytes,
    traceIdAt: Array.from({ length: traces }, (_, i) => places(bytes, mark(0xa5, i, 16))),
    spanIdAt: Array.from({ length: spansPerBatch }, (_, i) => places(bytes, mark(0xc3, i, 8))),
  }
}

/** A copy with new ids, and the id of its last trace. */
function batchOf({ bytes, traceIdAt, spanIdAt }: Template): {
  readonly body: Buffer
  readonly lastTraceId: string
} {
  const body = Buffer.from(bytes)
  const ids = randomBytes(traceIdAt.length * 16 + spanIdAt.length * 8)
  let used = 0
  const write = (placesOfOne: readonly number[], length: number): void => {
    for (const at of placesOfOne) ids.copy(body, at, used, used + length)
    used += length
  }
  for (const at of traceIdAt) write(at, 16)
  const lastTraceId = ids.subarray(used - 16, used).toString('hex')
  for (const at of spanIdAt) write(at, 8)
  return { body, lastTraceId }
}

const agent = new Agent({ keepAlive: true, maxSockets: connections + 2 })

function call(
  method: string,
  path: string,
  body?: Buffer,
): Promise<{ readonly status: number; readonly text: string; readonly receipt: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        method,
        agent,
        headers: {
          Authorization: key,
          ...(body === undefined
            ? {}
            : { 'Content-Type': 'application/x-protobuf', 'Content-Length': body.length }),
        },
      },
      (answer) => {
        let answered = ''
        answer.on('data', (chunk: Buffer) => (answered += chunk.toString('latin1')))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text: answered,
            receipt: String(answer.headers['x-assay-receipt'] ?? ''),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const round = (ms: number): number => Math.round(ms * 10) / 10
function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}

const isReadable = async (traceId: string): Promise<boolean> =>
  (await call('GET', `/api/traces/${traceId}`)).text.startsWith('{"count":1')

/** Asks for the receipt, which costs the server little, and then once for the trace. */
async function untilReadable({ receipt, traceId }: Sent): Promise<void> {
  while ((await call('GET', `/api/otlp/receipts/${receipt}`)).text.includes('"pending"')) await sleep(20)
  if (!(await isReadable(traceId))) throw new Error(`${traceId} is stored but cannot be read`)
}

interface Sent {
  readonly receipt: string
  readonly traceId: string
}

const templates = Array.from({ length: templateCount }, template)
const started = performance.now()
const endsAt = started + Number(duration) * 1000
const answerMs: number[] = []
const readableMs: number[] = []
let sent = 0
let refused = 0
let last: Sent | undefined
let turn = 0

/** Batches are due at fixed times, whether or not the ones before were answered: a slow server cannot hide by slowing us. */
const dueAt = (batch: number): number =>
  spansPerSecond === 0 ? 0 : started + (batch * spansPerBatch * 1000) / spansPerSecond

async function sendOne(): Promise<void> {
  const due = dueAt(turn)
  const batch = batchOf(templates[turn++ % templateCount] as Template)
  const wait = due - performance.now()
  if (wait > 0) await sleep(wait)
  const from = spansPerSecond === 0 ? performance.now() : due
  const { status, receipt } = await call('POST', '/api/otlp/v1/traces', batch.body)
  answerMs.push(performance.now() - from)
  if (status === 202) {
    sent += spansPerBatch
    last = { receipt, traceId: batch.lastTraceId }
    probe.watch(last, from)
  } else refused += spansPerBatch
  if (status === 429) await sleep(500)
}

/** Follows one batch at a time from its sending to its being readable. */
const probe = {
  busy: false,
  watch(batch: Sent, from: number): void {
    if (this.busy) return
    this.busy = true
    void (async () => {
      await untilReadable(batch)
      readableMs.push(performance.now() - from)
      this.busy = false
    })()
  },
}

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < endsAt) await sendOne()
  }),
)
const seconds = (performance.now() - started) / 1000
if (last !== undefined) await untilReadable(last)
while (probe.busy) await sleep(20)
const result: LoadResult = {
  sent,
  refused,
  seconds: round(seconds),
  storedSeconds: round((performance.now() - started) / 1000),
  answerMs: percentiles(answerMs),
  readableMs: percentiles(readableMs),
}
console.log(JSON.stringify(result))
agent.destroy()
