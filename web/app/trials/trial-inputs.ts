// Data for trials: rows of testsets, and inputs and outputs of spans.
import { membersOf } from '../../ui/records.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { agOf, asSpan, type Span } from '../spans/span.ts'
import type { Values } from './program.ts'

export interface Row {
  readonly id: string
  readonly data: Values
}

const asRow = ({ id, data }: { readonly id: string; readonly data: object }): Row => ({
  id,
  data: membersOf(data),
})

export const testsetsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'names'],
    queryFn: async ({ signal }) =>
      (await api.testsets.query({ windowing: { limit: 200 } }, { signal })).testsets,
  })

export const rowsPerPage = 25

/** A page of rows of the newest revision of a testset. */
export const rowsQuery = (api: Api, testsetId: string, offset: number) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'rows', testsetId, offset],
    queryFn: async ({ signal }) => {
      const { testcases, total = 0 } = await api.testcases.query(
        { testset_ref: { id: testsetId }, windowing: { offset, limit: rowsPerPage } },
        { signal },
      )
      return { rows: testcases.map(asRow), total }
    },
    enabled: testsetId !== '',
  })

/** Rows by their ids: a testcase never changes. */
export const testcasesQuery = (api: Api, ids: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, 'testcases', ids],
    queryFn: async ({ signal }) =>
      (await api.testcases.fetchMany({ testcase_id: ids }, { signal })).testcases.map(asRow),
    enabled: ids.length > 0,
    staleTime: Infinity,
  })

export interface SpanInputs {
  readonly span: Span
  readonly inputs: Values
  readonly outputs: unknown
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Inputs for a program. A value that is not an object becomes the only input. */
export const inputsOf = (span: Span): Values => {
  const { inputs } = agOf(span).data ?? {}
  if (inputs === undefined || inputs === null) return {}
  if (isValues(inputs)) return inputs
  const isConversation = Array.isArray(inputs) && inputs.every((one) => isValues(one) && 'role' in one)
  return isConversation ? { messages: inputs } : { input: inputs }
}

/** A span with all its content. */
export async function fullSpan(
  api: Api,
  {
    traceId,
    spanId,
    signal,
  }: { readonly traceId: string; readonly spanId: string; readonly signal: AbortSignal },
): Promise<Span> {
  const response = await api.spanFile(traceId, spanId, { signal })
  return asSpan(((await response.json()) as { readonly span: object }).span)
}

/** Inputs and outputs of a span; without an id those of the root. Null if the span does not exist. */
export const spanInputsQuery = (api: Api, traceId: string, spanId: string | undefined) =>
  queryOptions({
    queryKey: [api.projectId, 'trial inputs', traceId, spanId],
    queryFn: async ({ signal }): Promise<SpanInputs | null> => {
      const { spans } = await api.traces.outline(traceId, { signal })
      const outline = spans
        .map(asSpan)
        .find(({ span_id, parent_id }) => (spanId === undefined ? parent_id === null : span_id === spanId))
      if (outline === undefined) return null
      const span = await fullSpan(api, { traceId, spanId: outline.span_id, signal })
      return { span, inputs: inputsOf(span), outputs: agOf(span).data?.outputs }
    },
    enabled: traceId !== '',
  })

/** The newest invocation traces. */
export const recentQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'trial inputs', 'recent'],
    queryFn: async ({ signal }) => {
      const { spans } = await api.spans.query(
        {
          filter: 'parent_id = null and trace_type = invocation',
          fields: ['span_name', 'span_type', 'start_time', 'preview'],
          windowing: { limit: 30 },
        },
        { signal },
      )
      return spans.map(asSpan)
    },
  })
