// Simple queues: a run that people annotate, with one queue.
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationQueue, EvaluationRun } from '../../storage/contract/contract.ts'
import type { Page, PageLimits } from '../../versioning/windowing.ts'
import { simpleRunData, stepCount } from '../simple/simple-steps.ts'
import { stepsOf } from '../plan/steps.ts'
import { resolveRevisions, type Choice, type ChoiceLocs } from '../simple/chosen-revisions.ts'
import { namedSteps, throwFieldErrors, stepErrors } from '../records/ownership.ts'
import { insertItems } from '../records/jobs/dispatch.ts'
import {
  inTransaction,
  requireRecord,
  requireRecords,
  notFound,
  type TransactionContext,
  type OperationContext,
} from '../records/engine.ts'
import { queryEvaluationRecords, type EvaluationQuery } from '../records/query.ts'
import { insertQueue } from './queues.ts'
import { requestTasks, ensureJob } from '../records/jobs/jobs.ts'
import { isClosed, runData, type StoredRunData } from '../records/run-data.ts'
import { refuseManySteps } from '../records/steps/pinned-steps.ts'
import { lockRuns, lockOpenRuns } from '../records/run-state.ts'
import { insertRun, transitionRun, startRun, stopRun } from '../records/runs.ts'

/** The kinds of direct queues: clients add their items one by one. */
export type DirectKind = 'traces' | 'testcases'
export type QueueKind = DirectKind | 'queries' | 'testsets'

export interface NewSimpleQueue {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
  readonly data: {
    readonly kind?: QueueKind | undefined
    readonly queries?: Choice | undefined
    readonly testsets?: Choice | undefined
    readonly evaluators?: Choice | undefined
    readonly repeats?: number | undefined
    /** Users of each repeat. */
    readonly assignments?: readonly (readonly string[])[] | undefined
    readonly stepKeys?: readonly string[] | undefined
    readonly batchSize?: number | undefined
    readonly batchOffset?: number | undefined
  }
}

export interface SimpleQueue {
  readonly queue: EvaluationQueue
  readonly run: EvaluationRun
}

/** The location of the data in the request, and of its groups. */
const dataLoc = ['body', 'queue', 'data']
const locs: ChoiceLocs = {
  queries: [...dataLoc, 'queries'],
  testsets: [...dataLoc, 'testsets'],
  applications: dataLoc,
  evaluators: [...dataLoc, 'evaluators'],
}

const hasEntries = (choice: Choice | undefined): choice is Choice =>
  choice !== undefined && Object.keys(choice).length > 0

const isDirect = (kind: QueueKind): kind is DirectKind => kind === 'traces' || kind === 'testcases'

/** Problems with the source of the items; clients match these sentences. */
function sourceProblems({ kind, queries, testsets }: NewSimpleQueue['data']): readonly string[] {
  const [hasQueries, hasTestsets] = [hasEntries(queries), hasEntries(testsets)]
  const isOther = (sourceKind: QueueKind) => kind !== undefined && kind !== sourceKind
  return [
    ...(kind === undefined && !hasQueries && !hasTestsets
      ? ['simple queues must have a kind (traces or testcases), queries or testsets']
      : []),
    ...(kind === 'queries' && !hasQueries ? ["queues of kind='queries' must have queries"] : []),
    ...(kind === 'testsets' && !hasTestsets ? ["queues of kind='testsets' must have testsets"] : []),
    ...(hasQueries && isOther('queries') ? ["query-backed queues must use kind='queries'"] : []),
    ...(hasTestsets && isOther('testsets') ? ["testset-backed queues must use kind='testsets'"] : []),
    ...(hasQueries && hasTestsets ? ['simple queue source must be either queries or testsets'] : []),
  ]
}

const hasHumanEvaluator = ({ evaluators }: NewSimpleQueue['data']): boolean =>
  Object.values(evaluators ?? {}).includes('human')

/** The source of the items: exactly one. All problems are reported at once, before any id is read. */
function kindOf(data: NewSimpleQueue['data']): QueueKind {
  const problems = [
    ...sourceProblems(data),
    ...(hasHumanEvaluator(data) ? [] : ['simple queues must have at least one human evaluator']),
  ]
  throwFieldErrors(problems.map((msg) => ({ type: 'value_error', loc: dataLoc, msg })))
  return data.kind ?? (hasEntries(data.queries) ? 'queries' : 'testsets')
}

