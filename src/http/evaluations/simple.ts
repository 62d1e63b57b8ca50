// Routes of simple evaluations: create from revisions, start, stop, edit.
import { z } from 'zod'
import type { Choice } from '../../evaluations/simple/chosen-revisions.ts'
import { queryEvaluationRecords } from '../../evaluations/records/query.ts'
import { closeRuns, deleteRuns, reopenRuns } from '../../evaluations/records/runs.ts'
import {
  createSimpleEvaluation,
  editSimpleEvaluation,
  startEvaluation,
  stopEvaluation,
} from '../../evaluations/simple/simple-evaluations.ts'
import { boundFieldErrors } from '../../kernel/bounded-field-errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import { documentedAs, optional, uuid } from '../../kernel/validation.ts'
import { list, single } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { refuseOtherId } from '../versioning/context.ts'
import { idParams } from '../field-schemas.ts'
import { editorAccess, fetchOne, viewerAccess, type EvaluationContext } from './context.ts'
import { answerSchemas, idAnswer, wireId, wireOne, wirePage, wireSimpleEvaluation } from './wire.ts'
import {
  concurrency,
  editNamedFields,
  fieldFilter,
  idList,
  newNamedFields,
  queryBody,
  repeats,
  status,
  textFilter,
} from './request-schemas.ts'
import { pageCodes, runCodes, stepCodes } from '../codes.ts'

const origin = z.enum(['custom', 'human', 'auto']).meta({ id: 'StepOrigin' })

const originsById = z.record(uuid, origin)
const documentedChoice = z.union([idList, originsById])

/**
 * In a list each id has the default origin. The schema is no union, because field errors of a union would lose the
 * location of the value.
 */
const choice = (defaultOrigin: z.output<typeof origin>, id: string) =>
  documentedAs(
    z
      .custom<JsonObject | readonly Json[]>((input) => isJsonObject(input) || Array.isArray(input), {
        params: { type: 'dict_type' },
        message: 'Input should be a list of ids, or an object that maps ids to origins.',
      })
      .transform((input, ctx): Choice => {
        const result = boundFieldErrors(Array.isArray(input) ? idList : originsById).safeParse(input)
        if (!result.success) {
          for (const issue of result.error.issues) ctx.addIssue({ ...issue })
          return z.NEVER
        }
        return Array.isArray(result.data)
          ? Object.fromEntries(result.data.map((id) => [id, defaultOrigin]))
          : result.data
      }),
    documentedChoice.meta({ id }),
  )

export const stepChoice = choice('custom', 'StepChoice')
export const reviewChoice = choice('human', 'ReviewChoice')

const simpleData = z
  .object({
    status: optional(status),
    query_steps: optional(stepChoice),
    testset_steps: optional(stepChoice),
    application_steps: optional(stepChoice),
    evaluator_steps: optional(stepChoice),
    repeats: optional(repeats),
    concurrency: optional(concurrency),
  })
  .transform(({ query_steps, testset_steps, application_steps, evaluator_steps, ...members }) => ({
    ...members,
    ...(query_steps === undefined ? {} : { queries: query_steps }),
    ...(testset_steps === undefined ? {} : { testsets: testset_steps }),
    ...(application_steps === undefined ? {} : { applications: application_steps }),
    ...(evaluator_steps === undefined ? {} : { evaluators: evaluator_steps }),
  }))
  .meta({ id: 'SimpleEvaluationData' })

const stepRules =
  'A run without steps is executed by the client. A run takes queries or testsets, not both, with evaluators or applications. A live run takes only queries.'

const evaluationFilter = z
  .object({ ids: optional(idList), ...textFilter, ...fieldFilter })
  .meta({ id: 'SimpleEvaluationFilter' })

const evaluationAnswer = single('evaluation', answerSchemas.simpleEvaluation)

const wireAnswer = (run: EvaluationRun | undefined) => wireOne('evaluation', run, wireSimpleEvaluation)

const createSimpleEvaluationRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/simple/evaluations/',
    operationId: 'create_simple_evaluation',
    examples: {
      body: {
        evaluation: {
          data: {
            testset_steps: ['01a1e24f-7973-7093-a60e-4bb054b481c6'],
            application_steps: { '01a1e24f-86b2-7214-83eb-a9a06c6c7235': 'auto' },
          },
        },
      },
    },
    sdkName: 'simpleEvaluations.create',
    errors: stepCodes,
    summary:
      'Create a run from revisions and start it. With the status `running` the client executes the run.',
    refuses: stepRules,
    ...editorAccess,
    body: z.object({
      evaluation: z.object({ ...newNamedFields, data: simpleData }).meta({ id: 'NewSimpleEvaluation' }),
    }),
    answer: evaluationAnswer,
    handle: async ({ body }, { scope }) =>
      wireAnswer(await createSimpleEvaluation({ engine, scope }, body.evaluation)),
  })

