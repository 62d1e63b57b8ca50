// How long a project keeps its traces, and the removal of everything about one user or session.
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import { deleteNamed, retentionDays } from '../../tracing/writes/retention.ts'
import type { TraceWrites } from '../../tracing/writes/trace-writes.ts'
import { int } from '../../kernel/validation.ts'
import { projectRoute, type Caller, type Route } from '../route.ts'
import { ownMember } from '../../kernel/own.ts'

export interface RetentionRouteParts {
  readonly clock: Clock
  readonly spans: SpanStore
  readonly traceWrites: TraceWrites
}

const daysMax = 36_500
const retention = z.object({ days: z.int().optional() }).meta({ id: 'Retention' })
const answer = z.object({ count: z.int(), retention }).meta({ id: 'RetentionResponse' })

async function shown({ scope }: Caller): Promise<z.output<typeof answer>> {
  const days = await retentionDays(scope.store.read, scope.projectId)
  return { count: 1, retention: days === undefined ? {} : { days } }
}

const settingRoutes = (clock: Clock): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/retention/',
    operationId: 'fetch_retention',
    sdkName: 'retention.fetch',
    summary:
      'For how many days this project keeps its traces; without days the setting of the server counts.',
    access: 'viewer',
    answer,
    handle: (_, caller) => shown(caller),
  }),
  projectRoute({
    method: 'PUT',
    path: '/retention/',
    operationId: 'edit_retention',
    sdkName: 'retention.edit',
    summary: 'Set for how many days this project keeps its traces; 0: for ever, null: as the server says.',
    access: 'admin',
    writes: true,
    body: z.object({
      retention: z
        .object({ days: int(0, daysMax).nullable() })
        .meta({ id: 'RetentionEdit', required: ['days'] }),
    }),
    answer,
    handle: async ({ body }, caller) => {
      const { scope } = caller
      await scope.store.write(async (tx) => {
        scope.touched('retention', scope.projectId)
        await tx.setProjectSetting(scope.projectId, 'retention', {
          value: JSON.stringify({ days: body.retention.days }),
          updatedAt: clock.now(),
          updatedById: scope.actorId,
        })
      })
      return shown(caller)
    },
  }),
]

const removedAnswer = z.object({ count: z.int(), traces: z.int() }).meta({ id: 'RemovedSpansResponse' })

const removalRoute = (parts: RetentionRouteParts, what: 'session' | 'user'): Route => {
  const member = `${what}_id`
  return projectRoute({
    method: 'POST',
    path: `/spans/${what}s/delete`,
    operationId: `delete_spans_of_${what}`,
    sdkName: `${what}s.delete`,
    errors: ['budget_exceeded'],
    summary: `Remove every trace in which a span carries this ${what} id. Gone when the answer arrives; safe to repeat.`,
    access: 'editor',
    writes: true,
    body: z.object({ [member]: z.string().min(1) }),
    answer: removedAnswer,
    handle: async ({ body }, { scope }) => {
      const id = ownMember(body, member) ?? ''
      scope.touched(what, id)
      await parts.traceWrites.caughtUp(scope.projectId)
      const { spans, traces } = await deleteNamed(parts, scope.projectId, { what, id })
      return { count: spans, traces }
    },
  })
}

export const retentionRoutes = (parts: RetentionRouteParts): readonly Route[] => [
  ...settingRoutes(parts.clock),
  removalRoute(parts, 'session'),
  removalRoute(parts, 'user'),
]
