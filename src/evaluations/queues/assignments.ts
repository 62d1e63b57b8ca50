// Assigns queue items to people. A reserved item is not offered to others until it is annotated, skipped, or its
// reservation expires. Each operation locks the run of the queue, so two simultaneous requests get two items.
import { AssayError } from '../../kernel/errors.ts'
import { microsecondsOf, microsecondText } from '../../kernel/clock.ts'
import type { Scope, ProjectReads } from '../../access/scope.ts'
import type { EvaluationCell, EvaluationQueue, EvaluationRun } from '../../storage/contract/contract.ts'
import { evaluatedStep, stepsOf, type Step } from '../plan/steps.ts'
import { planScenarios } from '../records/cells.ts'
import {
  inTransaction,
  requireRecord,
  notFound,
  type TransactionContext,
  type OperationContext,
} from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import { lockRecords } from '../records/run-state.ts'
import { queueConflict } from '../records/steps/default-queue.ts'
import { isAnnotated, itemsOf, selectItem, type Item, type QueueState, type ItemRequest } from './items.ts'
import { distributionOf, queueScenarios } from './work-list.ts'

/** Long enough to read a long trace; short enough that an abandoned item is annotated the same day. */
const reservationMinutes = 15

/** A queue in an open run, both locked until the transaction ends. */
export interface LockedQueue {
  readonly queue: EvaluationQueue
  readonly run: EvaluationRun
  readonly state: QueueState
}

/** The steps of a queue that people annotate. */
export function annotatedSteps(queue: EvaluationQueue, run: EvaluationRun): readonly Step[] {
  const selectedKeys = queue.data?.['step_keys'] as readonly string[] | undefined
  return stepsOf(runData(run), 'annotation').filter(({ key, origin }) =>
    selectedKeys === undefined ? origin === 'human' : selectedKeys.includes(key),
  )
}

export async function queueState(
  project: ProjectReads,
  { queue, run, now }: { readonly queue: EvaluationQueue; readonly run: EvaluationRun; readonly now: string },
): Promise<QueueState> {
  const scenarios = await queueScenarios(project, queue)
  const stepKeys = annotatedSteps(queue, run).map(({ key }) => key)
  const filter = { runIds: [run.id], stepKeys }
  const results =
    stepKeys.length === 0 ? [] : await project.reads.evaluationRecords('result', project.projectId, filter)
  return {
    scenarioIds: stepKeys.length === 0 ? [] : scenarios.map(({ id }) => id),
    repeats: runData(run).repeats,
    distribution: distributionOf(queue),
    stepKeys,
    results,
    assignments: await project.reads.queueAssignments(project.projectId, [queue.id]),
    now,
  }
}

export async function lockQueue(txContext: TransactionContext, queueId: string): Promise<LockedQueue> {
  const { tx, scope, engine } = txContext
  const { runs, records } = await lockRecords(txContext, { kind: 'queue', ids: [queueId] })
  const queue = requireRecord(records, queueId)
  if (queue.deletedAt !== undefined) {
    throw new AssayError('archived', `Evaluation queue '${queueId}' not found: it is archived.`)
  }
  const run = requireRecord(runs, queue.runId)
  scope.recordResource('evaluation_queue', queueId)
  return {
    queue,
    run,
    state: await queueState(
      { reads: tx, projectId: scope.projectId },
      { queue, run, now: engine.clock.now() },
    ),
  }
}

export type ItemKey = Pick<Item, 'scenarioId' | 'repeatIdx'>

/** The item of the current user; refused when it is not in the queue or belongs to another person. */
export function requireItem(
  { queue, state }: LockedQueue,
  { scope: { actorId }, key }: { readonly scope: Scope; readonly key: ItemKey },
): Item {
  if (!state.scenarioIds.includes(key.scenarioId)) throw notFound('scenario', key.scenarioId)
  const candidate = itemsOf(state, actorId).find(
    (item) => item.scenarioId === key.scenarioId && item.repeatIdx === key.repeatIdx,
  )
  if (candidate === undefined)
    throw queueConflict('Another person has reserved or annotated this item.', queue.runId)
  return candidate
}

/** Reserves this item for the current user and releases the user's other items. */
export async function reserveItem(
  txContext: TransactionContext,
  { lockedQueue: { queue, state }, key }: { readonly lockedQueue: LockedQueue; readonly key: ItemKey },
): Promise<string> {
  const { tx, scope } = txContext
  const reservedUntil = microsecondText(microsecondsOf(state.now) + reservationMinutes * 60_000_000)
  const assignment = { queueId: queue.id, userId: scope.actorId }
  await tx.endQueueAssignments(scope.projectId, assignment)
  const { scenarioId, repeatIdx } = key
  await tx.putQueueAssignment(scope.projectId, {
    ...assignment,
    scenarioId,
    repeatIdx,
    state: 'held',
    at: reservedUntil,
  })
  return reservedUntil
}

/** An item with the records to annotate. */
export interface ItemView extends Item {
  /** The number of items of the person in this queue, and the one-based position of this one. */
  readonly position: { readonly place: number; readonly total: number }
  readonly heldUntil: string | undefined
  /** The trace to annotate: the one of the invocation, or of the scenario. */
  readonly traceId: string | undefined
  readonly testcaseId: string | undefined
  /** The traces of the annotations, by step. */
  readonly judgements: Readonly<Record<string, string>>
}

