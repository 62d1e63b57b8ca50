// The events of a run as a stream of server-sent events.
import { Readable } from 'node:stream'
import { z } from 'zod'
import { notFound } from '../../evaluations/records/engine.ts'
import { runEvents, type RunEvent } from '../../evaluations/following/events.ts'
import type { Scope } from '../../access/scope.ts'
import { projectRoute, type Route } from '../route.ts'
import { idParams } from '../words.ts'
import { fetched } from './context.ts'
import { wireResult, wireRun, wireScenario } from './wire.ts'

/** So that there are at most two events of progress in a second. */
const pollMs = 500
const commentMs = 15_000

/** The run, and who follows it. */
interface Followed {
  readonly runId: string
  readonly scope: Pick<Scope, 'role'>
}

function dataOf(event: Exclude<RunEvent, { readonly event: 'idle' }>, { runId, scope }: Followed): object {
  switch (event.event) {
    case 'result':
      return wireResult(event.record, scope)
    case 'scenario':
      return wireScenario(event.record)
    case 'run':
      return wireRun(event.record)
    case 'progress':
      return event.progress
    default:
      return { run_id: runId, ...(event.run === undefined ? {} : { status: event.run.status }) }
  }
}

/** One event as it is sent. */
function eventText(event: Exclude<RunEvent, { readonly event: 'idle' }>, followed: Followed): string {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`
  return `${id}event: ${event.event}\ndata: ${JSON.stringify(dataOf(event, followed))}\n\n`
}

/** The stream as it is sent, with a comment where nothing else was sent for long. */
export async function* eventTexts(
  events: AsyncIterable<RunEvent>,
  followed: Followed,
  now: () => number = Date.now,
): AsyncGenerator<string> {
  let sentAt = now()
  // So that the client, and whatever stands in between, knows at once that there is an answer.
  yield ': events of a run\n\n'
  for await (const event of events) {
    if (event.event !== 'idle') yield eventText(event, followed)
    else if (now() - sentAt >= commentMs) yield ': still here\n\n'
    else continue
    sentAt = now()
  }
}

const lastEventId = (sent: string | string[] | undefined): number | undefined =>
  typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : undefined

export const eventRoute = (): Route =>
  projectRoute({
    method: 'GET',
    path: '/evaluations/runs/{id}/events',
    operationId: 'follow_run',
    sdkName: 'runs.follow',
    summary: 'What happens to a run, as server-sent events: progress, result, scenario, run, end.',
    access: 'viewer',
    params: idParams,
    answer: z.string().meta({ description: 'The events, as they happen.' }),
    answerTypes: ['text/event-stream; charset=utf-8'],
    handle: async ({ params, request, reply }, { scope }) => {
      const run = await fetched(scope, 'run', params.id)
      if (run === undefined) throw notFound('run', params.id)
      const events = runEvents({
        scope,
        runId: run.id,
        after: lastEventId(request.headers['last-event-id']),
        pollMs,
        signal: request.server.stopping,
      })
      return reply
        .code(200)
        .type('text/event-stream; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .header('X-Accel-Buffering', 'no')
        .send(Readable.from(eventTexts(events, { runId: run.id, scope }), { objectMode: false }))
    },
  })
