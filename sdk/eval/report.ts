// The progress bar of a run, and the table of its results.
import type { EvaluationGate } from '../generated/schemas.ts'

export interface Progress {
  readonly done: number
  readonly total: number
  readonly failed: number
}

/** A terminal, or another writable output. */
export interface Output {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  write(text: string): unknown
}

const barWidth = 30

/** A progress bar on one line; none without a terminal. */
export function progressBar(output: Output | undefined, now: () => number = () => performance.now()) {
  const startedAt = now()
  let drawnAt = Number.NEGATIVE_INFINITY
  return ({ done, total, failed }: Progress): void => {
    const isLast = done === total
    if (output?.isTTY !== true || (!isLast && now() - drawnAt < 100)) return
    drawnAt = now()
    const share = total === 0 ? 1 : done / total
    const filled = Math.round(share * barWidth)
    const leftSeconds = done === 0 ? undefined : (((now() - startedAt) / done) * (total - done)) / 1000
    const remaining = isLast || leftSeconds === undefined ? '' : ` · ${Math.ceil(leftSeconds)} s left`
    const faults = failed === 0 ? '' : ` · ${failed} failed`
    const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`
    output.write(`\r\u001b[K${bar} ${done}/${total}${faults}${remaining}${isLast ? '\n' : ''}`)
  }
}

/** One metric of an evaluator. */
export interface MetricLine {
  readonly evaluator: string
  readonly path: string
  readonly count: number
  /** The mean of numbers, the rate of booleans. */
  readonly value: number | undefined
  readonly min: number | undefined
  readonly max: number | undefined
}

const format = (value: number | undefined): string =>
  value === undefined ? '' : Number.isInteger(value) ? String(value) : value.toFixed(3)

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  const [head = [], ...rest] = rows
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rest.map(line)].join('\n')
}

/** The metrics as a table, and the gate rules with their outcome. */
export function reportText(lines: readonly MetricLine[], gate: EvaluationGate | undefined): string {
  const table = tableOf([
    ['evaluator', 'metric', 'count', 'value', 'min', 'max'],
    ...lines.map(({ evaluator, path, count, value, min, max }) => [
      evaluator,
      path,
      String(count),
      format(value),
      format(min),
      format(max),
    ]),
  ])
  if (gate === undefined) return `${table}\n`
  const rules = gate.rules.map(
    ({ passed, evaluator, path, statistic, value, reason }) =>
      `${passed ? '✓' : '✗'} ${evaluator} ${path} ${statistic} = ${format(value)}${reason === undefined ? '' : `: ${reason}`}`,
  )
  const why = gate.reason === undefined ? '' : `: ${gate.reason}`
  return `${table}\n\n${rules.join('\n')}\ngate: ${gate.verdict}${why}\n`
}
