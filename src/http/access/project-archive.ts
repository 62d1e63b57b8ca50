// Routes that export a project as one file, and that create a project from such a file.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { archiveContents } from '../../project-archive/format.ts'
import {
  importProject,
  type ImportContext,
  type ImportRequest,
} from '../../project-archive/import-project.ts'
import { archiveOf } from '../../project-archive/write-archive.ts'
import type { Scope } from '../../access/scope.ts'
import { AssayError, invalid } from '../../kernel/errors.ts'
import type { FairSemaphore } from '../../kernel/fair-semaphore.ts'
import type { Parties } from '../../kernel/parties.ts'
import { optional, parse } from '../../kernel/validation.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import type { TraceWrites } from '../../tracing/writes/trace-writes.ts'
import { withForm, type ReceivedForm } from '../bodies/form.ts'
import { name, slug } from '../field-schemas.ts'
import { projectRoute, storedKey, type Call, type Caller, type Route } from '../route.ts'
import { disconnectSignal } from '../server/streams/disconnect-signal.ts'
import { eventStreamType } from '../server/streams/event-stream.ts'
import { acceptsEvents, answerWithProgress } from '../server/streams/progress-stream.ts'
import { contentDisposition } from '../testsets/download.ts'
import { refuseOtherProjects } from './projects.ts'
import { projectName } from './sessions.ts'

export interface ProjectArchiveParts extends ImportContext {
  readonly store: RelationalStore
  readonly traceWrites: Pick<TraceWrites, 'waitForIngest'>
  readonly parties: Pick<Parties, 'add'>
  readonly uploadsDir: string
  readonly uploadSlots: FairSemaphore
  readonly archiveBytesMax: number
  readonly version: string
}

const exportRoute = (parts: ProjectArchiveParts): Route =>
  projectRoute({
    method: 'GET',
    path: '/projects/{project}/archive',
    operationId: 'export_project',
    sdkName: 'projects.export',
    errors: ['not_found'],
    summary: 'Export the project of this key as one file, which another server can import.',
    description:
      'The file has revisions, testsets, traces, runs, annotations, queues and settings; no keys, secrets, sessions or audit entries. ' +
      'With `contents=configuration` it has only the revisions of applications, evaluators, queries and environments, and the settings. ' +
      'docs/archives.md describes the format.',
    access: 'admin',
    audited: true,
    params: z.object({ project: z.string().meta({ description: 'The id or the slug of the project.' }) }),
    query: z.object({ contents: optional(z.enum(archiveContents)) }),
    answer: z.string().meta({ id: 'ProjectArchive', description: 'The archive.', format: 'binary' }),
    answerTypes: ['application/gzip'],
    handle: async ({ params, query, reply }, { project }) => {
      if (![project.id, project.slug].includes(params.project)) {
        throw new AssayError('not_found', 'Project not found. A key exports its own project.')
      }
      const contents = query.contents ?? 'full'
      if (contents === 'full') await parts.traceWrites.waitForIngest(project.id)
      const { store, spans, version: program } = parts
      const { clock } = parts.projectContext
      await reply
        .type('application/gzip')
        .header('Content-Disposition', contentDisposition(`${project.slug}.assay.tar.gz`))
        .send(archiveOf({ store, spans, clock, project, contents, program }))
    },
  })

const fields = z.object({ name: optional(name), slug: optional(slug) })
const importForm: z.ZodType = z.object({
  file: z.string().meta({ format: 'binary' }),
  ...fields.shape,
})

const answer = z
  .object({
    count: z.literal(1),
    project: projectName,
    key: z.string(),
    contents: z.enum(archiveContents),
    counts: z.record(z.string(), z.int()),
  })
  .meta({ id: 'ImportedProjectResponse' })

type ImportAnswer = z.output<typeof answer>

const example = {
  count: 1 as const,
  project: { id: '019aa0de-1f6a-7b3c-8000-3f2d5c1b9a70', slug: 'help-desk', name: 'Help desk' },
  key: 'aBcDeFgH.0123456789abcdef0123456789abcdef',
  contents: 'full' as const,
  counts: { artifacts: 9, variants: 9, revisions: 31, runs: 3, spans: 2048 },
}

