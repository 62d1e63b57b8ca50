// Whose turn it is: a person takes an item, and until it is judged, left or held for too long nobody else gets it. The run of
// the queue is held meanwhile, so that two who ask at once get two items.
import { AssayError } from '../../kernel/errors.ts'
import { microsecondsOf, microsecondText } from '../../kernel/clock.ts'
import type { Scope } from '../../access/scope.ts'
import type {
  EvaluationCell,
  EvaluationQueue,
  EvaluationRun,
  RelationalReads,
} from '../../storage/contract/contract.ts'
import { evaluatedStep, stepsOf, type Step } from '../plan/steps.ts'
import { plannedScenarios } from '../records/cells.ts'
import {
  inTransaction,
  requireRecord,
  notFound,
  type EvaluationEngine,
  type InTransaction,
} from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import { lockRecords } from '../records/run-state.ts'
import { queueConflict } from './default-queue.ts'
import { isJudged, itemsOf, wantedItem, type Item, type QueueState, type Wanted } from './items.ts'
import { dealingOf, queueScenarios } from './work-list.ts'

/** Long enough to read a long trace; short enough that what somebody walked away from is judged today. */
const holdMinutes = 15

/** A queue in an open run, both held until the transaction ends. */
export interface HeldQueue {
  readonly queue: EvaluationQueue
  readonly run: EvaluationRun
  readonly state: QueueState
}

/** The steps that people judge in a queue. */
export function judgedSteps(queue: EvaluationQueue, run: EvaluationRun): readonly Step[] {
  const chosen = queue.data?.['step_keys'] as readonly string[] | undefined
  return stepsOf(runData(run), 'annotation').filter(({ key, origin }) =>
    chosen === undefined ? origin === 'human' : chosen.includes(key),
  )
}

export async function queueState(
  reads: RelationalReads,
  projectId: string,
  { queue, run, now }: { readonly queue: EvaluationQueue; readonly run: EvaluationRun; readonly now: string },
): Promise<QueueState> {
  const scenarios = await queueScenarios(reads, projectId, queue)
  const stepKeys = judgedSteps(queue, run).map(({ key }) => key)
  const filter = { runIds: [run.id], stepKeys }
  const results = stepKeys.length === 0 ? [] : await reads.evaluationRecords('result', projectId, filter)
  return {
    scenarioIds: stepKeys.length === 0 ? [] : scenarios.map(({ id }) => id),
    repeats: runData(run).repeats,
    dealing: dealingOf(queue),
    stepKeys,
    results,
    turns: await reads.queueTurns(projectId, [queue.id]),
    now,
  }
}

export async function heldQueue(at: InTransaction, queueId: string): Promise<HeldQueue> {
  const { tx, scope, engine } = at
  const { runs, records } = await lockRecords(at, 'queue', [queueId])
  const queue = requireRecord(records, queueId)
  if (queue.deletedAt !== undefined) {
    throw new AssayError('archived', `Evaluation queue '${queueId}' not found: it is archived.`)
  }
  const run = requireRecord(runs, queue.runId)
  scope.touched('evaluation_queue', queueId)
  return { queue, run, state: await queueState(tx, scope.projectId, { queue, run, now: engine.clock.now() }) }
}

export type ItemPlace = Pick<Item, 'scenarioId' | 'repeatIdx'>

/** The item of the person who asks; refused when it is not in the queue, or somebody else's. */
export function ownItem({ queue, state }: HeldQueue, { actorId }: Scope, place: ItemPlace): Item {
  if (!state.scenarioIds.includes(place.scenarioId)) throw notFound('scenario', place.scenarioId)
  const found = itemsOf(state, actorId).find(
    (item) => item.scenarioId === place.scenarioId && item.repeatIdx === place.repeatIdx,
  )
  if (found === undefined) throw queueConflict('Somebody else has this item, or has judged it.', queue.runId)
  return found
}

/** From now on the person holds this item; others are free again. */
export async function hold(
  at: InTransaction,
  { queue, state }: HeldQueue,
  place: ItemPlace,
): Promise<string> {
  const { tx, scope } = at
  const until = microsecondText(microsecondsOf(state.now) + holdMinutes * 60_000_000)
  const whose = { queueId: queue.id, userId: scope.actorId }
  await tx.endQueueTurns(scope.projectId, whose)
  const { scenarioId, repeatIdx } = place
  await tx.putQueueTurn(scope.projectId, { ...whose, scenarioId, repeatIdx, state: 'held', at: until })
  return until
}

