// Long operations with optional progress events. With `Accept: text/event-stream` the answer is a stream of
// events, and the work is cancelled when the client disconnects. Otherwise the route answers once, and the
// work runs to its end.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../../access/scope.ts'
import type { Caller } from '../../route.ts'
import { reportFailure } from '../answers.ts'
import { eventText, failureEvent, pause, sendEvents } from './event-stream.ts'

const progressIntervalMs = 250

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export const acceptsEvents = ({ request }: Pick<Exchange, 'request'>): boolean =>
  request.headers.accept?.split(',').some((type) => type.trim().startsWith('text/event-stream')) === true

type Work = (scope: Scope) => Promise<object>

/**
 * The final event: the answer or the failure. The response began with status 200, so the real status goes to
 * the audit log.
 */
async function finalEvent(
  request: FastifyRequest,
  { trail, workPromise }: { readonly trail: FastifyRequest['trail']; readonly workPromise: Promise<object> },
) {
  try {
    return eventText('answer', { data: await workPromise })
  } catch (error) {
    const failure = reportFailure(request, error)
    await trail?.finish(failure.status)
    return failureEvent(failure)
  }
}

async function* progressEvents(
  workPromise: Promise<string>,
  latestProgress: () => object | undefined,
): AsyncGenerator<string> {
  const endController = new AbortController()
  const end = workPromise.finally(() => endController.abort())
  let lastSent: object | undefined
  for (;;) {
    const text = await Promise.race([end, pause(progressIntervalMs, endController.signal)])
    if (typeof text === 'string') {
      yield text
      return
    }
    const progress = latestProgress()
    if (progress !== undefined && progress !== lastSent) yield eventText('progress', { data: progress })
    lastSent = progress
  }
}

export function answerWithProgress(
  call: Exchange,
  { caller, work }: { readonly caller: Caller; readonly work: Work },
): Promise<object> | FastifyReply {
  if (!acceptsEvents(call)) return work(caller.scope)
  const { request } = call
  const { trail } = request
  request.trail = undefined
  return sendEvents(call, {
    caller,
    events: (signal) => {
      let latestProgress: object | undefined
      const onProgress = (done: number, total: number): void => void (latestProgress = { done, total })
      const workPromise = work({ ...caller.scope, progressListener: { signal, onProgress } })
      return progressEvents(finalEvent(request, { trail, workPromise }), () => latestProgress)
    },
  })
}
