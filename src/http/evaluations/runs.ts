// Runs over HTTP.
import { z } from 'zod'
import { activeDefaultQueue } from '../../evaluations/records/default-queue.ts'
import { runProgress } from '../../evaluations/records/progress.ts'
import { queryEvaluationRecords } from '../../evaluations/records/query.ts'
import { closeRuns, createRuns, deleteRuns, editRuns, reopenRuns } from '../../evaluations/records/runs.ts'
import { optional, uuid } from '../../validation.ts'
import { projectRoute, type Route } from '../route.ts'
import { refuseOtherId } from '../versioning/context.ts'
import { idParams } from '../words.ts'
import { fetched, tag, type EvaluationContext } from './context.ts'
import {
  answerSchemas,
  idAnswer,
  idsAnswer,
  listAnswer,
  oneAnswer,
  wireId,
  wireIds,
  wireList,
  wireOne,
  wirePage,
  wireQueue,
  wireRun,
} from './wire.ts'
import {
  alternatives,
  editNamedFields,
  fieldFilter,
  idList,
  listOf,
  newNamedFields,
  queryBody,
  references,
  runData,
  status,
  textFilter,
} from './words.ts'

const newRun = z.object({ ...newNamedFields, status: optional(status), data: optional(runData) })
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
  .transform(({ status, statuses, ...sent }) => ({ ...sent, statuses: alternatives(status, statuses) }))

const one = oneAnswer('run', answerSchemas.run)
const several = listAnswer('runs', answerSchemas.run)
const runIds = z.object({ run_ids: idList })
const editing = { tag, access: 'editor', writes: true } as const
const reading = { tag, access: 'viewer' } as const

const counts = z.record(z.string(), z.int())
const progressAnswer = z
  .object({
    run_id: z.uuid(),
    status,
    is_active: z.boolean(),
    executor: z.enum(['server', 'client']),
    scenarios: counts,
    cells: counts,
    started_at: z.string().optional(),
    finished_at: z.string().optional(),
    estimated_end: z.string().optional(),
  })
  .meta({ id: 'EvaluationProgress' })

const writeRoutes = ({ engine }: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/',
    operationId: 'create_runs',
    summary: 'Make runs. Nothing is started.',
    ...editing,
    body: z.object({ runs: listOf(newRun) }),
    answer: several,
    handle: async ({ body }, { scope }) =>
      wireList('runs', await createRuns(engine, scope, body.runs), wireRun),
  }),
  projectRoute({
    method: 'PATCH',
    path: '/evaluations/runs/',
    operationId: 'edit_runs',
    summary: 'Change runs: what is left out is kept, null clears.',
    ...editing,
    body: z.object({ runs: listOf(runEdit) }),
    answer: several,
    handle: async ({ body }, { scope }) =>
      wireList('runs', await editRuns(engine, scope, body.runs), wireRun),
  }),
  projectRoute({
    method: 'PATCH',
    path: '/evaluations/runs/{id}',
    operationId: 'edit_run',
    summary: 'Change a run: what is left out is kept, null clears.',
    ...editing,
    params: idParams,
    body: z.object({ run: runEdit.extend({ id: optional(uuid) }) }),
    answer: one,
    handle: async ({ params, body }, { scope }) => {
      refuseOtherId(params.id, body.run.id)
      const [run] = await editRuns(engine, scope, [{ ...body.run, id: params.id }])
      return wireOne('run', run, wireRun)
    },
  }),
  projectRoute({
    method: 'DELETE',
    path: '/evaluations/runs/',
    operationId: 'delete_runs',
    summary: 'Remove runs with their scenarios, results, metrics and queues. Traces stay.',
    ...editing,
    body: runIds,
    answer: idsAnswer('run_ids'),
    handle: async ({ body }, { scope }) => wireIds('run_ids', await deleteRuns(engine, scope, body.run_ids)),
  }),
  projectRoute({
    method: 'DELETE',
    path: '/evaluations/runs/{id}',
    operationId: 'delete_run',
    summary: 'Remove a run with its scenarios, results, metrics and queues. Traces stay.',
    ...editing,
    params: idParams,
    answer: idAnswer('run_id'),
    handle: async ({ params }, { scope }) => wireId('run_id', await deleteRuns(engine, scope, [params.id])),
  }),
]

const closeRoutes = ({ engine }: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/close',
    operationId: 'close_runs',
    summary: 'Close runs: they take no more writes.',
    ...editing,
    body: runIds,
    answer: several,
    handle: async ({ body }, { scope }) =>
      wireList('runs', await closeRuns(engine, scope, body.run_ids), wireRun),
  }),
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/open',
    operationId: 'open_runs',
    summary: 'Open closed runs.',
    ...editing,
    body: runIds,
    answer: several,
    handle: async ({ body }, { scope }) =>
      wireList('runs', await reopenRuns(engine, scope, body.run_ids), wireRun),
  }),
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/{id}/close',
    operationId: 'close_run',
    summary: 'Close a run, with a last status if one is given.',
    ...editing,
    params: idParams,
    query: z.object({ status: optional(status) }),
    answer: one,
    handle: async ({ params, query }, { scope }) => {
      const [run] = await closeRuns(engine, scope, [params.id], query.status)
      return wireOne('run', run, wireRun)
    },
  }),
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/{id}/open',
    operationId: 'open_run',
    summary: 'Open a closed run.',
    ...editing,
    params: idParams,
    answer: one,
    handle: async ({ params }, { scope }) => {
      const [run] = await reopenRuns(engine, scope, [params.id])
      return wireOne('run', run, wireRun)
    },
  }),
]

const readRoutes = ({ limits }: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/evaluations/runs/{id}',
    operationId: 'fetch_run',
    summary: 'Fetch one run.',
    ...reading,
    params: idParams,
    answer: one,
    handle: async ({ params }, { scope }) => wireOne('run', await fetched(scope, 'run', params.id), wireRun),
  }),
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/query',
    operationId: 'query_runs',
    summary: 'Runs that match, newest first.',
    ...reading,
    body: queryBody('run', runFilter),
    bodyOptional: true,
    answer: several,
    handle: async ({ body }, { scope }) => {
      const query = { filter: body.run ?? {}, windowing: body.windowing ?? {} }
      return wirePage('runs', await queryEvaluationRecords(scope, 'run', query, limits), wireRun)
    },
  }),
  projectRoute({
    method: 'GET',
    path: '/evaluations/runs/{id}/queues/default',
    operationId: 'fetch_default_queue',
    summary: 'The default queue of a run, if it has one.',
    ...reading,
    params: idParams,
    answer: oneAnswer('queue', answerSchemas.queue),
    handle: async ({ params }, { scope }) =>
      wireOne('queue', await activeDefaultQueue(scope.store.read, scope.projectId, params.id), wireQueue),
  }),
]

const progressRoute = (): Route =>
  projectRoute({
    method: 'GET',
    path: '/evaluations/runs/{id}/progress',
    operationId: 'fetch_run_progress',
    summary: 'How far a run has come.',
    ...reading,
    params: idParams,
    answer: oneAnswer('progress', progressAnswer),
    handle: async ({ params }, { scope }) => {
      const run = await fetched(scope, 'run', params.id)
      if (run === undefined) return { count: 0 }
      return { count: 1, progress: await runProgress(scope, run) }
    },
  })

export const runRoutes = (context: EvaluationContext): readonly Route[] => [
  ...writeRoutes(context),
  ...closeRoutes(context),
  ...readRoutes(context),
  progressRoute(),
]
