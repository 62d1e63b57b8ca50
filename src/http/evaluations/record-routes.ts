// The routes that runs, scenarios and queues share: create, edit, delete, fetch and query. Results share those that
// delete, fetch and query. A definition has the names, schemas and functions of a kind.
import type { ErrorCode } from '../../kernel/errors.ts'
import { z } from 'zod'
import { queryEvaluationRecords, type RecordQuery } from '../../evaluations/records/query.ts'
import type { LocOf } from '../../evaluations/records/engine.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRecords } from '../../storage/contract/contract.ts'
import { parsedBy, optional, uuid } from '../../kernel/validation.ts'
import { list, pascal, single } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { refuseOtherId } from '../versioning/context.ts'
import { idParams, listOf, windowing } from '../field-schemas.ts'
import { editorAccess, fetchOne, viewerAccess, type EvaluationContext } from './context.ts'
import { answerSchemas, idAnswer, idsAnswer, wireId, wireIds, wireList, wireOne, wirePage } from './wire.ts'
import { idList, queryBody } from './request-schemas.ts'
import { withoutUndefined, ownMember } from '../../kernel/own.ts'
import { pageCodes, runCodes } from '../codes.ts'

type QueriedKind = 'run' | 'scenario' | 'queue' | 'result'

export interface QueryDefinition<K extends QueriedKind> {
  readonly kind: K
  readonly order: 'newest first' | 'oldest first'
  /** Summaries in the OpenAPI document of the routes that delete records. */
  readonly summaries: { readonly deleteMany: string; readonly deleteOne: string }
  /** Error codes of writes of this kind, besides the common ones. */
  readonly errors: readonly ErrorCode[]
  readonly filter: z.ZodType<RecordQuery>
  /** Examples of requests in the OpenAPI document. */
  readonly examples: { readonly ids: readonly string[]; readonly filter: JsonObject }
  /** Creates the function that converts these records to answers. It reads further data for all of them at once. */
  serializer(
    scope: Scope,
    records: readonly EvaluationRecords[K][],
  ): Promise<(record: EvaluationRecords[K]) => JsonObject>
  remove(scope: Scope, ids: readonly string[]): Promise<readonly string[]>
}

export interface RecordDefinition<
  K extends QueriedKind,
  New,
  Edit extends { readonly id: string },
> extends QueryDefinition<K> {
  readonly summaries: QueryDefinition<K>['summaries'] & { readonly create: string }
  readonly examples: QueryDefinition<K>['examples'] & {
    readonly newRecord: JsonObject
    readonly edit: JsonObject
  }
  readonly newRecord: z.ZodType<New>
  readonly edit: z.ZodObject<z.ZodRawShape> & z.ZodType<Edit>
  create(scope: Scope, newRecord: readonly New[]): Promise<readonly EvaluationRecords[K][]>
  change(scope: Scope, edits: readonly Edit[], locOf: LocOf): Promise<readonly EvaluationRecords[K][]>
}

const optionalWindowing = optional(windowing)

const namesAndSchemas = (kind: QueriedKind) => ({
  plural: `${kind}s`,
  path: `/evaluations/${kind}s`,
  recordAnswer: single(kind, answerSchemas[kind]),
  listAnswer: list(`${kind}s`, answerSchemas[kind]),
})

function editRoutes<K extends QueriedKind, New, Edit extends { readonly id: string }>(
  definition: RecordDefinition<K, New, Edit>,
): readonly Route[] {
  const { kind, examples } = definition
  const { plural, path, recordAnswer, listAnswer } = namesAndSchemas(kind)
  const edits = listOf(definition.edit.meta({ id: `Evaluation${pascal(kind)}EditById` }))
  const singleEdit = definition.edit
    .extend({ id: optional(uuid) })
    .meta({ id: `Evaluation${pascal(kind)}Edit` })
  return [
    projectRoute({
      method: 'PATCH',
      path: `${path}/`,
      operationId: `edit_${plural}`,
      examples: { body: { [plural]: [{ id: examples.ids[0], ...examples.edit }] } },
      sdkName: `${plural}.editMany`,
      errors: [...runCodes, ...definition.errors],
      summary: `Edit ${plural}. Omitted members stay unchanged, null clears.`,
      ...editorAccess,
      body: z.object({ [plural]: edits }),
      answer: listAnswer,
      handle: async ({ body }, { scope }) => {
        const input = parsedBy(edits, ownMember<unknown>(body, plural))
        const records = await definition.change(scope, input, (i) => ['body', plural, i])
        return wireList(plural, records, await definition.serializer(scope, records))
      },
    }),
    projectRoute({
      method: 'PATCH',
      path: `${path}/{id}`,
      operationId: `edit_${kind}`,
      examples: { body: { [kind]: examples.edit } },
      sdkName: `${plural}.edit`,
      errors: [...runCodes, 'id_mismatch', ...definition.errors],
      summary: `Edit a ${kind}. Omitted members stay unchanged, null clears.`,
      ...editorAccess,
      params: idParams,
      body: z.object({ [kind]: singleEdit }),
      answer: recordAnswer,
      handle: async ({ params, body }, { scope }) => {
        const input = parsedBy(singleEdit, ownMember<unknown>(body, kind))
        const edit = parsedBy(definition.edit, { id: params.id, ...withoutUndefined(input) })
        refuseOtherId(params.id, edit.id)
        const records = await definition.change(scope, [edit], () => ['body', kind])
        return wireOne(kind, records[0], await definition.serializer(scope, records))
      },
    }),
  ]
}

