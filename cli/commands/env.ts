// Commands for environments: list deployments, compare them, and roll back.
import type { Assay } from '../../sdk/client.ts'
import { Refusal, UsageError, type Command } from '../command.ts'
import { requireRevision, type Revision } from '../../sdk/shared/names.ts'
import { formatTime } from '../terminal/format.ts'
import { isRecord, listOutcome, messageOption } from './shared.ts'

interface Entry {
  readonly key: string
  /** `slug@version` of the deployed revision. */
  readonly revisionName: string
  readonly revisionId: string
}

/** The entries of an environment revision, by key. */
function entriesOf({ data }: Pick<Revision, 'data'>): readonly Entry[] {
  const references = data?.['references']
  if (!isRecord(references)) return []
  return Object.entries(references).map(([key, group]) => ({ key, ...deploymentOf(group) }))
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function deploymentOf(group: unknown): Omit<Entry, 'key'> {
  const entries = isRecord(group) ? Object.entries(group) : []
  const revision = entries.find(([name]) => name.endsWith('_revision'))?.[1]
  const artifact = entries.find(([name]) => !name.includes('_'))?.[1]
  if (!isRecord(revision)) return { revisionName: '?', revisionId: '' }
  const slug = isRecord(artifact) ? text(artifact['slug']) : text(revision['slug'])
  return { revisionName: `${slug}@${text(revision['version'])}`, revisionId: text(revision['id']) }
}

const listCommand: Command = {
  words: 'env list',
  help: 'List the environments and their deployments.',
  run: async (context) => {
    const { environments } = await context.connect().simpleEnvironments.query({})
    const rows = environments.flatMap((environment) => {
      const entries = entriesOf(environment)
      const environmentFields = { environment, changed: environment.updated_at ?? environment.created_at }
      return entries.length === 0
        ? [{ ...environmentFields, key: '', revisionName: '(nothing)' }]
        : entries.map(({ key, revisionName }) => ({ ...environmentFields, key, revisionName }))
    })
    return listOutcome(context, {
      json: environments,
      rows,
      none: 'No environments.',
      columns: [
        { name: 'ENVIRONMENT', of: ({ environment }) => environment.slug },
        {
          name: 'VERSION',
          isFixedWidth: true,
          of: ({ environment }) => environment.version,
          alignRight: true,
        },
        { name: 'ENTRY', of: ({ key }) => key },
        { name: 'DEPLOYED', of: ({ revisionName }) => revisionName },
      ],
    })
  },
}

interface Difference {
  readonly key: string
  readonly from: string | undefined
  readonly to: string | undefined
}

function differences(from: readonly Entry[], to: readonly Entry[]): readonly Difference[] {
  const [before, after] = [from, to].map((entries) => new Map(entries.map((entry) => [entry.key, entry])))
  return [...new Set([...from, ...to].map(({ key }) => key))].toSorted().flatMap((key) => {
    const [a, b] = [before?.get(key), after?.get(key)]
    return a?.revisionId === b?.revisionId ? [] : [{ key, from: a?.revisionName, to: b?.revisionName }]
  })
}

async function requirePrevious(assay: Assay, revision: Revision): Promise<Revision> {
  const version = Number(revision.version)
  if (version === 0) throw new Refusal(`${revision.artifact_slug} has no version before ${revision.version}.`)
  return requireRevision(assay, { kind: 'environment', text: `${revision.artifact_slug}@${version - 1}` })
}

const diffCommand: Command = {
  words: 'env diff <environment> [other]',
  help: 'Compare the deployments of two environments, or of one with its previous version.',
  run: async (context, args) => {
    const assay = context.connect()
    const first = await requireRevision(assay, { kind: 'environment', text: args.arg('environment') })
    const other = args.optionalArg('other')
    const [from, to] =
      other === undefined
        ? [await requirePrevious(assay, first), first]
        : [first, await requireRevision(assay, { kind: 'environment', text: other })]
    const rows = differences(entriesOf(from), entriesOf(to))
    const side = (revision: Revision) => ({
      slug: revision.artifact_slug,
      version: revision.version,
      id: revision.id,
    })
    return listOutcome(context, {
      json: { from: side(from), to: side(to), differences: rows },
      rows,
      none: 'No differences.',
      columns: [
        { name: 'ENTRY', of: ({ key }) => key },
        { name: `${from.artifact_slug}@${from.version}`, of: (row) => row.from ?? '-' },
        { name: `${to.artifact_slug}@${to.version}`, of: (row) => row.to ?? '-' },
      ],
    })
  },
}

const rollbackCommand: Command = {
  words: 'env rollback <environment> [version]',
  help: 'Deploy the state of an earlier version (default: the previous one) as a new version.',
  options: {
    '--message': { ...messageOption, help: 'The message in the history of the environment.' },
    '--dry-run': { help: 'Print the changes without writing them.' },
  },
  run: async (context, args) => {
    const assay = context.connect()
    const slug = args.arg('environment')
    const head = await requireRevision(assay, { kind: 'environment', text: slug })
    const version = args.optionalArg('version')
    if (version !== undefined && !/^\d{1,9}$/.test(version))
      throw new UsageError(`A version is a number, not '${version}'.`)
    const target =
      version === undefined
        ? await requirePrevious(assay, head)
        : await requireRevision(assay, { kind: 'environment', text: `${head.artifact_slug}@${version}` })
    const changes = differences(entriesOf(head), entriesOf(target))
    const lines = changes.map(({ key, from, to }) => `  ${key}: ${from ?? 'nothing'} → ${to ?? 'nothing'}`)
    const summary = `${head.artifact_slug} rolls back to version ${target.version} (${formatTime(target.date)}):`
    const changeLines = lines.length === 0 ? ['  nothing differs'] : lines
    if (args.has('--dry-run')) {
      return {
        json: { from: head.version, to: target.version, changes },
        text: [summary, ...changeLines, 'Nothing was written.'].join('\n'),
      }
    }
    const references = target.data?.['references']
    const { environment_revision: revision } = await assay.environments.commit({
      environment_revision: {
        environment_variant_id: head.variant_id,
        base_revision_id: head.id,
        message: args.option('--message') ?? `Roll back to version ${target.version}`,
        data: { references: isRecord(references) ? references : {} },
      },
    })
    if (revision === undefined) throw new Refusal('The server created no revision.')
    return {
      json: { ...revision, changes },
      text: [summary, ...changeLines, `Created version ${revision.version}.`].join('\n'),
    }
  },
}

export const envCommands: readonly Command[] = [listCommand, diffCommand, rollbackCommand]
