// What pages of versioned records ask. Keys begin with the project, then `versions`, so that one word after a change asks all of it again.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Api } from '../api.ts'
import { useSession } from '../session.tsx'
import type { JsonObject, Revision, Target } from './client.ts'
import { entriesOf, type Environment } from './entries.ts'
import type { KindName } from './kind-name.ts'

const key = (projectId: string, ...rest: readonly unknown[]) => [projectId, 'versions', ...rest] as const

/** After something was committed, deployed, renamed or archived. */
export function useVersionsChanged(): () => Promise<void> {
  const { session } = useSession()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key(session.project.id) })
}

export const artifactQuery = (api: Api, projectId: string, kind: KindName, slug: string) =>
  queryOptions({
    queryKey: key(projectId, kind, 'artifact', slug),
    queryFn: async ({ signal }) => (await api.versions(kind).bySlug(slug, { signal })) ?? null,
  })

/** As many revisions are drawn; an artifact with more shows its newest. */
const graphRevisionsMax = 10_000
/** As many are there at once; the rest of a long history follows. */
const graphRevisionsFirst = 200

/** The variants of an artifact and their newest revisions, without payloads. */
export const graphQuery = (
  api: Api,
  projectId: string,
  kind: KindName,
  slug: string,
  limit = graphRevisionsMax,
) =>
  queryOptions({
    queryKey: key(projectId, kind, 'graph', slug, limit),
    queryFn: ({ signal }) =>
      api.revisions.graph({ kind, artifact_ref: { slug }, windowing: { limit } }, { signal }),
    // Others commit, too.
    refetchInterval: 30_000,
  })

/** The history of an artifact over all its variants, newest first. */
export function useGraph(kind: KindName, slug: string) {
  const { api, session } = useSession()
  const first = useQuery(graphQuery(api, session.project.id, kind, slug, graphRevisionsFirst))
  const isLong = first.data?.windowing !== undefined
  const whole = useQuery({
    ...graphQuery(api, session.project.id, kind, slug),
    enabled: isLong,
  })
  const data = useMemo(() => {
    if (first.data === undefined || whole.data === undefined || !isLong) return first.data
    // Revisions never change: what is older than the first ones is as it was.
    const known = new Set(first.data.revisions.map(({ id }) => id))
    const older = whole.data.revisions.filter(({ id }) => !known.has(id))
    return { ...first.data, revisions: [...first.data.revisions, ...older] }
  }, [first.data, whole.data, isLong])
  return { data, isError: first.isError, error: first.error, refetch: first.refetch }
}

export const revisionQuery = (api: Api, projectId: string, kind: KindName, target: Target) =>
  queryOptions({
    queryKey: key(projectId, kind, 'revision', target),
    queryFn: async ({ signal }): Promise<Revision | null> =>
      (await api.versions(kind).retrieve(target, { signal })) ?? null,
    // One that is named by its id never changes.
    staleTime: target.revision?.id === undefined ? 15_000 : Infinity,
  })

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
  const { api, session } = useSession()
  return useQuery(environmentsQuery(api, session.project.id))
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
