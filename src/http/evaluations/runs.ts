// Routes of runs.
import { withExample } from '../examples.ts'
import { evaluationProgressExample } from './examples.ts'
import { z } from 'zod'
import { activeDefaultQueue } from '../../evaluations/records/steps/default-queue.ts'
import { runProgress } from '../../evaluations/following/run-progress.ts'
import { closeRuns, createRuns, deleteRuns, editRuns, reopenRuns } from '../../evaluations/records/runs.ts'
import { optional, uuid } from '../../kernel/validation.ts'
import { list, single } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { idParams, listOf } from '../field-schemas.ts'
import { editorAccess, fetchOne, viewerAccess, type EvaluationContext } from './context.ts'
import { recordRoutes } from './record-routes.ts'
import { answerSchemas, wireList, wireOne, wireQueue, wireRun } from './wire.ts'
import {
  alternatives,
  editNamedFields,
  fieldFilter,
  idList,
  newNamedFields,
  references,
  runData,
  status,
  textFilter,
} from './request-schemas.ts'
import { runCodes, stepCodes } from '../codes.ts'

const newRun = z
  .object({ ...newNamedFields, status: optional(status), data: optional(runData) })
  .meta({ id: 'NewEvaluationRun' })
const runEdit = z.object({
  id: uuid,
  ...editNamedFields,
  status: optional(status),
  data: runData.nullish(),
})

const runFilter = z
  .object({
    ids: optional(idList),
    ...textFilter,
    status: optional(status),
    statuses: optional(listOf(status)),
    ...fieldFilter,
    references: optional(listOf(references)),
  })
  .transform(({ status, statuses, ...members }) => ({ ...members, statuses: alternatives(status, statuses) }))
  .meta({ id: 'RunFilter' })

const runAnswer = single('run', answerSchemas.run)
const runList = list('runs', answerSchemas.run)
const runIds = withExample(z.object({ run_ids: idList }).meta({ id: 'RunIds' }), {
  run_ids: ['01a1e262-36aa-7c0c-ac3d-c4cd1d7e1d6a'],
})

const counts = z.record(z.string(), z.int())
const progressAnswer = withExample(
  z
    .object({
      run_id: z.guid(),
      status,
      is_active: z.boolean(),
      executor: z.enum(['server', 'client']),
      scenarios: counts,
      cells: counts,
      skipped_traces: z.int().optional(),
      started_at: z.string().optional(),
      last_change_at: z.string(),
      finished_at: z.string().optional(),
      estimated_end: z.string().optional(),
    })
    .meta({ id: 'EvaluationProgress' }),
  evaluationProgressExample,
)

const closeRunsRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/close',
    operationId: 'close_runs',
    sdkName: 'runs.closeMany',
    errors: runCodes,
    summary: 'Close runs. Closed runs accept no writes.',
    ...editorAccess,
    body: runIds,
    answer: runList,
    handle: async ({ body }, { scope }) =>
      wireList('runs', await closeRuns({ engine, scope }, { ids: body.run_ids }), wireRun),
  })

const openRunsRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/open',
    operationId: 'open_runs',
    sdkName: 'runs.openMany',
    errors: runCodes,
    summary: 'Reopen closed runs.',
    ...editorAccess,
    body: runIds,
    answer: runList,
    handle: async ({ body }, { scope }) =>
      wireList('runs', await reopenRuns({ engine, scope }, body.run_ids), wireRun),
  })

const closeRunRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/{id}/close',
    operationId: 'close_run',
    sdkName: 'runs.close',
    errors: runCodes,
    summary: 'Close a run, optionally with a final status.',
    ...editorAccess,
    params: idParams,
    query: z.object({ status: optional(status) }),
    answer: runAnswer,
    handle: async ({ params, query }, { scope }) => {
      const [run] = await closeRuns({ engine, scope }, { ids: [params.id], to: query.status })
      return wireOne('run', run, wireRun)
    },
  })

const openRunRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/{id}/open',
    operationId: 'open_run',
    sdkName: 'runs.open',
    errors: runCodes,
    summary: 'Reopen a closed run.',
    ...editorAccess,
    params: idParams,
    answer: runAnswer,
    handle: async ({ params }, { scope }) => {
      const [run] = await reopenRuns({ engine, scope }, [params.id])
      return wireOne('run', run, wireRun)
    },
  })

const closeRoutes = (parts: EvaluationContext): readonly Route[] => [
  closeRunsRoute(parts),
  openRunsRoute(parts),
  closeRunRoute(parts),
  openRunRoute(parts),
]

const readRoutes = (): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/evaluations/runs/{id}/queues/default',
    operationId: 'fetch_default_queue',
    sdkName: 'runs.fetchDefaultQueue',
    summary: 'The default queue of a run, if it has one.',
    ...viewerAccess,
    params: idParams,
    answer: single('queue', answerSchemas.queue),
    handle: async ({ params }, { scope }) =>
      wireOne(
        'queue',
        await activeDefaultQueue({ reads: scope.store.read, projectId: scope.projectId }, params.id),
        wireQueue,
      ),
  }),
]

const progressRoute = (): Route =>
  projectRoute({
    method: 'GET',
    path: '/evaluations/runs/{id}/progress',
    operationId: 'fetch_run_progress',
    sdkName: 'runs.fetchProgress',
    summary: 'The progress of a run.',
    ...viewerAccess,
    params: idParams,
    answer: single('progress', progressAnswer),
    handle: async ({ params }, { scope }) => {
      const run = await fetchOne(scope, { kind: 'run', id: params.id })
      if (run === undefined) return { count: 0 }
      return { count: 1, progress: await runProgress(scope, { run }) }
    },
  })

export const runRoutes = (context: EvaluationContext): readonly Route[] => [
  ...recordRoutes(context, {
    kind: 'run',
    errors: stepCodes,
    order: 'newest first',
    summaries: {
      create: 'Create runs without starting them.',
      deleteMany: 'Delete runs with their scenarios, results, metrics and queues. Traces stay.',
      deleteOne: 'Delete a run with its scenarios, results, metrics and queues. Traces stay.',
    },
    examples: {
      ids: ['01a1e27e-75bf-7d0e-b252-fa1fb3600635'],
      filter: { ids: ['01a1e27e-75bf-7d0e-b252-fa1fb3600635'] },
      newRecord: {
        name: 'Nightly',
        data: {
          steps: [
            {
              key: 'testset',
              type: 'input',
              origin: 'custom',
              references: { testset_revision: { id: '01a1e27e-6f8f-7883-869a-493fff42bb9a' } },
            },
            {
              key: 'application',
              type: 'invocation',
              origin: 'custom',
              references: { application_revision: { id: '01a1e27e-7011-7eed-8a1e-7e35db0c714d' } },
            },
          ],
        },
      },
      edit: { status: 'success' },
    },
    newRecord: newRun,
    edit: runEdit,
    filter: runFilter,
    serializer: async () => wireRun,
    create: (scope, input) => createRuns({ engine: context.engine, scope }, input),
    change: (scope, edits, locOf) => editRuns({ engine: context.engine, scope }, { edits, locOf }),
    remove: (scope, ids) => deleteRuns({ engine: context.engine, scope }, ids),
  }),
  ...closeRoutes(context),
  ...readRoutes(),
  progressRoute(),
]
