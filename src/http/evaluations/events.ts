// The route that streams the events of a run as server-sent events.
import { z } from 'zod'
import { notFound } from '../../evaluations/records/engine.ts'
import { runEvents, type RunEvent } from '../../evaluations/following/events.ts'
import type { Scope } from '../../access/scope.ts'
import { projectRoute, type Route } from '../route.ts'
import { eventStreamType, eventText, sendEvents } from '../server/streams/event-stream.ts'
import { idParams } from '../field-schemas.ts'
import { fetchOne } from './context.ts'
import { wireResult, wireRun, wireScenario } from './wire.ts'

/** At most two progress events per second. */
const pollMs = 500

/** A run, and the caller that follows it. */
interface FollowedRun {
  readonly runId: string
  readonly scope: Pick<Scope, 'role'>
}

function dataOf(event: RunEvent, { runId, scope }: FollowedRun): object {
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

const lastEventId = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,16}$/.test(header) ? Number(header) : undefined

export const eventRoute = (): Route =>
  projectRoute({
    method: 'GET',
    path: '/evaluations/runs/{id}/events',
    operationId: 'follow_run',
    sdkName: 'runs.follow',
    errors: ['not_found'],
    summary: 'The events of a run as server-sent events: progress, result, scenario, run, end.',
    access: 'viewer',
    params: idParams,
    answer: z.string().meta({ description: 'A stream of events.' }),
    answerTypes: [eventStreamType],
    handle: async (call, caller) => {
      const { scope } = caller
      const run = await fetchOne(scope, { kind: 'run', id: call.params.id })
      if (run === undefined) throw notFound('run', call.params.id)
      const target = { runId: run.id, scope }
      const after = lastEventId(call.request.headers['last-event-id'])
      return sendEvents(call, {
        caller,
        events: async function* (signal) {
          for await (const event of runEvents({ ...target, after, pollMs, signal })) {
            yield eventText(event.event, { data: dataOf(event, target), id: event.id })
          }
        },
      })
    },
  })
