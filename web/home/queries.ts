// The queries of the Home page besides the plots.
import { toJson } from '../app/versions/delta.ts'
import { membersOf } from '../ui/records.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import { entriesOf, type Entry } from '../app/versions/entries.ts'
import type { VersionNaming } from '../app/versions/naming/version-name.ts'

/** The newest trace, or null for an empty project. */
export const newestTraceQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'home', 'newest trace'],
    queryFn: async ({ signal }) => {
      const { spans } = await api.spans.query(
        { windowing: { limit: 20 }, fields: ['span_name', 'parent_id'] },
        { signal },
      )
      const span = spans.find(({ parent_id }) => parent_id === null) ?? spans[0]
      return span === undefined ? null : { traceId: span.trace_id, name: span.span_name ?? '' }
    },
    staleTime: 10_000,
  })

export const lastRunsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'home', 'runs'],
    queryFn: async ({ signal }) => (await api.runs.query({ windowing: { limit: 6 } }, { signal })).runs,
  })

/** An entry of the environment that was set or removed. */
export interface DeploymentChange {
  readonly slug: string
  /** The deployed version; absent: the entry was removed. */
  readonly version?: { readonly version: string; readonly variant: string }
}

/** `support-chat v3`, or `support-chat Concise@3` where the application has several variants. */
export const changeText = ({ slug, version }: DeploymentChange, naming: VersionNaming): string =>
  `${slug} ${version === undefined ? 'removed' : naming(version)}`

interface Deployment {
  readonly id: string
  readonly environment: string
  readonly version: string
  readonly changes: readonly DeploymentChange[]
  readonly message: string | undefined
  readonly author: string
  readonly date: string
}

/** The changes of an environment between two revisions. */
export function changesBetween(
  before: readonly Entry[],
  after: readonly Entry[],
): readonly DeploymentChange[] {
  const previousByKey = new Map(before.map((entry) => [entry.key, entry]))
  const currentByKey = new Map(after.map((entry) => [entry.key, entry]))
  return [
    ...after
      .filter(({ key, revision }) => previousByKey.get(key)?.revision.id !== revision.id)
      .map(({ artifact, variant, revision }) => ({
        slug: artifact.slug,
        version: { version: revision.version, variant: variant.id },
      })),
    ...before.filter(({ key }) => !currentByKey.has(key)).map(({ artifact }) => ({ slug: artifact.slug })),
  ]
}

export const lastDeploymentsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'home', 'deployments'],
    queryFn: async ({ signal }) => {
      const { environment_revisions: revisions } = await api.environments.queryRevisions(
        { windowing: { limit: 30 } },
        { signal },
      )
      // Version 0 of an environment is not a deployment.
      return revisions
        .filter(({ version }) => version !== '0')
        .slice(0, 6)
        .map((revision): Deployment => {
          const previousRevision = revisions.find(
            ({ environment_id, version }) =>
              environment_id === revision.environment_id && Number(version) === Number(revision.version) - 1,
          )
          return {
            id: revision.id,
            environment: revision.environment_slug ?? '',
            version: revision.version,
            // Without the previous revision there is nothing to compare with.
            changes:
              previousRevision === undefined
                ? []
                : changesBetween(entriesIn(previousRevision), entriesIn(revision)),
            message: revision.message ?? undefined,
            author: revision.author ?? '',
            date: revision.date ?? '',
          }
        })
    },
  })

const entriesIn = ({ data }: { readonly data?: unknown }): readonly Entry[] =>
  entriesOf(toJson(membersOf(data)))

export const ingestQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'ingest health'],
    queryFn: ({ signal }) => api.otlp.health({ signal }),
    refetchInterval: 10_000,
  })
