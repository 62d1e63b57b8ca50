// A judgement of a person: an annotation for each evaluator of the queue, and the results that point at them. Taking it back
// removes both. The trace of a judgement follows from its cell and its author: sent twice it is one.
import { AssayError, invalid, type Fault } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import { cellSpan, evaluationMeta } from '../../programs/execution/cell.ts'
import type { ValueObject } from '../../tracing/value.ts'
import {
  createSimpleTrace,
  refuseMisfit,
  simpleViews,
  type SimpleTraceParts,
} from '../annotations/simple-traces.ts'
import { cellReferences } from '../plan/cells.ts'
import type { Step } from '../plan/steps.ts'
import { plannedScenarios, type PlannedScenario } from '../records/cells.ts'
import {
  changedNow,
  inTransaction,
  notFound,
  type EvaluationEngine,
  type InTransaction,
} from '../records/engine.ts'
import { advanceScenarios } from '../records/advance-scenarios.ts'
import { writeCells } from '../records/results.ts'
import { isActiveOnServer, runData } from '../records/run-data.ts'
import { startRun } from '../records/runs.ts'
import { isJudged } from './items.ts'
import {
  heldQueue,
  hold,
  judgedSteps,
  judgedTrace,
  ownItem,
  shownItem,
  sourceResult,
  type HeldQueue,
  type ItemPlace,
  type ShownItem,
} from './turns.ts'

export interface JudgingParts {
  readonly engine: EvaluationEngine
  readonly traces: SimpleTraceParts
}

export interface Judgement extends ItemPlace {
  /** Outputs by step. */
  readonly outputs: Readonly<Record<string, JsonObject>>
  readonly note: string | undefined
}

const outputsLoc: Fault['loc'] = ['body', 'judgement', 'outputs']

/** All evaluators of the queue are answered at once: an item is judged or it is not. */
function refuseOtherSteps({ queue, run }: HeldQueue, { outputs }: Judgement): readonly Step[] {
  const steps = judgedSteps(queue, run)
  const keys = new Set(steps.map(({ key }) => key))
  const faults: readonly Fault[] = [
    ...steps
      .filter(({ key }) => ownMember(outputs, key) === undefined)
      .map(({ key }): Fault => ({
        type: 'missing',
        loc: [...outputsLoc, key],
        msg: 'This step is to be judged, too.',
      })),
    ...Object.keys(outputs)
      .filter((key) => !keys.has(key))
      .map((key): Fault => ({
        type: 'value_error',
        loc: [...outputsLoc, key],
        msg: `People do not judge a step '${key}' in this queue.`,
      })),
  ]
  if (faults.length > 0) throw invalid(faults)
  return steps
}

interface Ready {
  readonly run: EvaluationRun
  readonly steps: readonly Step[]
  readonly planned: PlannedScenario
}

const readyToJudge = (engine: EvaluationEngine, scope: Scope, queueId: string, judgement: Judgement) =>
  inTransaction(engine, scope, async (at): Promise<Ready> => {
    const held = await heldQueue(at, queueId)
    ownItem(held, scope, judgement)
    const steps = refuseOtherSteps(held, judgement)
    const [planned] = await plannedScenarios(at.tx, scope.projectId, held.run, [judgement.scenarioId])
    if (planned === undefined) throw notFound('scenario', judgement.scenarioId)
    await hold(at, held, judgement)
    return { run: held.run, steps, planned }
  })

/** The annotation of one step: where it is to be written, and what it says. */
async function annotationOf(
  { engine, traces: parts }: JudgingParts,
  scope: Scope,
  { run, planned }: Ready,
  { step, judgement }: { readonly step: Step; readonly judgement: Judgement },
) {
  const { repeatIdx, note } = judgement
  const source = sourceResult(run, planned)
  const input = runData(run).steps.find(({ key }) => key === source?.stepKey)
  const traceId = judgedTrace(run, planned, { step, repeatIdx })
  const [root] = traceId === undefined ? [] : await engine.spans.roots(scope.projectId, [traceId])
  const cell = { runId: run.id, scenarioId: judgement.scenarioId, stepKey: step.key, repeatIdx }
  const references = cellReferences(step, input ?? step, {
    stepKey: input?.key ?? '',
    ...(source?.testcaseId === undefined ? {} : { testcaseId: source.testcaseId }),
  })
  const links =
    root === undefined
      ? []
      : [{ traceId: root.trace_id, spanId: root.span_id, attributes: { key: 'invocation' } }]
  const asking = {
    parts,
    view: simpleViews.annotation,
    scope,
    span: cellSpan(cell, scope.actorId),
    outputsLoc: [...outputsLoc, step.key],
  }
  const content = {
    origin: 'human' as const,
    kind: 'eval' as const,
    channel: 'web' as const,
    data: { outputs: ownMember(judgement.outputs, step.key) ?? {} },
    references: references as ValueObject,
    selector: undefined,
    links: { form: 'object' as const, items: links },
    tags: undefined,
    meta: { evaluation: evaluationMeta(cell), ...(note === undefined ? {} : { note }) },
  }
  return { stepKey: step.key, asking, content }
}

