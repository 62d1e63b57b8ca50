// Routes for people who work in queues: claim, annotate, skip and reopen items. Other routes report progress and the
// agreement between people.
import { withExample } from '../examples.ts'
import { queueAgreementExample } from './examples.ts'
import { withoutUndefined } from '../../kernel/own.ts'
import { z } from 'zod'
import { queueAgreement } from '../../evaluations/queues/agreement.ts'
import { annotateItem, undoItem } from '../../evaluations/queues/annotate-item.ts'
import { queueProgress, type QueueProgress } from '../../evaluations/queues/progress.ts'
import { skipItem, takeItem, type ItemView } from '../../evaluations/queues/assignments.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { jsonObject, optional, uuid } from '../../kernel/validation.ts'
import { definedMembers, single } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { description, idParams } from '../field-schemas.ts'
import { editorAccess, viewerAccess, type EvaluationContext } from './context.ts'
import { wireOne } from './wire.ts'
import { repeatIdx, annotationValue, stepKey } from './request-schemas.ts'
import { recordCodes, runCodes, traceReadCodes } from '../codes.ts'

const workCodes = [...runCodes, 'archived', 'queue_conflict'] as const

const position = z
  .object({ scenario_id: uuid, repeat_idx: optional(repeatIdx) })
  .transform(({ scenario_id, repeat_idx }) => ({ scenarioId: scenario_id, repeatIdx: repeat_idx ?? 0 }))
  .meta({ id: 'QueueItemPlace' })

const item = withExample(
  z
    .object({
      scenario_id: z.guid(),
      repeat_idx: z.int(),
      state: z.enum(['open', 'judged', 'skipped']),
      place: z.int(),
      total: z.int(),
      held_until: z.string().optional(),
      trace_id: z.string().optional(),
      testcase_id: z.string().optional(),
      judgements: z.record(z.string(), z.string()),
    })
    .meta({
      id: 'QueueItem',
      description: 'place and total count the items of the caller; judgements: traces by step key.',
    }),
  {
    scenario_id: '01a1e3b6-6af3-77e7-879a-8a3afd04bfa0',
    repeat_idx: 0,
    state: 'skipped',
    place: 1,
    total: 2,
    trace_id: 'c28fa640a12292b134c679e3cdab3920',
    judgements: {},
  },
)

const wireItem = (item: ItemView): JsonObject =>
  definedMembers({
    scenario_id: item.scenarioId,
    repeat_idx: item.repeatIdx,
    state: item.state,
    place: item.position.place,
    total: item.position.total,
    held_until: item.heldUntil,
    trace_id: item.traceId,
    testcase_id: item.testcaseId,
    judgements: item.judgements,
  })

const itemResponse = single('item', item)

const moves = z.enum(['next', 'previous'])

const annotationRequest = z
  .object({
    scenario_id: uuid,
    repeat_idx: optional(repeatIdx),
    outputs: z.record(stepKey, jsonObject),
    note: optional(description),
  })
  .transform((input) => ({
    scenarioId: input.scenario_id,
    repeatIdx: input.repeat_idx ?? 0,
    outputs: input.outputs,
    note: input.note,
  }))
  .meta({
    id: 'QueueJudgement',
    description: 'outputs: the annotation for each evaluator of the queue, by step key.',
  })

const takeQueueItemRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/{id}/items/take',
    operationId: 'take_queue_item',
    examples: { body: { scenario_id: '01a1e3b6-6af3-7a08-9525-3a3b521de06b', move: 'previous' } },
    sdkName: 'queues.takeItem',
    errors: workCodes,
    summary: 'Claim the next item, the named item, or the item before or after it.',
    description: 'An open item is reserved for the caller for 15 minutes. Claiming another item releases it.',
    ...editorAccess,
    params: idParams,
    body: z.object({ scenario_id: optional(uuid), move: optional(moves) }).meta({ id: 'WantedQueueItem' }),
    bodyOptional: true,
    answer: itemResponse,
    handle: async ({ params, body }, { scope }) => {
      const position = { scenarioId: body.scenario_id, move: body.move }
      return wireOne(
        'item',
        await takeItem({ engine, scope }, { queueId: params.id, request: position }),
        wireItem,
      )
    },
  })

const judgeQueueItemRoute = ({ annotationParts }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/{id}/items/judge',
    operationId: 'judge_queue_item',
    examples: {
      body: {
        judgement: {
          scenario_id: '01a1e3b6-44b1-7ba1-86bc-2230be7dc74c',
          repeat_idx: 0,
          outputs: { 'evaluator-aacae5b6739c': { helpful: true } },
        },
      },
    },
    sdkName: 'queues.judgeItem',
    errors: [...workCodes, ...recordCodes],
    summary: 'Annotate an item: writes annotations, and results of the run that reference them.',
    description: 'A second request of the same person replaces the first.',
    refuses: 'The request must answer exactly the human steps of the queue.',
    ...editorAccess,
    params: idParams,
    body: z.object({ judgement: annotationRequest }),
    answer: itemResponse,
    handle: async ({ params, body }, { scope }) =>
      wireOne(
        'item',
        await annotateItem(annotationParts, { scope, queueId: params.id, annotation: body.judgement }),
        wireItem,
      ),
  })

const skipQueueItemRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/{id}/items/skip',
    operationId: 'skip_queue_item',
    examples: { body: { item: { scenario_id: '01a1e3b6-6af3-77e7-879a-8a3afd04bfa0', repeat_idx: 0 } } },
    sdkName: 'queues.skipItem',
    errors: workCodes,
    summary: 'Skip an item and leave it to others.',
    ...editorAccess,
    params: idParams,
    body: z.object({ item: position }),
    answer: itemResponse,
    handle: async ({ params, body }, { scope }) =>
      wireOne('item', await skipItem({ engine, scope }, { queueId: params.id, key: body.item }), wireItem),
  })

