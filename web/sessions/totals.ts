// What a session took: sums over its traces, each counted once.
import { costOf, errorsOf, timeMs, tokensOf, type Span } from '../app/span.ts'

export interface SessionTotals {
  readonly turns: number
  /** Turns with an error. */
  readonly failed: number
  /** From the first start to the last end. */
  readonly durationMs: number
  readonly tokens: number
  readonly cost: number
  readonly users: readonly string[]
}

const sum = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((total, number) => total + (number ?? 0), 0)

export const totalsOf = (roots: readonly Span[]): SessionTotals => ({
  turns: new Set(roots.map(({ trace_id }) => trace_id)).size,
  failed: new Set(roots.filter((span) => errorsOf(span) > 0).map(({ trace_id }) => trace_id)).size,
  durationMs:
    roots.length === 0
      ? 0
      : Math.max(...roots.map(({ end_time }) => timeMs(end_time))) -
        Math.min(...roots.map(({ start_time }) => timeMs(start_time))),
  tokens: sum(roots.map(tokensOf)),
  cost: sum(roots.map(costOf)),
  users: [...new Set(roots.flatMap(({ user_id: id }) => (id === undefined ? [] : [id])))],
})
