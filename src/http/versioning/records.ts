// Routes that fetch, edit, archive, unarchive and query records. They are the same at all three levels.
import { z } from 'zod'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Artifact, Level, Revision, Variant } from '../../storage/contract/contract.ts'
import { archiveRecord, editRecord, fetchRecord } from '../../versioning/edit.ts'
import { listKey, recordKey, recordLabel, type Kind } from '../../versioning/kinds.ts'
import { queryRecords } from '../../versioning/query.ts'
import { parsedBy, bool, optional, uuid } from '../../kernel/validation.ts'
import {
  editWarnings,
  recordList,
  singleRecord,
  singleRecordWith,
  slugWarnings,
  wireArtifact,
  wireRevision,
  wireVariant,
  type PayloadContext,
} from '../records.ts'
import { projectRoute, type Route } from '../route.ts'
import { headerEdit, idParams } from '../field-schemas.ts'
import {
  levelPath,
  emptyAnswer,
  single,
  operationName,
  pageAnswer,
  refuseOtherId,
  sdkNameOf,
  payloadContext,
  type VersioningContext,
} from './context.ts'
import { listQuery, pageLimits, queryBody, queryString } from './query-params.ts'
import { ownMember } from '../../kernel/own.ts'
import { pageCodes, changeCodes } from '../codes.ts'

/** Selects how much of the rows of a testset an answer contains; other kinds ignore it. */
export const rowView = { include_testcases: optional(bool), include_testcase_ids: optional(bool) } as const

async function wireRecord(
  viewContext: PayloadContext,
  { kind, record }: { readonly kind: Kind; readonly record: Artifact | Variant | Revision },
): Promise<JsonObject> {
  if ('version' in record) return wireRevision(viewContext, { kind, revision: record })
  return 'artifact' in record ? wireVariant(kind, record) : wireArtifact(record)
}

const labelOf = (kind: Kind, level: Level): string => recordLabel(kind, level).toLowerCase()

const fetchRoute = (
  context: VersioningContext,
  { kind, level }: { readonly kind: Kind; readonly level: Level },
): Route =>
  projectRoute({
    method: 'GET',
    path: `${levelPath(kind, level)}/{id}`,
    operationId: operationName('fetch', { kind, level }),
    sdkName: sdkNameOf('fetch', { kind, level }),
    summary: `Fetch one ${labelOf(kind, level)}, archived or not.`,
    access: 'viewer',
    params: idParams,
    query: z.object(rowView),
    answer: singleRecord(kind, level),
    handle: async ({ params, query, publicUrl }, { scope }) => {
      const record = await fetchRecord(
        { reads: scope.store.read, projectId: scope.projectId },
        { kind, level, id: params.id },
      )
      const viewContext = payloadContext(context, { scope, publicUrl, rows: query })
      return record === undefined
        ? emptyAnswer
        : single(kind, { level, record: await wireRecord(viewContext, { kind, record }) })
    },
  })

const queryRoute = (
  context: VersioningContext,
  { kind, level }: { readonly kind: Kind; readonly level: Level },
): Route =>
  projectRoute({
    method: 'POST',
    path: `${levelPath(kind, level)}/query`,
    operationId: operationName('query', { kind, level, plural: true }),
    examples: { body: { [recordKey(kind, level)]: { tags: { team: 'support' } }, windowing: { limit: 10 } } },
    sdkName: sdkNameOf('query', { kind, level, plural: true }),
    errors: pageCodes,
    summary: `Matching ${level === 'artifact' ? kind.plural : `${labelOf(kind, level)}s`}, newest first.`,
    access: 'viewer',
    body: queryBody(kind, { level, extra: rowView }),
    bodyOptional: true,
    query: queryString(kind, level),
    answer: recordList(kind, level),
    handle: async ({ body, query, publicUrl }, { scope }) => {
      const request = listQuery(kind, { level, body, query })
      const page = await queryRecords(
        { scope, kind },
        { level, query: request, limits: pageLimits(context.limits, body) },
      )
      const viewContext = payloadContext(context, { scope, publicUrl, rows: body })
      const items = await Promise.all(page.items.map((record) => wireRecord(viewContext, { kind, record })))
      return pageAnswer(listKey(kind, level), { page, items })
    },
  })

const wrapper = z.object({ id: optional(uuid), ...headerEdit }).meta({ id: 'HeaderEdit' })

function editRoute(
  context: VersioningContext,
  { kind, level }: { readonly kind: Kind; readonly level: Level },
): Route {
  const key = recordKey(kind, level)
  return projectRoute({
    method: 'PUT',
    path: `${levelPath(kind, level)}/{id}`,
    operationId: operationName('edit', { kind, level }),
    examples: { body: { [key]: { tags: { team: 'support' } } } },
    sdkName: sdkNameOf('edit', { kind, level }),
    errors: [...changeCodes(kind), 'id_mismatch'],
    summary: `Edit name, description, flags, tags or meta of one ${recordLabel(kind, level).toLowerCase()}.`,
    access: 'editor',
    writes: true,
    params: idParams,
    body: z.object({ [key]: wrapper, ...rowView }),
    answer: singleRecordWith(kind, { level, extra: editWarnings }),
    handle: async ({ params, body, publicUrl }, { scope }) => {
      const { id, slug, ...edit } = parsedBy(wrapper, ownMember<unknown>(body, key))
      refuseOtherId(params.id, id)
      const record = await editRecord(
        { engine: context.engine, scope, kind },
        { level, input: { id: params.id, edit } },
      )
      const viewContext = payloadContext(context, { scope, publicUrl, rows: body })
      return single(kind, {
        level,
        record: await wireRecord(viewContext, { kind, record }),
        extra: slugWarnings(slug, record),
      })
    },
  })
}

function archiveRoutes(
  context: VersioningContext,
  { kind, level }: { readonly kind: Kind; readonly level: Level },
): readonly Route[] {
  return (['archive', 'unarchive'] as const).map((verb) =>
    projectRoute({
      method: 'POST',
      path: `${levelPath(kind, level)}/{id}/${verb}`,
      operationId: operationName(verb, { kind, level }),
      sdkName: sdkNameOf(verb, { kind, level }),
      errors: changeCodes(kind),
      summary:
        verb === 'archive'
          ? `Archive one ${recordLabel(kind, level).toLowerCase()} and its children: queries omit them.`
          : `Unarchive one ${recordLabel(kind, level).toLowerCase()}: queries include it again.`,
      access: 'editor',
      writes: true,
      params: idParams,
      answer: singleRecord(kind, level),
      handle: async ({ params, publicUrl }, { scope }) => {
        const input = { id: params.id, archived: verb === 'archive' }
        const record = await archiveRecord({ engine: context.engine, scope, kind }, { level, input })
        return single(kind, {
          level,
          record: await wireRecord(payloadContext(context, { scope, publicUrl }), { kind, record }),
        })
      },
    }),
  )
}

export const recordRoutes = (
  context: VersioningContext,
  { kind, level }: { readonly kind: Kind; readonly level: Level },
): readonly Route[] => [
  fetchRoute(context, { kind, level }),
  queryRoute(context, { kind, level }),
  editRoute(context, { kind, level }),
  ...archiveRoutes(context, { kind, level }),
]