async function queueRunData(
  context: OperationContext,
  { kind, data }: { readonly kind: QueueKind; readonly data: NewSimpleQueue['data'] },
): Promise<StoredRunData> {
  const choices = {
    queries: data.queries ?? {},
    testsets: data.testsets ?? {},
    applications: {},
    evaluators: data.evaluators ?? {},
  }
  refuseManySteps(stepCount(choices), dataLoc)
  const revisions = await resolveRevisions(context, { choices, locs })
  const runPlan = simpleRunData(revisions, data.repeats ?? 1)
  if (!isDirect(kind)) return runPlan
  const input = { key: kind, type: 'input', origin: 'custom', references: {} } as const
  return { ...runPlan, steps: [input, ...runPlan.steps] }
}

const queueData = (kind: QueueKind, data: NewSimpleQueue['data']): JsonObject => ({
  kind,
  ...(data.assignments === undefined ? {} : { user_ids: data.assignments }),
  ...(data.stepKeys === undefined ? {} : { step_keys: data.stepKeys }),
  ...(data.batchSize === undefined ? {} : { batch_size: data.batchSize }),
  ...(data.batchOffset === undefined ? {} : { batch_offset: data.batchOffset }),
})

export async function createSimpleQueue(
  context: OperationContext,
  input: NewSimpleQueue,
): Promise<SimpleQueue> {
  const { data, ...header } = input
  const kind = kindOf(data)
  const newRunData = await queueRunData(context, { kind, data })
  throwFieldErrors(stepErrors(newRunData, namedSteps(data.stepKeys, [...dataLoc, 'step_keys'])))
  return inTransaction(context, async (txContext) => {
    // Items that are added one by one need no preparation: the run is active at once.
    const run = isDirect(kind)
      ? await insertRun(txContext, {
          input: { ...header, data: newRunData, status: 'running', flags: { is_active: true } },
          executor: 'server',
        })
      : await startRun(
          txContext,
          await insertRun(txContext, { input: { ...header, data: newRunData }, executor: 'server' }),
        )
    if (isDirect(kind)) await ensureJob(txContext, run)
    const queue = await insertQueue(txContext, {
      ...header,
      runId: run.id,
      status: 'running',
      data: queueData(kind, data),
    })
    return { queue, run }
  })
}

/** The source of the items; only simple queues have it. */
export const queueKind = (queue: EvaluationQueue): QueueKind | undefined =>
  queue.data?.['kind'] as QueueKind | undefined

export async function withRuns(
  scope: Scope,
  queues: readonly EvaluationQueue[],
): Promise<readonly SimpleQueue[]> {
  const ids = queues.map(({ runId }) => runId)
  if (ids.length === 0) return []
  const runs = await scope.store.read.evaluationRecords('run', scope.projectId, { ids })
  const byId = new Map(runs.map((run) => [run.id, run]))
  return queues.flatMap((queue) => {
    const run = byId.get(queue.runId)
    return run === undefined ? [] : [{ queue, run }]
  })
}

export async function fetchSimpleQueue(scope: Scope, id: string): Promise<SimpleQueue | undefined> {
  const queues = await scope.store.read.evaluationRecords('queue', scope.projectId, { ids: [id] })
  const [simpleQueue] = await withRuns(
    scope,
    queues.filter((queue) => queueKind(queue) !== undefined),
  )
  return simpleQueue
}

export async function querySimpleQueues(
  scope: Scope,
  {
    query,
    limits,
  }: {
    readonly query: EvaluationQuery & { readonly kind: QueueKind | undefined }
    readonly limits: PageLimits
  },
): Promise<Page<SimpleQueue>> {
  const page = await queryEvaluationRecords(scope, {
    kind: 'queue',
    evaluationQuery: query,
    limits,
    accepts: (queue) => {
      const kind = queueKind(queue)
      return kind !== undefined && (query.kind === undefined || query.kind === kind)
    },
  })
  return { items: await withRuns(scope, page.items), windowing: page.windowing }
}

