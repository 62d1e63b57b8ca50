// Routes of the retention of a project, and routes that delete all traces of a user or session.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import { changedRetention, retentionEdit, retentionSetting } from '../../access/retention.ts'
import { deleteTracesOf } from '../../tracing/writes/retention.ts'
import type { TraceWrites } from '../../tracing/writes/trace-writes.ts'
import { identifier } from '../field-schemas.ts'
import { projectRoute, type Caller, type Route } from '../route.ts'
import { ownMember } from '../../kernel/own.ts'

export interface RetentionRouteParts {
  readonly clock: Clock
  readonly spans: SpanStore
  readonly traceWrites: TraceWrites
}

const days = z.int().optional()
const retention = withExample(
  z.object({ days, runs_days: days, audit_days: days, hold_days: days }).meta({ id: 'Retention' }),
  { days: 30 },
)
const answer = z.object({ count: z.int(), retention }).meta({ id: 'RetentionResponse' })

async function retentionAnswer({ scope }: Caller): Promise<z.output<typeof answer>> {
  return { count: 1, retention: await retentionSetting(scope.store.read, scope.projectId) }
}

const settingRoutes = (clock: Clock): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/retention/',
    operationId: 'fetch_retention',
    sdkName: 'retention.fetch',
    summary:
      'The days for which this project retains traces, runs and audit entries; absent: the server setting applies.',
    access: 'viewer',
    answer,
    handle: (_, caller) => retentionAnswer(caller),
  }),
  projectRoute({
    method: 'PUT',
    path: '/retention/',
    operationId: 'edit_retention',
    examples: { body: { retention: { days: null } } },
    sdkName: 'retention.edit',
    summary:
      'Set the days for which this project retains traces, runs and audit entries; 0: forever, null: the server setting.',
    description:
      'runs_days counts from the last change of a run; a live run loses its old scenarios. hold_days: how long a result of an evaluation holds its trace beyond the retention of traces. Omitted members other than days stay unchanged.',
    access: 'admin',
    writes: true,
    body: z.object({
      retention: retentionEdit,
    }),
    answer,
    handle: async ({ body }, caller) => {
      const { scope } = caller
      await scope.store.write(async (tx) => {
        scope.recordResource('retention', scope.projectId)
        await tx.setProjectSetting(scope.projectId, 'retention', {
          value: await changedRetention(tx, { projectId: scope.projectId, change: body.retention }),
          updatedAt: clock.now(),
          updatedById: scope.actorId,
        })
      })
      return retentionAnswer(caller)
    },
  }),
]

const removedAnswer = withExample(
  z.object({ count: z.int(), traces: z.int() }).meta({ id: 'RemovedSpansResponse' }),
  { count: 3, traces: 1 },
)

const removalRoute = (parts: RetentionRouteParts, idKind: 'session' | 'user'): Route => {
  const member = `${idKind}_id`
  return projectRoute({
    method: 'POST',
    path: `/spans/${idKind}s/delete`,
    operationId: `delete_spans_of_${idKind}`,
    examples: { body: { [member]: `${idKind}-1` } },
    sdkName: `${idKind}s.delete`,
    errors: ['budget_exceeded'],
    summary: `Delete every trace that has a span with this ${idKind} id. Complete when the answer arrives; idempotent.`,
    access: 'editor',
    writes: true,
    body: z.object({ [member]: identifier }),
    answer: removedAnswer,
    handle: async ({ body }, { scope }) => {
      const id = ownMember(body, member) ?? ''
      scope.recordResource(idKind, id)
      await parts.traceWrites.waitForIngest(scope.projectId)
      const { spans, traces } = await deleteTracesOf(parts, scope.projectId, { kind: idKind, id })
      return { count: spans, traces }
    },
  })
}

export const retentionRoutes = (parts: RetentionRouteParts): readonly Route[] => [
  ...settingRoutes(parts.clock),
  removalRoute(parts, 'session'),
  removalRoute(parts, 'user'),
]
