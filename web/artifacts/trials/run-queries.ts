// Requests for the rows of runs: the newest runs, and a page of rows with previews of their inputs and outputs.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { asSpan } from '../../app/spans/span.ts'
import { membersOf, recordsWith } from '../../ui/records.ts'
import { runRowsOf, type RunStep } from './run-rows.ts'

export const rowsPerPage = 50

export interface RunChoice {
  readonly id: string
  readonly name: string
  readonly at: string
  readonly steps: readonly RunStep[]
}

export const runChoicesQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'choices'],
    queryFn: async ({ signal }): Promise<readonly RunChoice[]> => {
      const { runs } = await api.runs.query({ windowing: { limit: 100 } }, { signal })
      return runs.map(({ id, name, created_at: at, data }) => {
        const { steps } = membersOf(data)
        return {
          id,
          name: name ?? 'Run',
          at,
          steps: Array.isArray(steps) ? recordsWith<RunStep>(steps, 'key') : [],
        }
      })
    },
  })

/** The root spans of traces, with previews. */
async function previewsOf(
  api: Api,
  { traceIds, signal }: { readonly traceIds: readonly string[]; readonly signal: AbortSignal },
) {
  if (traceIds.length === 0) return new Map<string, ReturnType<typeof asSpan>['preview']>()
  const { spans } = await api.spans.query(
    {
      filtering: {
        conditions: [
          { field: 'parent_id', operator: 'is', value: null },
          { field: 'trace_id', operator: 'in', value: traceIds },
        ],
      },
      fields: ['preview'],
      windowing: { limit: traceIds.length },
    },
    { signal },
  )
  return new Map(spans.map(asSpan).map((span) => [span.trace_id, span.preview] as const))
}

export interface RowsPage {
  readonly run: RunChoice
  readonly offset: number
  readonly cursor?: object
}

/** A page of rows, and the page after it; undefined: it is the last one. */
export const runRowsQuery = (api: Api, { run: { id, steps }, offset, cursor }: RowsPage) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'trial rows', id, offset],
    queryFn: async ({ signal }) => {
      const { scenarios, windowing } = await api.scenarios.query(
        { scenario: { run_id: id }, windowing: cursor ?? { limit: rowsPerPage } },
        { signal },
      )
      const scenarioIds = scenarios.map((scenario) => scenario.id)
      const { results } = await api.results.query(
        { result: { run_id: id, scenario_ids: scenarioIds, repeat_idx: 0 }, windowing: { limit: 10_000 } },
        { signal },
      )
      const rows = runRowsOf({ steps, firstNumber: offset + 1, scenarioIds, results })
      const previews = await previewsOf(api, {
        traceIds: [...new Set(rows.map(({ source }) => source.trace))],
        signal,
      })
      return {
        rows: rows.map((row) => ({ ...row, preview: previews.get(row.source.trace) })),
        next: windowing === undefined ? undefined : { offset: offset + scenarios.length, cursor: windowing },
      }
    },
    placeholderData: keepPreviousData,
  })
