// The progress bar of a run, and the table of its results.
import type { EvaluationGate } from '../generated/schemas.ts'
import type { RowChange } from './changes.ts'

/** The progress of a run, in cells. */
export interface Progress {
  /** Finished cells, including failed ones. */
  readonly done: number
  /** All cells that this call computes. */
  readonly total: number
  /** Failed cells. */
  readonly failed: number
}

/** A terminal, or another writable output. */
export interface Output {
  /** Whether it is a terminal, which gets a progress bar. */
  readonly isTTY?: boolean | undefined
  /** The width of a terminal. */
  readonly columns?: number | undefined
  /** Writes text. */
  write(text: string): unknown
}

const barWidth = 30

/** A progress bar on one line; none without a terminal. */
export function progressBar(output: Output | undefined, now: () => number = () => performance.now()) {
  const startedAt = now()
  let lastDrawnMs = Number.NEGATIVE_INFINITY
  return ({ done, total, failed }: Progress): void => {
    const isLast = done === total
    if (output?.isTTY !== true || (!isLast && now() - lastDrawnMs < 100)) return
    lastDrawnMs = now()
    const share = total === 0 ? 1 : done / total
    const filledWidth = Math.round(share * barWidth)
    const leftSeconds = done === 0 ? undefined : (((now() - startedAt) / done) * (total - done)) / 1000
    const remaining = isLast || leftSeconds === undefined ? '' : ` · ${Math.ceil(leftSeconds)} s left`
    const faults = failed === 0 ? '' : ` · ${failed} failed`
    const bar = `${'█'.repeat(filledWidth)}${'░'.repeat(barWidth - filledWidth)}`
    output.write(`\r\u001b[K${bar} ${done}/${total}${faults}${remaining}${isLast ? '\n' : ''}`)
  }
}

/** One metric of an evaluator. */
export interface MetricLine {
  /** The slug of the evaluator. */
  readonly evaluator: string
  /** The path in its outputs, such as `score`. */
  readonly path: string
  /** The number of values. */
  readonly count: number
  /** The mean of numbers, the rate of booleans. */
  readonly value: number | undefined
  /** The smallest value. */
  readonly min: number | undefined
  /** The largest value. */
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

/** Cells that failed for the same reason. */
export interface ErrorLine {
  /** `task`, or the slug of the evaluator. */
  readonly step: string
  /** The message of the error. */
  readonly message: string
  /** The number of cells. */
  readonly count: number
}

const linesMax = 10

const firstLines = (lines: readonly string[], subject: string): readonly string[] =>
  lines.length <= linesMax
    ? lines
    : [...lines.slice(0, linesMax), `… and ${lines.length - linesMax} more ${subject}`]

function errorsText(errors: readonly ErrorLine[]): string {
  if (errors.length === 0) return ''
  const lines = errors.map(({ step, message, count }) => `${count} × ${step}: ${message}`)
  return `\nerrors:\n${firstLines(lines, 'reasons').join('\n')}\n`
}

/** Losses first. */
function changesText(changes: readonly RowChange[] | undefined): string {
  if (changes === undefined) return ''
  const losses = changes.filter(({ before, after }) => after < before)
  const wins = changes.filter(({ before, after }) => after > before)
  const lines = [...losses, ...wins].map(
    ({ testcaseId = '', evaluator, path, before, after }) =>
      `${after < before ? '▼' : '▲'} ${testcaseId} ${evaluator} ${path}: ${String(before)} → ${String(after)}`,
  )
  const head = `changes since the baseline: ${wins.length} better, ${losses.length} worse`
  return `\n${[head, ...firstLines(lines, 'changes')].join('\n')}\n`
}

/** The report of a run: its metrics, errors, changes since the baseline, and the gate. */
export const reportText = ({
  metrics,
  gate,
  errors = [],
  changes,
}: {
  readonly metrics: readonly MetricLine[]
  readonly gate: EvaluationGate | undefined
  readonly errors?: readonly ErrorLine[]
  readonly changes?: readonly RowChange[] | undefined
}): string => `${metricsText(metrics)}${errorsText(errors)}${changesText(changes)}${gateText(gate)}`

function metricsText(lines: readonly MetricLine[]): string {
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
  return `${table}\n`
}

function gateText(gate: EvaluationGate | undefined): string {
  if (gate === undefined) return ''
  const rules = gate.rules.map(
    ({ passed, evaluator, path, statistic, value, reason }) =>
      `${passed ? '✓' : '✗'} ${evaluator} ${path} ${statistic} = ${format(value)}${reason === undefined ? '' : `: ${reason}`}`,
  )
  const gateReason = gate.reason === undefined ? '' : `: ${gate.reason}`
  return `\n${rules.join('\n')}\ngate: ${gate.verdict}${gateReason}\n`
}
