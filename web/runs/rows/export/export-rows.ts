// Loads all rows of a list for an export, with full outputs.
import type { Api } from '../../../app/api.ts'
import { agOf, costOf, durationMs } from '../../../app/spans/span.ts'
import { outputsPath, valueOf } from '../../run-model.ts'
import type { ExportedRow } from './export-file.ts'
import { loadPage, type Listing } from '../queries.ts'
import { loadRecords, type RowRecords, type Scenario } from '../scenario-rows.ts'

const pageSize = 100

interface Export extends Listing {
  /** The names of steps by key. */
  readonly names: ReadonlyMap<string, string>
  readonly signal: AbortSignal
}

const fields = ['start_time', 'end_time', 'totals', 'attributes'] as const

export async function loadExport(api: Api, exportRequest: Export): Promise<readonly ExportedRow[]> {
  const { runId, names, signal } = exportRequest
  const rows: ExportedRow[] = []
  let page: object | undefined
  do {
    const { scenarios, next } = await loadPage(api, { ...exportRequest, page, limit: pageSize })
    for (let from = 0; from < scenarios.length; from += pageSize) {
      const chunk = scenarios.slice(from, from + pageSize)
      const records = await loadRecords(api, { runId, scenarios: chunk, fields, signal })
      const resultsByScenario = Map.groupBy(records.results, ({ scenario_id }) => scenario_id)
      rows.push(
        ...chunk.map((scenario) =>
          exportedRow(scenario, { ...records, results: resultsByScenario.get(scenario.id) ?? [], names }),
        ),
      )
    }
    page = next
  } while (page !== undefined)
  return rows
}

function exportedRow(
  { id, status }: Scenario,
  { results, testcases, roots, numbers, names }: RowRecords & Pick<Export, 'names'>,
): ExportedRow {
  const nameOf = (key: string): string => names.get(key) ?? key
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
      if (path.startsWith(outputsPath))
        row.set(`${nameOf(step)}: ${path.slice(outputsPath.length)}`, valueOf(statistics))
    }
  }
  return row
}
