// Routes of annotation queues.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { deleteRecords } from '../../evaluations/records/ownership.ts'
import { createQueues, editQueues } from '../../evaluations/queues/queues.ts'
import { queryWork } from '../../evaluations/queues/work-list.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { bool, int, optional, uuid } from '../../kernel/validation.ts'
import { list, definedMembers } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { flags, idParams, listOf, meta, partOfName, tags, windowing } from '../field-schemas.ts'
import { fetchOne, type EvaluationContext } from './context.ts'
import { recordRoutes } from './record-routes.ts'
import { scenarioSerializer } from './scenarios.ts'
import { answerSchemas, wirePage, wireQueue } from './wire.ts'
import {
  alternatives,
  editNamedFields,
  idList,
  newNamedFields,
  scenarioFilter,
  status,
  stepKey,
  userIds,
} from './request-schemas.ts'
import { pageCodes } from '../codes.ts'

const queueData = z
  .object({
    user_ids: optional(userIds),
    scenario_ids: optional(idList),
    step_keys: optional(listOf(stepKey)),
    batch_size: optional(int(1, 1_000_000)),
    batch_offset: optional(int(0, 1_000_000_000)),
  })
  .transform((input): JsonObject => definedMembers(input))
  .meta({ id: 'EvaluationQueueData' })

const newQueue = z
  .object({ run_id: uuid, ...newNamedFields, status: optional(status), data: optional(queueData) })
  .transform(({ run_id, ...members }) => ({ ...members, runId: run_id }))
  .meta({ id: 'NewEvaluationQueue' })

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
    name: partOfName,
    flags: optional(flags),
    tags: optional(tags),
    meta: optional(meta),
    include_archived: optional(bool),
  })
  .transform((input) => ({
    ids: input.ids,
    runIds: alternatives(input.run_id, input.run_ids),
    userIds: alternatives(input.user_id, input.user_ids),
    name: input.name,
    flags: input.flags,
    tags: input.tags,
    meta: input.meta,
    includeArchived: input.include_archived ?? false,
  }))
  .meta({ id: 'QueueFilter' })

const workBody = withExample(
  z
    .object({
      queue: optional(
        z.object({ user_id: optional(uuid), user_ids: optional(idList) }).meta({ id: 'AssigneeFilter' }),
      ),
      scenario: optional(scenarioFilter),
      windowing: optional(windowing),
    })
    .meta({ id: 'QueueScenariosRequest' }),
  { queue: { user_ids: ['01900000-0000-7000-8000-00000000000b'] } },
)

/** The route that queries the scenarios of a queue, for queues and simple queues. */
export const workRoute = (
  { engine, limits }: EvaluationContext,
  names: Pick<Route, 'path' | 'operationId'> & { readonly sdkName: string },
): Route =>
  projectRoute({
    method: 'POST',
    ...names,
    errors: pageCodes,
    summary: 'The scenarios of a queue, optionally of some users, oldest first.',
    access: 'viewer',
    params: idParams,
    body: workBody,
    bodyOptional: true,
    answer: list('scenarios', answerSchemas.scenario),
    handle: async ({ params, body }, { scope }) => {
      const queue = await fetchOne(scope, { kind: 'queue', id: params.id })
      if (queue === undefined) return { count: 0, scenarios: [] }
      const query = {
        filter: body.scenario ?? {},
        windowing: body.windowing ?? {},
        userIds: alternatives(body.queue?.user_id, body.queue?.user_ids) ?? [],
      }
      const page = await queryWork(scope, { queue, query, limits })
      return wirePage('scenarios', page, await scenarioSerializer({ engine, scope }, page.items))
    },
  })

export const queueRoutes = (context: EvaluationContext): readonly Route[] => [
  ...recordRoutes(context, {
    kind: 'queue',
    errors: ['queue_conflict', 'archived'],
    order: 'newest first',
    summaries: {
      create: 'Create queues on runs.',
      deleteMany: 'Delete queues that are not the default queue of their run.',
      deleteOne: 'Delete a queue that is not the default queue of its run.',
    },
    examples: {
      ids: ['01a1e27e-7635-7326-9fc6-8e93a8cdaffa'],
      filter: { run_id: '01a1e27e-75bf-7d0e-b252-fa1fb3600635' },
      newRecord: { run_id: '01a1e27e-75bf-7d0e-b252-fa1fb3600635' },
      edit: { name: 'Reviews' },
    },
    newRecord: newQueue,
    edit: queueEdit,
    filter: queueFilter,
    serializer: async () => wireQueue,
    create: (scope, input) => createQueues({ engine: context.engine, scope }, input),
    change: (scope, edits, locOf) => editQueues({ engine: context.engine, scope }, { edits, locOf }),
    remove: (scope, ids) => deleteRecords({ engine: context.engine, scope }, { kind: 'queue', ids }),
  }),
  workRoute(context, {
    path: '/evaluations/queues/{id}/scenarios/query',
    operationId: 'query_queue_scenarios',
    sdkName: 'queues.queryScenarios',
  }),
]
