// Work that may take minutes, for clients that want to see how far it is: asked with `Accept: text/event-stream` it answers
// events, and is given up when the client leaves. Asked otherwise it answers as every route does, and goes on to its end.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../access/scope.ts'
import type { Caller } from '../route.ts'
import { failureTold } from './answers.ts'
import { eventText, pause, sendEvents } from './event-stream.ts'

/** So often is it told how far the work is. */
const toldMs = 250

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const asksForEvents = ({ request }: Asked): boolean =>
  request.headers.accept?.split(',').some((type) => type.trim().startsWith('text/event-stream')) === true

type Work = (scope: Scope) => Promise<object>

/** The answer as an event, or the failure; its status stands in the audit log, for the answer itself began with 200. */
async function outcomeOf(request: FastifyRequest, trail: FastifyRequest['trail'], working: Promise<object>) {
  try {
    return eventText('answer', await working)
  } catch (error) {
    const { status, code, detail, extra } = failureTold(request, error)
    await trail?.finish(status)
    return eventText('failure', { status, code, detail, ...extra })
  }
}

async function* progressOf(
  working: Promise<string>,
  latest: () => object | undefined,
): AsyncGenerator<string> {
  const ended = new AbortController()
  const end = working.finally(() => ended.abort())
  let told: object | undefined
  for (;;) {
    const text = await Promise.race([end, pause(toldMs, ended.signal)])
    if (typeof text === 'string') {
      yield text
      return
    }
    const now = latest()
    if (now !== undefined && now !== told) yield eventText('progress', now)
    told = now
  }
}

export function answerWatched(call: Asked, caller: Caller, work: Work): Promise<object> | FastifyReply {
  if (!asksForEvents(call)) return work(caller.scope)
  const { request } = call
  const { trail } = request
  request.trail = undefined
  return sendEvents(call, caller, (signal) => {
    let latest: object | undefined
    const told = (done: number, total: number): void => void (latest = { done, total })
    const working = work({ ...caller.scope, watcher: { signal, told } })
    return progressOf(outcomeOf(request, trail, working), () => latest)
  })
}
