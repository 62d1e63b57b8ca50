// The load generator of bench:cold, a separate process: `node otlp-burst.ts <url> <key> <spans>` sends spans as fast as
// the server accepts them and waits until all are readable. Prints one JSON object.
import { setTimeout as sleep } from 'node:timers/promises'
import { batchOf, spansPerBatch, template, text, type Template } from './otlp-payloads.ts'
import { otlpClient } from './otlp-client.ts'
import { rareWord } from './otlp-burst-words.ts'

export interface BurstResult {
  /** Seconds until the last answer, and until the last span was readable. */
  readonly acceptedSeconds: number
  readonly storedSeconds: number
  /** One span of each batch. */
  readonly traceIds: readonly string[]
}

const [url = '', key = '', spans = '0'] = process.argv.slice(2)
const connections = 8
const batchCount = Math.round(Number(spans) / spansPerBatch)

const { call, close } = otlpClient({ url, key, connections })
const templateWith = (rareAt: number): Template =>
  template({
    spansPerTrace: 10,
    extraAttributes: (i) => [
      text('app.team', i % 3 === 0 ? 'care' : 'sales'),
      ...(i === rareAt ? [text('app.ticket', rareWord)] : []),
    ],
  })
/** Created before the load starts, each with different texts: equal ones would be compressed away on disk. */
const templates = Array.from({ length: batchCount }, (_, n) => templateWith(n === batchCount >> 1 ? 5 : -1))

const receipts: string[] = []
const traceIds: string[] = []
let batchesSent = 0

async function sender(): Promise<void> {
  for (
    let batchTemplate = templates[batchesSent++];
    batchTemplate !== undefined;
    batchTemplate = templates[batchesSent++]
  ) {
    const { body, lastTraceId } = batchOf(batchTemplate)
    const { status, receipt } = await call('POST', '/api/otlp/v1/traces', body)
    if (status !== 202) throw new Error(`a batch was answered ${status}`)
    receipts.push(receipt)
    traceIds.push(lastTraceId)
  }
}

const startedMs = performance.now()
await Promise.all(Array.from({ length: connections }, sender))
const acceptedSeconds = (performance.now() - startedMs) / 1000
for (const receipt of receipts.toReversed()) {
  while ((await call('GET', `/api/otlp/receipts/${receipt}`)).text.includes('"pending"')) await sleep(20)
}
const { text: lastTrace } = await call('GET', `/api/traces/${traceIds.at(-1)}`)
if (!lastTrace.startsWith('{"count":1')) throw new Error('the last trace is stored but cannot be read')
const result: BurstResult = {
  acceptedSeconds,
  storedSeconds: (performance.now() - startedMs) / 1000,
  traceIds,
}
console.log(JSON.stringify(result))
close()
