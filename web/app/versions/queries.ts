// What pages of versioned records ask. Keys begin with the project, then `versions`, so that one word after a change asks all of it again.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { useSigned } from '../session.tsx'
import type { JsonObject, Revision, Target } from './client.ts'
import type { KindName } from './kinds.ts'

const key = (projectId: string, ...rest: readonly unknown[]) => [projectId, 'versions', ...rest] as const

/** After something was committed, deployed, renamed or archived. */
export function useVersionsChanged(): () => Promise<void> {
  const { session } = useSigned()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key(session.project.id) })
}

export const artifactQuery = (api: Api, projectId: string, kind: KindName, slug: string) =>
  queryOptions({
    queryKey: key(projectId, kind, 'artifact', slug),
    queryFn: async ({ signal }) => (await api.versions(kind).bySlug(slug, { signal })) ?? null,
  })

/** As many revisions are drawn; an artifact with more shows its newest. */
export const graphRevisionsMax = 10_000

export const graphQuery = (api: Api, projectId: string, kind: KindName, slug: string) =>
  queryOptions({
    queryKey: key(projectId, kind, 'graph', slug),
    queryFn: ({ signal }) =>
      api.revisions.graph(
        { kind, artifact_ref: { slug }, windowing: { limit: graphRevisionsMax } },
        { signal },
      ),
    // Others commit, too.
    refetchInterval: 30_000,
  })

export const revisionQuery = (api: Api, projectId: string, kind: KindName, target: Target) =>
  queryOptions({
    queryKey: key(projectId, kind, 'revision', target),
    queryFn: async ({ signal }): Promise<Revision | null> =>
      (await api.versions(kind).retrieve(target, { signal })) ?? null,
    // One that is named by its id never changes.
    staleTime: target.revision?.id === undefined ? 15_000 : Infinity,
  })

export interface Entry {
  readonly key: string
  /** The word under which the environment names it: application, testset, … */
  readonly kind: KindName
  readonly artifact: { readonly id: string; readonly slug: string }
  readonly variant: { readonly id: string; readonly slug: string }
  readonly revision: { readonly id: string; readonly slug: string; readonly version: string }
}

export interface Environment {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly guarded: boolean
  readonly variantId: string | undefined
  readonly revisionId: string | undefined
  readonly entries: readonly Entry[]
}

const entryKinds = ['application', 'evaluator', 'workflow', 'testset', 'query'] as const

type Group = Readonly<Record<string, Entry['revision'] | undefined>>

/** What the map of an environment revision holds; groups that name nothing are left out. */
export function entriesOf(data: JsonObject | undefined): readonly Entry[] {
  const references = (data?.['references'] ?? {}) as unknown as Readonly<Record<string, Group>>
  return Object.entries(references)
    .flatMap(([name, group]): readonly Entry[] => {
      const kind =
        entryKinds.find((one) => group[`${one}_revision`] !== undefined) ??
        (group['snippet_revision'] === undefined ? undefined : 'workflow')
      const word = kind !== undefined && group[`${kind}_revision`] === undefined ? 'snippet' : kind
      const [artifact, variant, revision] = [
        group[`${word}`],
        group[`${word}_variant`],
        group[`${word}_revision`],
      ]
      if (kind === undefined || artifact === undefined || variant === undefined || revision === undefined)
        return []
      return [{ key: name, kind, artifact, variant, revision }]
    })
    .toSorted((a, b) => a.key.localeCompare(b.key))
}

/** As many environments are shown. */
export const environmentsMax = 200

export const environmentsQuery = (api: Api, projectId: string) =>
  queryOptions({
    queryKey: key(projectId, 'environment', 'all'),
    queryFn: async ({ signal }): Promise<readonly Environment[]> => {
      const { environments } = await api.simpleEnvironments.query(
        { windowing: { limit: environmentsMax, order: 'ascending' } },
        { signal },
      )
      return environments.map(({ id, slug, name, flags, variant_id, revision_id, data }) => ({
        id,
        slug,
        name: name ?? slug,
        guarded: flags?.['is_guarded'] === true,
        variantId: variant_id,
        revisionId: revision_id,
        entries: entriesOf(data as JsonObject | undefined),
      }))
    },
  })

/** What runs where, or undefined before it is known. */
export function useEnvironments() {
  const { api, session } = useSigned()
  return useQuery(environmentsQuery(api, session.project.id))
}

export interface Deployed {
  readonly environment: string
  readonly guarded: boolean
  readonly entry: Entry
}

/** By the id of the artifact. */
export function deployedByArtifact(
  environments: readonly Environment[],
): ReadonlyMap<string, readonly Deployed[]> {
  return Map.groupBy(
    environments.flatMap(({ slug, guarded, entries }) =>
      entries.map((entry) => ({ environment: slug, guarded, entry })),
    ),
    ({ entry }) => entry.artifact.id,
  )
}

export const usesQuery = (
  api: Api,
  projectId: string,
  asked: { readonly kind: KindName; readonly artifactId: string; readonly revisionId?: string | undefined },
) =>
  queryOptions({
    queryKey: key(projectId, asked.kind, 'uses', asked.artifactId, asked.revisionId),
    queryFn: ({ signal }) =>
      api.revisions.uses(
        {
          kind: asked.kind,
          ...(asked.revisionId === undefined
            ? { artifact_ref: { id: asked.artifactId } }
            : { revision_ref: { id: asked.revisionId } }),
        },
        { signal },
      ),
  })
