// `assay git mirror`: synchronizes a Git repository and an artifact, both ways. See docs/git.md.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { maskUserInfo } from '../../../sdk/shared/user-info.ts'
import {
  InterruptedError,
  Refusal,
  UsageError,
  type Arguments,
  type Command,
  type Context,
} from '../../command.ts'
import { exitCodes, failureOf, type Failure } from '../../failures.ts'
import { openFolder, type MirrorPair } from './bare-repository.ts'
import { basicHeader, gitProgram, requireVersion, type GitSetting } from './git-program.ts'
import { runRound, type BranchReport, type Mirror } from './round.ts'
import { WakeSignal, repeatRounds } from './rounds.ts'
import { sideLabels, SideFailure } from './sides.ts'
import { listenForWebhooks } from './webhook.ts'

const unitsMs = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

const intervalMsMax = 500 * 3_600_000

function intervalMs(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([smh])$/.exec(text) ?? []
  const ms = Number(count) * (unitsMs.get(unit) ?? 0)
  // A longer timer of the runtime would end at once.
  if (count === undefined || ms > intervalMsMax)
    throw new UsageError(`--every must be a time like 60s, 5m or 1h, at most 500h, not '${text}'.`)
  return ms
}

/** The interval when only --webhook is given: Assay sends no webhooks. */
const webhookIntervalMs = 300_000

interface RemoteUrl {
  readonly url: string
  readonly settings: readonly GitSetting[]
  readonly secrets: readonly string[]
}

