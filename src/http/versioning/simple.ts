// Routes of simple records.
import { z } from 'zod'
import type { JsonObject } from '../../kernel/json/value.ts'
import { archiveRecord, editRecord } from '../../versioning/edit.ts'
import { guardFlag, kinds, type Kind } from '../../versioning/kinds.ts'
import { createSimple, editSimple, fetchSimple, querySimple } from '../../versioning/simple.ts'
import { parsedBy, optional, uuid } from '../../kernel/validation.ts'
import { list, pascal, single, singleWith } from '../record-fields.ts'
import { editWarnings, schemasOf, slugWarnings, wireSimple } from '../records.ts'
import { exampleHeader, exampleIds, examplePayloads } from '../record-examples.ts'
import { projectRoute, type Route } from '../route.ts'
import { headerEdit, idParams, message, newHeader } from '../field-schemas.ts'
import {
  emptyAnswer,
  pageAnswer,
  refuseOtherId,
  payloadContext,
  simpleGroup,
  type SentBody,
  type VersioningContext,
  withArticle,
} from './context.ts'
import { listQuery, pageLimits, queryBody, queryString } from './query-params.ts'
import { rowView } from './records.ts'
import { ownMember } from '../../kernel/own.ts'
import { pageCodes, newRecordCodes, payloadCodesOf, changeCodes } from '../codes.ts'
import type { KindScope } from '../../versioning/engine.ts'

const newWrapper = (context: VersioningContext, kind: Kind) =>
  z
    .object({
      ...newHeader,
      data: optional(context.payloads[kind.family].data),
      message: optional(message),
    })
    .meta({ id: `NewSimple${pascal(kind.name)}` })

const editWrapper = (context: VersioningContext, kind: Kind) =>
  z
    .object({
      id: optional(uuid),
      ...headerEdit,
      data: optional(context.payloads[kind.family].data),
      message: optional(message),
    })
    .meta({ id: `Simple${pascal(kind.name)}Edit` })

const recordAnswer = (kind: Kind) => single(kind.name, schemasOf[kind.name].simple)

async function fetchAnswer(
  context: VersioningContext,
  {
    where,
    input,
  }: {
    readonly where: KindScope
    readonly input: { readonly id: string; readonly publicUrl: string; readonly rows?: SentBody }
  },
): Promise<JsonObject> {
  const record = await fetchSimple(where, input.id)
  if (record === undefined) return emptyAnswer
  const viewContext = payloadContext(context, {
    scope: where.scope,
    publicUrl: input.publicUrl,
    rows: input.rows,
  })
  return { count: 1, [where.kind.name]: await wireSimple(viewContext, { kind: where.kind, record }) }
}

function createRoute(context: VersioningContext, kind: Kind): Route {
  const idParameter = `${kind.name}_id`
  const wrapper = newWrapper(context, kind)
  return projectRoute({
    method: 'POST',
    path: `/simple/${kind.plural}/`,
    operationId: `create_simple_${kind.name}`,
    examples: { body: { [kind.name]: { ...exampleHeader(kind), data: examplePayloads[kind.family] } } },
    sdkName: `${simpleGroup(kind)}.create`,
    errors: [...newRecordCodes, ...payloadCodesOf(kind)],
    summary: `Create ${withArticle(kind.label.toLowerCase())} with a variant and a first revision in one request.`,
    access: 'editor',
    writes: true,
    query: z.object({ [idParameter]: optional(uuid) }),
    body: z.object({ [kind.name]: wrapper }),
    answer: recordAnswer(kind),
    handle: async ({ body, query, publicUrl }, { scope }) => {
      const { data, message, ...header } = parsedBy(wrapper, body[kind.name])
      const record = await createSimple(
        { engine: context.engine, scope, kind },
        {
          id: ownMember(query, idParameter),
          header,
          data,
          message,
          loc: ['body', kind.name],
        },
      )
      return {
        count: 1,
        [kind.name]: await wireSimple(payloadContext(context, { scope, publicUrl }), { kind, record }),
      }
    },
  })
}

const fetchRoute = (context: VersioningContext, kind: Kind): Route =>
  projectRoute({
    method: 'GET',
    path: `/simple/${kind.plural}/{id}`,
    operationId: `fetch_simple_${kind.name}`,
    sdkName: `${simpleGroup(kind)}.fetch`,
    summary: `Fetch one ${kind.label.toLowerCase()} with the data of its latest revision.`,
    access: 'viewer',
    params: idParams,
    query: z.object(rowView),
    answer: recordAnswer(kind),
    handle: ({ params, query, publicUrl }, { scope }) =>
      fetchAnswer(context, { where: { scope, kind }, input: { id: params.id, publicUrl, rows: query } }),
  })

