// What Home asks besides the plots.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'

/** Whether the project has any span. Until it has, it is asked again and again: somebody waits for the first one. */
export const anySpanQuery = (api: Api, projectId: string) =>
  queryOptions({
    queryKey: [projectId, 'home', 'any span'],
    queryFn: async ({ signal }) => (await api.spans.query({ windowing: { limit: 1 } }, { signal })).count > 0,
    refetchInterval: (query) => (query.state.data === false ? 2000 : false),
    staleTime: 10_000,
  })

export const lastRunsQuery = (api: Api, projectId: string) =>
  queryOptions({
    queryKey: [projectId, 'home', 'runs'],
    queryFn: async ({ signal }) => (await api.runs.query({ windowing: { limit: 6 } }, { signal })).runs,
  })

export const lastDeploymentsQuery = (api: Api, projectId: string) =>
  queryOptions({
    queryKey: [projectId, 'home', 'deployments'],
    queryFn: async ({ signal }) => {
      const page = await api.environments.queryRevisions({ windowing: { limit: 12 } }, { signal })
      // Version 0 of an environment is its beginning, not a deployment.
      return page.environment_revisions.filter(({ version }) => version !== '0').slice(0, 6)
    },
  })

export const ingestQuery = (api: Api, projectId: string) =>
  queryOptions({
    queryKey: [projectId, 'ingest health'],
    queryFn: ({ signal }) => api.otlp.health({ signal }),
    refetchInterval: 10_000,
  })