/** A part of the user info of a URL. A % that is not part of an escape is literal. */
function decodeUserInfo(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Moves the user info of a URL to a header: helpers of git get the URL as an argument. */
function remoteOf(address: string, token: string | undefined): RemoteUrl {
  if (address.startsWith('-')) throw new UsageError(`'${address}' is not the address of a repository.`)
  if (!/^https?:\/\//i.test(address)) {
    const path = resolve(address)
    return { url: existsSync(path) ? path : address, settings: [], secrets: [] }
  }
  if (!URL.canParse(address))
    throw new UsageError(`'${maskUserInfo(address)}' is not the address of a repository.`)
  const url = new URL(address)
  const [user, password] = [decodeUserInfo(url.username), decodeUserInfo(url.password)]
  url.username = ''
  url.password = ''
  const secret = password === '' ? user : password
  const header =
    secret !== ''
      ? basicHeader(user, password)
      : token === undefined
        ? undefined
        : basicHeader('x-access-token', token)
  const settings: readonly GitSetting[] =
    header === undefined ? [] : [[`http.${url.href}.extraHeader`, header]]
  return { url: url.href, settings, secrets: [secret, token ?? ''].filter((text) => text !== '') }
}

interface ArtifactName {
  readonly kind: string
  readonly slug: string
}

function artifactOf(text: string | undefined): ArtifactName | undefined {
  if (text === undefined) return undefined
  const [, kind, slug] = /^([a-z]+)\/([a-zA-Z0-9_-][a-zA-Z0-9_.-]*)$/.exec(text) ?? []
  if (kind === undefined || slug === undefined)
    throw new UsageError(`--artifact must be like applications/greeter, not '${text}'.`)
  return { kind, slug }
}

/** The pages with variants that can be merged, by kind. */
const pageGroups = new Map([
  ['applications', 'apps'],
  ['application', 'apps'],
  ['apps', 'apps'],
  ['workflows', 'apps'],
  ['evaluators', 'evaluators'],
  ['testsets', 'testsets'],
])

/** The cache folder, by the XDG base directory specification. */
function cacheFolder({ environment }: Context, { assay, remote }: MirrorPair): string {
  const base = environment['XDG_CACHE_HOME']
  const cache = base !== undefined && base.startsWith('/') ? base : join(environment['HOME'] ?? '.', '.cache')
  const name = createHash('sha256').update(`${assay}\n${remote}`).digest('hex').slice(0, 32)
  return join(cache, 'assay', 'mirrors', name)
}

interface OpenMirror extends Mirror {
  /** The page where variants are merged. */
  readonly page: string | undefined
}

async function openMirror(context: Context, args: Arguments): Promise<OpenMirror> {
  const { url, key, environment, signal } = context
  const artifact = artifactOf(args.option('--artifact'))
  const remote = remoteOf(args.arg('url'), environment['ASSAY_MIRROR_TOKEN'])
  const { project_id: projectId } = await context.connect().projects.current()
  const assay = [
    url,
    'git',
    projectId,
    ...(artifact === undefined ? [] : [artifact.kind, artifact.slug]),
  ].join('/')
  const pair: MirrorPair = { assay, remote: remote.url }
  const folder = resolve(args.option('--folder') ?? cacheFolder(context, pair))
  const settings: readonly GitSetting[] = [
    ['remote.assay.url', assay],
    ['remote.remote.url', remote.url],
    // The remote may be another project of this server, with another key.
    [`http.${assay}.extraHeader`, basicHeader('assay', key ?? '')],
    // The key is for this server only.
    [`http.${url}/git/.followRedirects`, 'false'],
    [`credential.${url}.helper`, ''],
    ...remote.settings,
  ]
  const secrets = [...(key === undefined ? [] : [key]), ...remote.secrets]
  const git = gitProgram({ environment, folder, settings, secrets, signal })
  await requireVersion(git)
  await openFolder(folder, { git, pair })
  const page = artifact && pageGroups.get(artifact.kind)
  return {
    git,
    folder,
    pair,
    artifact: artifact?.slug,
    branches: args.optionValues('--branch'),
    page: page && `${url}/p/${projectId}/${page}/${artifact.slug}`,
  }
}

const reportTexts: Readonly<Record<BranchReport['status'], (report: BranchReport, page?: string) => string>> =
  {
    in_step: () => 'in step.',
    pushed: ({ side }) => `pushed to ${sideLabels[side ?? 'remote']}.`,
    merged: ({ variant }) =>
      `both sides had new commits, and one had all changes: merged (variant ${variant ?? ''}).`,
    diverged: ({ variant, branch }, page) =>
      variant === undefined
        ? 'both sides have new commits. Rebase those of the remote onto those of Assay in a clone, and push them to Assay.'
        : `both sides have new commits. Those of the remote are the variant ${variant}: merge it into ${branch}${page === undefined ? '' : ` at ${page}`}.`,
    refused: ({ side, reason }) => `refused by ${sideLabels[side ?? 'remote']}: ${reason ?? ''}`,
    deleted: ({ side }) =>
      side === 'assay'
        ? 'archived in Assay; its branch on the remote stays.'
        : 'deleted on the remote; its variant stays until it is archived.',
    skipped: ({ reason }) => `not mirrored: ${reason ?? ''}`,
    moved: () => 'others push at the same time; the next round continues.',
  }

const isBehind = ({ status }: BranchReport): boolean =>
  status === 'diverged' || status === 'refused' || status === 'moved'

/** Prints a line per change: a state that lasts is printed once. */
class Printer {
  readonly #printLine: Context['printLine']
  readonly #lastTexts = new Map<string, string>()

  constructor(printLine: Context['printLine']) {
    this.#printLine = printLine
  }

  print(report: BranchReport, page: string | undefined): void {
    const text = reportTexts[report.status](report, page)
    const previous = this.#lastTexts.get(report.branch)
    this.#lastTexts.set(report.branch, text)
    const isChange = report.status === 'pushed' || report.status === 'merged' || text !== previous
    const isNews = report.status !== 'in_step' || previous !== undefined
    if (isChange && isNews) this.#printLine(report, () => `${report.branch}: ${text}`)
  }

  printFailure({ message }: Failure): void {
    const previous = this.#lastTexts.get('')
    this.#lastTexts.set('', message)
    if (message !== previous) this.#printLine({ status: 'failed', reason: message }, () => message)
  }

  printRecovery(): void {
    if (this.#lastTexts.delete('')) this.#printLine({ status: 'reached' }, () => 'Both sides answer again.')
  }
}

const noProjectRemote =
  'This server has no remote for a whole project: name an artifact, --artifact applications/greeter.'

async function runMirrorRound(mirror: OpenMirror, isProject: boolean): Promise<readonly BranchReport[]> {
  try {
    return await runRound(mirror)
  } catch (error) {
    if (
      isProject &&
      error instanceof SideFailure &&
      error.side === 'assay' &&
      error.code === exitCodes.refused
    )
      throw new Refusal(noProjectRemote, exitCodes.refused)
    throw error
  }
}

async function mirrorOnce(context: Context, args: Arguments): Promise<number> {
  const mirror = await openMirror(context, args)
  const reports = await runMirrorRound(mirror, !args.has('--artifact'))
  const printer = new Printer(context.printLine)
  for (const report of reports) printer.print(report, mirror.page)
  const behindCount = reports.filter(isBehind).length
  context.printLine({ status: behindCount === 0 ? 'in_step' : 'behind', branches: behindCount }, () =>
    behindCount === 0
      ? 'Both sides are in step.'
      : `Not in step: ${behindCount} ${behindCount === 1 ? 'branch' : 'branches'}.`,
  )
  return behindCount === 0 ? exitCodes.success : exitCodes.negative
}

function temporaryFailure(error: unknown, url: string): Failure {
  const failure = failureOf(error, url)
  if (failure === undefined || failure.code === exitCodes.usage) throw error
  return failure
}

async function mirrorRepeatedly(context: Context, args: Arguments): Promise<never> {
  const { signal, terminal, environment, url } = context
  const wakeSignal = new WakeSignal()
  const every = args.option('--every')
  const everyMs = every === undefined ? webhookIntervalMs : intervalMs(every)
  let mirror: OpenMirror | undefined
  const printer = new Printer(context.printLine)
  const webhook = args.has('--webhook')
    ? await listenForWebhooks({
        port: args.number('--webhook', 0),
        host: args.option('--host') ?? '127.0.0.1',
        secret: requireSecret(environment),
        onEvent: () => wakeSignal.notify(),
      })
    : undefined
  if (webhook !== undefined) terminal.note(`Webhooks are received at ${webhook.address}.`)
  const round = async (): Promise<void> => {
    mirror ??= await openMirror(context, args)
    const { page } = mirror
    const reports = await runMirrorRound(mirror, !args.has('--artifact'))
    printer.printRecovery()
    for (const report of reports) printer.print(report, page)
  }
  const onFailure = (error: unknown): Failure => {
    const failure = temporaryFailure(error, url)
    printer.printFailure({ ...failure, message: maskUserInfo(failure.message) })
    return failure
  }
  try {
    await repeatRounds({ round, onFailure, wakeSignal, everyMs, signal })
  } finally {
    await webhook?.close()
  }
  throw new InterruptedError()
}

function requireSecret(environment: Context['environment']): string {
  const secret = environment['ASSAY_WEBHOOK_SECRET'] ?? ''
  if (secret === '')
    throw new UsageError('--webhook needs the secret of the webhook in ASSAY_WEBHOOK_SECRET.')
  return secret
}

export const mirrorCommand: Command = {
  words: 'git mirror <url>',
  help: 'Keep a Git repository and an artifact, or the project, in step: both ways, branch by branch.',
  options: {
    '--artifact': { value: 'kind/slug', help: 'The artifact: applications/greeter (default: the project).' },
    '--branch': { value: 'name', help: 'Only this branch; * is any text. Can be repeated.', many: true },
    '--once': { help: 'One round (the default). Exit code 1: a branch is not in step.' },
    '--every': { value: 'time', help: 'Repeat: 60s, 5m, 1h.' },
    '--webhook': { value: 'port', help: 'Listen for webhooks, signed with ASSAY_WEBHOOK_SECRET.' },
    '--host': { value: 'address', help: 'The address of the listener (default: 127.0.0.1).' },
    '--folder': { value: 'path', help: 'The cache of commits (default: below ~/.cache/assay).' },
  },
  run: async (context, args) => {
    const repeats = args.has('--every') || args.has('--webhook')
    if (repeats && args.has('--once')) throw new UsageError('Pass --once, or --every and --webhook.')
    if (repeats) return mirrorRepeatedly(context, args)
    return { json: undefined, text: '', code: await mirrorOnce(context, args) }
  },
}
