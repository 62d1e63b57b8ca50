// Loads the full outputs of traces. Rows have only their first characters.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { agOf } from '../../app/spans/span.ts'
import { rootsOf } from './scenario-rows.ts'

/** The full outputs by trace. */
export const outputsQuery = (api: Api, traceIds: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'outputs', traceIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const roots = await rootsOf(api, { traceIds, fields: ['attributes'], signal })
      return new Map(
        [...roots.values()].map((span) => {
          const { outputs } = agOf(span).data ?? {}
          const text = typeof outputs === 'string' ? outputs : (JSON.stringify(outputs, undefined, 2) ?? '')
          return [span.trace_id, text]
        }),
      )
    },
    enabled: traceIds.length > 0,
  })
