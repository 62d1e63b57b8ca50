// Server-sent events over fetch: with headers, in every runtime, and resumed after a broken connection.
import { AssayError, ConnectionError } from './errors.ts'
import { backoffMs, sleep } from './retry.ts'

/** One event of a stream. */
export interface ServerEvent {
  /** Its type. */
  readonly event: string
  /** Its position in the stream. */
  readonly id: string | undefined
  /** Parsed if it is JSON. */
  readonly data: unknown
}

/** The events of a stream, which reconnects after a break. */
export type EventStream = AsyncIterable<ServerEvent>

const parseData = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Parses the block of one event; comments and unknown fields are ignored. Undefined for a block without data. */
function eventOf(block: string): ServerEvent | undefined {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const value = line.slice(colon + 1).replace(/^ /, '')
    const field = line.slice(0, colon)
    if (field === 'event') event = value
    else if (field === 'id') id = value
    else if (field === 'data') data.push(value)
  }
  return data.length === 0 ? undefined : { event, id, data: parseData(data.join('\n')) }
}

/** The events of one response. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text = (text + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n')
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event !== undefined) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** The maximum number of reconnections without an event in between. */
const reconnectsMax = 10

/**
 * Reconnects when the connection breaks, with the id of the last event. The stream ends when the server ends or refuses
 * it. A call that is not repeatable fails instead: a second request would run it again.
 */
export async function* eventStream(
  openStream: (headers: Readonly<Record<string, string>>) => Promise<Response>,
  { signal, isRepeatable }: { readonly signal: AbortSignal | undefined; readonly isRepeatable: boolean },
): AsyncGenerator<ServerEvent> {
  let lastEventId: string | undefined
  for (let attempts = 0; ; attempts++) {
    const response = await openStream({
      Accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    })
    if (response.body === null) return
    try {
      for await (const event of eventsOf(response.body)) {
        attempts = 0
        lastEventId = event.id ?? lastEventId
        yield event
      }
      return
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof AssayError) throw error
      if (!isRepeatable || attempts >= reconnectsMax)
        throw new ConnectionError('The stream broke off.', { cause: error })
      await sleep(backoffMs(attempts, undefined), signal)
    }
  }
}