const fetchSimpleEvaluationRoute = (): Route =>
  projectRoute({
    method: 'GET',
    path: '/simple/evaluations/{id}',
    operationId: 'fetch_simple_evaluation',
    sdkName: 'simpleEvaluations.fetch',
    summary: 'Fetch one run as a simple evaluation.',
    ...viewerAccess,
    params: idParams,
    answer: evaluationAnswer,
    handle: async ({ params }, { scope }) =>
      wireAnswer(await fetchOne(scope, { kind: 'run', id: params.id })),
  })

const editSimpleEvaluationRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'PATCH',
    path: '/simple/evaluations/{id}',
    operationId: 'edit_simple_evaluation',
    examples: {
      body: {
        evaluation: {
          id: '01a1e242-da69-7789-bf3d-ecbe5f33ffba',
          name: 'renamed',
          data: { evaluator_steps: ['01a1e242-8640-7e8f-8ce9-0c0d2076b495'], repeats: 2 },
        },
      },
    },
    sdkName: 'simpleEvaluations.edit',
    errors: [...runCodes, 'id_mismatch', ...stepCodes],
    summary: 'Edit a simple evaluation. Omitted groups of revisions stay unchanged.',
    refuses: stepRules,
    ...editorAccess,
    params: idParams,
    body: z.object({
      evaluation: z
        .object({ id: optional(uuid), ...editNamedFields, data: optional(simpleData) })
        .meta({ id: 'SimpleEvaluationEdit' }),
    }),
    answer: evaluationAnswer,
    handle: async ({ params, body }, { scope }) => {
      refuseOtherId(params.id, body.evaluation.id)
      return wireAnswer(await editSimpleEvaluation({ engine, scope }, { ...body.evaluation, id: params.id }))
    },
  })

const deleteSimpleEvaluationRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'DELETE',
    path: '/simple/evaluations/{id}',
    operationId: 'delete_simple_evaluation',
    sdkName: 'simpleEvaluations.delete',
    errors: runCodes,
    summary: 'Delete a run with its scenarios, results, metrics and queues. Traces stay.',
    ...editorAccess,
    params: idParams,
    answer: idAnswer('evaluation_id'),
    handle: async ({ params }, { scope }) =>
      wireId('evaluation_id', await deleteRuns({ engine, scope }, [params.id])),
  })

const recordRoutes = (parts: EvaluationContext): readonly Route[] => [
  createSimpleEvaluationRoute(parts),
  fetchSimpleEvaluationRoute(),
  editSimpleEvaluationRoute(parts),
  deleteSimpleEvaluationRoute(parts),
]

const queryRoute = ({ limits }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/simple/evaluations/query',
    operationId: 'query_simple_evaluations',
    examples: { body: { evaluation: { ids: ['01a1e242-8b89-7c49-84c1-3f8984e8ca9e'], name: 'CAPITALS' } } },
    sdkName: 'simpleEvaluations.query',
    errors: pageCodes,
    summary: 'Matching evaluations, newest first.',
    ...viewerAccess,
    body: queryBody('evaluation', evaluationFilter),
    bodyOptional: true,
    answer: list('evaluations', answerSchemas.simpleEvaluation),
    handle: async ({ body }, { scope }) => {
      const query = { filter: body.evaluation ?? {}, windowing: body.windowing ?? {} }
      const page = await queryEvaluationRecords(scope, { kind: 'run', evaluationQuery: query, limits })
      return wirePage('evaluations', page, wireSimpleEvaluation)
    },
  })

type Verb = 'start' | 'stop' | 'close' | 'open'

const summaries: Readonly<Record<Verb, string>> = {
  start: 'Let the server compute the missing results.',
  stop: 'Stop the run and cancel unfinished work.',
  close: 'Close the run. It then accepts no writes.',
  open: 'Reopen a closed evaluation.',
}

const stateRoutes = ({ engine }: EvaluationContext): readonly Route[] => {
  const first = async (runs: Promise<readonly EvaluationRun[]>) => (await runs)[0]
  const verbs: Readonly<Record<Verb, (scope: Scope, id: string) => Promise<EvaluationRun | undefined>>> = {
    start: (scope, id) => startEvaluation({ engine, scope }, id),
    stop: (scope, id) => stopEvaluation({ engine, scope }, id),
    close: (scope, id) => first(closeRuns({ engine, scope }, { ids: [id] })),
    open: (scope, id) => first(reopenRuns({ engine, scope }, [id])),
  }
  return (['start', 'stop', 'close', 'open'] as const).map((verb) =>
    projectRoute({
      method: 'POST',
      path: `/simple/evaluations/{id}/${verb}`,
      operationId: `${verb}_simple_evaluation`,
      sdkName: `simpleEvaluations.${verb}`,
      errors: [...runCodes, ...stepCodes],
      summary: summaries[verb],
      ...editorAccess,
      params: idParams,
      answer: evaluationAnswer,
      handle: async ({ params }, { scope }) => wireAnswer(await verbs[verb](scope, params.id)),
    }),
  )
}

export const simpleEvaluationRoutes = (context: EvaluationContext): readonly Route[] => [
  ...recordRoutes(context),
  queryRoute(context),
  ...stateRoutes(context),
]
