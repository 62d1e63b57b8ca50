// Uploads: one file creates exactly one revision, or none.
import { withoutUndefined } from '../../kernel/own.ts'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { AssayError, invalid } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { CommitContext, PreparedPayload } from '../../versioning/payload.ts'
import { dryRunImport, importFile, type UploadedFile } from '../../testsets/import/import.ts'
import type { SkippedRows } from '../../testsets/import/report.ts'
import { fileTooLarge } from '../../testsets/limits.ts'
import { readOnlyTestset } from '../../testsets/stored/read-only.ts'
import { prepareList } from '../../testsets/stored/stored-list.ts'
import { commitPrepared } from '../../versioning/commit.ts'
import { notFound, refuseArchivedArtifact, refuseArchivedVariant } from '../../versioning/engine.ts'
import { kinds } from '../../versioning/kinds.ts'
import { createSimple, editSimple, fetchSimple, type SimpleRecord } from '../../versioning/simple.ts'
import { bool, optional, parse } from '../../kernel/validation.ts'
import { withForm, type ReceivedFile } from '../bodies/form.ts'
import { singleWith } from '../record-fields.ts'
import { schemasOf, singleRecordWith, wireRevision, wireSimple } from '../records.ts'
import { projectRoute, type Call, type Route } from '../route.ts'
import { disconnectSignal } from '../server/streams/disconnect-signal.ts'
import { idParams } from '../field-schemas.ts'
import { payloadContext } from '../versioning/context.ts'
import type { TestsetRoutesContext } from './context.ts'
import {
  headerOf,
  mappingOf,
  newForm,
  nextForm,
  nonEmptyFields,
  revisionForm,
  withFile,
  type FileFields,
} from './upload-form.ts'
import { newRecordCodes, rowCodes } from '../codes.ts'

const kind = kinds.testset
/** Answers for larger testsets omit the rows: they would be in memory several times. */
const answeredRowsMax = 10_000
const answeredCharactersMax = 32 * 2 ** 20

const dryRunAnswer = z
  .looseObject({ file_type: z.string(), rows: z.int(), errors_total: z.int() })
  .meta({ id: 'UploadDryRun' })
const rowError = z.looseObject({ line: z.int(), message: z.string() }).meta({ id: 'SkippedRowError' })
const skippedAnswer = z.object({ rows: z.int(), errors: z.array(rowError) }).meta({
  id: 'SkippedRows',
  description: 'The number of rows that skip_errors skipped, with the first 100 errors.',
})
const reportFields = { dry_run: dryRunAnswer.optional(), skipped: skippedAnswer.optional() }
const dryRunQuery = z.object({ dry_run: optional(bool) })

interface Upload<F> {
  readonly fields: F
  readonly isDryRun: boolean
  /** Opens the file from its start; may be called several times. */
  readonly open: (project: string) => UploadedFile
  /** The rows that the last import skipped; undefined: a file with errors is refused. */
  readonly skipped: () => SkippedRows | undefined
  /** The most rows that an answer about the last import contains. */
  readonly answeredRowsMax: () => number
}

interface UploadCall extends Pick<
  Call<unknown, { dry_run?: boolean | undefined }, unknown>,
  'request' | 'reply' | 'query'
> {
  readonly publicUrl: string
}

function uploadOf<F extends FileFields>(
  context: TestsetRoutesContext,
  {
    form,
    query,
    signal,
  }: {
    readonly form: { readonly fields: F; readonly file: ReceivedFile }
    readonly query: { readonly dry_run?: boolean | undefined }
    readonly signal: AbortSignal
  },
): Upload<F> {
  const { fields, file } = form
  const columns = mappingOf(fields.columns)
  let skippedRows: SkippedRows | undefined
  let characters = 0
  return {
    fields,
    skipped: () => skippedRows,
    answeredRowsMax: () => (characters > answeredCharactersMax ? 0 : answeredRowsMax),
    isDryRun: fields.dry_run === true || query.dry_run === true,
    open: (project) => ({
      chunks: createReadStream(file.path, { highWaterMark: 1 << 18 }),
      temporaryDirectory: context.uploadsDir,
      work: { sandboxPool: context.sandboxPool, project, signal },
      hasPreview: fields.preview === true,
      onRead: (readCharacters) => {
        characters = readCharacters
      },
      ...(file.name === undefined ? {} : { fileName: file.name }),
      ...(fields.file_type === undefined ? {} : { fileType: fields.file_type }),
      ...(fields.delimiter === undefined ? {} : { delimiter: fields.delimiter }),
      ...(columns === undefined ? {} : { columns }),
      ...(fields.skip_errors === true
        ? {
            onSkipped: (rows: SkippedRows) => {
              skippedRows = rows
            },
          }
        : {}),
    }),
  }
}

