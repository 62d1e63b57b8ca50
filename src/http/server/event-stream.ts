// An answer that goes on: server-sent events, until the client leaves, the server stops or the events end.
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export const eventStreamType = 'text/event-stream; charset=utf-8'

/** One event as it is sent. */
export const eventText = (event: string, data: unknown, id?: string | number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** Resolves after the pause, or as soon as the signal is aborted; never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

/** Sends the texts as they come. */
export const sendEvents = (reply: FastifyReply, texts: AsyncIterable<string>): FastifyReply =>
  reply
    .code(200)
    .type(eventStreamType)
    .header('Cache-Control', 'no-cache')
    .header('X-Accel-Buffering', 'no')
    .send(Readable.from(texts, { objectMode: false }))
