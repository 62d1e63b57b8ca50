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
    runAt,
  }: {
    readonly changes: readonly MetricChange[]
    readonly names: readonly string[]
    readonly runAt: number
  },
): string {
  const sides = [0, runAt]
  const head = [
    'row',
    'input',
    ...sides.map((at) => `output: ${names[at] ?? ''}`),
    ...changes.flatMap(({ metric }) => sides.map((at) => `${metricName(metric)}: ${names[at] ?? ''}`)),
  ]
  const lines = rows.map((row) => [
    row.key,
    row.input,
    ...sides.map((at) => row.sides[at]?.output),
    ...changes.flatMap(({ metric: { evaluator, path } }) =>
      sides.map((at) => rowValue(row.sides[at]?.values[evaluator]?.[path])),
    ),
  ])
  return csvText([head, ...lines])
}
