// Queries for versioned records. All keys start with the project and `versions`, so that one invalidation refetches them.
import { toJson } from './delta.ts'
import { membersOf } from '../../ui/records.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Api } from '../api.ts'
import { useSession } from '../session.tsx'
import { type Revision, type Target } from './client.ts'
import { entriesOf, type Environment } from './entries.ts'
import type { KindName } from './kind-name.ts'

const key = (projectId: string, ...rest: readonly unknown[]) => [projectId, 'versions', ...rest] as const

/** Returns a function that refetches all versioned records, for use after a commit, deployment, rename or archive. */
export function useVersionsRefetch(): () => Promise<void> {
  const { session } = useSession()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key(session.project.id) })
}

export const artifactQuery = (api: Api, kind: KindName, slug: string) =>
  queryOptions({
    queryKey: key(api.projectId, kind, 'artifact', slug),
    queryFn: async ({ signal }) => (await api.versions(kind).bySlug(slug, { signal })) ?? null,
  })

/** The maximum of revisions in a graph. An artifact with more shows its newest. */
const graphRevisionsMax = 10_000
/** The number of revisions in the first request. The rest of a long history follows. */
const graphRevisionsFirst = 200

/** The variants of an artifact and their newest revisions, without payloads. */
export const graphQuery = (api: Api, kind: KindName, slug: string, limit = graphRevisionsMax) =>
  queryOptions({
    queryKey: key(api.projectId, kind, 'graph', slug, limit),
    queryFn: ({ signal }) =>
      api.revisions.graph({ kind, artifact_ref: { slug }, windowing: { limit } }, { signal }),
    // Other people commit, too.
    refetchInterval: 30_000,
  })

/** The history of an artifact over all its variants, newest first. */
export function useGraph(kind: KindName, slug: string) {
  const { api } = useSession()
  const firstPage = useQuery(graphQuery(api, kind, slug, graphRevisionsFirst))
  const isLong = firstPage.data?.windowing !== undefined
  const fullGraph = useQuery({
    ...graphQuery(api, kind, slug),
    enabled: isLong,
  })
  const data = useMemo(() => {
    if (firstPage.data === undefined || fullGraph.data === undefined || !isLong) return firstPage.data
    // Revisions are immutable, so older ones are still valid.
    const listedIds = new Set(firstPage.data.revisions.map(({ id }) => id))
    const olderRevisions = fullGraph.data.revisions.filter(({ id }) => !listedIds.has(id))
    return { ...firstPage.data, revisions: [...firstPage.data.revisions, ...olderRevisions] }
  }, [firstPage.data, fullGraph.data, isLong])
  const isPartial = fullGraph.isError && fullGraph.data === undefined
  return {
    data,
    isError: firstPage.isError,
    error: firstPage.error,
    refetch: firstPage.refetch,
    /** Present if the older revisions failed to load: `data` ends at the newest ones. */
    olderFailure: isPartial ? { error: fullGraph.error, retry: () => void fullGraph.refetch() } : undefined,
  }
}

export const revisionQuery = (api: Api, kind: KindName, target: Target) =>
  queryOptions({
    queryKey: key(api.projectId, kind, 'revision', target),
    queryFn: async ({ signal }): Promise<Revision | null> =>
      (await api.versions(kind).retrieve(target, { signal })) ?? null,
    // A revision is immutable, so one by id is never stale.
    staleTime: target.revision?.id === undefined ? 15_000 : Infinity,
  })

/** The maximum of listed environments. */
export const environmentsMax = 200

export const environmentsQuery = (api: Api) =>
  queryOptions({
    queryKey: key(api.projectId, 'environment', 'all'),
    queryFn: async ({ signal }): Promise<readonly Environment[]> => {
      const { environments } = await api.simpleEnvironments.query(
        { windowing: { limit: environmentsMax, order: 'ascending' } },
        { signal },
      )
      return environments.map(({ id, slug, name, flags, variant_id, revision_id, data }) => ({
        id,
        slug,
        name: name ?? slug,
        isGuarded: flags?.['is_guarded'] === true,
        variantId: variant_id,
        revisionId: revision_id,
        entries: entriesOf(toJson(membersOf(data))),
      }))
    },
  })

/** The environments of the project with their entries. */
export function useEnvironments() {
  const { api } = useSession()
  return useQuery(environmentsQuery(api))
}

export const usesQuery = (
  api: Api,
  target: { readonly kind: KindName; readonly artifactId: string; readonly revisionId?: string | undefined },
) =>
  queryOptions({
    queryKey: key(api.projectId, target.kind, 'uses', target.artifactId, target.revisionId),
    queryFn: ({ signal }) =>
      api.revisions.uses(
        {
          kind: target.kind,
          ...(target.revisionId === undefined
            ? { artifact_ref: { id: target.artifactId } }
            : { revision_ref: { id: target.revisionId } }),
        },
        { signal },
      ),
  })