/** The results point at the annotations, unless somebody else has judged the item meanwhile. */
const storeResults = (
  engine: EvaluationEngine,
  scope: Scope,
  queueId: string,
  judged: { readonly place: ItemPlace; readonly traces: ReadonlyMap<string, string> },
): Promise<ShownItem> =>
  inTransaction(engine, scope, async (at) => {
    const { place, traces } = judged
    const { scenarioId, repeatIdx } = place
    const held = await heldQueue(at, queueId)
    ownItem(held, scope, place)
    await writeCells(
      at,
      held.run,
      [...traces].map(([stepKey, traceId]) => ({
        runId: held.run.id,
        scenarioId,
        repeatIdx,
        stepKey,
        traceId,
        status: 'success',
      })),
    )
    const item = { scenarioId, repeatIdx }
    await at.tx.endQueueTurns(scope.projectId, { queueId, userId: scope.actorId, item })
    return shownItem(at, queueId, place)
  })

/** Judges an item, or judges it anew: what the same person said before is replaced. */
export async function judgeItem(
  parts: JudgingParts,
  scope: Scope,
  queueId: string,
  judgement: Judgement,
): Promise<ShownItem> {
  const { engine } = parts
  const ready = await readyToJudge(engine, scope, queueId, judgement)
  const annotations = []
  for (const step of ready.steps) {
    annotations.push(await annotationOf(parts, scope, ready, { step, judgement }))
  }
  // All of them before any is written.
  for (const { asking, content } of annotations) await refuseMisfit(asking, content)
  for (const { asking, content } of annotations) await createSimpleTrace(asking, content)
  const traces = new Map(annotations.map(({ stepKey, asking }) => [stepKey, asking.span.traceId]))
  try {
    return await storeResults(engine, scope, queueId, { place: judgement, traces })
  } catch (error) {
    // Whatever refuses it now, nobody's results point at these annotations.
    if (error instanceof AssayError && error.code !== 'unavailable') {
      await parts.traces.traceWrites.deleteTraces(scope.projectId, [...traces.values()])
    }
    throw error
  }
}

/** Numbers over what is taken back are not true any more; they are made again when the scenario, and the run, ends. */
async function dropNumbers({ tx, scope }: InTransaction, runId: string, scenarioId: string): Promise<void> {
  const { projectId } = scope
  await tx.deleteEvaluationRecords('metrics', projectId, 'scenarioId', [scenarioId])
  const whole = { runIds: [runId], scenarioIds: false, timestamps: false }
  const rows = await tx.evaluationRecords('metrics', projectId, whole)
  await tx.deleteEvaluationRecords(
    'metrics',
    projectId,
    'id',
    rows.map(({ id }) => id),
  )
}

const ownResults = ({ state }: HeldQueue, place: ItemPlace) =>
  state.results.filter(
    (result) =>
      result.scenarioId === place.scenarioId && result.repeatIdx === place.repeatIdx && isJudged(result),
  )

async function reopen(at: InTransaction, held: HeldQueue, place: ItemPlace): Promise<void> {
  const { run } = held
  const own = ownResults(held, place)
  const reset = { status: 'pending', traceId: undefined, error: undefined } as const
  const changes = new Map(
    own.map(({ id }) => [id, (before: (typeof own)[number]) => ({ ...before, ...changedNow(at), ...reset })]),
  )
  await advanceScenarios(at, run, [place.scenarioId], changes)
  await dropNumbers(at, run.id, place.scenarioId)
  if (run.executor === 'server' && !isActiveOnServer(run)) await startRun(at, run, 'dispatched')
}

/** Takes back what the person said of an item, or that it was left. The person holds the item then. */
export async function undoItem(
  { engine, traces: { traceWrites } }: JudgingParts,
  scope: Scope,
  queueId: string,
  place: ItemPlace,
): Promise<ShownItem> {
  const traceIds = await inTransaction(engine, scope, async (at) => {
    const held = await heldQueue(at, queueId)
    if (ownItem(held, scope, place).state !== 'judged') return []
    return ownResults(held, place).flatMap(({ traceId }) => traceId ?? [])
  })
  // First the annotations: should this end in between, the item still counts as judged, and can be undone again.
  await traceWrites.deleteTraces(scope.projectId, traceIds)
  return inTransaction(engine, scope, async (at) => {
    const held = await heldQueue(at, queueId)
    const item = ownItem(held, scope, place)
    if (item.state === 'judged') await reopen(at, held, place)
    const until = await hold(at, held, place)
    return shownItem(at, queueId, place, until)
  })
}
