// The data of the dialog: testsets, the columns of one, and the first selected spans.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { asSpan } from '../spans/span.ts'
import type { SpanLinks } from './links.ts'

/** The number of rows in the preview. */
export const previewRows = 3
/** The number of spans whose parts are offered. */
const inspectedSpans = 20

export const testsetNamesQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'names'],
    queryFn: async ({ signal }) =>
      (await api.testsets.query({ windowing: { limit: 200 } }, { signal })).testsets,
  })

/** Names of the columns of the newest revision. */
export const testsetColumnsQuery = (api: Api, testsetId: string | undefined) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'columns of newest', testsetId],
    queryFn: async ({ signal }) => {
      const { testset_revision: revision } = await api.testsets.retrieve(
        { testset_ref: { id: testsetId ?? null }, include_testcases: false },
        { signal },
      )
      if (revision === undefined) return []
      const { columns } = await api.testsets.fetchColumns(revision.id, { signal })
      return columns.map(({ name }) => name)
    },
    enabled: testsetId !== undefined,
  })

/** The first selected spans, in the order of selection. */
export const selectedSpansQuery = (api: Api, links: SpanLinks) => {
  const first = links.slice(0, inspectedSpans)
  return queryOptions({
    queryKey: [api.projectId, 'traces', 'as rows', first],
    queryFn: async ({ signal }) => {
      const { spans } = await api.spans.query(
        {
          filtering: {
            conditions: [
              { field: 'trace_id', operator: 'in', value: first.map(({ trace_id }) => trace_id) },
              { field: 'span_id', operator: 'in', value: first.map(({ span_id }) => span_id) },
            ],
          },
          fields: ['attributes.ag.data.inputs', 'attributes.ag.data.outputs'],
        },
        { signal },
      )
      const byId = new Map(spans.map(asSpan).map((span) => [`${span.trace_id}/${span.span_id}`, span]))
      return first.flatMap(({ trace_id, span_id }) => byId.get(`${trace_id}/${span_id}`) ?? [])
    },
  })
}