const skippedField = ({ skipped }: Upload<FileFields>): JsonObject => {
  const rows = skipped()
  return rows === undefined
    ? {}
    : { skipped: { rows: rows.rows, errors: rows.errors.map((rowError) => ({ ...rowError })) } }
}

/** Receives the form, checks its fields and waits for a slot of the project. The file is removed when `use` ends. */
function withUpload<S extends z.ZodType<FileFields>>(
  context: TestsetRoutesContext,
  {
    scope: { projectId },
    call,
    schema,
    use,
  }: {
    readonly scope: Scope
    readonly call: UploadCall
    readonly schema: S
    readonly use: (upload: Upload<z.output<S>>) => Promise<JsonObject>
  },
): Promise<JsonObject> {
  const { limits } = context.testsets
  const signal = disconnectSignal(call)
  const options = {
    directory: context.uploadsDir,
    fileField: 'file',
    fileBytesMax: limits.uploadBytesMax,
    tooLarge: () => fileTooLarge(limits),
  }
  return withForm(call.request, options, async ({ fields, file }) => {
    const form = parse(schema, nonEmptyFields(fields), ['body'])
    if (file === undefined) {
      throw invalid([{ type: 'missing', loc: ['body', 'file'], msg: 'Field required.' }])
    }
    try {
      const slot = await context.uploadSlots.acquire(projectId, signal)
      try {
        return await use(uploadOf(context, { form: { fields: form, file }, query: call.query, signal }))
      } finally {
        slot.release()
      }
    } catch (cause) {
      if (!signal.aborted) throw cause
      throw new AssayError('payload_undecodable', 'The client disconnected before its file was imported.', {
        cause,
      })
    }
  })
}

const prepareFile =
  (context: TestsetRoutesContext, upload: Upload<FileFields>) =>
  (commit: CommitContext): Promise<PreparedPayload> =>
    prepareList(context.testsets, {
      context: commit,
      createList: (testset) => importFile(testset, upload.open(commit.scope.projectId)),
      dependsOnStart: false,
    })

async function dryRun(
  context: TestsetRoutesContext,
  {
    scope,
    testsetId,
    upload,
  }: { readonly scope: Scope; readonly testsetId: string; readonly upload: Upload<FileFields> },
): Promise<JsonObject> {
  const source = { reads: scope.store.read, projectId: scope.projectId, testsetId }
  const report = await dryRunImport(readOnlyTestset(context.testsets, source), upload.open(scope.projectId))
  const { preview, ...rest } = report
  const rows = preview?.rows.map((row) => ({ ...row })) ?? []
  return {
    count: 0,
    dry_run: { ...rest, ...(preview === undefined ? {} : { preview: { ...preview, rows } }) },
  }
}

const limitedContext = (
  context: TestsetRoutesContext,
  {
    scope,
    publicUrl,
    upload,
    rows = {},
  }: {
    readonly scope: Scope
    readonly publicUrl: string
    readonly upload: Upload<FileFields>
    readonly rows?: { readonly include_testcases?: boolean | undefined }
  },
) => {
  const viewContext = payloadContext(context, { scope, publicUrl, rows })
  return { ...viewContext, view: { ...viewContext.view, rowsMax: upload.answeredRowsMax() } }
}

const commonRoute = { method: 'POST', access: 'editor', writes: true, query: dryRunQuery } as const

const newTestsetRoute = (context: TestsetRoutesContext): Route =>
  projectRoute({
    ...commonRoute,
    path: '/simple/testsets/upload',
    operationId: 'create_simple_testset_from_file',
    sdkName: 'simpleTestsets.createFromFile',
    errors: [...newRecordCodes, 'limit_exceeded'],
    summary: 'Create a testset from a file.',
    form: withFile(newForm.shape),
    answer: singleWith('testset', {
      record: schemasOf.testset.simple,
      extra: reportFields,
    }),
    handle: (call, { scope }) =>
      withUpload(context, {
        scope,
        call,
        schema: newForm,
        use: async (upload) => {
          const { fields } = upload
          const header = { ...headerOf(fields), slug: fields.testset_slug }
          if (upload.isDryRun) return dryRun(context, { scope, testsetId: context.engine.clock.id(), upload })
          const record = await createSimple(
            { engine: context.engine, scope, kind },
            {
              id: undefined,
              header: { ...header, name: header.name ?? header.slug },
              prepare: prepareFile(context, upload),
              message: fields.message,
              loc: ['body'],
            },
          )
          const view = limitedContext(context, { scope, publicUrl: call.publicUrl, upload })
          return { count: 1, testset: await wireSimple(view, { kind, record }), ...skippedField(upload) }
        },
      }),
  })

