// Wire form of rows with the values of each run, read only for one page.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { OperationContext } from '../records/engine.ts'
import type { ComparedRuns, RowPosition } from './row-table.ts'
import { evaluatedTraces, withAllCells, type RunRows } from './run-rows.ts'
import { columnsOfRuns, countableColumns, rowValues, type RowValues } from './run-values.ts'

export interface RowsRequest {
  /** The row numbers to write. */
  readonly rows: readonly number[]
  /**
   * `verdicts`: numbers and booleans of annotations. `all`: all values and measures, also of the application.
   */
  readonly detail: 'verdicts' | 'all'
}

const valuesJson = (values: RowValues | undefined): JsonObject =>
  Object.fromEntries(
    [...(values ?? [])].map(([evaluator, paths]) => [
      evaluator,
      Object.fromEntries(
        [...paths].map(([path, list]) => [path, list.length === 1 ? (list[0] ?? null) : [...list]]),
      ),
    ]),
  )

/** JSON by scenario position in its run. */
type RowsJson = ReadonlyMap<number, JsonObject>

/** The JSON of the rows on a page, by run. A row has its own position in each run. */
async function rowsOfRuns(
  context: OperationContext,
  {
    runs,
    detail,
  }: {
    readonly runs: readonly { readonly runRows: RunRows; readonly positions: readonly number[] }[]
    readonly detail: RowsRequest['detail']
  },
): Promise<readonly RowsJson[]> {
  const isAll = detail === 'all'
  const pages: RunRows[] = []
  for (const { runRows, positions } of runs) {
    const rows = positions.flatMap((position) => runRows.rows[position] ?? [])
    pages.push(await withAllCells(context.scope, { runRows, rows }))
  }
  const columns = await columnsOfRuns(context, {
    runs: pages,
    select: ({ application, evaluators }) => ({
      steps:
        isAll && application !== undefined
          ? new Map([...evaluators, [application.key, application]])
          : evaluators,
      withTotals: isAll,
    }),
  })
  return pages.map((pageRows, side) => {
    const runColumns = columns[side] ?? new Map()
    const values = rowValues(isAll ? runColumns : countableColumns(runColumns))
    const traces = evaluatedTraces(pageRows)
    return new Map(
      pageRows.rows.map(({ scenario }, i) => [
        runs[side]?.positions[i] ?? -1,
        {
          run_id: pageRows.run.id,
          scenario_id: scenario.id,
          ...(traces[i] === undefined ? {} : { trace_id: traces[i] }),
          status: scenario.status,
          values: valuesJson(values.get(i)),
        },
      ]),
    )
  })
}

export async function wireRows(
  context: OperationContext,
  {
    comparedRuns: { runs, table },
    rowsRequest: { rows, detail },
  }: { readonly comparedRuns: ComparedRuns; readonly rowsRequest: RowsRequest },
): Promise<readonly JsonObject[]> {
  const positions = rows.map((row) => table.positionsOf(row))
  const positionsOf = (side: number): readonly number[] =>
    positions
      .flatMap((rowPositions) => rowPositions.filter((rowPosition) => rowPosition.side === side))
      .map(({ position }) => position)
  const sides = runs.map((runRows, side) => ({ runRows, positions: positionsOf(side) }))
  const rowsJson = await rowsOfRuns(context, { runs: sides, detail })
  const nameJson = (row: number, [first]: readonly RowPosition[]): JsonObject => {
    const testcaseId = first && table.sides[first.side]?.rows[first.position]?.testcaseId
    return testcaseId === undefined ? { source_trace_id: table.nameOf(row) } : { testcase_id: testcaseId }
  }
  return rows.map((row, i) => ({
    ...nameJson(row, positions[i] ?? []),
    runs: (positions[i] ?? []).flatMap(({ side, position }) => rowsJson[side]?.get(position) ?? []),
  }))
}
