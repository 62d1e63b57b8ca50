// Builds new records with distinguishable values in every field, in their own project.
import type { Clock } from '../../kernel/clock.ts'
import type {
  ListBounds,
  ListFilter,
  NewArtifact,
  NewRevision,
  NewVariant,
  RelationalStore,
  RelationalTx,
} from '../contract/contract.ts'

export const family = 'testset'

export const noFilter: ListFilter = {
  family,
  roleMask: undefined,
  includeArchived: false,
  slugs: undefined,
  artifactRefs: undefined,
  variantRefs: undefined,
  revisionRefs: undefined,
  authors: undefined,
  dates: undefined,
}

export const allAscending: ListBounds = {
  order: 'ascending',
  limit: 1000,
  after: undefined,
  from: undefined,
  to: undefined,
}

/** Builds records in a new project. */
export function records(clock: Clock) {
  const projectId = clock.id()
  const actorId = clock.id()
  const header = () =>
    ({
      id: clock.id(),
      family,
      slug: `s-${clock.hex(12)}`,
      name: 'a name',
      description: 'a description',
      flags: { is_seen: true, is_hidden: false },
      tags: { team: 'eval', nested: { level: 2 } },
      meta: { list: [1, null, 'two'], empty: {} },
    }) as const
  const artifact = (overrides: Partial<NewArtifact> = {}): NewArtifact => ({
    ...header(),
    roles: 0,
    createdAt: clock.now(),
    createdById: actorId,
    ...overrides,
  })
  const variant = (artifactId: string, overrides: Partial<NewVariant> = {}): NewVariant => ({
    ...header(),
    artifactId,
    forkedFromRevisionId: undefined,
    createdAt: clock.now(),
    createdById: actorId,
    ...overrides,
  })
  const revision = (
    variantKeys: { readonly artifactId: string; readonly id: string },
    version: number,
    overrides: Partial<NewRevision> = {},
  ): NewRevision => ({
    ...header(),
    artifactId: variantKeys.artifactId,
    variantId: variantKeys.id,
    version,
    author: actorId,
    date: clock.now(),
    message: `version ${version}`,
    dataText: `{"version":${version}}`,
    contentHash: `hash ${version}`,
    touchedArtifactIds: [],
    originRevisionId: undefined,
    mergedRevisionId: undefined,
    ...overrides,
  })
  /** Stores an artifact with one variant and `versions` revisions. */
  const history = (store: Pick<RelationalStore, 'write'>, versions: number) =>
    store.write(async (tx) => {
      const top = artifact()
      const branch = variant(top.id)
      const commits = Array.from({ length: versions }, (_, version) => revision(branch, version))
      await tx.insertArtifact(projectId, top)
      await tx.insertVariant(projectId, branch)
      for (const commit of commits) await tx.insertRevision(projectId, commit)
      return { artifact: top, variant: branch, revisions: commits }
    })
  const insertProject = (tx: RelationalTx, slug = `p-${clock.hex(12)}`) =>
    tx.insertProject({ id: projectId, slug, name: slug, createdAt: clock.now(), archivedAt: undefined })
  return { projectId, actorId, artifact, variant, revision, history, insertProject }
}