/** An item with what is to be judged. */
export interface ShownItem extends Item {
  /** How many items the person has in this queue, and the place of this one among them, from 1. */
  readonly own: { readonly place: number; readonly total: number }
  readonly heldUntil: string | undefined
  /** What is judged: the trace of the invocation, or of the scenario. */
  readonly traceId: string | undefined
  readonly testcaseId: string | undefined
  /** The traces of the judgements, by step. */
  readonly judgements: Readonly<Record<string, string>>
}

/** A scenario with what is known of its cells. */
interface WithResults {
  readonly results: readonly EvaluationCell[]
}

/** The item of a scenario. */
export function sourceResult(run: EvaluationRun, planned: WithResults): EvaluationCell | undefined {
  const inputs = new Set(stepsOf(runData(run), 'input').map(({ key }) => key))
  return planned.results.find(
    ({ stepKey, testcaseId, traceId }) => inputs.has(stepKey) && (testcaseId ?? traceId) !== undefined,
  )
}

/** The trace that a step judges in a repeat. */
export function judgedTrace(
  run: EvaluationRun,
  planned: WithResults,
  { step, repeatIdx }: { readonly step: Step; readonly repeatIdx: number },
): string | undefined {
  const invocation = evaluatedStep(runData(run), step)
  if (invocation === undefined) return sourceResult(run, planned)?.traceId
  const repeat = run.flags['is_split'] === true ? repeatIdx : 0
  return planned.results.find((result) => result.stepKey === invocation.key && result.repeatIdx === repeat)
    ?.traceId
}

async function shown(
  { tx, scope }: InTransaction,
  { queue, run, state }: HeldQueue,
  item: Item,
  heldUntil: string | undefined,
): Promise<ShownItem> {
  const items = itemsOf(state, scope.actorId)
  const own = items.findIndex((one) => one.place === item.place && one.repeatIdx === item.repeatIdx)
  const [planned] = await plannedScenarios(tx, scope.projectId, run, [item.scenarioId])
  if (planned === undefined) throw notFound('scenario', item.scenarioId)
  const { repeatIdx } = item
  const steps = judgedSteps(queue, run)
  const judged = planned.results.filter(
    (result) =>
      result.repeatIdx === repeatIdx && isJudged(result) && steps.some(({ key }) => key === result.stepKey),
  )
  return {
    ...item,
    own: { place: own + 1, total: items.length },
    heldUntil,
    traceId: steps.map((step) => judgedTrace(run, planned, { step, repeatIdx })).find(Boolean),
    testcaseId: sourceResult(run, planned)?.testcaseId,
    judgements: Object.fromEntries(judged.map(({ stepKey, traceId }) => [stepKey, traceId ?? ''])),
  }
}

/** The item that is wanted, held if it is still to be judged. Undefined: there is none. */
export const takeItem = (
  engine: EvaluationEngine,
  scope: Scope,
  queueId: string,
  wanted: Wanted,
): Promise<ShownItem | undefined> =>
  inTransaction(engine, scope, async (at) => {
    const held = await heldQueue(at, queueId)
    const { scenarioId } = wanted
    if (scenarioId !== undefined && !held.state.scenarioIds.includes(scenarioId)) {
      throw notFound('scenario', scenarioId)
    }
    const item = wantedItem(itemsOf(held.state, scope.actorId), wanted)
    if (item?.state === 'open') return shown(at, held, item, await hold(at, held, item))
    // What was judged or left needs no hold, and what was held is free for others.
    await at.tx.endQueueTurns(scope.projectId, { queueId, userId: scope.actorId })
    return item && shown(at, held, item, undefined)
  })

/** Leaves an item to others; the person is not asked again. */
export const skipItem = (
  engine: EvaluationEngine,
  scope: Scope,
  queueId: string,
  place: ItemPlace,
): Promise<ShownItem> =>
  inTransaction(engine, scope, async (at) => {
    const held = await heldQueue(at, queueId)
    const item = ownItem(held, scope, place)
    if (item.state === 'judged') {
      throw queueConflict('This item is judged: take the judgement back first.', held.run.id)
    }
    const { scenarioId, repeatIdx } = place
    const turn = { queueId, userId: scope.actorId, scenarioId, repeatIdx }
    await at.tx.putQueueTurn(scope.projectId, { ...turn, state: 'skipped', at: held.state.now })
    return shown(at, held, { ...item, state: 'skipped' }, undefined)
  })

/** The item as it is now, for answers after a change. */
export async function shownItem(
  at: InTransaction,
  queueId: string,
  place: ItemPlace,
  heldUntil?: string,
): Promise<ShownItem> {
  const held = await heldQueue(at, queueId)
  return shown(at, held, ownItem(held, at.scope, place), heldUntil)
}