const undoQueueItemRoute = ({ annotationParts }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/{id}/items/undo',
    operationId: 'undo_queue_item',
    examples: { body: { item: { scenario_id: '01a1e3b6-1931-7702-bb9a-0f8f40f209f7', repeat_idx: 0 } } },
    sdkName: 'queues.undoItem',
    errors: [...workCodes, ...traceReadCodes],
    summary: 'Undo the work of the caller on an item: its annotations and results, or that it was skipped.',
    ...editorAccess,
    params: idParams,
    body: z.object({ item: position }),
    answer: itemResponse,
    handle: async ({ params, body }, { scope }) =>
      wireOne(
        'item',
        await undoItem(annotationParts, { scope, queueId: params.id, key: body.item }),
        wireItem,
      ),
  })

const itemRoutes = (parts: EvaluationContext): readonly Route[] => [
  takeQueueItemRoute(parts),
  judgeQueueItemRoute(parts),
  skipQueueItemRoute(parts),
  undoQueueItemRoute(parts),
]

const person = z
  .object({
    user_id: z.string(),
    assigned: z.int().optional(),
    judged: z.int(),
    skipped: z.int(),
    last_at: z.string().optional(),
  })
  .meta({ id: 'QueuePerson' })

const progress = withExample(
  z
    .object({
      queue_id: z.guid(),
      items: z.object({ total: z.int(), judged: z.int() }).meta({ id: 'JudgedItems' }),
      people: z.array(person),
      last_at: z.string().optional(),
    })
    .meta({ id: 'QueueProgress' }),
  { queue_id: '01a1e3b6-1745-7ff7-a20b-45319b0e93bd', items: { total: 1, judged: 0 }, people: [] },
)

const wireProgress = ({ queue, items, people, lastAt }: QueueProgress) =>
  withoutUndefined({
    queue_id: queue.id,
    items: { ...items },
    people: people.map((person) =>
      withoutUndefined({
        user_id: person.userId,
        assigned: person.assigned,
        judged: person.judged,
        skipped: person.skipped,
        last_at: person.lastAt,
      }),
    ),
    last_at: lastAt,
  })

const queuesMax = 100

const progressRoute = (): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/progress',
    operationId: 'query_queue_progress',
    examples: { body: { queue_ids: ['01a1e3b6-1745-7ff7-a20b-45319b0e93bd'] } },
    sdkName: 'queues.progress',
    summary: 'The progress of queues, in total and by person. Unknown queues are omitted.',
    ...viewerAccess,
    body: z.object({ queue_ids: z.array(uuid).max(queuesMax) }),
    answer: z.object({ count: z.int(), progress: z.array(progress) }),
    handle: async ({ body }, { scope }) => {
      const progressOfQueues = await queueProgress(scope, body.queue_ids)
      return { count: progressOfQueues.length, progress: progressOfQueues.map(wireProgress) }
    },
  })

const measure = z
  .object({
    step_key: z.string(),
    path: z.string(),
    scale: z.enum(['nominal', 'ordinal', 'interval']),
    measure: z.enum(['cohen_kappa', 'krippendorff_alpha']),
    value: z.number().optional(),
    items: z.int(),
    raters: z.int(),
    observed: z.number(),
  })
  .meta({
    id: 'MeasuredAgreement',
    description:
      'Absent value: all annotations are equal, as expected by chance. observed: the share of equal pairs.',
  })

const disagreement = z
  .object({
    step_key: z.string(),
    path: z.string(),
    scenario_id: z.guid(),
    trace_id: z.string().optional(),
    testcase_id: z.string().optional(),
    values: z.array(z.object({ user_id: z.string(), value: annotationValue }).meta({ id: 'SaidByPerson' })),
  })
  .meta({ id: 'QueueDisagreement' })

const agreement = withExample(
  z
    .object({
      measures: z.array(measure),
      disagreements: z.array(disagreement),
      disagreement_count: z.int(),
    })
    .meta({ id: 'QueueAgreement' }),
  queueAgreementExample,
)

const agreementRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'GET',
    path: '/evaluations/queues/{id}/agreement',
    operationId: 'fetch_queue_agreement',
    sdkName: 'queues.agreement',
    errors: traceReadCodes,
    summary:
      'The agreement of people who annotated the same scenarios, and the first hundred values on which they disagree.',
    ...viewerAccess,
    params: idParams,
    answer: single('agreement', agreement),
    handle: async ({ params }, { scope }) => {
      const agreementOfQueue = await queueAgreement({ engine, scope }, params.id)
      if (agreementOfQueue === undefined) return { count: 0 }
      return {
        count: 1,
        agreement: {
          measures: agreementOfQueue.measures.map(({ stepKey: step_key, ...rest }) =>
            definedMembers({ step_key, ...rest }),
          ),
          disagreements: agreementOfQueue.disagreements.map((disagreement) =>
            definedMembers({
              step_key: disagreement.stepKey,
              path: disagreement.path,
              scenario_id: disagreement.scenarioId,
              trace_id: disagreement.traceId,
              testcase_id: disagreement.testcaseId,
              values: disagreement.values.map(({ userId, value }) => ({ user_id: userId, value })),
            }),
          ),
          disagreement_count: agreementOfQueue.disagreementCount,
        },
      }
    },
  })

export const queueWorkRoutes = (context: EvaluationContext): readonly Route[] => [
  progressRoute(),
  ...itemRoutes(context),
  agreementRoute(context),
]
