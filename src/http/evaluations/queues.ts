// Queues over HTTP.
import { z } from 'zod'
import { deleteOwned } from '../../evaluations/records/belonging.ts'
import { queryEvaluationRecords } from '../../evaluations/records/query.ts'
import { createQueues, editQueues } from '../../evaluations/records/queues.ts'
import { queryWork } from '../../evaluations/records/work-list.ts'
import type { JsonObject } from '../../json/value.ts'
import { bool, int, optional, uuid } from '../../validation.ts'
import { projectRoute, type Route } from '../route.ts'
import { refuseOtherId } from '../versioning/context.ts'
import { flags, idParams, windowing } from '../words.ts'
import { fetched, tag, type EvaluationContext } from './context.ts'
import {
  answerSchemas,
  idAnswer,
  idsAnswer,
  listAnswer,
  oneAnswer,
  present,
  wireId,
  wireIds,
  wireList,
  wireOne,
  wirePage,
  wireQueue,
  wireScenario,
} from './wire.ts'
import {
  alternatives,
  editNamedFields,
  idList,
  listOf,
  newNamedFields,
  queryBody,
  scenarioFilter,
  status,
  stepKey,
} from './words.ts'
import { tags, meta } from '../words.ts'

const queueData = z
  .object({
    user_ids: optional(listOf(idList)),
    scenario_ids: optional(idList),
    step_keys: optional(listOf(stepKey)),
    batch_size: optional(int(1, 1_000_000)),
    batch_offset: optional(int(0, 1_000_000_000)),
  })
  .transform((sent): JsonObject => present(sent))

const newQueue = z
  .object({ run_id: uuid, ...newNamedFields, status: optional(status), data: optional(queueData) })
  .transform(({ run_id, ...sent }) => ({ ...sent, runId: run_id }))

const queueEdit = z.object({
  id: uuid,
  ...editNamedFields,
  status: optional(status),
  data: queueData.nullish(),
})

const queueFilter = z
  .object({
    ids: optional(idList),
    run_id: optional(uuid),
    run_ids: optional(idList),
    user_id: optional(uuid),
    user_ids: optional(idList),
    name: optional(z.string()),
    flags: optional(flags),
    tags: optional(tags),
    meta: optional(meta),
    include_archived: optional(bool),
  })
  .transform((sent) => ({
    ids: sent.ids,
    runIds: alternatives(sent.run_id, sent.run_ids),
    userIds: alternatives(sent.user_id, sent.user_ids),
    name: sent.name,
    flags: sent.flags,
    tags: sent.tags,
    meta: sent.meta,
    includeArchived: sent.include_archived ?? false,
  }))

export const workBody = z.object({
  queue: optional(z.object({ user_id: optional(uuid), user_ids: optional(idList) })),
  scenario: optional(scenarioFilter),
  windowing: optional(windowing),
})

const one = oneAnswer('queue', answerSchemas.queue)
const several = listAnswer('queues', answerSchemas.queue)
export const workAnswer = listAnswer('scenarios', answerSchemas.scenario)
const editing = { tag, access: 'editor', writes: true } as const
const reading = { tag, access: 'viewer' } as const

const writeRoutes = ({ engine }: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/',
    operationId: 'create_queues',
    summary: 'Make queues of work on runs.',
    ...editing,
    body: z.object({ queues: listOf(newQueue) }),
    answer: several,
    handle: async ({ body }, { scope }) =>
      wireList('queues', await createQueues(engine, scope, body.queues), wireQueue),
  }),
  projectRoute({
    method: 'PATCH',
    path: '/evaluations/queues/',
    operationId: 'edit_queues',
    summary: 'Change queues: what is left out is kept, null clears.',
    ...editing,
    body: z.object({ queues: listOf(queueEdit) }),
    answer: several,
    handle: async ({ body }, { scope }) =>
      wireList('queues', await editQueues(engine, scope, body.queues), wireQueue),
  }),
  projectRoute({
    method: 'PATCH',
    path: '/evaluations/queues/{id}',
    operationId: 'edit_queue',
    summary: 'Change a queue: what is left out is kept, null clears.',
    ...editing,
    params: idParams,
    body: z.object({ queue: queueEdit.extend({ id: optional(uuid) }) }),
    answer: one,
    handle: async ({ params, body }, { scope }) => {
      refuseOtherId(params.id, body.queue.id)
      const [queue] = await editQueues(engine, scope, [{ ...body.queue, id: params.id }])
      return wireOne('queue', queue, wireQueue)
    },
  }),
  projectRoute({
    method: 'DELETE',
    path: '/evaluations/queues/',
    operationId: 'delete_queues',
    summary: 'Remove queues that are not the default of their run.',
    ...editing,
    body: z.object({ queue_ids: idList }),
    answer: idsAnswer('queue_ids'),
    handle: async ({ body }, { scope }) =>
      wireIds('queue_ids', await deleteOwned(engine, scope, 'queue', body.queue_ids)),
  }),
  projectRoute({
    method: 'DELETE',
    path: '/evaluations/queues/{id}',
    operationId: 'delete_queue',
    summary: 'Remove a queue that is not the default of its run.',
    ...editing,
    params: idParams,
    answer: idAnswer('queue_id'),
    handle: async ({ params }, { scope }) =>
      wireId('queue_id', await deleteOwned(engine, scope, 'queue', [params.id])),
  }),
]

const readRoutes = ({ limits }: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/evaluations/queues/{id}',
    operationId: 'fetch_queue',
    summary: 'Fetch one queue.',
    ...reading,
    params: idParams,
    answer: one,
    handle: async ({ params }, { scope }) =>
      wireOne('queue', await fetched(scope, 'queue', params.id), wireQueue),
  }),
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/query',
    operationId: 'query_queues',
    summary: 'Queues that match, newest first.',
    ...reading,
    body: queryBody('queue', queueFilter),
    bodyOptional: true,
    answer: several,
    handle: async ({ body }, { scope }) => {
      const query = { filter: body.queue ?? {}, windowing: body.windowing ?? {} }
      return wirePage('queues', await queryEvaluationRecords(scope, 'queue', query, limits), wireQueue)
    },
  }),
  workRoute('/evaluations/queues/{id}/scenarios/query', 'query_queue_scenarios', tag, limits),
]

/** The work list of a queue; the simple form of queues has the same. */
export const workRoute = (
  path: string,
  operationId: string,
  tag: string,
  limits: EvaluationContext['limits'],
): Route =>
  projectRoute({
    method: 'POST',
    path,
    operationId,
    summary: 'The scenarios of a queue, those of some users if asked, oldest first.',
    tag,
    access: 'viewer',
    params: idParams,
    body: workBody,
    bodyOptional: true,
    answer: workAnswer,
    handle: async ({ params, body }, { scope }) => {
      const queue = await fetched(scope, 'queue', params.id)
      if (queue === undefined) return { count: 0, scenarios: [] }
      const query = {
        filter: body.scenario ?? {},
        windowing: body.windowing ?? {},
        userIds: alternatives(body.queue?.user_id, body.queue?.user_ids) ?? [],
      }
      return wirePage('scenarios', await queryWork(scope, queue, query, limits), wireScenario)
    },
  })

export const queueRoutes = (context: EvaluationContext): readonly Route[] => [
  ...writeRoutes(context),
  ...readRoutes(context),
]
