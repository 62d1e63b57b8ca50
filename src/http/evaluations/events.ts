// The events of a run as a stream of server-sent events.
import { z } from 'zod'
import { notFound } from '../../evaluations/records/engine.ts'
import { runEvents, type RunEvent } from '../../evaluations/following/events.ts'
import type { Scope } from '../../access/scope.ts'
import { projectRoute, type Route } from '../route.ts'
import { eventStreamType, eventText, sendEvents } from '../server/event-stream.ts'
import { idParams } from '../field-schemas.ts'
import { fetched } from './context.ts'
import { wireResult, wireRun, wireScenario } from './wire.ts'

/** So that there are at most two events of progress in a second. */
const pollMs = 500

/** The run, and who follows it. */
interface Followed {
  readonly runId: string
  readonly scope: Pick<Scope, 'role'>
}

function dataOf(event: RunEvent, { runId, scope }: Followed): object {
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

const lastEventId = (sent: string | string[] | undefined): number | undefined =>
  typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : undefined

export const eventRoute = (): Route =>
  projectRoute({
    method: 'GET',
    path: '/evaluations/runs/{id}/events',
    operationId: 'follow_run',
    sdkName: 'runs.follow',
    errors: ['not_found'],
    summary: 'What happens to a run, as server-sent events: progress, result, scenario, run, end.',
    access: 'viewer',
    params: idParams,
    answer: z.string().meta({ description: 'The events, as they happen.' }),
    answerTypes: [eventStreamType],
    handle: async (call, caller) => {
      const { scope } = caller
      const run = await fetched(scope, 'run', call.params.id)
      if (run === undefined) throw notFound('run', call.params.id)
      const followed = { runId: run.id, scope }
      const after = lastEventId(call.request.headers['last-event-id'])
      return sendEvents(call, caller, async function* (signal) {
        for await (const event of runEvents({ ...followed, after, pollMs, signal })) {
          yield eventText(event.event, dataOf(event, followed), event.id)
        }
      })
    },
  })
