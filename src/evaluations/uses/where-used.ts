// Where an artifact or one revision of it is used: environments in which it runs now, runs that are about it, revisions that
// embed it. Joins versions and runs. Environments are read, since a project has few; the rest is found by an index.
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun, Revision, Used } from '../../storage/contract/contract.ts'
import { notFound } from '../../versioning/engine.ts'
import { entriesIn } from '../../versioning/environments/environment-entry.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
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
  /** What runs there, as the environment names it. */
  readonly revision: Reference
  /** The commit that put it there; undefined when that is longer ago than is looked back. */
  readonly deployed: Revision | undefined
}

export interface RunUse {
  readonly run: EvaluationRun
  /** The keys of the steps that name it. */
  readonly steps: readonly string[]
}

export interface EmbedUse {
  readonly revision: Revision
  /** It is the newest of its variant. */
  readonly isHead: boolean
}

/** A list that ends early says so. */
export interface Some<T> {
  readonly items: readonly T[]
  readonly more: boolean
}

export interface WhereUsed {
  readonly environments: Some<EnvironmentUse>
  readonly runs: Some<RunUse>
  readonly embeds: Some<EmbedUse>
}

/** As many environments are looked into. */
export const environmentsMax = 200

/** As many commits of an environment are looked back for the one that put something there. */
const commitsMax = 100

export async function subjectOf(scope: Scope, kind: Kind, references: References): Promise<Subject> {
  const { artifact, variant, revision } = references
  const where = { reads: scope.store.read, projectId: scope.projectId, kind, part: { withData: false } }
  if (variant !== undefined || revision !== undefined || artifact?.version !== undefined) {
    const found = await resolveReference(where, references, 'uses')
    if (found === undefined) throw notFound(kind, 'revision')
    return { artifactId: found.revision.artifact.id, revision: found.revision }
  }
  if (artifact === undefined) throw referenceRequired(kind, 'uses')
  const key = { id: artifact.id, slug: artifact.slug }
  const found = await scope.store.read.artifact(scope.projectId, kind.family, key)
  if (found === undefined) throw notFound(kind, 'artifact')
  return { artifactId: found.id, revision: undefined }
}

const allEnvironments = {
  family: 'environment',
  roleMask: undefined,
  includeArchived: false,
  slugs: undefined,
  artifactRefs: undefined,
  variantRefs: undefined,
  revisionRefs: undefined,
  authors: undefined,
  dates: undefined,
} as const

/** The revision that a group of an environment names, when it is the one that is asked for. */
function matching(group: JsonObject, { artifactId, revision }: Subject): Reference | undefined {
  for (const kind of Object.values(kinds)) {
    for (const name of kind.groupNames) {
      const artifact = ownMember(group, name)
      const found = ownMember(group, `${name}_revision`)
      if (!isJsonObject(artifact) || !isJsonObject(found) || artifact['id'] !== artifactId) continue
      if (revision === undefined || found['id'] === revision.id) return found
    }
  }
  return undefined
}

async function environmentsOf(
  { store, projectId }: Scope,
  subject: Subject,
): Promise<WhereUsed['environments']> {
  const found = await store.read.listArtifacts(projectId, allEnvironments, {
    order: 'ascending',
    limit: environmentsMax + 1,
    after: undefined,
    from: undefined,
    to: undefined,
  })
  const order = found.slice(0, environmentsMax).map(({ id }) => id)
  const variants = await store.read.defaultVariants(projectId, order)
  const items: EnvironmentUse[] = []
  for (const variant of variants.toSorted(
    (a, b) => order.indexOf(a.artifact.id) - order.indexOf(b.artifact.id),
  )) {
    if (variant.headRevisionId === undefined) continue
    const entries = entriesIn(await store.read.payload(projectId, variant.headRevisionId))
    for (const [key, group] of Object.entries(entries)) {
      const revision = matching(group, subject)
      if (revision === undefined) continue
      const log = await store.read.log(projectId, variant.id, {
        fromVersion: variant.headVersion,
        depth: commitsMax,
        withData: false,
      })
      const [environment] = log
      const deployed = log.find(({ touchedArtifactIds }) => touchedArtifactIds.includes(subject.artifactId))
      if (environment !== undefined) items.push({ environment, key, revision, deployed })
    }
  }
  return { items, more: found.length > environmentsMax }
}

const stepsNaming = (run: EvaluationRun, id: string): readonly string[] =>
  runData(run)
    .steps.filter(({ references }) => Object.values(references).some((reference) => reference.id === id))
    .map(({ key }) => key)

/** The newest runs that are about it. */
export async function runsOf(
  { store, projectId }: Scope,
  { artifactId, revision }: Subject,
  limit: number,
): Promise<WhereUsed['runs']> {
  const used: Used = revision ? { level: 'revision', id: revision.id } : { level: 'artifact', id: artifactId }
  const ids = await store.read.usersOf(projectId, 'run', [used], limit + 1)
  const runs =
    ids.length === 0 ? [] : await store.read.evaluationRecords('run', projectId, { ids: ids.slice(0, limit) })
  const items = runs
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .map((run) => ({ run, steps: stepsNaming(run, used.id) }))
  return { items, more: ids.length > limit }
}

async function embedsOf(
  { store, projectId }: Scope,
  { artifactId, revision }: Subject,
  limit: number,
): Promise<WhereUsed['embeds']> {
  const used: Used[] =
    revision === undefined
      ? [{ level: 'artifact', id: artifactId }]
      : [{ level: 'revision', id: revision.id }]
  if (revision !== undefined) {
    const variant = await store.read.variant(projectId, revision.family, { id: revision.variant.id })
    if (variant?.headRevisionId === revision.id) used.push({ level: 'variant', id: variant.id })
  }
  const ids = await store.read.usersOf(projectId, 'revision', used, limit + 1)
  const items: EmbedUse[] = []
  for (const id of ids.slice(0, limit)) {
    const part = { withData: false }
    const user = await store.read.revision(projectId, 'workflow', { id }, part)
    if (user === undefined) continue
    const variant = await store.read.variant(projectId, 'workflow', { id: user.variant.id })
    items.push({ revision: user, isHead: variant?.headRevisionId === user.id })
  }
  return { items, more: ids.length > limit }
}

export async function whereUsed(
  scope: Scope,
  kind: Kind,
  references: References,
  limit: number,
): Promise<WhereUsed> {
  const subject = await subjectOf(scope, kind, references)
  return {
    environments: await environmentsOf(scope, subject),
    runs: await runsOf(scope, subject, limit),
    embeds: await embedsOf(scope, subject, limit),
  }
}
