// An answer that goes on: server-sent events, until the events end, the client leaves, the server stops, or whoever asked is no
// longer let in. Every route that streams events answers by `sendEvents`.
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../route.ts'
import { goneSignal } from './gone.ts'

export const eventStreamType = 'text/event-stream; charset=utf-8'

/** A key that is revoked or expired has its streams for so long. */
const letInCheckMs = 1_000
/** What stands between a client and the server closes connections on which nothing is sent, often after 30 s. */
const quietMsMax = 15_000

/** One event as it is sent. */
export const eventText = (event: string, data: unknown, id?: string | number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** Resolves after the pause, or as soon as the signal is aborted; never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

/** Aborts when the caller is no longer let in, or nobody can say whether it is. */
function refusedSignal(
  { isLetIn }: Pick<Caller, 'isLetIn'>,
  over: AbortSignal,
  { log, server }: Pick<FastifyRequest, 'log' | 'server'>,
): AbortSignal {
  const refused = new AbortController()
  const watch = async (): Promise<void> => {
    do {
      await pause(letInCheckMs, over)
    } while (!over.aborted && (await isLetIn()))
    refused.abort()
  }
  server.work.track(watch()).catch((error: unknown) => {
    log.warn({ err: error }, 'a stream of events ends: whether its key is still good could not be read')
    refused.abort()
  })
  return refused.signal
}

/** The next text, or undefined when none comes for so long. */
async function within<T>(next: Promise<T>, ms: number): Promise<T | undefined> {
  const come = new AbortController()
  try {
    return await Promise.race([next, pause(ms, come.signal).then(() => undefined)])
  } finally {
    come.abort()
  }
}

/** The texts until the signal, with a comment where none came for long. */
export async function* livelyTexts(
  texts: AsyncIterable<string>,
  { signal, quietMs = quietMsMax }: { readonly signal: AbortSignal; readonly quietMs?: number },
): AsyncGenerator<string> {
  const iterator = texts[Symbol.asyncIterator]()
  try {
    // So that the client, and whatever stands in between, knows at once that there is an answer.
    yield ': events\n\n'
    while (!signal.aborted) {
      const next = iterator.next()
      // Nobody waits for it when the client leaves while it is being told that the stream is there.
      next.catch(() => undefined)
      let come = await within(next, quietMs)
      for (; come === undefined; come = await within(next, quietMs)) yield ': still here\n\n'
      if (come.done === true || signal.aborted) return
      yield come.value
    }
  } finally {
    await iterator.return?.()
  }
}

/** Sends the texts of events as they come. They are made until the signal that `events` gets is aborted. */
export function sendEvents(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  caller: Caller,
  events: (signal: AbortSignal) => AsyncIterable<string>,
): FastifyReply {
  const over = AbortSignal.any([goneSignal({ reply }), request.server.stopping])
  const ended = new AbortController()
  const watched = AbortSignal.any([over, ended.signal])
  const signal = AbortSignal.any([over, refusedSignal(caller, watched, request)])
  reply.raw.once('close', () => ended.abort())
  return reply
    .code(200)
    .type(eventStreamType)
    .header('Cache-Control', 'no-cache')
    .header('X-Accel-Buffering', 'no')
    .send(Readable.from(livelyTexts(events(signal), { signal }), { objectMode: false }))
}
