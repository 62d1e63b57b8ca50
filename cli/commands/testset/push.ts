// Uploads a file as a revision.
import { openAsBlob, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Assay } from '../../../sdk/client.ts'
import {
  requireRevision,
  readName,
  revisionName,
  findRevision,
  type Revision,
} from '../../../sdk/shared/names.ts'
import { Refusal, type Command, type Context, type Arguments, type Outcome } from '../../command.ts'
import { exitCodes } from '../../failures.ts'
import { formatBytes, plural } from '../../terminal/format.ts'
import { alwaysOption, messageOption, readBytes } from '../shared.ts'
import { countsOrNone } from './diff.ts'
import { formatOf, formatOption } from './formats.ts'

/** The file to upload; its stream updates the progress bar. */
async function fileWithProgress({ terminal }: Context, path: string): Promise<File> {
  // statSync reports an invalid path; openAsBlob does not.
  if (path !== '-') statSync(path)
  const blob = path === '-' ? new Blob([new Uint8Array(readBytes(path))]) : await openAsBlob(path)
  const file = new File([blob], path === '-' ? 'rows' : basename(path))
  const bar = terminal.progress()
  const streamWithProgress = (): ReadableStream<Uint8Array<ArrayBuffer>> => {
    let sentBytes = 0
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, to) => {
        sentBytes += chunk.length
        const isSent = sentBytes >= file.size
        const message = isSent
          ? 'sent; the server stores the rows'
          : `${formatBytes(sentBytes)} of ${formatBytes(file.size)} sent`
        bar.update(sentBytes, file.size, message)
        to.enqueue(chunk)
      },
    })
    return blob.stream().pipeThrough(counter)
  }
  // fetch reads the file through its stream() method.
  return Object.defineProperty(file, 'stream', { value: streamWithProgress })
}

/** Uploads of large files have no time limit. */
const noTimeout = { timeoutMs: 0 }

async function pushFile(
  context: Context,
  { assay, args }: { readonly assay: Assay; readonly args: Arguments },
): Promise<{ readonly revision: Revision; readonly head: Revision | undefined }> {
  const name = args.arg('testset')
  const path = args.arg('file')
  const file_type = formatOf(args, path)
  const message = args.option('--message')
  const head = await findRevision(assay, { kind: 'testset', text: name })
  if (head === undefined) {
    const { slug, variant, version } = readName(name)
    if (slug === undefined || variant !== undefined || version !== undefined) {
      throw new Refusal(`There is no testset '${name}' in this project: pass a slug alone to create one.`)
    }
    const { testset } = await assay.simpleTestsets.createFromFile(
      {
        file: await fileWithProgress(context, path),
        file_type,
        testset_slug: slug,
        testset_name: slug,
        ...(message === undefined ? {} : { message }),
      },
      noTimeout,
    )
    if (testset?.revision_id === undefined) throw new Refusal('The server created no testset.')
    return { revision: await requireRevision(assay, { kind: 'testset', text: testset.revision_id }), head }
  }
  const { testset_revision: revision } = await assay.testsets.upload(
    head.id,
    {
      file: await fileWithProgress(context, path),
      file_type,
      ...(message === undefined ? {} : { message }),
      base_revision_id: head.id,
      if_changed: !args.has('--always'),
      include_testcases: false,
    },
    noTimeout,
  )
  if (revision === undefined) throw new Refusal('The server created no revision.')
  return { revision, head }
}

/** Reports the content of the file without writing anything. */
async function dryRun(
  context: Context,
  { assay, args }: { readonly assay: Assay; readonly args: Arguments },
): Promise<Outcome> {
  const path = args.arg('file')
  const form = { file: await fileWithProgress(context, path), file_type: formatOf(args, path), dry_run: true }
  const head = await findRevision(assay, { kind: 'testset', text: args.arg('testset') })
  const { dry_run: answer } =
    head === undefined
      ? await assay.simpleTestsets.createFromFile({ ...form, testset_slug: args.arg('testset') }, noTimeout)
      : await assay.testsets.upload(head.id, form, noTimeout)
  if (answer === undefined) throw new Refusal('The server returned no report about the file.')
  const errors =
    (answer as { readonly errors?: readonly { readonly line?: number; readonly message?: string }[] })
      .errors ?? []
  const lines = errors.map(
    ({ line, message }) => `${path}${line === undefined ? '' : `:${line}`}: ${message ?? ''}`,
  )
  return {
    json: answer,
    text: [
      `${plural(answer.rows, 'row')}, ${plural(answer.errors_total, 'error')}; nothing was written.`,
      ...lines,
    ].join('\n'),
    code: answer.errors_total > 0 ? exitCodes.negative : exitCodes.success,
  }
}

export const pushCommand: Command = {
  words: 'testset push <testset> <file>',
  help: 'Upload a file (CSV, JSON, JSONL, Parquet; - is standard input) as a new revision, unless its rows equal those of the newest one. Creates the testset if it does not exist.',
  options: {
    '--message': messageOption,
    '--format': formatOption,
    '--always': alwaysOption,
    '--dry-run': { help: 'Check the file and report its errors without writing anything.' },
  },
  run: async (context, args) => {
    const assay = context.connect()
    if (args.has('--dry-run')) return dryRun(context, { assay, args })
    const { revision, head } = await pushFile(context, { assay, args })
    const { diff } = await assay.testsets.diff({
      testset_revision_ref: { id: revision.id },
      ...(head === undefined ? {} : { base_testset_revision_ref: { id: head.id } }),
      include_rows: false,
    })
    return {
      json: { ...revision, counts: diff.counts, columns: diff.columns },
      text: `${revisionName(revision)}: ${plural(diff.counts['target'] ?? 0, 'row')} (${countsOrNone(diff)})`,
    }
  },
}
