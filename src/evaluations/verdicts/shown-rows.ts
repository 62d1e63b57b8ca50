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

/** What one run says of the rows of a page: JSON by the position of the scenario in the run. */
async function saidOfRows(
  engine: EvaluationEngine,
  scope: Scope,
  runOf: RunRows,
  { positions, shows }: { readonly positions: readonly number[]; readonly shows: ShowingRows['shows'] },
): Promise<ReadonlyMap<number, JsonObject>> {
  const rows = positions.flatMap((position) => runOf.rows[position] ?? [])
  const shown = await withShownCells(scope, runOf, rows)
  const { application, evaluators } = runOf
  const isAll = shows === 'everything'
  const steps =
    isAll && application !== undefined ? new Map([...evaluators, [application.key, application]]) : evaluators
  const [columns = new Map()] = await columnsOfRuns(engine, scope, [shown], () => ({
    steps,
    withTotals: isAll,
  }))
  const values = rowValues(isAll ? columns : countedValues(columns))
  const traces = judgedTraces(shown)
  return new Map(
    rows.map(({ scenario }, i) => [
      positions[i] ?? -1,
      {
        run_id: runOf.run.id,
        scenario_id: scenario.id,
        ...(traces[i] === undefined ? {} : { trace_id: traces[i] }),
        status: scenario.status,
        values: valuesJson(values.get(i)),
      },
    ]),
  )
}

export async function shownRows(
  engine: EvaluationEngine,
  scope: Scope,
  { runs, table }: ComparedRuns,
  { rows, shows }: ShowingRows,
): Promise<readonly JsonObject[]> {
  const places = rows.map((row) => table.placesOf(row))
  const said: ReadonlyMap<number, JsonObject>[] = []
  for (const [side, runOf] of runs.entries()) {
    const own = places.flatMap((ofRow) => ofRow.filter((place) => place.side === side))
    said.push(
      await saidOfRows(engine, scope, runOf, { positions: own.map(({ position }) => position), shows }),
    )
  }
  const nameJson = (row: number, [first]: readonly RowPlace[]): JsonObject => {
    const testcaseId = first && table.sides[first.side]?.rows[first.position]?.testcaseId
    return testcaseId === undefined ? { source_trace_id: table.nameOf(row) } : { testcase_id: testcaseId }
  }
  return rows.map((row, i) => ({
    ...nameJson(row, places[i] ?? []),
    runs: (places[i] ?? []).flatMap(({ side, position }) => said[side]?.get(position) ?? []),
  }))
}
