// Routes of simple queues.
import { z } from 'zod'
import { choicesOf } from '../../evaluations/simple/simple-evaluations.ts'
import { runData } from '../../evaluations/records/run-data.ts'
import {
  addQueueItems,
  createSimpleQueue,
  deleteSimpleQueues,
  fetchSimpleQueue,
  queueKind,
  querySimpleQueues,
  type SimpleQueue,
} from '../../evaluations/queues/simple-queues.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { int, optional, uuid } from '../../kernel/validation.ts'
import { list, definedMembers, single } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { idParams, listOf, meta, partOfName, tags } from '../field-schemas.ts'
import { editorAccess, viewerAccess, type EvaluationContext } from './context.ts'
import { workRoute } from './queues.ts'
import { reviewChoice, stepChoice } from './simple.ts'
import { answerSchemas, idAnswer, idsAnswer, wireId, wireIds, wireOne, wirePage, wireQueue } from './wire.ts'
import {
  alternatives,
  idList,
  newNamedFields,
  queryBody,
  repeats,
  stepKey,
  traceId,
  userIds,
} from './request-schemas.ts'
import { pageCodes, runCodes, stepCodes } from '../codes.ts'

const queueKinds = z.enum(['traces', 'testcases', 'queries', 'testsets'])

const newQueueData = z
  .object({
    kind: optional(queueKinds),
    queries: optional(stepChoice),
    testsets: optional(stepChoice),
    evaluators: optional(reviewChoice),
    repeats: optional(repeats),
    assignments: optional(userIds),
    step_keys: optional(listOf(stepKey)),
    settings: optional(
      z
        .object({
          batch_size: optional(int(1, 1_000_000)),
          batch_offset: optional(int(0, 1_000_000_000)),
        })
        .meta({ id: 'QueueBatches' }),
    ),
  })
  .transform(({ step_keys, settings, ...members }) => ({
    ...members,
    stepKeys: step_keys,
    batchSize: settings?.batch_size,
    batchOffset: settings?.batch_offset,
  }))
  .meta({ id: 'SimpleQueueData' })

const queueFilter = z
  .object({
    kind: optional(queueKinds),
    queue_ids: optional(idList),
    run_id: optional(uuid),
    run_ids: optional(idList),
    user_id: optional(uuid),
    user_ids: optional(idList),
    name: partOfName,
    tags: optional(tags),
    meta: optional(meta),
  })
  .transform(({ kind, ...members }) => ({
    kind,
    filter: {
      ids: members.queue_ids,
      runIds: alternatives(members.run_id, members.run_ids),
      userIds: alternatives(members.user_id, members.user_ids),
      name: members.name,
      tags: members.tags,
      meta: members.meta,
    },
  }))
  .meta({ id: 'SimpleQueueFilter' })

const idsOrUndefined = (choice: JsonObject): readonly string[] | undefined => {
  const ids = Object.keys(choice)
  return ids.length === 0 ? undefined : ids
}

/** The queue with the revisions of its run. */
function wireSimpleQueue({ queue, run }: SimpleQueue): JsonObject {
  const { queries, testsets, evaluators } = choicesOf(run)
  const settings = definedMembers({
    batch_size: queue.data?.['batch_size'],
    batch_offset: queue.data?.['batch_offset'],
  })
  return {
    ...wireQueue(queue),
    data: definedMembers({
      kind: queueKind(queue),
      queries: idsOrUndefined(queries),
      testsets: idsOrUndefined(testsets),
      evaluators,
      repeats: runData(run).repeats,
      assignments: queue.data?.['user_ids'],
      step_keys: queue.data?.['step_keys'],
      settings: Object.keys(settings).length === 0 ? undefined : settings,
    }),
  }
}

const queueAnswer = single('queue', answerSchemas.simpleQueue)

const createSimpleQueueRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/simple/queues/',
    operationId: 'create_simple_queue',
    examples: {
      body: {
        queue: {
          name: 'reviews',
          data: { evaluators: ['01a1e243-dbf0-7814-971f-61753d0eb4b5'], kind: 'testcases' },
        },
      },
    },
    sdkName: 'simpleQueues.create',
    errors: stepCodes,
    summary: 'Create a run for human evaluation, and a queue on it.',
    refuses:
      'Items need exactly one source: a kind (traces, testcases), queries or testsets. At least one evaluator must be human.',
    ...editorAccess,
    body: z.object({
      queue: z.object({ ...newNamedFields, data: newQueueData }).meta({ id: 'NewSimpleQueue' }),
    }),
    answer: queueAnswer,
    handle: async ({ body }, { scope }) => {
      const { flags: _, ...queue } = body.queue
      return wireOne('queue', await createSimpleQueue({ engine, scope }, queue), wireSimpleQueue)
    },
  })

const deleteSimpleQueuesRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'DELETE',
    path: '/simple/queues/',
    operationId: 'delete_simple_queues',
    examples: {
      body: { queue_ids: ['01900000-0000-7000-8000-000000000000', '01a1e243-e9ef-7bf3-915c-b355f39f3890'] },
    },
    sdkName: 'simpleQueues.deleteMany',
    errors: [...runCodes, 'queue_conflict'],
    summary: 'Delete queues and close their runs. Results stay.',
    ...editorAccess,
    body: z.object({ queue_ids: idList }),
    answer: idsAnswer('queue_ids'),
    handle: async ({ body }, { scope }) =>
      wireIds('queue_ids', await deleteSimpleQueues({ engine, scope }, body.queue_ids)),
  })

const deleteSimpleQueueRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'DELETE',
    path: '/simple/queues/{id}',
    operationId: 'delete_simple_queue',
    sdkName: 'simpleQueues.delete',
    errors: [...runCodes, 'queue_conflict'],
    summary: 'Delete a queue and close its run. Results stay.',
    ...editorAccess,
    params: idParams,
    answer: idAnswer('queue_id'),
    handle: async ({ params }, { scope }) =>
      wireId('queue_id', await deleteSimpleQueues({ engine, scope }, [params.id])),
  })

const addSimpleQueueTracesRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/simple/queues/{id}/traces/',
    operationId: 'add_simple_queue_traces',
    examples: {
      body: { trace_ids: ['65560c86a810f2caf250f51e16f8c8cb', '41b1a1369bc3308d9ead1c4f426e8c24'] },
    },
    sdkName: 'simpleQueues.addTraces',
    errors: [...runCodes, 'archived'],
    summary: 'Add traces to annotate. Traces already in the queue are skipped.',
    ...editorAccess,
    params: idParams,
    body: z.object({ trace_ids: listOf(traceId) }),
    answer: idAnswer('queue_id'),
    handle: async ({ params, body }, { scope }) => ({
      count: await addQueueItems(
        { engine, scope },
        { queueId: params.id, items: { kind: 'traces', ids: body.trace_ids } },
      ),
      queue_id: params.id,
    }),
  })

const addSimpleQueueTestcasesRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/simple/queues/{id}/testcases/',
    operationId: 'add_simple_queue_testcases',
    examples: { body: { testcase_ids: ['7ca3ce70-18d8-59d8-90ce-0b361091576c'] } },
    sdkName: 'simpleQueues.addTestcases',
    errors: [...runCodes, 'archived'],
    summary: 'Add testcases to annotate. Testcases already in the queue are skipped.',
    ...editorAccess,
    params: idParams,
    body: z.object({ testcase_ids: idList }),
    answer: idAnswer('queue_id'),
    handle: async ({ params, body }, { scope }) => ({
      count: await addQueueItems(
        { engine, scope },
        { queueId: params.id, items: { kind: 'testcases', ids: body.testcase_ids } },
      ),
      queue_id: params.id,
    }),
  })

const writeRoutes = (parts: EvaluationContext): readonly Route[] => [
  createSimpleQueueRoute(parts),
  deleteSimpleQueuesRoute(parts),
  deleteSimpleQueueRoute(parts),
  addSimpleQueueTracesRoute(parts),
  addSimpleQueueTestcasesRoute(parts),
]

const readRoutes = (context: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/simple/queues/{id}',
    operationId: 'fetch_simple_queue',
    sdkName: 'simpleQueues.fetch',
    summary: 'Fetch one simple queue.',
    ...viewerAccess,
    params: idParams,
    answer: queueAnswer,
    handle: async ({ params }, { scope }) =>
      wireOne('queue', await fetchSimpleQueue(scope, params.id), wireSimpleQueue),
  }),
  projectRoute({
    method: 'POST',
    path: '/simple/queues/query',
    operationId: 'query_simple_queues',
    examples: { body: { queue: { run_id: '01a1e243-e9ef-7399-860b-2c6861532944' } } },
    sdkName: 'simpleQueues.query',
    errors: pageCodes,
    summary: 'Matching simple queues, newest first.',
    ...viewerAccess,
    body: queryBody('queue', queueFilter),
    bodyOptional: true,
    answer: list('queues', answerSchemas.simpleQueue),
    handle: async ({ body }, { scope }) => {
      const { filter, kind } = body.queue ?? { filter: {}, kind: undefined }
      const query = { filter, kind, windowing: body.windowing ?? {} }
      return wirePage(
        'queues',
        await querySimpleQueues(scope, { query, limits: context.limits }),
        wireSimpleQueue,
      )
    },
  }),
  workRoute(context, {
    path: '/simple/queues/{id}/scenarios/query',
    operationId: 'query_simple_queue_scenarios',
    sdkName: 'simpleQueues.queryScenarios',
  }),
]

export const simpleQueueRoutes = (context: EvaluationContext): readonly Route[] => [
  ...writeRoutes(context),
  ...readRoutes(context),
]
