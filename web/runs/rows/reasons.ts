// Failures of cells, grouped by what went wrong.

interface FailedCell {
  readonly step_key: string
  readonly error?: { readonly code?: string; readonly message?: string }
}

export interface Reason {
  /** Empty: nobody said. */
  readonly code: string
  readonly total: number
  /** Keys of the steps in which it happened, most often first. */
  readonly steps: readonly string[]
  /** The sentence of one of them. */
  readonly example: string | undefined
}

const most = (
  [, a]: readonly [string, readonly unknown[]],
  [, b]: readonly [string, readonly unknown[]],
): number => b.length - a.length

/** What an answer failed for fails those who were to judge it: that is told last, being no reason of its own. */
const isConsequence = ({ code }: Reason): boolean => code === 'upstream_failed'

export function reasonsOf(cells: readonly FailedCell[]): readonly Reason[] {
  const byCode = [...Map.groupBy(cells, ({ error }) => error?.code ?? '')].toSorted(most)
  const reasons = byCode.map(([code, failed]) => ({
    code,
    total: failed.length,
    steps: [...Map.groupBy(failed, ({ step_key }) => step_key)].toSorted(most).map(([key]) => key),
    example: failed.find(({ error }) => error?.message !== undefined)?.error?.message,
  }))
  return [...reasons.filter((one) => !isConsequence(one)), ...reasons.filter(isConsequence)]
}