export function recordRoutes<K extends QueriedKind, New, Edit extends { readonly id: string }>(
  context: Pick<EvaluationContext, 'limits'>,
  definition: RecordDefinition<K, New, Edit>,
): readonly Route[] {
  const { kind, summaries, examples } = definition
  const { plural, path, listAnswer } = namesAndSchemas(kind)
  const newRecords = listOf(definition.newRecord)
  return [
    projectRoute({
      method: 'POST',
      path: `${path}/`,
      operationId: `create_${plural}`,
      examples: { body: { [plural]: [examples.newRecord] } },
      sdkName: `${plural}.create`,
      errors: [...runCodes, ...definition.errors],
      summary: summaries.create,
      ...editorAccess,
      body: z.object({ [plural]: newRecords }),
      answer: listAnswer,
      handle: async ({ body }, { scope }) => {
        const records = await definition.create(scope, parsedBy(newRecords, ownMember<unknown>(body, plural)))
        return wireList(plural, records, await definition.serializer(scope, records))
      },
    }),
    ...editRoutes(definition),
    ...queryRoutes(context, definition),
  ]
}

function deleteRoutes<K extends QueriedKind>(definition: QueryDefinition<K>): readonly Route[] {
  const { kind, summaries, examples } = definition
  const { plural, path } = namesAndSchemas(kind)
  return [
    projectRoute({
      method: 'DELETE',
      path: `${path}/`,
      operationId: `delete_${plural}`,
      examples: { body: { [`${kind}_ids`]: examples.ids } },
      sdkName: `${plural}.deleteMany`,
      errors: [...runCodes, ...definition.errors],
      summary: summaries.deleteMany,
      ...editorAccess,
      body: z.object({ [`${kind}_ids`]: idList }),
      answer: idsAnswer(`${kind}_ids`),
      handle: async ({ body }, { scope }) =>
        wireIds(
          `${kind}_ids`,
          await definition.remove(scope, parsedBy(idList, ownMember<unknown>(body, `${kind}_ids`))),
        ),
    }),
    projectRoute({
      method: 'DELETE',
      path: `${path}/{id}`,
      operationId: `delete_${kind}`,
      sdkName: `${plural}.delete`,
      errors: [...runCodes, ...definition.errors],
      summary: summaries.deleteOne,
      ...editorAccess,
      params: idParams,
      answer: idAnswer(`${kind}_id`),
      handle: async ({ params }, { scope }) =>
        wireId(`${kind}_id`, await definition.remove(scope, [params.id])),
    }),
  ]
}

/** The routes that delete, fetch and query records. */
export function queryRoutes<K extends QueriedKind>(
  { limits }: Pick<EvaluationContext, 'limits'>,
  definition: QueryDefinition<K>,
): readonly Route[] {
  const { kind, examples } = definition
  const { plural, path, recordAnswer, listAnswer } = namesAndSchemas(kind)
  const body: z.ZodObject = queryBody(kind, definition.filter)
  return [
    ...deleteRoutes(definition),
    projectRoute({
      method: 'GET',
      path: `${path}/{id}`,
      operationId: `fetch_${kind}`,
      sdkName: `${plural}.fetch`,
      summary: `Fetch one ${kind}.`,
      ...viewerAccess,
      params: idParams,
      answer: recordAnswer,
      handle: async ({ params }, { scope }) => {
        const record = await fetchOne(scope, { kind, id: params.id })
        return wireOne(kind, record, await definition.serializer(scope, record === undefined ? [] : [record]))
      },
    }),
    projectRoute({
      method: 'POST',
      path: `${path}/query`,
      operationId: `query_${plural}`,
      examples: { body: { [kind]: examples.filter } },
      sdkName: `${plural}.query`,
      errors: pageCodes,
      summary: `Matching ${plural}, ${definition.order}.`,
      ...viewerAccess,
      body,
      bodyOptional: true,
      answer: listAnswer,
      handle: async ({ body }, { scope }) => {
        const filter = parsedBy(definition.filter.optional(), ownMember<unknown>(body, kind)) ?? {}
        const query = {
          filter,
          windowing: parsedBy(optionalWindowing, ownMember<unknown>(body, 'windowing')) ?? {},
        }
        const page = await queryEvaluationRecords(scope, { kind, evaluationQuery: query, limits })
        return wirePage(plural, page, await definition.serializer(scope, page.items))
      },
    }),
  ]
}