function editRoute(context: VersioningContext, kind: Kind): Route {
  const wrapper = editWrapper(context, kind)
  return projectRoute({
    method: 'PUT',
    path: `/simple/${kind.plural}/{id}`,
    operationId: `edit_simple_${kind.name}`,
    examples: { body: { [kind.name]: { id: exampleIds.artifact, name: `${exampleHeader(kind).name} 2` } } },
    sdkName: `${simpleGroup(kind)}.edit`,
    errors: [...changeCodes(kind), 'id_mismatch', 'revision_conflict', ...payloadCodesOf(kind)],
    summary: 'Edit header fields, and commit the data if it differs from the latest revision.',
    access: 'editor',
    writes: true,
    params: idParams,
    body: z.object({ [kind.name]: wrapper }),
    answer: singleWith(kind.name, { record: schemasOf[kind.name].simple, extra: editWarnings }),
    handle: async ({ params, body, publicUrl }, { scope }) => {
      const { id, slug, data, message, ...edit } = parsedBy(wrapper, body[kind.name])
      refuseOtherId(params.id, id)
      const record = await editSimple(
        { engine: context.engine, scope, kind },
        {
          id: params.id,
          edit,
          data,
          message,
          loc: ['body', kind.name],
        },
      )
      return {
        count: 1,
        [kind.name]: await wireSimple(payloadContext(context, { scope, publicUrl }), { kind, record }),
        ...slugWarnings(slug, record.artifact),
      }
    },
  })
}

const archiveRoutes = (context: VersioningContext, kind: Kind): readonly Route[] =>
  (['archive', 'unarchive'] as const).map((verb) =>
    projectRoute({
      method: 'POST',
      path: `/simple/${kind.plural}/{id}/${verb}`,
      operationId: `${verb}_simple_${kind.name}`,
      sdkName: `${simpleGroup(kind)}.${verb}`,
      errors: changeCodes(kind),
      summary:
        verb === 'archive'
          ? 'Archive the record: queries omit it.'
          : 'Unarchive the record: queries include it again.',
      access: 'editor',
      writes: true,
      params: idParams,
      answer: recordAnswer(kind),
      handle: async ({ params, publicUrl }, { scope }) => {
        const input = { id: params.id, archived: verb === 'archive' }
        await archiveRecord({ engine: context.engine, scope, kind }, { level: 'artifact', input })
        return fetchAnswer(context, { where: { scope, kind }, input: { id: params.id, publicUrl } })
      },
    }),
  )

const queryRoute = (context: VersioningContext, kind: Kind): Route =>
  projectRoute({
    method: 'POST',
    path: `/simple/${kind.plural}/query`,
    operationId: `query_simple_${kind.plural}`,
    examples: { body: { [`${kind.name}_refs`]: [{ slug: exampleHeader(kind).slug }] } },
    sdkName: `${simpleGroup(kind)}.query`,
    errors: pageCodes,
    summary: `Matching ${kind.plural}, newest first, each with the data of its latest revision.`,
    access: 'viewer',
    body: queryBody(kind, { level: 'artifact', extra: rowView }),
    bodyOptional: true,
    query: queryString(kind, 'artifact'),
    answer: list(kind.plural, schemasOf[kind.name].simple),
    handle: async ({ body, query, publicUrl }, { scope }) => {
      const filter = listQuery(kind, { level: 'artifact', body, query })
      const limits = pageLimits(context.limits, body)
      const page = await querySimple({ engine: context.engine, scope, kind }, { query: filter, limits })
      const viewContext = payloadContext(context, { scope, publicUrl, rows: body })
      const items = await Promise.all(page.items.map((record) => wireSimple(viewContext, { kind, record })))
      return pageAnswer(kind.plural, { page, items })
    },
  })

export const guardRoutes = (context: VersioningContext): readonly Route[] =>
  (['guard', 'unguard'] as const).map((verb) =>
    projectRoute({
      method: 'POST',
      path: `/simple/environments/{id}/${verb}`,
      operationId: `${verb}_simple_environment`,
      sdkName: `${simpleGroup(kinds.environment)}.${verb}`,
      errors: ['not_found', 'archived'],
      summary:
        verb === 'guard'
          ? 'Let only admins deploy to this environment.'
          : 'Let editors deploy to this environment again.',
      access: 'admin',
      writes: true,
      params: idParams,
      answer: recordAnswer(kinds.environment),
      handle: async ({ params, publicUrl }, { scope }) => {
        const flag = guardFlag[kinds.environment.family] ?? ''
        const edit = { flags: { [flag]: verb === 'guard' } }
        await editRecord(
          { engine: context.engine, scope, kind: kinds.environment },
          {
            level: 'artifact',
            input: {
              id: params.id,
              edit,
            },
          },
        )
        return fetchAnswer(context, {
          where: { scope, kind: kinds.environment },
          input: { id: params.id, publicUrl },
        })
      },
    }),
  )

export const simpleRoutes = (context: VersioningContext, kind: Kind): readonly Route[] => [
  createRoute(context, kind),
  queryRoute(context, kind),
  fetchRoute(context, kind),
  editRoute(context, kind),
  ...archiveRoutes(context, kind),
]
