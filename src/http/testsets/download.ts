// Downloads the rows of a revision as a streamed file.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Scope } from '../../access/scope.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import { contentTypeOf, exportList } from '../../testsets/export/export.ts'
import { readOnlyTestset } from '../../testsets/stored/read-only.ts'
import { listOf } from '../../testsets/stored/stored-list.ts'
import { notFound } from '../../versioning/engine.ts'
import { kinds } from '../../versioning/kinds.ts'
import { fetchSimple } from '../../versioning/simple.ts'
import { bool, optional } from '../../kernel/validation.ts'
import { projectRoute, type Route } from '../route.ts'
import { idParams } from '../field-schemas.ts'
import type { TestsetRoutesContext } from './context.ts'

const kind = kinds.testset

const downloadQuery = z.object({
  file_type: optional(z.enum(['csv', 'json', 'jsonl', 'parquet'])),
  file_name: optional(z.string()),
  escape_formulas: optional(bool),
  plain: optional(bool).meta({
    description: 'Only the columns of the data, without ids, flags, tags and meta.',
  }),
})
type DownloadQuery = z.output<typeof downloadQuery>

/** Removes path separators and control characters, which could escape the client's download directory. */
const safeName = (name: string): string => name.replaceAll(/[\p{Cc}/\\]/gu, '').trim()

const quotedName = (name: string): string =>
  /^[\w.-]+$/.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`

/** The header with a file name in ASCII, plus the full name if it has other characters. */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_')
  const plainHeader = `attachment; filename=${quotedName(ascii)}`
  if (ascii === name) return plainHeader
  const encodedName = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `${plainHeader}; filename*=UTF-8''${encodedName}`
}

async function send(
  context: TestsetRoutesContext,
  {
    reply,
    file,
  }: {
    readonly reply: FastifyReply
    readonly file: {
      readonly scope: Scope
      readonly revision: Revision
      readonly query: DownloadQuery
      readonly name: string
    }
  },
): Promise<void> {
  const { scope, revision, query } = file
  const fileType = query.file_type ?? 'csv'
  const name = safeName(query.file_name ?? '')
  const source = {
    reads: scope.store.read,
    projectId: scope.projectId,
    testsetId: revision.artifact.id,
  }
  const rows = { ...readOnlyTestset(context.testsets, source), isPlain: query.plain ?? false }
  const bytes = exportList(rows, {
    root: listOf(revision),
    fileType,
    escapesFormulas: query.escape_formulas ?? false,
  })
  await reply
    .type(contentTypeOf[fileType])
    .header('Content-Disposition', contentDisposition(`${name === '' ? file.name : name}.${fileType}`))
    .header('X-Assay-Revision-Id', revision.id)
    .send(Readable.from(bytes, { objectMode: false }))
}

const commonRoute = {
  method: 'POST',
  access: 'viewer',
  params: idParams,
  query: downloadQuery,
  answer: z.string().meta({ id: 'DownloadedFile', description: 'The file.', format: 'binary' }),
  answerTypes: Object.values(contentTypeOf),
} as const

const revisionRoute = (context: TestsetRoutesContext): Route =>
  projectRoute({
    ...commonRoute,
    path: '/testsets/revisions/{id}/download',
    operationId: 'download_testset_revision',
    sdkName: 'testsets.download',
    errors: ['not_found'],
    summary: 'Download the rows of a revision as CSV, JSON, JSONL or Parquet.',
    handle: async ({ params, query, reply }, { scope }) => {
      const { id } = params
      const revision = await scope.store.read.revision(scope.projectId, kind.family, { id })
      if (revision === undefined) throw notFound(kind, 'revision')
      await send(context, { reply, file: { scope, revision, query, name: `revision_${id}` } })
    },
  })

const simpleRoute = (context: TestsetRoutesContext): Route =>
  projectRoute({
    ...commonRoute,
    path: '/simple/testsets/{id}/download',
    operationId: 'download_simple_testset',
    sdkName: 'simpleTestsets.download',
    errors: ['not_found'],
    summary: 'Download the rows of the latest revision as CSV, JSON, JSONL or Parquet.',
    handle: async ({ params, query, reply }, { scope }) => {
      const record = await fetchSimple({ scope, kind }, params.id)
      if (record === undefined) throw notFound(kind, 'artifact')
      const { revision } = record
      if (revision === undefined) throw notFound(kind, 'revision')
      await send(context, { reply, file: { scope, revision, query, name: `testset_${params.id}` } })
    },
  })

export const downloadRoutes = (context: TestsetRoutesContext): readonly Route[] => [
  revisionRoute(context),
  simpleRoute(context),
]
