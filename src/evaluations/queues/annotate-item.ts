// Annotates queue items: one annotation trace per evaluator of the queue, and results that reference them. Undo removes
// both. The trace id derives from the cell and the author, so a repeated request is idempotent.
import { AssayError, invalid, type FieldError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import { cellSpan, evaluationMeta } from '../../programs/execution/cell.ts'
import type { ValueObject } from '../../tracing/value.ts'
import {
  createSimpleTrace,
  validateOutputs,
  simpleViews,
  type SimpleTraceParts,
} from '../annotations/simple-traces.ts'
import { cellReferences } from '../plan/cells.ts'
import type { Step } from '../plan/steps.ts'
import { planScenarios, type PlannedScenario } from '../records/cells.ts'
import {
  changeFields,
  inTransaction,
  notFound,
  type EvaluationEngine,
  type TransactionContext,
  type OperationContext,
} from '../records/engine.ts'
import { advanceScenarios } from '../records/jobs/advance-scenarios.ts'
import { writeCells } from '../records/results.ts'
import { isActiveOnServer, runData } from '../records/run-data.ts'
import { startRun } from '../records/runs.ts'
import { isAnnotated } from './items.ts'
import {
  lockQueue,
  reserveItem,
  annotatedSteps,
  evaluatedTrace,
  requireItem,
  currentItemView,
  sourceResult,
  type LockedQueue,
  type ItemKey,
  type ItemView,
} from './assignments.ts'

export interface AnnotationParts {
  readonly engine: EvaluationEngine
  readonly traces: SimpleTraceParts
}

export interface ItemAnnotation extends ItemKey {
  /** Outputs by step. */
  readonly outputs: Readonly<Record<string, JsonObject>>
  readonly note: string | undefined
}

const outputsLoc: FieldError['loc'] = ['body', 'judgement', 'outputs']

/** All steps of the queue must be annotated in one request. */
function requireAllSteps({ queue, run }: LockedQueue, { outputs }: ItemAnnotation): readonly Step[] {
  const steps = annotatedSteps(queue, run)
  const keys = new Set(steps.map(({ key }) => key))
  const errors: readonly FieldError[] = [
    ...steps
      .filter(({ key }) => ownMember(outputs, key) === undefined)
      .map(({ key }): FieldError => ({
        type: 'missing',
        loc: [...outputsLoc, key],
        msg: 'This step must be annotated, too.',
      })),
    ...Object.keys(outputs)
      .filter((key) => !keys.has(key))
      .map((key): FieldError => ({
        type: 'value_error',
        loc: [...outputsLoc, key],
        msg: `The step '${key}' is not annotated in this queue.`,
      })),
  ]
  if (errors.length > 0) throw invalid(errors)
  return steps
}

interface AnnotationTarget {
  readonly run: EvaluationRun
  readonly steps: readonly Step[]
  readonly scenarioPlan: PlannedScenario
}

const reserveForAnnotation = (
  context: OperationContext,
  { queueId, annotation }: { readonly queueId: string; readonly annotation: ItemAnnotation },
) =>
  inTransaction(context, async (txContext): Promise<AnnotationTarget> => {
    const lockedQueue = await lockQueue(txContext, queueId)
    requireItem(lockedQueue, { scope: context.scope, key: annotation })
    const steps = requireAllSteps(lockedQueue, annotation)
    const [scenarioPlan] = await planScenarios(
      { reads: txContext.tx, projectId: context.scope.projectId },
      { run: lockedQueue.run, scenarioIds: [annotation.scenarioId] },
    )
    if (scenarioPlan === undefined) throw notFound('scenario', annotation.scenarioId)
    await reserveItem(txContext, { lockedQueue, key: annotation })
    return { run: lockedQueue.run, steps, scenarioPlan }
  })

const linkToInvocation = (root: { readonly trace_id: string; readonly span_id: string }) => ({
  traceId: root.trace_id,
  spanId: root.span_id,
  attributes: { key: 'invocation' },
})

/** The annotation of one step and its location. */
async function annotationOf(
  { engine, traces: parts }: AnnotationParts,
  {
    scope,
    annotationTarget: { run, scenarioPlan },
    step,
    annotation,
  }: {
    readonly scope: Scope
    readonly annotationTarget: AnnotationTarget
    readonly step: Step
    readonly annotation: ItemAnnotation
  },
) {
  const { repeatIdx, note } = annotation
  const source = sourceResult(run, scenarioPlan)
  const input = runData(run).steps.find(({ key }) => key === source?.stepKey)
  const traceId = evaluatedTrace(run, { scenarioPlan, step, repeatIdx })
  const [root] = traceId === undefined ? [] : await engine.spans.roots(scope.projectId, [traceId])
  const cell = { runId: run.id, scenarioId: annotation.scenarioId, stepKey: step.key, repeatIdx }
  const references = cellReferences(step, {
    input: input ?? step,
    source: {
      stepKey: input?.key ?? '',
      ...(source?.testcaseId === undefined ? {} : { testcaseId: source.testcaseId }),
    },
  })
  const request = {
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
    data: { outputs: ownMember(annotation.outputs, step.key) ?? {} },
    references: references as ValueObject,
    selector: undefined,
    links: { form: 'object' as const, items: root === undefined ? [] : [linkToInvocation(root)] },
    tags: undefined,
    meta: { evaluation: evaluationMeta(cell), ...(note === undefined ? {} : { note }) },
  }
  return { stepKey: step.key, request, content }
}

/** Stores the annotations in the results, unless another person has annotated the item meanwhile. */
const storeResults = (
  context: OperationContext,
  {
    queueId,
    annotation,
  }: {
    readonly queueId: string
    readonly annotation: { readonly key: ItemKey; readonly traces: ReadonlyMap<string, string> }
  },
): Promise<ItemView> =>
  inTransaction(context, async (txContext) => {
    const { key, traces } = annotation
    const { scenarioId, repeatIdx } = key
    const lockedQueue = await lockQueue(txContext, queueId)
    requireItem(lockedQueue, { scope: context.scope, key })
    await writeCells(txContext, {
      run: lockedQueue.run,
      inputs: [...traces].map(([stepKey, traceId]) => ({
        runId: lockedQueue.run.id,
        scenarioId,
        repeatIdx,
        stepKey,
        traceId,
        status: 'success',
      })),
    })
    const item = { scenarioId, repeatIdx }
    await txContext.tx.endQueueAssignments(context.scope.projectId, {
      queueId,
      userId: context.scope.actorId,
      item,
    })
    return currentItemView(txContext, { queueId, key })
  })

/** Annotates an item. A previous annotation by the same person is replaced. */
export async function annotateItem(
  parts: AnnotationParts,
  {
    scope,
    queueId,
    annotation,
  }: { readonly scope: Scope; readonly queueId: string; readonly annotation: ItemAnnotation },
): Promise<ItemView> {
  const { engine } = parts
  const target = await reserveForAnnotation({ engine, scope }, { queueId, annotation })
  const annotations = []
  for (const step of target.steps) {
    annotations.push(await annotationOf(parts, { scope, annotationTarget: target, step, annotation }))
  }
  // Validate all of them before writing any.
  for (const { request, content } of annotations) await validateOutputs(request, content)
  for (const { request, content } of annotations) await createSimpleTrace(request, content)
  const traces = new Map(annotations.map(({ stepKey, request }) => [stepKey, request.span.traceId]))
  try {
    return await storeResults({ engine, scope }, { queueId, annotation: { key: annotation, traces } })
  } catch (error) {
    // After a refusal no result references these annotations.
    if (error instanceof AssayError && error.code !== 'unavailable') {
      await parts.traces.traceWrites.deleteTraces(scope.projectId, [...traces.values()])
    }
    throw error
  }
}

/** Deletes metrics that include an undone annotation; they are computed again when the scenario and the run end. */
async function deleteMetrics(
  { tx, scope }: TransactionContext,
  { runId, scenarioId }: { readonly runId: string; readonly scenarioId: string },
): Promise<void> {
  const { projectId } = scope
  await tx.deleteEvaluationRecords('metrics', projectId, 'scenarioId', [scenarioId])
  const runFilter = { runIds: [runId], scenarioIds: false, timestamps: false }
  const rows = await tx.evaluationRecords('metrics', projectId, runFilter)
  await tx.deleteEvaluationRecords(
    'metrics',
    projectId,
    'id',
    rows.map(({ id }) => id),
  )
}

const itemResults = ({ state }: LockedQueue, key: ItemKey) =>
  state.results.filter(
    (result) =>
      result.scenarioId === key.scenarioId && result.repeatIdx === key.repeatIdx && isAnnotated(result),
  )

async function reopenItem(
  txContext: TransactionContext,
  { lockedQueue, key }: { readonly lockedQueue: LockedQueue; readonly key: ItemKey },
): Promise<void> {
  const { run } = lockedQueue
  const results = itemResults(lockedQueue, key)
  const reset = { status: 'pending', traceId: undefined, error: undefined } as const
  const changes = new Map(
    results.map(({ id }) => [
      id,
      (before: (typeof results)[number]) => ({ ...before, ...changeFields(txContext), ...reset }),
    ]),
  )
  await advanceScenarios(txContext, { run, scenarioIds: [key.scenarioId], changes })
  await deleteMetrics(txContext, { runId: run.id, scenarioId: key.scenarioId })
  if (run.executor === 'server' && !isActiveOnServer(run)) await startRun(txContext, run, 'dispatched')
}

/** Undoes a person's annotation or skip of an item and reserves the item for that person. */
export async function undoItem(
  { engine, traces: { traceWrites } }: AnnotationParts,
  { scope, queueId, key }: { readonly scope: Scope; readonly queueId: string; readonly key: ItemKey },
): Promise<ItemView> {
  const traceIds = await inTransaction({ engine, scope }, async (txContext) => {
    const lockedQueue = await lockQueue(txContext, queueId)
    if (requireItem(lockedQueue, { scope, key }).state !== 'judged') return []
    return itemResults(lockedQueue, key).flatMap(({ traceId }) => traceId ?? [])
  })
  // Delete the annotations first: after a crash in between, the item still counts as annotated and can be undone again.
  await traceWrites.deleteTraces(scope.projectId, traceIds)
  return inTransaction({ engine, scope }, async (txContext) => {
    const lockedQueue = await lockQueue(txContext, queueId)
    const item = requireItem(lockedQueue, { scope, key })
    if (item.state === 'judged') await reopenItem(txContext, { lockedQueue, key })
    const until = await reserveItem(txContext, { lockedQueue, key })
    return currentItemView(txContext, { queueId, key, heldUntil: until })
  })
}
