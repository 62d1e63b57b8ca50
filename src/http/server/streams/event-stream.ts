// src/http/server/streams: answers that are sent in parts. event-stream.ts sends events, progress-stream.ts the
// progress of long operations; disconnect-signal.ts aborts work when its client disconnects. Imports ../answers.ts and
// the kernel.
//
// Server-sent events. A stream ends when its events end, the client disconnects, the server stops, or the
// caller loses access. Every route that streams events uses `sendEvents`.
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AssayError } from '../../../kernel/errors.ts'
import type { Caller } from '../../route.ts'
import { reportFailure } from '../answers.ts'
import { disconnectSignal } from './disconnect-signal.ts'

export const eventStreamType = 'text/event-stream; charset=utf-8'

/** A revoked or expired key loses its streams within this time. */
const accessCheckMs = 1_000
/** Proxies close idle connections, often after 30 s. */
const heartbeatMs = 15_000

/** Formats one event. */
export const eventText = (
  event: string,
  { data, id }: { readonly data: unknown; readonly id?: string | number | undefined },
): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** The final event of a stream that fails. */
export const failureEvent = ({ status, code, detail, extra }: AssayError): string =>
  eventText('failure', { data: { status, code, detail, ...extra } })

/**
 * Ends the stream with a `failure` event when its source fails, for example when a query exceeds its budget. An
 * unavailable store breaks the connection instead, so that clients reconnect.
 */
async function* endingWithFailure(
  request: FastifyRequest,
  texts: AsyncIterable<string>,
): AsyncGenerator<string> {
  try {
    yield* texts
  } catch (error) {
    if (!(error instanceof AssayError) || error.code === 'unavailable') throw error
    yield failureEvent(reportFailure(request, error))
  }
}

/** Resolves after the pause, or as soon as the signal is aborted; never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

/** Aborts when the caller loses access, or when the check itself fails. */
function accessLostSignal(
  { hasAccess }: Pick<Caller, 'hasAccess'>,
  {
    endSignal,
    request: { log, server },
  }: { readonly endSignal: AbortSignal; readonly request: Pick<FastifyRequest, 'log' | 'server'> },
): AbortSignal {
  const accessLost = new AbortController()
  const pollAccess = async (): Promise<void> => {
    do {
      await pause(accessCheckMs, endSignal)
    } while (!endSignal.aborted && (await hasAccess()))
    accessLost.abort()
  }
  server.work.track(pollAccess()).catch((error: unknown) => {
    log.warn({ err: error }, 'closing an event stream: cannot check whether its key is still valid')
    accessLost.abort()
  })
  return accessLost.signal
}

/** The next text, or undefined when none arrives within `ms`. */
async function withTimeout<T>(next: Promise<T>, ms: number): Promise<T | undefined> {
  const timer = new AbortController()
  try {
    return await Promise.race([next, pause(ms, timer.signal).then(() => undefined)])
  } finally {
    timer.abort()
  }
}

/** Yields the texts until the signal; sends a comment as heartbeat when none arrives for `quietMs`. */
export async function* textsWithHeartbeat(
  texts: AsyncIterable<string>,
  {
    signal,
    quietMs: heartbeatIntervalMs = heartbeatMs,
  }: { readonly signal: AbortSignal; readonly quietMs?: number },
): AsyncGenerator<string> {
  const iterator = texts[Symbol.asyncIterator]()
  try {
    // This comment is sent at once, so that the client and proxies see the start of the answer.
    yield ': events\n\n'
    while (!signal.aborted) {
      const next = iterator.next()
      // If the client disconnects while this is pending, nobody awaits it: avoid an unhandled rejection.
      next.catch(() => undefined)
      let item = await withTimeout(next, heartbeatIntervalMs)
      for (; item === undefined; item = await withTimeout(next, heartbeatIntervalMs)) yield ': still here\n\n'
      if (item.done === true || signal.aborted) return
      yield item.value
    }
  } finally {
    await iterator.return?.()
  }
}

/** Streams the texts of events. `events` gets a signal and must stop when it aborts. */
export function sendEvents(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  {
    caller,
    events,
  }: { readonly caller: Caller; readonly events: (signal: AbortSignal) => AsyncIterable<string> },
): FastifyReply {
  const closeSignal = AbortSignal.any([disconnectSignal({ reply }), request.server.stopping])
  const endController = new AbortController()
  const endSignal = AbortSignal.any([closeSignal, endController.signal])
  const signal = AbortSignal.any([closeSignal, accessLostSignal(caller, { endSignal, request })])
  reply.raw.once('close', () => endController.abort())
  return reply
    .code(200)
    .type(eventStreamType)
    .header('Cache-Control', 'no-cache')
    .header('X-Accel-Buffering', 'no')
    .send(
      Readable.from(textsWithHeartbeat(endingWithFailure(request, events(signal)), { signal }), {
        objectMode: false,
      }),
    )
}