const unknownTestset = (): AssayError =>
  new AssayError('not_found', 'Testset not found. Please check the testset_id and try again.')

/**
 * Checks the target before the file is received. The rest of the body is discarded, so that a refusal reaches
 * the client.
 */
async function checkTarget<T>(call: UploadCall, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    call.request.raw.resume()
    throw error
  }
}

async function wireNext(
  context: TestsetRoutesContext,
  {
    record,
    ...call
  }: {
    readonly scope: Scope
    readonly publicUrl: string
    readonly upload: Upload<FileFields>
    readonly record: SimpleRecord
  },
): Promise<JsonObject> {
  const { revision } = record
  const idsOnly = limitedContext(context, { ...call, rows: { include_testcases: false } })
  return {
    count: 1,
    testset: await wireSimple(limitedContext(context, call), { kind, record }),
    ...(revision === undefined ? {} : { testset_revision: await wireRevision(idsOnly, { kind, revision }) }),
  }
}

const nextFileRoute = (context: TestsetRoutesContext): Route =>
  projectRoute({
    ...commonRoute,
    path: '/simple/testsets/{id}/upload',
    operationId: 'upload_simple_testset_file',
    sdkName: 'simpleTestsets.upload',
    errors: rowCodes,
    summary: 'Replace all rows of a testset with the rows of a file, as a new revision.',
    params: idParams,
    form: withFile(nextForm.shape),
    answer: singleWith('testset', {
      record: schemasOf.testset.simple,
      extra: {
        testset_revision: schemasOf.testset.revision.optional(),
        ...reportFields,
      },
    }),
    handle: async (call, { scope }) => {
      const { id } = call.params
      await checkTarget(call, async () => {
        const testset = await fetchSimple({ scope, kind }, id)
        if (testset === undefined) throw unknownTestset()
        refuseArchivedArtifact(kind, testset.artifact)
        if (testset.variant !== undefined) refuseArchivedVariant(kind, testset.variant)
      })
      return withUpload(context, {
        scope,
        call,
        schema: nextForm,
        use: async (upload) => {
          const edit = withoutUndefined(headerOf(upload.fields))
          if (upload.isDryRun) return dryRun(context, { scope, testsetId: id, upload })
          const record = await editSimple(
            { engine: context.engine, scope, kind },
            {
              id,
              edit,
              prepare: prepareFile(context, upload),
              shouldCommitUnchanged: upload.fields.if_changed !== true,
              message: undefined,
              loc: ['body'],
            },
          )
          const next = await wireNext(context, { scope, publicUrl: call.publicUrl, upload, record })
          return { ...next, ...skippedField(upload) }
        },
      })
    },
  })

const revisionFileRoute = (context: TestsetRoutesContext): Route =>
  projectRoute({
    ...commonRoute,
    path: '/testsets/revisions/{id}/upload',
    operationId: 'upload_testset_revision_file',
    sdkName: 'testsets.upload',
    errors: rowCodes,
    summary: 'Commit the rows of a file to the variant of a revision.',
    params: idParams,
    form: withFile(revisionForm.shape),
    answer: singleRecordWith(kind, { level: 'revision', extra: reportFields }),
    handle: async (call, { scope }) => {
      const { id } = call.params
      const base = await checkTarget(call, async () => {
        const revision = await scope.store.read.revision(scope.projectId, kind.family, { id })
        if (revision === undefined) throw notFound(kind, 'revision')
        refuseArchivedVariant(kind, { ...revision.variant, artifact: revision.artifact })
        return revision
      })
      return withUpload(context, {
        scope,
        call,
        schema: revisionForm,
        use: async (upload) => {
          const { message, base_revision_id: baseRevisionId, if_changed: ifChanged } = upload.fields
          if (upload.isDryRun) return dryRun(context, { scope, testsetId: base.artifact.id, upload })
          const input = { variantId: base.variant.id, baseRevisionId, ifChanged, header: {}, message }
          const prepare = prepareFile(context, upload)
          const { revision } = await commitPrepared(
            { engine: context.engine, scope, kind },
            { input, prepare },
          )
          const view = limitedContext(context, {
            scope,
            publicUrl: call.publicUrl,
            upload,
            rows: upload.fields,
          })
          const record = await wireRevision(view, { kind, revision })
          return { count: 1, testset_revision: record, ...skippedField(upload) }
        },
      })
    },
  })

export const uploadRoutes = (context: TestsetRoutesContext): readonly Route[] => [
  newTestsetRoute(context),
  nextFileRoute(context),
  revisionFileRoute(context),
]
