// Finds the uses of an artifact or one of its revisions: environments that deploy it, runs with it, revisions that
// embed it. Environments are scanned, since a project has few; the rest comes from an index.
// Imports versioning/ and ../records.
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun, Revision, UsedRecord } from '../../storage/contract/contract.ts'
import { notFound, type KindScope } from '../../versioning/engine.ts'
import { entriesIn } from '../../versioning/references/environment-entry.ts'
import { kinds } from '../../versioning/kinds.ts'
import { listFilter } from '../../versioning/query.ts'
import type { Reference, References } from '../../versioning/references/references.ts'
import { referenceRequired, resolveReference } from '../../versioning/references/resolve-reference.ts'
import { runData } from '../records/run-data.ts'

/** An artifact, or one revision of it. */
export interface Subject {
  readonly artifactId: string
  readonly revision: Revision | undefined
}

export interface EnvironmentUse {
  readonly environment: Revision
  readonly key: string
  /** The deployed revision, as the environment references it. */
  readonly revision: Reference
  /** The commit that deployed it; undefined when it is older than the searched history. */
  readonly deployCommit: Revision | undefined
}

export interface RunUse {
  readonly run: EvaluationRun
  /** The keys of the steps that reference it. */
  readonly steps: readonly string[]
}

export interface EmbedUse {
  readonly revision: Revision
  /** Whether it is the newest revision of its variant. */
  readonly isHead: boolean
}

/** A list with a flag for more items. */
export interface Truncated<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
}

export interface WhereUsed {
  readonly environments: Truncated<EnvironmentUse>
  readonly runs: Truncated<RunUse>
  readonly embeds: Truncated<EmbedUse>
}

/** The most environments that are scanned. */
export const environmentsMax = 200

/** The most commits of an environment that are searched for the deployment. */
const commitsMax = 100

export async function subjectOf({ scope, kind }: KindScope, references: References): Promise<Subject> {
  const { artifact, variant, revision } = references
  const source = { reads: scope.store.read, projectId: scope.projectId, kind, part: { withData: false } }
  if (variant !== undefined || revision !== undefined || artifact?.version !== undefined) {
    const resolution = await resolveReference(source, { target: references, verb: 'uses' })
    if (resolution === undefined) throw notFound(kind, 'revision')
    return { artifactId: resolution.revision.artifact.id, revision: resolution.revision }
  }
  if (artifact === undefined) throw referenceRequired(kind, 'uses')
  const key = { id: artifact.id, slug: artifact.slug }
  const storedArtifact = await scope.store.read.artifact(scope.projectId, kind.family, key)
  if (storedArtifact === undefined) throw notFound(kind, 'artifact')
  return { artifactId: storedArtifact.id, revision: undefined }
}

const allEnvironments = listFilter(kinds.environment, { filter: {}, includeArchived: false, windowing: {} })

/** The revision of an environment's reference group, if it matches the subject. */
function matchingRevision(group: JsonObject, { artifactId, revision }: Subject): Reference | undefined {
  for (const kind of Object.values(kinds)) {
    for (const name of kind.groupNames) {
      const artifact = ownMember(group, name)
      const candidate = ownMember(group, `${name}_revision`)
      if (!isJsonObject(artifact) || !isJsonObject(candidate) || artifact['id'] !== artifactId) continue
      if (revision === undefined || candidate['id'] === revision.id) return candidate
    }
  }
  return undefined
}

async function environmentsOf(
  { store, projectId }: Scope,
  subject: Subject,
): Promise<WhereUsed['environments']> {
  const environments = await store.read.listArtifacts(projectId, allEnvironments, {
    order: 'ascending',
    limit: environmentsMax + 1,
    after: undefined,
    from: undefined,
    to: undefined,
  })
  const order = environments.slice(0, environmentsMax).map(({ id }) => id)
  const variants = await store.read.defaultVariants(projectId, order)
  const items: EnvironmentUse[] = []
  for (const variant of variants.toSorted(
    (a, b) => order.indexOf(a.artifact.id) - order.indexOf(b.artifact.id),
  )) {
    if (variant.headRevisionId === undefined) continue
    const entries = entriesIn(await store.read.payload(projectId, variant.headRevisionId))
    for (const [key, group] of Object.entries(entries)) {
      const revision = matchingRevision(group, subject)
      if (revision === undefined) continue
      const log = await store.read.log(projectId, variant.id, {
        fromVersion: variant.headVersion,
        depth: commitsMax,
        withData: false,
      })
      const [environment] = log
      const deployCommit = log.find(({ touchedArtifactIds }) =>
        touchedArtifactIds.includes(subject.artifactId),
      )
      if (environment !== undefined) items.push({ environment, key, revision, deployCommit })
    }
  }
  return { items, hasMore: environments.length > environmentsMax }
}

const stepKeysReferencing = (run: EvaluationRun, id: string): readonly string[] =>
  runData(run)
    .steps.filter(({ references }) => Object.values(references).some((reference) => reference.id === id))
    .map(({ key }) => key)

/** The newest runs that use it. */
export async function runsOf(
  { store, projectId }: Scope,
  { subject: { artifactId, revision }, limit }: { readonly subject: Subject; readonly limit: number },
): Promise<WhereUsed['runs']> {
  const target: UsedRecord = revision
    ? { level: 'revision', id: revision.id }
    : { level: 'artifact', id: artifactId }
  const ids = await store.read.usersOf(projectId, 'run', [target], limit + 1)
  const runs =
    ids.length === 0 ? [] : await store.read.evaluationRecords('run', projectId, { ids: ids.slice(0, limit) })
  const items = runs
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .map((run) => ({ run, steps: stepKeysReferencing(run, target.id) }))
  return { items, hasMore: ids.length > limit }
}

async function embedsOf(
  { store, projectId }: Scope,
  { subject: { artifactId, revision }, limit }: { readonly subject: Subject; readonly limit: number },
): Promise<WhereUsed['embeds']> {
  const targets: UsedRecord[] =
    revision === undefined
      ? [{ level: 'artifact', id: artifactId }]
      : [{ level: 'revision', id: revision.id }]
  if (revision !== undefined) {
    const variant = await store.read.variant(projectId, revision.family, { id: revision.variant.id })
    if (variant?.headRevisionId === revision.id) targets.push({ level: 'variant', id: variant.id })
  }
  const ids = await store.read.usersOf(projectId, 'revision', targets, limit + 1)
  const items: EmbedUse[] = []
  for (const id of ids.slice(0, limit)) {
    const part = { withData: false }
    const user = await store.read.revision(projectId, 'workflow', { id }, part)
    if (user === undefined) continue
    const variant = await store.read.variant(projectId, 'workflow', { id: user.variant.id })
    items.push({ revision: user, isHead: variant?.headRevisionId === user.id })
  }
  return { items, hasMore: ids.length > limit }
}

export async function whereUsed(
  kindScope: KindScope,
  { references, limit }: { readonly references: References; readonly limit: number },
): Promise<WhereUsed> {
  const subject = await subjectOf(kindScope, references)
  return {
    environments: await environmentsOf(kindScope.scope, subject),
    runs: await runsOf(kindScope.scope, { subject, limit }),
    embeds: await embedsOf(kindScope.scope, { subject, limit }),
  }
}
