// cli/commands/archive: exports a project as one file (`assay export`), and creates a project from it (`assay import assay`).
// The server writes and reads the file; docs/archives.md describes it.
// Imports the SDK and cli/.
import { openAsBlob } from 'node:fs'
import type { ImportedProjectResponse, ServerEvent } from '../../../sdk/client.ts'
import { AssayError } from '../../../sdk/core/errors.ts'
import {
  Refusal,
  UsageError,
  type Arguments,
  type Command,
  type Context,
  type Outcome,
} from '../../command.ts'
import { formatBytes, plural } from '../../terminal/format.ts'
import { sanitizeLine } from '../../terminal/style.ts'
import { saveDownload } from '../downloads.ts'

export const exportCommand: Command = {
  words: 'export <project> <file>',
  help: 'Write the project of the key, by its slug or id, to a file that `assay import assay` reads on another server. Keys and secrets are not exported.',
  options: {
    '--templates': {
      help: 'Only the configuration: applications, evaluators, queries, environments and settings; no testsets, runs or traces.',
    },
  },
  run: async (context, args) => {
    const file = args.arg('file')
    const contents = args.has('--templates') ? 'configuration' : 'full'
    // Large downloads have no time limit.
    const response = await context
      .connect()
      .projects.export(args.arg('project'), { contents }, { timeoutMs: 0 })
    await saveDownload(context, { response, file, isPrivate: true })
    return {
      json: { project: args.arg('project'), file, contents },
      text: `${sanitizeLine(args.arg('project'))} is in ${file}.`,
    }
  },
}

interface Progress {
  readonly done: number
  readonly total: number
}
interface ImportFailure {
  readonly status: number
  readonly code: string
  readonly detail: unknown
}
const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null
const isProgress = (data: unknown): data is Progress => isObject(data) && 'done' in data && 'total' in data
const isAnswer = (data: unknown): data is ImportedProjectResponse => isObject(data) && 'project' in data
const isFailure = (data: unknown): data is ImportFailure => isObject(data) && 'code' in data

/** The answer at the end of the stream; progress is shown meanwhile. */
async function answerOf(
  context: Context,
  events: AsyncIterable<ServerEvent>,
): Promise<ImportedProjectResponse> {
  const bar = context.terminal.progress()
  bar.update(0, 0, 'sending the file')
  try {
    for await (const { event, data } of events) {
      if (event === 'progress' && isProgress(data)) {
        bar.update(data.done, data.total, `${formatBytes(data.done)} of ${formatBytes(data.total)} read`)
      } else if (event === 'answer' && isAnswer(data)) return data
      else if (event === 'failure' && isFailure(data)) {
        throw new AssayError({ ...data, requestId: undefined, headers: new Headers() })
      }
    }
  } finally {
    bar.end()
  }
  throw new Refusal('The server ended the import without an answer. Try again.')
}

/** The kinds of records that the text reports; `--json` has all. */
const countedKinds: readonly (readonly [kind: string, singular: string])[] = [
  ['artifacts', 'artifact'],
  ['revisions', 'revision'],
  ['testcases', 'testcase'],
  ['runs', 'run'],
  ['results', 'result'],
  ['queues', 'queue'],
  ['spans', 'span'],
]

/** Creates a project from the file of `assay export`. */
export async function importArchive(context: Context, args: Arguments): Promise<Outcome> {
  const [path, ...extraPaths] = args.rest
  if (path === undefined || extraPaths.length > 0) {
    throw new UsageError('Pass one file: assay import assay <file>.')
  }
  const file = await openAsBlob(path).catch((cause: unknown) => {
    throw new UsageError(`The file ${path} cannot be read.`, { cause })
  })
  const name = args.option('--name')
  const form = { file, ...(name === undefined ? {} : { name }) }
  const { project, key, contents, counts } = await answerOf(
    context,
    context.connect().projects.importEvents(form, { timeoutMs: 0, retries: 0 }),
  )
  const countsByKind = new Map(Object.entries(counts))
  const countTexts = countedKinds.flatMap(([kind, singular]) =>
    countsByKind.get(kind) === undefined ? [] : [plural(countsByKind.get(kind) ?? 0, singular)],
  )
  return {
    json: { project, key, contents, counts },
    text: [
      `Imported ${countTexts.join(', ')}.`,
      `The project ${sanitizeLine(project.name)} (${project.slug}) has this key, shown only once:`,
      '',
      `  ${key}`,
      '',
      'Keys and secrets are not part of the file: add the secrets of providers again.',
    ].join('\n'),
  }
}