/** Deletes queues, stops and closes their runs; results stay. Returns the ids that existed. */
export const deleteSimpleQueues = (
  context: OperationContext,
  ids: readonly string[],
): Promise<readonly string[]> =>
  inTransaction(context, async (txContext) => {
    const { tx } = txContext
    const queues =
      ids.length === 0 ? [] : await tx.evaluationRecords('queue', context.scope.projectId, { ids })
    const simpleQueues = queues.filter((queue) => queueKind(queue) !== undefined)
    const runs = await lockRuns(
      txContext,
      simpleQueues.map(({ runId }) => runId),
    )
    for (const run of runs.values()) {
      if (isClosed(run)) continue
      await transitionRun(txContext, {
        run: await stopRun(txContext, run),
        event: { type: 'close', to: undefined },
      })
    }
    const existingIds = new Set(simpleQueues.map(({ id }) => id))
    await tx.deleteEvaluationRecords('queue', context.scope.projectId, 'id', [...existingIds])
    for (const id of existingIds) context.scope.recordResource('evaluation_queue', id)
    return [...new Set(ids)].filter((id) => existingIds.has(id))
  })

export interface QueueItems {
  readonly kind: DirectKind
  readonly ids: readonly string[]
}

const itemOf = (result: {
  readonly traceId?: string | undefined
  readonly testcaseId?: string | undefined
}) => result.traceId ?? result.testcaseId

async function insertNewItems(
  txContext: TransactionContext,
  { run, items }: { readonly run: EvaluationRun; readonly items: QueueItems },
): Promise<number> {
  const { tx, scope } = txContext
  const [input] = stepsOf(runData(run), 'input')
  if (input === undefined) return 0
  const stepKeys = [input.key]
  const storedResults = await tx.evaluationRecords('result', scope.projectId, { runIds: [run.id], stepKeys })
  const existingIds = new Set(storedResults.map(itemOf))
  const newIds = [...new Set(items.ids)].filter((id) => !existingIds.has(id))
  await insertItems(txContext, {
    run,
    sourceStepKey: input.key,
    items: newIds.map((id) => (items.kind === 'traces' ? { traceId: id } : { testcaseId: id })),
  })
  if (newIds.length > 0) await requestTasks(txContext, run)
  return newIds.length
}

/** Items must exist. Spans are read before the transaction, which may wait only for its own store. */
async function refuseUnknownItems({ engine, scope }: OperationContext, items: QueueItems): Promise<void> {
  if (items.ids.length === 0) return
  const ids =
    items.kind === 'traces'
      ? (await engine.spans.roots(scope.projectId, items.ids)).map((root) => root.trace_id)
      : (await scope.store.read.testcases(scope.projectId, items.ids)).map(({ id }) => id)
  const existingIds = new Set(ids)
  const unknownId = items.ids.find((id) => !existingIds.has(id))
  if (unknownId === undefined) return
  const label = items.kind === 'traces' ? 'Trace' : 'Testcase'
  throw new AssayError('not_found', `${label} '${unknownId}' not found.`)
}

/** Adds items to a direct queue and skips existing ones. Returns the number of new items. */
export async function addQueueItems(
  context: OperationContext,
  { queueId, items }: { readonly queueId: string; readonly items: QueueItems },
): Promise<number> {
  await refuseOtherItems(context.scope, { queueId, queueItems: items })
  await refuseUnknownItems(context, items)
  return inTransaction(context, async (txContext) => {
    const queue = requireRecord(await requireRecords(txContext, { kind: 'queue', ids: [queueId] }), queueId)
    const run = requireRecord(await lockOpenRuns(txContext, [queue.runId]), queue.runId)
    context.scope.recordResource('evaluation_queue', queueId)
    return insertNewItems(txContext, { run, items })
  })
}

async function refuseOtherItems(
  scope: Scope,
  { queueId, queueItems: { kind } }: { readonly queueId: string; readonly queueItems: QueueItems },
): Promise<void> {
  const simpleQueue = await fetchSimpleQueue(scope, queueId)
  const queueItemKind = simpleQueue && queueKind(simpleQueue.queue)
  if (queueItemKind === undefined) throw notFound('queue', queueId)
  if (queueItemKind === kind) return
  const target = isDirect(queueItemKind) ? `to a ${queueItemKind} queue` : 'directly to a source-backed queue'
  const message = `Cannot add ${kind} ${target}. Create a direct ${kind} queue instead.`
  throw new AssayError('reference_mismatch', { message, kind: queueItemKind })
}
