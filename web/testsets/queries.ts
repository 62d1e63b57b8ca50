// Queries of the testset pages, with their keys and staleness. Data of a revision never changes.
import { recordsWith, firstPage } from '../ui/records.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Api } from '../app/api.ts'
import { refsOf, type DiffKind, type Side } from './url-state.ts'
import type { RowData } from './values.ts'

const forever = Number.POSITIVE_INFINITY
/** Requests for revisions leave the rows out: a testset may be large. */
export const withoutRows = { include_testcases: false, include_testcase_ids: false } as const

export interface Testcase {
  readonly id: string
  readonly data: RowData
  readonly flags?: RowData
  readonly tags?: RowData
  readonly meta?: RowData
  readonly created_at: string
  readonly created_by_id: string
}

export const testsetsQuery = (api: Api, isArchived: boolean) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'testsets', 'list', isArchived],
    queryFn: ({ signal, pageParam }) =>
      api.simpleTestsets.query(
        { ...withoutRows, include_archived: isArchived, windowing: pageParam ?? { limit: 100 } },
        { signal },
      ),
    initialPageParam: firstPage,
    getNextPageParam: ({ windowing }) => windowing,
  })

/** The last commits of listed testsets, by the id of the revision. */
export const headsQuery = (api: Api, ids: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'heads', ids],
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return new Map<string, Revision>()
      const { testset_revisions } = await api.testsets.queryRevisions(
        {
          ...withoutRows,
          include_archived: true,
          testset_revision_refs: ids.map((id) => ({ id })),
          windowing: { limit: ids.length },
        },
        { signal },
      )
      return new Map(testset_revisions.map((revision) => [revision.id, revision]))
    },
    staleTime: forever,
  })

/** The number of variants by id of the testset. */
export const variantCountsQuery = (api: Api, ids: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'variant counts', ids],
    queryFn: async ({ signal }) => {
      const counts = new Map<string, number>()
      if (ids.length === 0) return counts
      const { testset_variants } = await api.testsets.queryVariants(
        { testset_refs: ids.map((id) => ({ id })), windowing: { limit: 1000 } },
        { signal },
      )
      for (const { testset_id } of testset_variants) counts.set(testset_id, (counts.get(testset_id) ?? 0) + 1)
      return counts
    },
  })

export type Revision = Awaited<ReturnType<Api['testsets']['queryRevisions']>>['testset_revisions'][number]
export type Variant = Awaited<ReturnType<Api['testsets']['queryVariants']>>['testset_variants'][number]

/** A revision by its address; null: it does not exist. */
export const revisionQuery = (api: Api, { slug, ...side }: Side & { readonly slug: string }) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'revision', slug, side],
    queryFn: async ({ signal }) =>
      (await api.testsets.retrieve({ ...refsOf(slug, side), ...withoutRows }, { signal })).testset_revision ??
      null,
    staleTime: side.version === undefined ? 0 : forever,
    // Other people commit, too: the newest version is polled.
    ...(side.version === undefined ? { refetchInterval: 10_000 } : {}),
  })

/** A revision by its id. */
export const revisionByIdQuery = (api: Api, id: string | undefined) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'revision by id', id],
    queryFn: async ({ signal }) =>
      (await api.testsets.fetchRevision(id ?? '', withoutRows, { signal })).testset_revision ?? null,
    enabled: id !== undefined,
    staleTime: forever,
  })

export const testsetQuery = (api: Api, slug: string) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'one', slug],
    queryFn: async ({ signal }) =>
      (
        await api.testsets.query(
          { ...withoutRows, include_archived: true, testset_refs: [{ slug }] },
          { signal },
        )
      ).testsets[0] ?? null,
  })

/** The variants of a testset, oldest first; the first one is the default. */
export const variantsQuery = (api: Api, slug: string) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'variants', slug],
    queryFn: async ({ signal }) => {
      const { testset_variants } = await api.testsets.queryVariants(
        { testset_refs: [{ slug }], windowing: { limit: 200, order: 'ascending' } },
        { signal },
      )
      return testset_variants
    },
  })

export const logQuery = (api: Api, variantId: string | undefined) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'log', variantId],
    queryFn: async ({ signal }) =>
      (await api.testsets.log({ testset_revisions: { testset_variant_id: variantId ?? null } }, { signal }))
        .testset_revisions,
    enabled: variantId !== undefined,
  })

export const columnsQuery = (api: Api, revisionId: string | undefined) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'columns', revisionId],
    queryFn: ({ signal }) => api.testsets.fetchColumns(revisionId ?? '', { signal }),
    enabled: revisionId !== undefined,
    staleTime: forever,
  })

const testcasesOf = ({ testcases }: { readonly testcases: readonly unknown[] }) =>
  recordsWith<Testcase>(testcases, 'id')

/** Rows per request: about two screens. */
export const pageRows = 50

export const rowPageQuery = (
  api: Api,
  { revisionId, page }: { readonly revisionId: string; readonly page: number },
) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'rows', revisionId, page],
    queryFn: async ({ signal }) =>
      testcasesOf(
        await api.testcases.query(
          {
            testset_revision_ref: { id: revisionId },
            windowing: { offset: page * pageRows, limit: pageRows },
          },
          { signal },
        ),
      ),
    staleTime: forever,
    gcTime: 60_000,
  })

/** Rows by their ids: a page of matches. */
export const rowsByIdQuery = (api: Api, ids: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'rows by id', ids],
    queryFn: async ({ signal }) => testcasesOf(await api.testcases.query({ testcase_ids: ids }, { signal })),
    staleTime: forever,
    gcTime: 60_000,
  })

export const diffQuery = (
  api: Api,
  query: {
    readonly slug: string
    readonly base: Side
    readonly target: Side
    readonly kind: DiffKind | undefined
  },
) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'testsets', 'diff', query],
    queryFn: async ({ signal, pageParam }) => {
      const base = refsOf(query.slug, query.base)
      return api.testsets.diff(
        {
          ...refsOf(query.slug, query.target),
          base_testset_ref: base.testset_ref,
          ...(base.testset_variant_ref === undefined
            ? {}
            : { base_testset_variant_ref: base.testset_variant_ref }),
          ...(base.testset_revision_ref === undefined
            ? {}
            : { base_testset_revision_ref: base.testset_revision_ref }),
          ...(query.kind === undefined ? {} : { kinds: [query.kind] }),
          windowing: pageParam ?? { limit: 100 },
        },
        { signal },
      )
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ windowing }) => windowing,
    staleTime: 60_000,
  })
