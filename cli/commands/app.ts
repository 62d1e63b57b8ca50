// Commands for applications: show, compare, commit, deploy and list revisions.
import type { StructuralChange } from '../../sdk/generated/schemas.ts'
import { Refusal, UsageError, type Command, type Context, type Outcome } from '../command.ts'
import {
  requireRevision,
  readName,
  revisionName,
  findRevision,
  type Revision,
} from '../../sdk/shared/names.ts'
import { sanitizeLines } from '../terminal/style.ts'
import { formatTime } from '../terminal/format.ts'
import {
  alwaysOption,
  artifactColumns,
  isRecord,
  listOutcome,
  logOutcome,
  messageOption,
  readJson,
  settingsObject,
} from './shared.ts'

const prettyJson = (value: unknown): string => sanitizeLines(JSON.stringify(value, null, 2))

interface Message {
  readonly role?: unknown
  readonly content?: unknown
}

/** A prompt as text: its messages, then its other settings. */
function promptText({ terminal: { style } }: Context, prompt: Readonly<Record<string, unknown>>): string {
  const { messages, ...rest } = prompt
  const messageTexts = (Array.isArray(messages) ? (messages as readonly Message[]) : []).map(
    ({ role, content }) =>
      `${style.cyan(String(role))}\n${sanitizeLines(typeof content === 'string' ? content : prettyJson(content))}`,
  )
  return [...messageTexts, prettyJson(rest)].join('\n\n')
}

function revisionText(context: Context, revision: Revision): string {
  const { style } = context.terminal
  const head = [
    style.bold(revisionName(revision)),
    [formatTime(revision.date), revision.message].filter(Boolean).join('  '),
    style.dim(`revision ${revision.id}`),
  ].join('\n')
  const parameters = revision.data?.['parameters']
  const prompt = isRecord(parameters) ? parameters['prompt'] : undefined
  const otherParameters = isRecord(parameters)
    ? Object.entries(parameters).filter(([name]) => name !== 'prompt')
    : []
  const body = isRecord(prompt)
    ? [
        promptText(context, prompt),
        ...(otherParameters.length === 0 ? [] : [prettyJson(Object.fromEntries(otherParameters))]),
      ].join('\n\n')
    : prettyJson(revision.data ?? {})
  return `${head}\n\n${body}`
}

const showCommand: Command = {
  words: 'app show <app>',
  help: 'Show a revision of an application: slug, slug@version, slug/variant or an id.',
  options: { '--env': { value: 'environment', help: 'Show the revision deployed to this environment.' } },
  run: async (context, args) => {
    const assay = context.connect()
    const environment = args.option('--env')
    const name = args.arg('app')
    if (environment === undefined) {
      const revision = await requireRevision(assay, { kind: 'application', text: name })
      return { json: revision, text: revisionText(context, revision) }
    }
    const { id, slug } = readName(name)
    const { application_revision: deployedRevision } = await assay.applications.retrieve({
      application_ref: { ...(id === undefined ? {} : { id }), ...(slug === undefined ? {} : { slug }) },
      environment_ref: { slug: environment },
    })
    if (deployedRevision === undefined) throw new Refusal(`'${name}' is not deployed to ${environment}.`)
    return { json: deployedRevision, text: revisionText(context, deployedRevision) }
  },
}

type ChangedMember = StructuralChange & { readonly base?: unknown; readonly target?: unknown }

const diffCommand: Command = {
  words: 'app diff <app> [other]',
  help: 'Compare two revisions, or one revision with the previous one.',
  run: async (context, args) => {
    const assay = context.connect()
    const { style } = context.terminal
    const revision = await requireRevision(assay, { kind: 'application', text: args.arg('app') })
    const otherName = args.optionalArg('other')
    const otherRevision =
      otherName === undefined
        ? undefined
        : await requireRevision(assay, { kind: 'application', text: otherName })
    const { diff } = await assay.applications.diff({
      application_revision_ref: { id: (otherRevision ?? revision).id },
      ...(otherRevision === undefined ? {} : { base_application_revision_ref: { id: revision.id } }),
    })
    const line = (mark: string, path: string, value: unknown): string =>
      `${mark} ${path}: ${prettyJson(value)}`
    const lines = [
      ...diff.removed.map(({ path, value }) => style.red(line('-', path, value))),
      ...diff.added.map(({ path, value }) => style.green(line('+', path, value))),
      ...(diff.changed as readonly ChangedMember[]).flatMap(({ path, base, target }) => [
        style.red(line('-', path, base)),
        style.green(line('+', path, target)),
      ]),
    ]
    const from = diff.base === undefined ? 'nothing' : `version ${diff.base.version}`
    const head = `From ${from} to version ${diff.target.version}${lines.length === 0 ? ': nothing differs.' : ''}`
    return { json: diff, text: [head, ...lines].join('\n') }
  },
}

