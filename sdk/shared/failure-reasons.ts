// Groups failed cells of a run by error code, for pages, terminal and assistants.
import { groupBy } from '../../src/kernel/group-by.ts'

export interface FailedCell {
  readonly step_key: string
  readonly error?: { readonly code?: string; readonly message?: string }
}

export interface Reason {
  /** Empty: the error has no code. */
  readonly code: string
  readonly total: number
  /** Keys of the failed steps, the most frequent first. */
  readonly steps: readonly string[]
  /** The message of one of the errors. */
  readonly example: string | undefined
}

const byFrequency = (
  [, a]: readonly [string, readonly unknown[]],
  [, b]: readonly [string, readonly unknown[]],
): number => b.length - a.length

/** An evaluator fails when its subject failed. This is not the cause, so it is listed last. */
const isConsequence = ({ code }: Reason): boolean => code === 'upstream_failed'

export function reasonsOf(cells: readonly FailedCell[]): readonly Reason[] {
  const byCode = [...groupBy(cells, ({ error }) => error?.code ?? '')].toSorted(byFrequency)
  const reasons = byCode.map(([code, failures]) => ({
    code,
    total: failures.length,
    steps: [...groupBy(failures, ({ step_key }) => step_key)].toSorted(byFrequency).map(([key]) => key),
    example: failures.find(({ error }) => error?.message !== undefined)?.error?.message,
  }))
  return [...reasons.filter((reason) => !isConsequence(reason)), ...reasons.filter(isConsequence)]
}
