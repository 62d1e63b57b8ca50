// Reads the values of a run's steps as metric columns, for comparisons, gates and row lists.
import { prefetch } from '../../kernel/prefetch.ts'
import { chunks } from '../../kernel/chunks.ts'
import { traceOutcomes, type StoredOutcome } from '../../programs/execution/stored-traces.ts'
import { measuredTotals } from '../statistics/metrics.ts'
import type { Step } from '../plan/steps.ts'
import type { OperationContext } from '../records/engine.ts'
import {
  ColumnBuilder,
  countableParts,
  type MetricColumn,
  type StepColumns,
  type Value,
} from './metric-columns.ts'
import type { RunRows, StepCell } from './run-rows.ts'

/** By evaluator, then by path; a list has one value per repeat. */
export type RowValues = ReadonlyMap<string, ReadonlyMap<string, readonly Value[]>>

/** The columns of a run, by step name. */
export type RunColumns = ReadonlyMap<string, StepColumns>

/** The steps to read, by the names of their values. */
export interface ValueSelection {
  readonly steps: ReadonlyMap<string, Step>
  /** Whether duration, cost, tokens and errors are values, too. */
  readonly withTotals: boolean
}

/** Outcomes per read. */
const cellsPerRead = 10_000

/** A chunk of one step's cells and the builder for their values. */
interface CellChunk {
  readonly cells: readonly StepCell[]
  readonly builder: ColumnBuilder
  readonly isAnnotation: boolean
  readonly withTotals: boolean
}

/** Outputs count if the cell succeeded and is an annotation. */
function fill(
  { cells, builder, isAnnotation, withTotals }: CellChunk,
  outcomes: ReadonlyMap<string, StoredOutcome>,
): void {
  for (const { position, succeeded, traceId } of cells) {
    const outcome = outcomes.get(traceId)
    if (outcome === undefined) continue
    if (isAnnotation && succeeded && outcome.outputs !== undefined) {
      builder.addOutputs(position, { outputs: outcome.outputs })
    }
    if (withTotals) {
      for (const [path, value] of measuredTotals(outcome)) builder.addTotal(position, { path, value })
    }
  }
}

/** Splits the selected cells of a run into chunks, with the columns they fill. */
function chunksOf(
  { cells }: RunRows,
  { steps, withTotals }: ValueSelection,
): { readonly columns: RunColumns; readonly parts: readonly CellChunk[] } {
  const columns = new Map<string, StepColumns>()
  const parts: CellChunk[] = []
  for (const [name, { key, type }] of steps) {
    const isAnnotation = type === 'annotation'
    if (!isAnnotation && !withTotals) continue
    const builder = new ColumnBuilder()
    columns.set(name, builder.columns)
    const stepCells = (cells.get(key) ?? []).filter(({ succeeded }) => succeeded || withTotals)
    for (const chunk of chunks(stepCells, cellsPerRead)) {
      parts.push({ cells: chunk, builder, isAnnotation, withTotals })
    }
  }
  return { columns, parts }
}

/** Groups chunks that one statement reads: a page of rows has few cells in each of many steps. */
function groupChunks(parts: readonly CellChunk[]): readonly (readonly CellChunk[])[] {
  const byKind = Map.groupBy(parts, ({ isAnnotation, withTotals }) => `${isAnnotation} ${withTotals}`)
  return [...byKind.values()].flatMap((kindChunks) => {
    const groups: CellChunk[][] = []
    let cells = cellsPerRead
    for (const part of kindChunks) {
      cells += part.cells.length
      if (cells <= cellsPerRead) groups.at(-1)?.push(part)
      else {
        groups.push([part])
        cells = part.cells.length
      }
    }
    return groups
  })
}

/** Reads the values and measures of the cells of runs. */
export async function columnsOfRuns(
  { engine, scope }: OperationContext,
  { runs, select }: { readonly runs: readonly RunRows[]; readonly select: (run: RunRows) => ValueSelection },
): Promise<readonly RunColumns[]> {
  const selections = runs.map((run) => chunksOf(run, select(run)))
  const read = (parts: readonly CellChunk[]) =>
    traceOutcomes(engine.spans, {
      projectId: scope.projectId,
      traceIds: parts.flatMap(({ cells }) => cells.map(({ traceId }) => traceId)),
      outcomeOptions: {
        withOutputs: parts[0]?.isAnnotation === true,
        withTotals: parts[0]?.withTotals === true,
        reduceLarge: countableParts,
      },
    })
  const groups = groupChunks(selections.flatMap((selection) => selection.parts))
  for await (const [parts, outcomes] of prefetch(groups, read)) {
    for (const part of parts) fill(part, outcomes)
  }
  return selections.map(({ columns }) => columns)
}

/** The values of columns by row; meant for few rows. */
export function rowValues(columns: RunColumns): ReadonlyMap<number, RowValues> {
  const byRow = new Map<number, Map<string, Map<string, Value[]>>>()
  for (const [name, step] of columns) {
    for (const [path, { positions, values }] of step) {
      for (const [i, position] of positions.entries()) {
        const value = values[i]
        if (value === undefined) continue
        const valuesByName = byRow.get(position) ?? new Map<string, Map<string, Value[]>>()
        byRow.set(position, valuesByName)
        const paths = valuesByName.get(name) ?? new Map<string, Value[]>()
        valuesByName.set(name, paths)
        const list = paths.get(path)
        if (list === undefined) paths.set(path, [value])
        else list.push(value)
      }
    }
  }
  return byRow
}

/** Numbers and booleans of a column; undefined: it has none. */
function countableColumn({ positions, values }: MetricColumn): MetricColumn | undefined {
  const indexes = values.flatMap((value, i) => (typeof value === 'string' ? [] : [i]))
  return indexes.length === 0
    ? undefined
    : {
        positions: indexes.map((i) => positions[i] ?? 0),
        values: indexes.flatMap((i) => values[i] ?? []),
      }
}

/** Only numbers and booleans; columns without any are omitted. */
export const countableColumns = (columns: RunColumns): RunColumns =>
  new Map(
    [...columns].map(([name, step]) => {
      const columnsByPath = new Map<string, MetricColumn>()
      for (const [path, column] of step) {
        const countable = column.values.some((value) => typeof value === 'string')
          ? countableColumn(column)
          : column
        if (countable !== undefined) columnsByPath.set(path, countable)
      }
      return [name, columnsByPath]
    }),
  )
