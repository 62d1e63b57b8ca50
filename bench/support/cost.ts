// The cost of one request or statement, and rows that compare it between sizes.
import type { Row } from './record.ts'

export interface Cost {
  /** Median wall time. */
  readonly ms: number
  readonly processorMs: number
}

/** The costs of all cases at one size. */
export interface SizeCosts {
  readonly size: string
  readonly costs: ReadonlyMap<string, Cost>
}

const round = (ms: number): number => (ms < 100 ? Math.round(ms * 100) / 100 : Math.round(ms))

/** One row per case; the ratio compares the processor time of the last size with that of the first. */
export function costRows(subject: string, sizeCosts: readonly SizeCosts[]): readonly Row[] {
  const [firstSize, lastSize] = [sizeCosts[0], sizeCosts.at(-1)]
  return [...(firstSize?.costs.keys() ?? [])].map((name): Row => {
    const [firstMs = 0, lastMs = 0] = [firstSize, lastSize].map((size) => size?.costs.get(name)?.processorMs)
    return {
      [subject]: name,
      ...Object.fromEntries(
        sizeCosts.flatMap(({ size, costs }) => {
          const { ms = 0, processorMs = 0 } = costs.get(name) ?? {}
          return [
            [`${size}: ms`, round(ms)],
            [`${size}: processor ms`, round(processorMs)],
          ]
        }),
      ),
      ratio: Math.round((lastMs / Math.max(firstMs, 0.01)) * 10) / 10,
    }
  })
}
