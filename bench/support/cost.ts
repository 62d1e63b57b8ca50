// The cost of one request or statement, and rows that compare it between sizes.
import type { Row } from './record.ts'

export interface Cost {
  /** Median wall time. */
  readonly ms: number
  readonly processorMs: number
}

/** The costs of all cases at one size. */
export interface Measured {
  readonly size: string
  readonly costs: ReadonlyMap<string, Cost>
}

const rounded = (ms: number): number => (ms < 100 ? Math.round(ms * 100) / 100 : Math.round(ms))

/** One row per case; the ratio compares the processor time of the last size with that of the first. */
export function costRows(subject: string, measured: readonly Measured[]): readonly Row[] {
  const [first, last] = [measured[0], measured.at(-1)]
  return [...(first?.costs.keys() ?? [])].map((name): Row => {
    const [least = 0, most = 0] = [first, last].map((size) => size?.costs.get(name)?.processorMs)
    return {
      [subject]: name,
      ...Object.fromEntries(
        measured.flatMap(({ size, costs }) => {
          const { ms = 0, processorMs = 0 } = costs.get(name) ?? {}
          return [
            [`${size}: ms`, rounded(ms)],
            [`${size}: processor ms`, rounded(processorMs)],
          ]
        }),
      ),
      ratio: Math.round((most / Math.max(least, 0.01)) * 10) / 10,
    }
  })
}
