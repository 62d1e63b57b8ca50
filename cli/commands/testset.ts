// Testsets as files: rows go in and come out, versions are compared and joined.
import { createWriteStream, openAsBlob, statSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AssayError, type Assay } from '../../sdk/client.ts'
import type {
  MergeReport,
  MergeTestsetVariantsRequest,
  TestsetDiff,
  TestsetDiffRow,
} from '../../sdk/generated/schemas.ts'
import {
  Refusal,
  UsageError,
  type Command,
  type Context,
  type Given,
  type Option,
  type Outcome,
} from '../command.ts'
import { exitCodes } from '../failures.ts'
import { foundRevision, readName, revisionName, soughtRevision, type Revision } from '../../mcp/names.ts'
import { tableOf } from '../terminal/table.ts'
import { plural, timeWords } from '../terminal/words.ts'
import { listed, logOutcome, readBytes } from './shared.ts'

const formats = ['csv', 'json', 'jsonl', 'parquet'] as const
type Format = (typeof formats)[number]

const formatOption: Option = {
  value: 'format',
  help: 'What the file holds, where its name does not say.',
  choices: formats,
}
const messageOption: Option = { value: 'text', help: 'Says why, in the history.' }

const isFormat = (text: string | undefined): text is Format => formats.some((format) => format === text)

function formatOf(given: Given, file: string | undefined): Format {
  const said = given.option('--format') ?? (file === undefined ? 'csv' : extname(file).slice(1).toLowerCase())
  const format = said === 'ndjson' ? 'jsonl' : said
  if (isFormat(format)) return format
  throw new UsageError(
    `The name ${file ?? '-'} does not say what the file holds: give --format ${formats.join('|')}.`,
  )
}

const fileOf = async (path: string): Promise<File> => {
  // Says what is wrong with the path, which opening as a blob does not.
  if (path !== '-') statSync(path)
  const blob = path === '-' ? new Blob([new Uint8Array(readBytes(path))]) : await openAsBlob(path)
  return new File([blob], path === '-' ? 'rows' : basename(path))
}

const counted = ({ counts }: TestsetDiff): string =>
  (['added', 'removed', 'edited', 'moved'] as const)
    .flatMap((kind) => ((counts[kind] ?? 0) > 0 ? `${counts[kind]} ${kind}` : []))
    .join(', ') || 'nothing changed'

async function changeOf(assay: Assay, revision: Revision, base?: Revision): Promise<TestsetDiff> {
  const { diff } = await assay.testsets.diff({
    testset_revision_ref: { id: revision.id },
    ...(base === undefined ? {} : { base_testset_revision_ref: { id: base.id } }),
    include_rows: false,
  })
  return diff
}

/** Uploads take as long as the file is large: no limit of time. */
const patient = { timeoutMs: 0 }

async function pushedNew(
  assay: Assay,
  given: Given,
  slug: string,
): Promise<{ readonly id: string; readonly revisionId: string }> {
  const path = given.arg('file')
  const { testset } = await assay.simpleTestsets.createFromFile(
    { file: await fileOf(path), file_type: formatOf(given, path), testset_slug: slug, testset_name: slug },
    patient,
  )
  if (testset?.revision_id === undefined) throw new Refusal('The server made no testset.')
  return { id: testset.id, revisionId: testset.revision_id }
}

