// A file becomes a revision.
import { openAsBlob, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Assay } from '../../../sdk/client.ts'
import {
  foundRevision,
  readName,
  revisionName,
  soughtRevision,
  type Revision,
} from '../../../sdk/asking/names.ts'
import { Refusal, type Command, type Context, type Given, type Outcome } from '../../command.ts'
import { exitCodes } from '../../failures.ts'
import { bytesWords, plural } from '../../terminal/words.ts'
import { messageOption, readBytes } from '../shared.ts'
import { counted } from './diff.ts'
import { formatOf, formatOption } from './formats.ts'

/** The file as it is sent; what has left is drawn, and then that the server is at work. */
async function sentFile({ terminal }: Context, path: string): Promise<File> {
  // Says what is wrong with the path, which opening as a blob does not.
  if (path !== '-') statSync(path)
  const blob = path === '-' ? new Blob([new Uint8Array(readBytes(path))]) : await openAsBlob(path)
  const file = new File([blob], path === '-' ? 'rows' : basename(path))
  const bar = terminal.progress()
  const counting = (): ReadableStream<Uint8Array<ArrayBuffer>> => {
    let sent = 0
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, to) => {
        sent += chunk.length
        const isSent = sent >= file.size
        const said = isSent
          ? 'sent; the server stores the rows'
          : `${bytesWords(sent)} of ${bytesWords(file.size)} sent`
        bar.to(sent, file.size, said)
        to.enqueue(chunk)
      },
    })
    return blob.stream().pipeThrough(counter)
  }
  // What is sent is asked for by its stream.
  return Object.defineProperty(file, 'stream', { value: counting })
}

/** Uploads take as long as the file is large: no limit of time. */
const patient = { timeoutMs: 0 }

async function pushed(context: Context, assay: Assay, given: Given): Promise<Revision> {
  const name = given.arg('testset')
  const path = given.arg('file')
  const file_type = formatOf(given, path)
  const head = await soughtRevision(assay, 'testset', name)
  if (head === undefined) {
    const { slug, variant, version } = readName(name)
    if (slug === undefined || variant !== undefined || version !== undefined) {
      throw new Refusal(`There is no testset '${name}' in this project: name a new one by a slug alone.`)
    }
    const { testset } = await assay.simpleTestsets.createFromFile(
      { file: await sentFile(context, path), file_type, testset_slug: slug, testset_name: slug },
      patient,
    )
    if (testset?.revision_id === undefined) throw new Refusal('The server made no testset.')
    return foundRevision(assay, 'testset', testset.revision_id)
  }
  const { testset_revision: made } = await assay.testsets.upload(
    head.id,
    {
      file: await sentFile(context, path),
      file_type,
      message: given.option('--message') ?? null,
      base_revision_id: head.id,
      include_testcases: false,
    },
    patient,
  )
  if (made === undefined) throw new Refusal('The server made no revision.')
  return made
}

/** What the file would give, without writing anything. */
async function tried(context: Context, assay: Assay, given: Given): Promise<Outcome> {
  const path = given.arg('file')
  const form = { file: await sentFile(context, path), file_type: formatOf(given, path), dry_run: true }
  const head = await soughtRevision(assay, 'testset', given.arg('testset'))
  const { dry_run: answer } =
    head === undefined
      ? await assay.simpleTestsets.createFromFile({ ...form, testset_slug: given.arg('testset') }, patient)
      : await assay.testsets.upload(head.id, form, patient)
  if (answer === undefined) throw new Refusal('The server did not say what the file holds.')
  const faults =
    (answer as { readonly errors?: readonly { readonly line?: number; readonly message?: string }[] })
      .errors ?? []
  const lines = faults.map(
    ({ line, message }) => `${path}${line === undefined ? '' : `:${line}`}: ${message ?? ''}`,
  )
  return {
    json: answer,
    text: [
      `${plural(answer.rows, 'row')}, ${plural(answer.errors_total, 'fault')}; nothing was written.`,
      ...lines,
    ].join('\n'),
    code: answer.errors_total > 0 ? exitCodes.no : exitCodes.done,
  }
}

export const pushCommand: Command = {
  words: 'testset push <testset> <file>',
  help: 'Make a revision whose rows are those of a file (CSV, JSON, JSONL, Parquet; - is standard input); makes the testset when there is none.',
  options: {
    '--message': messageOption,
    '--format': formatOption,
    '--dry-run': { help: 'Read the file and say what is wrong with it; write nothing.' },
  },
  run: async (context, given) => {
    const assay = context.connect()
    if (given.has('--dry-run')) return tried(context, assay, given)
    const revision = await pushed(context, assay, given)
    const { diff } = await assay.testsets.diff({
      testset_revision_ref: { id: revision.id },
      include_rows: false,
    })
    return {
      json: { ...revision, counts: diff.counts, columns: diff.columns },
      text: `${revisionName(revision)}: ${plural(diff.counts['target'] ?? 0, 'row')} (${counted(diff)})`,
    }
  },
}