/** Receives the file, waits for a slot and imports. The file is removed at the end. */
async function importFile(
  parts: ProjectArchiveParts,
  { form, caller, call }: { readonly form: ReceivedForm; readonly caller: Caller; readonly call: Exchange },
): Promise<ImportAnswer | FastifyReply> {
  const request = requestOf(parts, { form, caller })
  const signal = disconnectSignal(call)
  const slot = await parts.uploadSlots.acquire(caller.scope.projectId, signal)
  const end = Promise.withResolvers<ImportAnswer | undefined>()
  const work = async ({
    progressListener = { signal, onProgress: () => undefined },
    ...rest
  }: Scope): Promise<ImportAnswer> => {
    const scope = { ...rest, progressListener }
    let importAnswer: ImportAnswer | undefined
    try {
      const { project, secret, source, counts } = await importProject(parts, { request, scope })
      parts.parties.add(project)
      const { id, slug: projectSlug, name: projectTitle } = project
      importAnswer = {
        count: 1,
        project: { id, slug: projectSlug, name: projectTitle },
        key: secret,
        contents: source.contents,
        counts,
      }
      return importAnswer
    } finally {
      slot.release()
      end.resolve(importAnswer)
    }
  }
  const answerPromise = answerWithProgress(call, { caller, work })
  // The file must exist until the import has ended, also when its answer is a stream.
  const importResult = await end.promise
  if (acceptsEvents(call)) return call.reply
  await answerPromise
  if (importResult === undefined) throw new Error('an import ended without an answer')
  return importResult
}

type Exchange = Pick<Call<unknown, unknown, unknown>, 'request' | 'reply'>

function requestOf(
  { archiveBytesMax }: ProjectArchiveParts,
  { form, caller }: { readonly form: ReceivedForm; readonly caller: Caller },
): ImportRequest {
  const nonEmptyFields = Object.fromEntries(Object.entries(form.fields).filter(([, text]) => text !== ''))
  const { name: newName, slug: newSlug } = parse(fields, nonEmptyFields, ['body'])
  if (form.file === undefined) {
    throw invalid([{ type: 'missing', loc: ['body', 'file'], msg: 'Field required.' }])
  }
  return {
    file: { path: form.file.path, bytesMax: archiveBytesMax },
    name: newName,
    slug: newSlug,
    shareId: caller.project.shareId,
    creator: storedKey(caller),
  }
}

const importRoute = (parts: ProjectArchiveParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/projects/import',
    operationId: 'import_project',
    sdkName: 'projects.import',
    errors: ['id_conflict', 'slug_conflict', 'payload_undecodable', 'payload_too_large'],
    examples: { answer: example },
    summary: 'Create a project from an exported file. The answer has its first key, shown only once.',
    description:
      'For admins of the first project, the one that `GET /projects/current` calls `is_default_project`. Ids, times, versions and hashes are preserved. ' +
      'The project is created only when the complete file is stored, and not if the client disconnects before. A file whose records exist on this server is refused. ' +
      'With `Accept: text/event-stream` the answer is a stream of `progress` events with an `answer` or a `failure` at its end.',
    access: 'admin',
    writes: true,
    form: importForm,
    answer,
    answerTypes: ['application/json', eventStreamType],
    handle: async (call, caller) => {
      const options = {
        directory: parts.uploadsDir,
        fileField: 'file',
        fileBytesMax: parts.archiveBytesMax,
        tooLarge: () =>
          new AssayError(
            'payload_too_large',
            `An archive has at most ${parts.archiveBytesMax} bytes (setting archive_bytes_max).`,
          ),
      }
      try {
        refuseOtherProjects(caller.project)
      } catch (error) {
        call.request.raw.resume()
        throw error
      }
      void call.reply.header('Cache-Control', 'no-store')
      return withForm(call.request, options, (form) => importFile(parts, { form, caller, call }))
    },
  })

export const projectArchiveRoutes = (parts: ProjectArchiveParts): readonly Route[] => [
  exportRoute(parts),
  importRoute(parts),
]