async function pushed(assay: Assay, given: Given): Promise<Revision> {
  const name = given.arg('testset')
  const path = given.arg('file')
  const file_type = formatOf(given, path)
  const head = await soughtRevision(assay, 'testset', name)
  if (head === undefined) {
    const { slug, variant, version } = readName(name)
    if (slug === undefined || variant !== undefined || version !== undefined) {
      throw new Refusal(`There is no testset '${name}' in this project: name a new one by a slug alone.`)
    }
    return foundRevision(assay, 'testset', (await pushedNew(assay, given, slug)).revisionId)
  }
  const { testset_revision: made } = await assay.testsets.upload(
    head.id,
    {
      file: await fileOf(path),
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
async function tried(assay: Assay, given: Given): Promise<Outcome> {
  const path = given.arg('file')
  const form = { file: await fileOf(path), file_type: formatOf(given, path), dry_run: true }
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

const pushCommand: Command = {
  words: 'testset push <testset> <file>',
  help: 'Make a revision whose rows are those of a file (CSV, JSON, JSONL, Parquet; - is standard input); makes the testset when there is none.',
  options: {
    '--message': messageOption,
    '--format': formatOption,
    '--dry-run': { help: 'Read the file and say what is wrong with it; write nothing.' },
  },
  run: async ({ connect }, given) => {
    const assay = connect()
    if (given.has('--dry-run')) return tried(assay, given)
    const revision = await pushed(assay, given)
    const diff = await changeOf(assay, revision)
    return {
      json: { ...revision, counts: diff.counts, columns: diff.columns },
      text: `${revisionName(revision)}: ${plural(diff.counts['target'] ?? 0, 'row')} (${counted(diff)})`,
    }
  },
}

const pullCommand: Command = {
  words: 'testset pull <testset> [file]',
  help: 'Write the rows of a revision to a file, or to standard output.',
  options: { '--format': formatOption },
  run: async ({ connect, terminal, json }, given) => {
    const assay = connect()
    const file = given.optional('file')
    const format = formatOf(given, file === '-' ? undefined : file)
    const revision = await foundRevision(assay, 'testset', given.arg('testset'))
    const response = await assay.testsets.download(revision.id, { file_type: format }, patient)
    if (response.body === null) throw new Refusal('The server sent no rows.')
    const source = Readable.fromWeb(response.body)
    if (file === undefined || file === '-') {
      await terminal.send(source)
      return undefined
    }
    await pipeline(source, createWriteStream(file))
    const said = `${revisionName(revision)} is in ${file}.`
    if (!json) terminal.note(said)
    return { json: { id: revision.id, version: revision.version, file, format }, text: '' }
  },
}

const jsonCut = (value: unknown): string => (value === undefined ? '-' : JSON.stringify(value))

type Changed = {
  readonly path: readonly string[]
  readonly kind: string
  readonly base?: unknown
  readonly target?: unknown
}

/** What happened to a row, in a line. */
function rowText({ kind, base, target, changes }: TestsetDiffRow): string {
  if (kind === 'added') return jsonCut(target?.data)
  if (kind === 'removed') return jsonCut(base?.data)
  if (kind === 'moved') return `row ${(base?.index ?? 0) + 1} is row ${(target?.index ?? 0) + 1}`
  return ((changes ?? []) as readonly Changed[])
    .map((change) => `${change.path.join('.')}: ${jsonCut(change.base)} → ${jsonCut(change.target)}`)
    .join('; ')
}

function diffText({ terminal }: Context, diff: TestsetDiff, rows: readonly TestsetDiffRow[]): string {
  const { style, width } = terminal
  const marks = new Map([
    ['added', style.green],
    ['removed', style.red],
    ['edited', style.yellow],
    ['moved', style.cyan],
  ])
  const from = diff.base === undefined ? 'nothing' : `version ${diff.base.version}`
  const columns = [
    ...diff.columns.added.map((name) => `+${name}`),
    ...diff.columns.removed.map((name) => `-${name}`),
  ]
  const head = `From ${from} to version ${diff.target.version}: ${counted(diff)}${columns.length === 0 ? '' : `; columns ${columns.join(', ')}`}`
  if (rows.length === 0) return head
  const table = tableOf<TestsetDiffRow>(
    [
      {
        name: 'KIND',
        of: ({ kind }) => kind,
        paint: (text, { kind }) => (marks.get(kind) ?? style.dim)(text),
      },
      { name: 'ROW', of: ({ testcase_dedup_id }) => testcase_dedup_id },
      { name: 'CHANGE', of: rowText },
    ],
    rows,
    { width, head: style.dim },
  )
  return `${head}\n\n${table}`
}

const diffCommand: Command = {
  words: 'testset diff <testset> [other]',
  help: 'What changed from the first to the second; of one alone, since the revision before it.',
  options: { '--limit': { value: 'rows', help: 'At most so many rows (100).' } },
  run: async (context, given) => {
    const assay = context.connect()
    const first = await foundRevision(assay, 'testset', given.arg('testset'))
    const other = given.optional('other')
    const second = other === undefined ? undefined : await foundRevision(assay, 'testset', other)
    const { diff } = await assay.testsets.diff({
      testset_revision_ref: { id: (second ?? first).id },
      ...(second === undefined ? {} : { base_testset_revision_ref: { id: first.id } }),
      windowing: { limit: given.number('--limit', 100) },
    })
    return { json: diff, text: diffText(context, diff, diff.rows ?? []) }
  },
}

type Conflict = {
  readonly testcase_dedup_id: string
  readonly path?: readonly string[]
  readonly base?: unknown
  readonly ours?: unknown
  readonly theirs?: unknown
}

function mergeText({ terminal }: Context, merge: MergeReport): string {
  const counts = (['added', 'removed', 'edited', 'moved'] as const)
    .flatMap((kind) => ((merge.counts[kind] ?? 0) > 0 ? `${merge.counts[kind]} ${kind}` : []))
    .join(', ')
  const said = new Map([
    ['merged', `Merged as a new revision: ${counts || 'nothing changed'}.`],
    ['up_to_date', 'There is nothing to merge.'],
    ['mergeable', `Would merge: ${counts || 'nothing'}. Nothing was written.`],
    [
      'conflicts',
      `${plural(merge.counts['conflicts'] ?? 0, 'conflict')}; nothing was written. Decide with --strategy ours|theirs, or on the page of the testset.`,
    ],
  ]).get(merge.status)
  const conflicts = (merge.conflicts ?? []) as readonly Conflict[]
  if (conflicts.length === 0) return said ?? merge.status
  const table = tableOf<Conflict>(
    [
      { name: 'ROW', of: ({ testcase_dedup_id }) => testcase_dedup_id },
      { name: 'FIELD', of: ({ path }) => path?.join('.') ?? '(whole row)' },
      { name: 'BASE', of: ({ base }) => jsonCut(base) },
      { name: 'OURS', of: ({ ours }) => jsonCut(ours) },
      { name: 'THEIRS', of: ({ theirs }) => jsonCut(theirs) },
    ],
    conflicts,
    { width: terminal.width, head: terminal.style.dim },
  )
  return `${said ?? merge.status}\n\n${table}`
}

const mergeCommand: Command = {
  words: 'testset merge <from> <into>',
  help: 'Merge the rows of one variant into another (slug/variant). Exit code 1 when there are conflicts.',
  options: {
    '--message': messageOption,
    '--dry-run': { help: 'Say what would happen; write nothing.' },
    '--strategy': {
      value: 'side',
      help: 'Whose value is taken where both changed one.',
      choices: ['ours', 'theirs'],
    },
  },
  run: async (context, given) => {
    const assay = context.connect()
    const theirs = await foundRevision(assay, 'testset', given.arg('from'))
    const ours = await foundRevision(assay, 'testset', given.arg('into'))
    const side = given.option('--strategy')
    const strategy = side === 'ours' || side === 'theirs' ? side : undefined
    const asked: MergeTestsetVariantsRequest = {
      testset_variant_ref: { id: ours.variant_id },
      source_testset_revision_ref: { id: theirs.id },
      message: given.option('--message') ?? null,
      include_testcases: false,
      include_testcase_ids: false,
      ...(strategy === undefined ? {} : { strategy }),
    }
    // A refused merge does not list its conflicts to this client: a trial does.
    const tried = (): ReturnType<Assay['testsets']['merge']> =>
      assay.testsets.merge({ ...asked, dry_run: true })
    const answer = given.has('--dry-run')
      ? await tried()
      : await assay.testsets.merge(asked).catch((error: unknown) => {
          if (error instanceof AssayError && error.code === 'merge_conflict') return tried()
          throw error
        })
    return {
      json: answer,
      text: mergeText(context, answer.merge),
      code: answer.merge.status === 'conflicts' ? exitCodes.no : exitCodes.done,
    }
  },
}

const logCommand: Command = {
  words: 'testset log <testset>',
  help: 'The history of a variant, newest first.',
  options: { '--limit': { value: 'revisions', help: 'At most so many (20).' } },
  run: async (context, given) => {
    const assay = context.connect()
    const { variant_id } = await foundRevision(assay, 'testset', given.arg('testset'))
    const { testset_revisions } = await assay.testsets.log({
      testset_revisions: { testset_variant_id: variant_id, depth: given.number('--limit', 20) },
      include_testcases: false,
      include_testcase_ids: false,
    })
    return logOutcome(context, testset_revisions)
  },
}

const listCommand: Command = {
  words: 'testset list',
  help: 'The testsets of the project, newest first.',
  options: { '--limit': { value: 'testsets', help: 'At most so many (50).' } },
  run: async (context, given) => {
    const { testsets } = await context
      .connect()
      .testsets.query({ windowing: { limit: given.number('--limit', 50) } })
    return listed(context, {
      json: testsets,
      rows: testsets,
      none: 'No testsets. Make one: assay testset push <slug> <file>',
      columns: [
        { name: 'SLUG', of: ({ slug }) => slug },
        { name: 'NAME', of: ({ name }) => name },
        { name: 'MADE', whole: true, of: ({ created_at }) => timeWords(created_at) },
        { name: 'ID', whole: true, of: ({ id }) => id, paint: (text) => context.terminal.style.dim(text) },
      ],
    })
  },
}

export const testsetCommands: readonly Command[] = [
  listCommand,
  pushCommand,
  pullCommand,
  diffCommand,
  mergeCommand,
  logCommand,
]
