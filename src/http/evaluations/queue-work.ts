// The work of people in queues over HTTP: items are taken, judged, left and taken back; how far that has come, and whether those
// who judged agree.
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
import { editing, reading, type EvaluationContext } from './context.ts'
import { wireOne } from './wire.ts'
import { repeatIdx, said, stepKey } from './words.ts'
import { recordCodes, runCodes, traceReadCodes } from '../codes.ts'

const workCodes = [...runCodes, 'archived', 'queue_conflict'] as const

const place = z
  .object({ scenario_id: uuid, repeat_idx: optional(repeatIdx) })
  .transform(({ scenario_id, repeat_idx }) => ({ scenarioId: scenario_id, repeatIdx: repeat_idx ?? 0 }))
  .meta({ id: 'QueueItemPlace' })

const item = z
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
    description: 'place and total count the items of the person who asks; judgements: traces by step key.',
  })

const wireItem = (shown: ItemView): JsonObject =>
  definedMembers({
    scenario_id: shown.scenarioId,
    repeat_idx: shown.repeatIdx,
    state: shown.state,
    place: shown.own.place,
    total: shown.own.total,
    held_until: shown.heldUntil,
    trace_id: shown.traceId,
    testcase_id: shown.testcaseId,
    judgements: shown.judgements,
  })

const oneItem = single('item', item)

const moves = z.enum(['next', 'previous'])

const judgement = z
  .object({
    scenario_id: uuid,
    repeat_idx: optional(repeatIdx),
    outputs: z.record(stepKey, jsonObject),
    note: optional(description),
  })
  .transform((sent) => ({
    scenarioId: sent.scenario_id,
    repeatIdx: sent.repeat_idx ?? 0,
    outputs: sent.outputs,
    note: sent.note,
  }))
  .meta({
    id: 'QueueJudgement',
    description: 'outputs: what each evaluator of the queue is told, by step key.',
  })

const itemRoutes = ({ engine, judging }: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/{id}/items/take',
    operationId: 'take_queue_item',
    sdkName: 'queues.takeItem',
    errors: workCodes,
    summary: 'The next item for the person who asks, or the one named, or one beside it.',
    description:
      'An item that is to be judged is held for 15 minutes: nobody else gets it. Whoever takes another gives it back.',
    ...editing,
    params: idParams,
    body: z.object({ scenario_id: optional(uuid), move: optional(moves) }).meta({ id: 'WantedQueueItem' }),
    bodyOptional: true,
    answer: oneItem,
    handle: async ({ params, body }, { scope }) => {
      const wanted = { scenarioId: body.scenario_id, move: body.move }
      return wireOne('item', await takeItem(engine, scope, params.id, wanted), wireItem)
    },
  }),
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/{id}/items/judge',
    operationId: 'judge_queue_item',
    sdkName: 'queues.judgeItem',
    errors: [...workCodes, ...recordCodes],
    summary: 'Judge an item: annotations are written, and the results of the run point at them.',
    description: 'Sent again by the same person it replaces what was said before.',
    refuses: 'All steps that people judge in the queue are answered, and no others.',
    ...editing,
    params: idParams,
    body: z.object({ judgement }),
    answer: oneItem,
    handle: async ({ params, body }, { scope }) =>
      wireOne('item', await annotateItem(judging, scope, params.id, body.judgement), wireItem),
  }),
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/{id}/items/skip',
    operationId: 'skip_queue_item',
    sdkName: 'queues.skipItem',
    errors: workCodes,
    summary: 'Leave an item to others.',
    ...editing,
    params: idParams,
    body: z.object({ item: place }),
    answer: oneItem,
    handle: async ({ params, body }, { scope }) =>
      wireOne('item', await skipItem(engine, scope, params.id, body.item), wireItem),
  }),
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/{id}/items/undo',
    operationId: 'undo_queue_item',
    sdkName: 'queues.undoItem',
    errors: [...workCodes, ...traceReadCodes],
    summary:
      'Take back what the person who asks said of an item, annotations and results, or that it was left.',
    ...editing,
    params: idParams,
    body: z.object({ item: place }),
    answer: oneItem,
    handle: async ({ params, body }, { scope }) =>
      wireOne('item', await undoItem(judging, scope, params.id, body.item), wireItem),
  }),
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

const progress = z
  .object({
    queue_id: z.guid(),
    items: z.object({ total: z.int(), judged: z.int() }).meta({ id: 'JudgedItems' }),
    people: z.array(person),
    last_at: z.string().optional(),
  })
  .meta({ id: 'QueueProgress' })

const wireProgress = ({ queue, items, people, lastAt }: QueueProgress): JsonObject =>
  definedMembers({
    queue_id: queue.id,
    items: { ...items },
    people: people.map((one) =>
      definedMembers({
        user_id: one.userId,
        assigned: one.assigned,
        judged: one.judged,
        skipped: one.skipped,
        last_at: one.lastAt,
      }),
    ),
    last_at: lastAt,
  })

/** So many queues are counted for one answer. */
const queuesMax = 100

const progressRoute = (): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/queues/progress',
    operationId: 'query_queue_progress',
    sdkName: 'queues.progress',
    summary: 'How far the work of queues has come, by person too. Unknown ones are left out.',
    ...reading,
    body: z.object({ queue_ids: z.array(uuid).max(queuesMax) }),
    answer: z.object({ count: z.int(), progress: z.array(progress) }),
    handle: async ({ body }, { scope }) => {
      const found = await queueProgress(scope, body.queue_ids)
      return { count: found.length, progress: found.map(wireProgress) }
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
    description: 'No value: all said the same, as chance would have it. observed: the share of equal pairs.',
  })

const disagreement = z
  .object({
    step_key: z.string(),
    path: z.string(),
    scenario_id: z.guid(),
    trace_id: z.string().optional(),
    testcase_id: z.string().optional(),
    values: z.array(z.object({ user_id: z.string(), value: said }).meta({ id: 'SaidByPerson' })),
  })
  .meta({ id: 'QueueDisagreement' })

const agreement = z
  .object({
    measures: z.array(measure),
    disagreements: z.array(disagreement),
    disagreement_count: z.int(),
  })
  .meta({ id: 'QueueAgreement' })

const agreementRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'GET',
    path: '/evaluations/queues/{id}/agreement',
    operationId: 'fetch_queue_agreement',
    sdkName: 'queues.agreement',
    errors: traceReadCodes,
    summary:
      'How far those agree who judged the same scenarios, and the first hundred values on which they do not.',
    ...reading,
    params: idParams,
    answer: single('agreement', agreement),
    handle: async ({ params }, { scope }) => {
      const found = await queueAgreement(engine, scope, params.id)
      if (found === undefined) return { count: 0 }
      return {
        count: 1,
        agreement: {
          measures: found.measures.map(({ stepKey: step_key, ...rest }) =>
            definedMembers({ step_key, ...rest }),
          ),
          disagreements: found.disagreements.map((one) =>
            definedMembers({
              step_key: one.stepKey,
              path: one.path,
              scenario_id: one.scenarioId,
              trace_id: one.traceId,
              testcase_id: one.testcaseId,
              values: one.values.map(({ userId, value }) => ({ user_id: userId, value })),
            }),
          ),
          disagreement_count: found.disagreementCount,
        },
      }
    },
  })

export const queueWorkRoutes = (context: EvaluationContext): readonly Route[] => [
  progressRoute(),
  ...itemRoutes(context),
  agreementRoute(context),
]
