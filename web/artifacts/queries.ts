// The queries of the lists of artifacts: a page of artifacts, their heads, and the newest runs.
import { firstPage } from '../ui/records.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import type { Artifact } from '../app/versions/client.ts'
import type { PageKind } from '../app/versions/kinds.ts'
import type { ListView } from './url-state.ts'

const pageSize = 100

export const listQuery = (api: Api, kind: PageKind, view: ListView) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'versions', kind, 'list', view],
    queryFn: async ({ signal, pageParam }) => {
      const versions = api.versions(kind)
      const query = { includeArchived: view.archived === true, windowing: pageParam ?? { limit: pageSize } }
      if (view.search === undefined) return versions.list(query, { signal })
      const byName = await versions.list({ ...query, filter: { name: view.search } }, { signal })
      if (pageParam !== undefined) return byName
      // Slugs match exactly. The artifact may come again on a later page, by its name.
      const bySlug = await versions.list({ ...query, filter: { slug: view.search } }, { signal })
      return { ...byName, artifacts: [...bySlug.artifacts, ...byName.artifacts] }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ windowing }) => windowing,
  })

/** The heads of artifacts by revision id. */
export const headsQuery = (api: Api, kind: PageKind, artifacts: readonly Artifact[]) => {
  const ids = artifacts.flatMap(({ revision_id: id }) => id ?? [])
  return queryOptions({
    queryKey: [api.projectId, 'versions', kind, 'heads', ids.join()],
    queryFn: async ({ signal }) =>
      new Map((await api.versions(kind).revisions(ids, { signal })).map((one) => [one.id, one])),
    enabled: ids.length > 0,
    placeholderData: (previous) => previous,
    staleTime: Infinity,
  })
}

/** The number of newest runs that are searched for the last run of an artifact. */
export const searchedRunsMax = 200

export interface LastRun {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly at: string
}

interface StepReferences {
  readonly references?: Readonly<Record<string, { readonly id?: string } | undefined>>
}

/** The newest run about each artifact, by the id of the artifact. */
export const lastRunsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'versions', 'last runs'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, LastRun>> => {
      const { runs } = await api.runs.query({ windowing: { limit: searchedRunsMax } }, { signal })
      const runsByArtifact = new Map<string, LastRun>()
      for (const run of runs) {
        const steps = (run.data as { readonly steps?: readonly StepReferences[] } | undefined)?.steps ?? []
        const ids = steps.flatMap(({ references = {} }) =>
          Object.values(references).flatMap((one) => one?.id ?? []),
        )
        const lastRun = {
          id: run.id,
          name: run.name ?? 'Run',
          status: String(run.status),
          at: run.created_at,
        }
        for (const id of ids) if (!runsByArtifact.has(id)) runsByArtifact.set(id, lastRun)
      }
      return runsByArtifact
    },
  })