/** The results of a scenario. */
interface ScenarioResults {
  readonly results: readonly EvaluationCell[]
}

/** The result of the input step, which has the testcase or trace of the scenario. */
export function sourceResult(run: EvaluationRun, scenarioPlan: ScenarioResults): EvaluationCell | undefined {
  const inputs = new Set(stepsOf(runData(run), 'input').map(({ key }) => key))
  return scenarioPlan.results.find(
    ({ stepKey, testcaseId, traceId }) => inputs.has(stepKey) && (testcaseId ?? traceId) !== undefined,
  )
}

/** The trace that a step evaluates in a repeat. */
export function evaluatedTrace(
  run: EvaluationRun,
  {
    scenarioPlan,
    step,
    repeatIdx,
  }: { readonly scenarioPlan: ScenarioResults; readonly step: Step; readonly repeatIdx: number },
): string | undefined {
  const invocation = evaluatedStep(runData(run), step)
  if (invocation === undefined) return sourceResult(run, scenarioPlan)?.traceId
  const repeat = run.flags['is_split'] === true ? repeatIdx : 0
  return scenarioPlan.results.find(
    (result) => result.stepKey === invocation.key && result.repeatIdx === repeat,
  )?.traceId
}

async function itemView(
  { tx, scope }: TransactionContext,
  {
    lockedQueue: { queue, run, state },
    item,
    heldUntil,
  }: { readonly lockedQueue: LockedQueue; readonly item: Item; readonly heldUntil: string | undefined },
): Promise<ItemView> {
  const items = itemsOf(state, scope.actorId)
  const index = items.findIndex(
    (candidate) => candidate.place === item.place && candidate.repeatIdx === item.repeatIdx,
  )
  const [scenarioPlan] = await planScenarios(
    { reads: tx, projectId: scope.projectId },
    { run, scenarioIds: [item.scenarioId] },
  )
  if (scenarioPlan === undefined) throw notFound('scenario', item.scenarioId)
  const { repeatIdx } = item
  const steps = annotatedSteps(queue, run)
  const annotatedResults = scenarioPlan.results.filter(
    (result) =>
      result.repeatIdx === repeatIdx &&
      isAnnotated(result) &&
      steps.some(({ key }) => key === result.stepKey),
  )
  return {
    ...item,
    position: { place: index + 1, total: items.length },
    heldUntil,
    traceId: steps.map((step) => evaluatedTrace(run, { scenarioPlan, step, repeatIdx })).find(Boolean),
    testcaseId: sourceResult(run, scenarioPlan)?.testcaseId,
    judgements: Object.fromEntries(annotatedResults.map(({ stepKey, traceId }) => [stepKey, traceId ?? ''])),
  }
}

/** Returns the requested item and reserves it if it is open; undefined: there is none. */
export const takeItem = (
  context: OperationContext,
  { queueId, request }: { readonly queueId: string; readonly request: ItemRequest },
): Promise<ItemView | undefined> =>
  inTransaction(context, async (txContext) => {
    const lockedQueue = await lockQueue(txContext, queueId)
    const { scenarioId } = request
    if (scenarioId !== undefined && !lockedQueue.state.scenarioIds.includes(scenarioId)) {
      throw notFound('scenario', scenarioId)
    }
    const item = selectItem(itemsOf(lockedQueue.state, context.scope.actorId), request)
    if (item?.state === 'open')
      return itemView(txContext, {
        lockedQueue,
        item,
        heldUntil: await reserveItem(txContext, { lockedQueue, key: item }),
      })
    // An annotated or skipped item needs no reservation; the user's previous one ends.
    await txContext.tx.endQueueAssignments(context.scope.projectId, {
      queueId,
      userId: context.scope.actorId,
    })
    return item && itemView(txContext, { lockedQueue, item, heldUntil: undefined })
  })

/** Skips an item: it stays open for others and is not offered to this person again. */
export const skipItem = (
  context: OperationContext,
  { queueId, key }: { readonly queueId: string; readonly key: ItemKey },
): Promise<ItemView> =>
  inTransaction(context, async (txContext) => {
    const lockedQueue = await lockQueue(txContext, queueId)
    const item = requireItem(lockedQueue, { scope: context.scope, key })
    if (item.state === 'judged') {
      throw queueConflict('This item is annotated: undo the annotation first.', lockedQueue.run.id)
    }
    const { scenarioId, repeatIdx } = key
    const assignment = { queueId, userId: context.scope.actorId, scenarioId, repeatIdx }
    await txContext.tx.putQueueAssignment(context.scope.projectId, {
      ...assignment,
      state: 'skipped',
      at: lockedQueue.state.now,
    })
    return itemView(txContext, { lockedQueue, item: { ...item, state: 'skipped' }, heldUntil: undefined })
  })

/** The current state of the item, for responses after a change. */
export async function currentItemView(
  txContext: TransactionContext,
  {
    queueId,
    key,
    heldUntil,
  }: { readonly queueId: string; readonly key: ItemKey; readonly heldUntil?: string | undefined },
): Promise<ItemView> {
  const lockedQueue = await lockQueue(txContext, queueId)
  return itemView(txContext, {
    lockedQueue,
    item: requireItem(lockedQueue, { scope: txContext.scope, key }),
    heldUntil,
  })
}
