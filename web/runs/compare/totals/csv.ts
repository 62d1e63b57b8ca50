// The comparison as comma-separated values: a line per row, with both values of each metric.
import { csvText } from '../../../ui/csv.ts'
import { metricName, rowValue, type MetricChange } from '../model.ts'

interface ComparedSide {
  readonly output: string
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface ComparedLine {
  readonly key: string
  readonly input: string
  readonly sides: readonly (ComparedSide | undefined)[]
}

export function comparisonCsv(
  rows: readonly ComparedLine[],
  {
    changes,
    names,
    runIndex,
  }: {
    readonly changes: readonly MetricChange[]
    readonly names: readonly string[]
    readonly runIndex: number
  },
): string {
  const sides = [0, runIndex]
  const head = [
    'row',
    'input',
    ...sides.map((index) => `output: ${names[index] ?? ''}`),
    ...changes.flatMap(({ metric }) => sides.map((index) => `${metricName(metric)}: ${names[index] ?? ''}`)),
  ]
  const lines = rows.map((row) => [
    row.key,
    row.input,
    ...sides.map((index) => row.sides[index]?.output),
    ...changes.flatMap(({ metric: { evaluator, path } }) =>
      sides.map((index) => rowValue(row.sides[index]?.values[evaluator]?.[path])),
    ),
  ])
  return csvText([head, ...lines])
}
