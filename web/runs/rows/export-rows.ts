// The rows of a listing as a file has them: with whole outputs, page after page.
import type { Api } from '../../app/api.ts'
import { agOf, costOf, durationMs } from '../../app/spans/span.ts'
import { outputs, valueOf } from '../run-model.ts'
import type { ExportedRow } from './export-file.ts'
import { listed, type Listing } from './queries.ts'
import { readRows, type Read, type Result, type Scenario } from './scenario-rows.ts'

const exportedAtOnce = 100

/** The rows of a listing with whole outputs, page after page. */
export async function exportedRows(
  api: Api,
  listing: Listing,
  names: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<readonly ExportedRow[]> {
  const { runId } = listing
  const nameOf = (key: string): string => names.get(key) ?? key
  const rows: ExportedRow[] = []
  let page: object | undefined
  do {
    const { scenarios, next } = await listed(api, listing, { page, limit: exportedAtOnce }, signal)
    for (let from = 0; from < scenarios.length; from += exportedAtOnce) {
      const some = scenarios.slice(from, from + exportedAtOnce)
      const fields = ['start_time', 'end_time', 'totals', 'attributes'] as const
      const read = await readRows(api, { runId, scenarios: some, fields }, signal)
      const resultsOf = Map.groupBy(read.results, ({ scenario_id }) => scenario_id)
      rows.push(
        ...some.map((scenario) => exportedRow(scenario, resultsOf.get(scenario.id) ?? [], read, nameOf)),
      )
    }
    page = next
  } while (page !== undefined)
  return rows
}

function exportedRow(
  { id, status }: Scenario,
  results: readonly Result[],
  { testcases, roots, numbers }: Read,
  nameOf: (step: string) => string,
): ExportedRow {
  const row = new Map<string, unknown>([
    ['scenario_id', id],
    ['status', status],
  ])
  for (const { step_key: key, testcase_id, trace_id, error } of results) {
    const testcase = testcases.get(testcase_id ?? '')
    for (const [name, value] of Object.entries(testcase ?? {})) row.set(name, value)
    const root = roots.get(trace_id ?? '')
    if (root !== undefined) {
      row.set(`${nameOf(key)}: output`, agOf(root).data?.outputs)
      row.set(`${nameOf(key)}: ms`, durationMs(root))
      if (costOf(root) !== undefined) row.set(`${nameOf(key)}: cost`, costOf(root))
    }
    if (trace_id !== undefined) row.set(`${nameOf(key)}: trace_id`, trace_id)
    if (error?.message !== undefined) row.set(`${nameOf(key)}: error`, error.message)
  }
  for (const [step, paths] of Object.entries(numbers.get(id) ?? {})) {
    for (const [path, statistics] of Object.entries(paths ?? {})) {
      if (path.startsWith(outputs))
        row.set(`${nameOf(step)}: ${path.slice(outputs.length)}`, valueOf(statistics))
    }
  }
  return row
}
