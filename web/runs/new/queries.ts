// Queries of the dialog for a new run: choices, row counts and previous calls.
import { toJson } from '../../app/versions/delta.ts'
import { membersOf } from '../../ui/records.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { asSpan, costOf, durationMs } from '../../app/spans/span.ts'
import { type Revision } from '../../app/versions/client.ts'
import type { PreviousCalls } from './calls.ts'
import type { Settings } from './plan.ts'

export type ArtifactKind = 'testset' | 'query' | 'application' | 'evaluator'

export interface Choice {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Id of the newest revision. */
  readonly revisionId: string | undefined
}

/** The maximum of listed choices; others are opened from their own page. */
const choicesMax = 500
const withoutRows = { include_testcases: false, include_testcase_ids: false } as const

interface ListedArtifact {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly revision_id?: string
}

async function loadArtifacts(
  api: Api,
  { kind, signal }: { readonly kind: ArtifactKind; readonly signal: AbortSignal },
): Promise<readonly ListedArtifact[]> {
  const windowing = { limit: choicesMax }
  // Testsets may be large, so their rows are left out.
  if (kind === 'testset') {
    return (await api.simpleTestsets.query({ ...withoutRows, windowing }, { signal })).testsets
  }
  return (await api.versions(kind).list({ windowing }, { signal })).artifacts
}

export const choicesQuery = (api: Api, kind: ArtifactKind) =>
  queryOptions({
    queryKey: [api.projectId, 'versions', kind, 'choices'],
    queryFn: async ({ signal }): Promise<readonly Choice[]> =>
      (await loadArtifacts(api, { kind, signal })).map(({ id, slug, name, revision_id }) => ({
        id,
        slug,
        name: name ?? slug,
        revisionId: revision_id,
      })),
  })

/** A revision, without rows of testsets; null: it does not exist. */
export const selectedRevisionQuery = (
  api: Api,
  { kind, id }: { readonly kind: ArtifactKind; readonly id: string | undefined },
) =>
  queryOptions({
    queryKey: [api.projectId, 'versions', kind, 'selected', id],
    queryFn: async ({ signal }): Promise<Revision | null> => {
      if (kind !== 'testset') {
        return (await api.versions(kind).retrieve({ revision: { id: id ?? '' } }, { signal })) ?? null
      }
      const { testset_revision } = await api.testsets.fetchRevision(id ?? '', withoutRows, { signal })
      return (testset_revision as Revision | undefined) ?? null
    },
    enabled: id !== undefined,
    staleTime: Infinity,
  })

export const rowCountQuery = (api: Api, testset: string | undefined) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'row count', testset],
    queryFn: async ({ signal }) =>
      (
        await api.testcases.query(
          { testset_revision_ref: { id: testset ?? '' }, windowing: { offset: 0, limit: 1 } },
          { signal },
        )
      ).total ?? 0,
    enabled: testset !== undefined,
    staleTime: Infinity,
  })

const traceType = 'attributes.ag.type.trace'

interface Window {
  readonly limit?: number
  readonly rate?: number
  readonly oldest?: string
  readonly newest?: string
}

/** The number of traces that a query returns now. */
export const traceCountQuery = (api: Api, data: Settings | undefined) =>
  queryOptions({
    queryKey: [api.projectId, 'trace count', data],
    queryFn: async ({ signal }) => {
      const {
        limit = 0,
        rate,
        oldest = '1970-01-01T00:00:00Z',
        newest,
      } = (data?.['windowing'] ?? {}) as Window
      const { buckets } = await api.analytics.query(
        {
          focus: 'trace',
          filtering: toJson(membersOf(data?.['filtering'])),
          specs: [{ type: 'categorical/single', path: traceType }],
          oldest,
          ...(newest === undefined ? {} : { newest }),
          ...(rate === undefined ? {} : { rate }),
        },
        { signal },
      )
      const counts = buckets.map(({ metrics }) =>
        Number(membersOf(membersOf(metrics)[traceType])['count'] ?? 0),
      )
      const total = counts.reduce((sum, one) => sum + one, 0)
      return limit > 0 ? Math.min(limit, total) : total
    },
    enabled: data !== undefined,
    staleTime: 10_000,
  })

const sampledCallsMax = 50

interface PreviousCallsRequest {
  readonly reference: { readonly id: string; readonly key: string }
  readonly signal: AbortSignal
}

async function loadPreviousCalls(
  api: Api,
  { reference, signal }: PreviousCallsRequest,
): Promise<PreviousCalls> {
  const { spans } = await api.spans.query(
    {
      filter: {
        operator: 'and',
        conditions: [
          { field: 'parent_id', operator: 'is', value: null },
          {
            field: 'references',
            operator: 'in',
            value: [{ id: reference.id, attributes: { key: reference.key } }],
          },
        ],
      },
      fields: ['start_time', 'end_time', 'totals'],
      windowing: { limit: sampledCallsMax },
    },
    { signal },
  )
  const calls = spans.map(asSpan)
  const mean = (values: readonly number[]): number | undefined =>
    values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0) / values.length
  return {
    calls: calls.length,
    // A call without a price has an unknown cost, not none.
    cost: mean(calls.flatMap((span) => costOf(span) ?? [])),
    durationMs: mean(calls.map((span) => durationMs(span))),
  }
}

/** Averages of the newest calls of a revision, or, without any, of its artifact. */
export const previousCallsQuery = (
  api: Api,
  { kind, revision }: { readonly kind: ArtifactKind; readonly revision: Revision | undefined },
) =>
  queryOptions({
    queryKey: [api.projectId, 'previous calls', revision?.id],
    queryFn: async ({ signal }): Promise<PreviousCalls> => {
      const revisionCalls = await loadPreviousCalls(api, {
        reference: { id: revision?.id ?? '', key: `${kind}_revision` },
        signal,
      })
      if (revisionCalls.calls > 0) return revisionCalls
      return loadPreviousCalls(api, {
        reference: { id: revision?.artifact_id ?? '', key: kind },
        signal,
      })
    },
    enabled: revision !== undefined,
    staleTime: 60_000,
  })

/** The evaluator programs of the catalog. */
export const templatesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['templates', 'evaluators'],
    queryFn: async ({ signal }) => (await api.templates('evaluators', { signal })).templates,
    staleTime: Infinity,
  })
