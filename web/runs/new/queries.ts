// What the dialog for a new run asks: what there is to choose from, how many rows that makes, and what calls took before.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { asSpan, costOf, durationMs } from '../../app/spans/span.ts'
import type { JsonObject, Revision } from '../../app/versions/client.ts'
import type { Earlier } from './calls.ts'
import type { Settings } from './plan.ts'

export type ChosenKind = 'testset' | 'query' | 'application' | 'evaluator'

export interface Choice {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Of its newest revision. */
  readonly revisionId: string | undefined
}

/** As many are offered; whoever has more comes from the page of the one that is meant. */
const choicesMax = 500
const withoutRows = { include_testcases: false, include_testcase_ids: false } as const

interface Listed {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly revision_id?: string
}

async function listed(api: Api, kind: ChosenKind, signal: AbortSignal): Promise<readonly Listed[]> {
  const windowing = { limit: choicesMax }
  // Testsets may be large: their rows stay where they are.
  if (kind === 'testset') {
    return (await api.simpleTestsets.query({ ...withoutRows, windowing }, { signal })).testsets
  }
  return (await api.versions(kind).list({ windowing }, { signal })).artifacts
}

export const choicesQuery = (api: Api, kind: ChosenKind) =>
  queryOptions({
    queryKey: [api.projectId, 'versions', kind, 'choices'],
    queryFn: async ({ signal }): Promise<readonly Choice[]> =>
      (await listed(api, kind, signal)).map(({ id, slug, name, revision_id }) => ({
        id,
        slug,
        name: name ?? slug,
        revisionId: revision_id,
      })),
  })

/** A revision, without the rows of testsets; null: there is none. */
export const chosenQuery = (api: Api, kind: ChosenKind, id: string | undefined) =>
  queryOptions({
    queryKey: [api.projectId, 'versions', kind, 'chosen', id],
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

/** How many traces the payload of a query finds now. */
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
          filtering: (data?.['filtering'] ?? {}) as JsonObject,
          specs: [{ type: 'categorical/single', path: traceType }],
          oldest,
          ...(newest === undefined ? {} : { newest }),
          ...(rate === undefined ? {} : { rate }),
        },
        { signal },
      )
      const counted = buckets.map(
        ({ metrics }) =>
          (metrics as Readonly<Record<string, { readonly count?: number }>>)[traceType]?.count ?? 0,
      )
      const found = counted.reduce((sum, one) => sum + one, 0)
      return limit > 0 ? Math.min(limit, found) : found
    },
    enabled: data !== undefined,
    staleTime: 10_000,
  })

const lookedAt = 50

async function earlierCalls(
  api: Api,
  reference: { readonly id: string; readonly key: string },
  signal: AbortSignal,
): Promise<Earlier> {
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
      windowing: { limit: lookedAt },
    },
    { signal },
  )
  const found = spans.map(asSpan)
  const mean = (values: readonly number[]): number | undefined =>
    values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0) / values.length
  return {
    calls: found.length,
    cost: mean(found.map((span) => costOf(span) ?? 0)),
    durationMs: mean(found.map(durationMs)),
  }
}

/** What the newest calls of a revision took, or, where it was never called, those of any of its artifact. */
export const earlierQuery = (api: Api, kind: ChosenKind, revision: Revision | undefined) =>
  queryOptions({
    queryKey: [api.projectId, 'earlier calls', revision?.id],
    queryFn: async ({ signal }): Promise<Earlier> => {
      const own = await earlierCalls(api, { id: revision?.id ?? '', key: `${kind}_revision` }, signal)
      if (own.calls > 0) return own
      return earlierCalls(api, { id: revision?.artifact_id ?? '', key: kind }, signal)
    },
    enabled: revision !== undefined,
    staleTime: 60_000,
  })

/** The programs of the catalog that judge. */
export const templatesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['templates', 'evaluators'],
    queryFn: async ({ signal }) => (await api.templates('evaluators', { signal })).templates,
    staleTime: Infinity,
  })
