// What the steps of a run answered, metric by metric: what comparisons, gates and lists of rows are made of.
import { readAhead } from '../../kernel/read-ahead.ts'
import { slicesOf } from '../../kernel/slices.ts'
import type { Scope } from '../../access/scope.ts'
import { traceOutcomes, type StoredOutcome } from '../../programs/execution/stored-traces.ts'
import { measuredTotals } from '../statistics/metrics.ts'
import type { Step } from '../plan/steps.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import {
  ColumnFiller,
  countedParts,
  type MetricColumn,
  type StepColumns,
  type Value,
} from './metric-columns.ts'
import type { RunRows, StepCell } from './run-rows.ts'

/** By evaluator, then by path; a list has one value for each repeat. */
export type RowValues = ReadonlyMap<string, ReadonlyMap<string, readonly Value[]>>

/** The columns of a run, by the names of steps. */
export type RunColumns = ReadonlyMap<string, StepColumns>

/** Which steps are read, by the names that their values get. */
export interface WantedValues {
  readonly steps: ReadonlyMap<string, Step>
  /** Whether time, cost, tokens and errors are values, too. */
  readonly withTotals: boolean
}

/** So many outcomes are held as they were read. */
const cellsAtOnce = 10_000

/** Cells of one step, and where their values go. */
interface Part {
  readonly cells: readonly StepCell[]
  readonly filler: ColumnFiller
  readonly isJudgement: boolean
  readonly withTotals: boolean
}

/** Outputs count when the cell succeeded and it is a judgement. */
function fill(
  { cells, filler, isJudgement, withTotals }: Part,
  outcomes: ReadonlyMap<string, StoredOutcome>,
): void {
  for (const { position, succeeded, traceId } of cells) {
    const outcome = outcomes.get(traceId)
    if (outcome === undefined) continue
    if (isJudgement && succeeded && outcome.outputs !== undefined) {
      filler.addOutputs(position, outcome.outputs)
    }
    if (withTotals) {
      for (const [path, value] of measuredTotals(outcome)) filler.addTotal(position, path, value)
    }
  }
}

/** The cells of a run that are read, in parts, and the columns that they fill. */
function partsOf(
  { cells }: RunRows,
  { steps, withTotals }: WantedValues,
): { readonly columns: RunColumns; readonly parts: readonly Part[] } {
  const columns = new Map<string, StepColumns>()
  const parts: Part[] = []
  for (const [name, { key, type }] of steps) {
    const isJudgement = type === 'annotation'
    if (!isJudgement && !withTotals) continue
    const filler = new ColumnFiller()
    columns.set(name, filler.columns)
    const own = (cells.get(key) ?? []).filter(({ succeeded }) => succeeded || withTotals)
    for (const some of slicesOf(own, cellsAtOnce)) {
      parts.push({ cells: some, filler, isJudgement, withTotals })
    }
  }
  return { columns, parts }
}

/** Parts that one statement reads: a page of rows has few cells in each of many steps. */
function partsTogether(parts: readonly Part[]): readonly (readonly Part[])[] {
  const alike = Map.groupBy(parts, ({ isJudgement, withTotals }) => `${isJudgement} ${withTotals}`)
  return [...alike.values()].flatMap((own) => {
    const together: Part[][] = []
    let cells = cellsAtOnce
    for (const part of own) {
      cells += part.cells.length
      if (cells <= cellsAtOnce) together.at(-1)?.push(part)
      else {
        together.push([part])
        cells = part.cells.length
      }
    }
    return together
  })
}

/** What was answered and measured in the cells of runs. */
export async function columnsOfRuns(
  engine: EvaluationEngine,
  scope: Scope,
  runs: readonly RunRows[],
  wanted: (runOf: RunRows) => WantedValues,
): Promise<readonly RunColumns[]> {
  const asked = runs.map((runOf) => partsOf(runOf, wanted(runOf)))
  const read = (parts: readonly Part[]) =>
    traceOutcomes(
      engine.spans,
      scope.projectId,
      parts.flatMap(({ cells }) => cells.map(({ traceId }) => traceId)),
      {
        withOutputs: parts[0]?.isJudgement === true,
        withTotals: parts[0]?.withTotals === true,
        keptOfLarge: countedParts,
      },
    )
  const together = partsTogether(asked.flatMap((ofRun) => ofRun.parts))
  for await (const [parts, outcomes] of readAhead(together, read)) {
    for (const part of parts) fill(part, outcomes)
  }
  return asked.map(({ columns }) => columns)
}

/** The same by rows: for few of them. */
export function rowValues(columns: RunColumns): ReadonlyMap<number, RowValues> {
  const found = new Map<number, Map<string, Map<string, Value[]>>>()
  for (const [name, step] of columns) {
    for (const [path, { positions, values }] of step) {
      for (const [i, position] of positions.entries()) {
        const value = values[i]
        if (value === undefined) continue
        const ofRow = found.get(position) ?? new Map<string, Map<string, Value[]>>()
        found.set(position, ofRow)
        const paths = ofRow.get(name) ?? new Map<string, Value[]>()
        ofRow.set(name, paths)
        const list = paths.get(path)
        if (list === undefined) paths.set(path, [value])
        else list.push(value)
      }
    }
  }
  return found
}

/** Numbers and booleans of a column; undefined: it has none. */
function countedColumn({ positions, values }: MetricColumn): MetricColumn | undefined {
  const counted = values.flatMap((value, i) => (typeof value === 'string' ? [] : [i]))
  return counted.length === 0
    ? undefined
    : {
        positions: counted.map((i) => positions[i] ?? 0),
        values: counted.flatMap((i) => values[i] ?? []),
      }
}

/** Numbers and booleans alone; what has none is left out. */
export const countedValues = (columns: RunColumns): RunColumns =>
  new Map(
    [...columns].map(([name, step]) => {
      const counted = new Map<string, MetricColumn>()
      for (const [path, column] of step) {
        const kept = column.values.some((value) => typeof value === 'string') ? countedColumn(column) : column
        if (kept !== undefined) counted.set(path, kept)
      }
      return [name, counted]
    }),
  )
