// The repository of one artifact: a branch per variant, a commit per revision, a tag per environment where a revision
// of the artifact is deployed. Start here; history.ts has the objects, push.ts applies pushes. Imports git/objects,
// git/pack, git/files and the modules that git/ may import.
import type { Scope } from '../../access/scope.ts'
import type { Artifact, Variant } from '../../storage/contract/contract.ts'
import { allRecords } from '../../versioning/windowing.ts'
import { notFound, type KindScope } from '../../versioning/engine.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import { listFilter } from '../../versioning/query.ts'
import { entriesIn, revisionIdOfGroup } from '../../versioning/references/environment-entry.ts'
import { deploymentKey } from '../../versioning/references/resolve-reference.ts'
import { ownMember } from '../../kernel/own.ts'
import type { ObjectId } from '../objects/objects.ts'
import type { Ref, Repository } from '../objects/repository.ts'
import { Histories, type History, type HistorySource } from './history.ts'
import { applyPush } from './push.ts'
import type { RepositorySettings } from './context.ts'
import { branchOf, environmentTag } from './ref-names.ts'

const listingOf = (kind: Kind, includeArchived: boolean) => ({
  ...listFilter(kind, { filter: {}, includeArchived, windowing: {} }),
  roleMask: undefined,
})

/** All variants of an artifact, archived ones included, the default one first. */
const allVariants = ({ scope, kind }: KindScope, artifact: Artifact): Promise<readonly Variant[]> => {
  const filter = { ...listingOf(kind, true), artifactRefs: [{ id: artifact.id }] }
  return allRecords((bounds) => scope.store.read.listVariants(scope.projectId, filter, bounds))
}

/** The revision of the artifact that each environment deploys, by the slug of the environment. */
async function deployments(
  { scope, kind }: KindScope,
  artifact: Artifact,
): Promise<ReadonlyMap<string, string>> {
  const deployedRevisions = new Map<string, string>()
  if (!kind.isDeployable) return deployedRevisions
  const { read } = scope.store
  const filter = listingOf(kinds.environment, false)
  const environments = await allRecords((bounds) => read.listArtifacts(scope.projectId, filter, bounds))
  const variants = await read.defaultVariants(
    scope.projectId,
    environments.map(({ id }) => id),
  )
  for (const { headRevisionId, artifact: environment } of variants) {
    if (headRevisionId === undefined) continue
    const entries = entriesIn(await read.payload(scope.projectId, headRevisionId))
    const group = ownMember(entries, deploymentKey(artifact.slug))
    const revisionId = revisionIdOfGroup(group, kinds[kind.family].groupNames)
    if (revisionId !== undefined) deployedRevisions.set(environment.slug, revisionId)
  }
  return deployedRevisions
}

class ArtifactRepository implements Repository {
  readonly #settings: RepositorySettings
  readonly #kindScope: KindScope
  readonly #artifact: Artifact
  readonly #history: History
  #isUpdated = false

  constructor(
    settings: RepositorySettings,
    {
      kindScope,
      artifact,
      history,
    }: { readonly kindScope: KindScope; readonly artifact: Artifact; readonly history: History },
  ) {
    this.#settings = settings
    this.#kindScope = kindScope
    this.#artifact = artifact
    this.#history = history
  }

  async #variants(): Promise<readonly Variant[]> {
    const variants = await allVariants(this.#kindScope, this.#artifact)
    const heads = variants.flatMap(({ id, headVersion }) =>
      headVersion === undefined ? [] : [{ variantId: id, version: headVersion }],
    )
    await this.#history.update(this.#kindScope.scope.store.read, heads)
    this.#isUpdated = true
    return variants
  }

  async refs(): Promise<{ readonly refs: readonly Ref[]; readonly head?: string }> {
    const variants = await this.#variants()
    const refs: Ref[] = []
    const add = (name: string, revisionId: string | undefined): void => {
      const id = revisionId === undefined ? undefined : this.#history.commitOf(revisionId)
      if (id !== undefined) refs.push({ name, id })
    }
    for (const variant of variants) {
      if (variant.deletedAt === undefined) add(branchOf(variant, variants), variant.headRevisionId)
    }
    for (const [environment, revisionId] of await deployments(this.#kindScope, this.#artifact)) {
      add(environmentTag(environment), revisionId)
    }
    const [oldest] = variants
    return {
      refs: refs.sort((a, b) => (a.name < b.name ? -1 : 1)),
      ...(oldest === undefined ? {} : { head: branchOf(oldest, variants) }),
    }
  }

  async read(id: ObjectId) {
    if (!this.#isUpdated) await this.#variants()
    return this.#history.read(this.#kindScope.scope.store.read, id)
  }

  async push(push: Parameters<Repository['push']>[0]) {
    const variants = await this.#variants()
    const context = {
      ...this.#kindScope,
      ...this.#settings,
      artifact: this.#artifact,
      history: this.#history,
      variants,
    }
    return applyPush(context, push)
  }
}

/** Opens repositories by the kind and slug of an artifact. `histories` is the cache of the process. */
export function createRepositories(settings: RepositorySettings, histories: HistorySource = new Histories()) {
  return {
    async open(kindScope: KindScope, slug: string): Promise<Repository> {
      const { scope, kind }: { readonly scope: Scope } & KindScope = kindScope
      const artifact = await scope.store.read.artifact(scope.projectId, kind.family, { slug })
      if (artifact === undefined) throw notFound(kind, 'artifact')
      const history = histories.historyOf(
        { projectId: scope.projectId, artifactId: artifact.id },
        kind.family,
      )
      return new ArtifactRepository(settings, { kindScope, artifact, history })
    },
  }
}
