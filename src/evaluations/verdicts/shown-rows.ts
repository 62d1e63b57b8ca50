// Rows as they are answered, with what each run says of them: read for those of a page alone.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import type { ComparedRuns, RowPlace } from './row-table.ts'
import { judgedTraces, withShownCells, type RunRows } from './run-rows.ts'
import { columnsOfRuns, countedValues, rowValues, type RowValues } from './run-values.ts'

export interface ShowingRows {
  /** Numbers of rows. */
  readonly rows: readonly number[]
  /** Numbers and verdicts of the judgements; or all that was judged and measured, of the application, too. */
  readonly shows: 'judgements' | 'everything'
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

/** JSON by the position of the scenario in its run. */
type SaidOfRows = ReadonlyMap<number, JsonObject>

/** What each run says of the rows of a page, which are at these positions in it. */
async function saidOfRows(
  engine: EvaluationEngine,
  scope: Scope,
  runs: readonly { readonly runOf: RunRows; readonly positions: readonly number[] }[],
  shows: ShowingRows['shows'],
): Promise<readonly SaidOfRows[]> {
  const isAll = shows === 'everything'
  const shown: RunRows[] = []
  for (const { runOf, positions } of runs) {
    const rows = positions.flatMap((position) => runOf.rows[position] ?? [])
    shown.push(await withShownCells(scope, runOf, rows))
  }
  const columns = await columnsOfRuns(engine, scope, shown, ({ application, evaluators }) => ({
    steps:
      isAll && application !== undefined
        ? new Map([...evaluators, [application.key, application]])
        : evaluators,
    withTotals: isAll,
  }))
  return shown.map((runOf, side) => {
    const own = columns[side] ?? new Map()
    const values = rowValues(isAll ? own : countedValues(own))
    const traces = judgedTraces(runOf)
    return new Map(
      runOf.rows.map(({ scenario }, i) => [
        runs[side]?.positions[i] ?? -1,
        {
          run_id: runOf.run.id,
          scenario_id: scenario.id,
          ...(traces[i] === undefined ? {} : { trace_id: traces[i] }),
          status: scenario.status,
          values: valuesJson(values.get(i)),
        },
      ]),
    )
  })
}

export async function shownRows(
  engine: EvaluationEngine,
  scope: Scope,
  { runs, table }: ComparedRuns,
  { rows, shows }: ShowingRows,
): Promise<readonly JsonObject[]> {
  const places = rows.map((row) => table.placesOf(row))
  const positionsOf = (side: number): readonly number[] =>
    places.flatMap((ofRow) => ofRow.filter((place) => place.side === side)).map(({ position }) => position)
  const sides = runs.map((runOf, side) => ({ runOf, positions: positionsOf(side) }))
  const said = await saidOfRows(engine, scope, sides, shows)
  const nameJson = (row: number, [first]: readonly RowPlace[]): JsonObject => {
    const testcaseId = first && table.sides[first.side]?.rows[first.position]?.testcaseId
    return testcaseId === undefined ? { source_trace_id: table.nameOf(row) } : { testcase_id: testcaseId }
  }
  return rows.map((row, i) => ({
    ...nameJson(row, places[i] ?? []),
    runs: (places[i] ?? []).flatMap(({ side, position }) => said[side]?.get(position) ?? []),
  }))
}