const commitCommand: Command = {
  words: 'app commit <app> [file]',
  help: 'Commit the payload of a JSON file (- is standard input), or changes by --set and --remove, unless the newest revision has them. Creates the application if it does not exist.',
  options: {
    '--message': messageOption,
    '--set': {
      value: 'path=value',
      help: 'Change one member: parameters.prompt.llm_config.temperature=0.2',
      many: true,
    },
    '--remove': { value: 'path', help: 'Remove one member.', many: true },
    '--always': alwaysOption,
    '--base': { value: 'revision', help: 'Commit only if this is still the newest revision.' },
  },
  run: async ({ connect }, args) => {
    const assay = connect()
    const name = args.arg('app')
    const file = args.optionalArg('file')
    const [settings, removedPaths] = [args.optionValues('--set'), args.optionValues('--remove')]
    const changeCount = settings.length + removedPaths.length
    if ((file === undefined) === (changeCount === 0))
      throw new UsageError('Pass either a file, or --set and --remove.')
    const data = file === undefined ? undefined : readJson(file)
    if (data !== undefined && !isRecord(data))
      throw new UsageError(`${file ?? ''} must contain a JSON object: the data of a revision.`)
    const head = await findRevision(assay, { kind: 'application', text: name })
    const message = args.option('--message')
    if (head === undefined) return createApplication(assay, { name, data, message })
    const base = args.option('--base')
    const answer = await assay.applications.commit({
      application_revision: {
        application_variant_id: head.variant_id,
        ...(message === undefined ? {} : { message }),
        if_changed: !args.has('--always'),
        ...(base === undefined
          ? {}
          : { base_revision_id: (await requireRevision(assay, { kind: 'application', text: base })).id }),
        ...(data === undefined
          ? { delta: { set: settingsObject(settings), remove: removedPaths } }
          : { data }),
      },
    })
    const { application_revision: revision, status, warnings } = answer
    if (revision === undefined) throw new Refusal('The server created no revision.')
    const notes = (warnings ?? []).map(({ message: text }) => `\nNote: ${text}`).join('')
    return {
      json: answer,
      text: `${revisionName(revision)}${status === 'no_change' ? ' (unchanged)' : ''}${notes}`,
    }
  },
}

async function createApplication(
  assay: ReturnType<Context['connect']>,
  {
    name,
    data,
    message,
  }: {
    readonly name: string
    readonly data: Readonly<Record<string, unknown>> | undefined
    readonly message: string | undefined
  },
): Promise<Outcome> {
  const { slug, variant, version } = readName(name)
  if (slug === undefined || variant !== undefined || version !== undefined || data === undefined) {
    throw new Refusal(
      `There is no application '${name}' in this project. To create one, pass a slug and a file.`,
    )
  }
  const answer = await assay.simpleApplications.create({
    application: { slug, data, ...(message === undefined ? {} : { message }) },
  })
  return { json: answer, text: `Created ${slug}.` }
}

const deployCommand: Command = {
  words: 'app deploy <app> <environment>',
  help: 'Deploy a revision to an environment: the newest of the variant, or a given one.',
  options: {
    '--message': { ...messageOption, help: 'The message in the history of the environment.' },
    '--entry': { value: 'name', help: 'The key in the environment (default: <slug>.revision).' },
  },
  run: async ({ connect }, args) => {
    const assay = connect()
    const revision = await requireRevision(assay, { kind: 'application', text: args.arg('app') })
    const environment = args.arg('environment')
    const [message, key] = [args.option('--message'), args.option('--entry')]
    const answer = await assay.applications.deploy({
      application_revision_ref: { id: revision.id },
      environment_ref: { slug: environment },
      ...(message === undefined ? {} : { message }),
      ...(key === undefined ? {} : { key }),
    })
    return { json: answer, text: `${revisionName(revision)} is deployed to ${environment}.` }
  },
}

const logCommand: Command = {
  words: 'app log <app>',
  help: 'The history of a variant, newest first.',
  options: { '--limit': { value: 'revisions', help: 'The maximum number (default: 20).' } },
  run: async (context, args) => {
    const assay = context.connect()
    const { variant_id } = await requireRevision(assay, { kind: 'application', text: args.arg('app') })
    const { application_revisions } = await assay.applications.log({
      application_revisions: { application_variant_id: variant_id, depth: args.number('--limit', 20) },
    })
    return logOutcome(context, application_revisions)
  },
}

const listCommand: Command = {
  words: 'app list',
  help: 'The applications of the project, newest first.',
  options: { '--limit': { value: 'applications', help: 'The maximum number (default: 50).' } },
  run: async (context, args) => {
    const { applications } = await context
      .connect()
      .applications.query({ windowing: { limit: args.number('--limit', 50) } })
    return listOutcome(context, {
      json: applications,
      rows: applications,
      none: 'No applications. Create one: assay app commit <slug> <file>',
      columns: artifactColumns(context),
    })
  },
}

export const appCommands: readonly Command[] = [
  listCommand,
  showCommand,
  diffCommand,
  commitCommand,
  deployCommand,
  logCommand,
]
