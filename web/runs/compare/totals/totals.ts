// web/runs/compare/totals: duration, cost and tokens of compared runs, and the comparison as a file.
// totals.ts and csv.ts are pure. Imports web/app, web/ui and web/runs. Start here.
//
// The totals of two runs. Their differences are unpaired: each run has its own mean and interval.
import { measured, outputs, partsOf, type Metrics, type Run, type Unit } from '../../run-model.ts'

interface MeanOf {
  readonly mean: number
  /** Half the width of the 95% interval; undefined: there is one value. */
  readonly half: number | undefined
}

export interface TotalChange {
  readonly name: string
  readonly unit: Unit
  readonly before: number | undefined
  readonly after: number | undefined
  readonly difference: number | undefined
  /** Bounded: a total is never below 0. */
  readonly ci95: readonly [number, number] | undefined
  /** Lower totals are better; a difference counts if its interval excludes 0. */
  readonly verdict: 'worse' | 'better' | 'same'
}

/** The sum over the subjects of a run. */
function meansOf(run: Run, metrics: Metrics): ReadonlyMap<string, MeanOf & { readonly unit: Unit }> {
  const means = new Map<string, MeanOf & { readonly unit: Unit }>()
  for (const { path, name, unit, statistics } of measured(partsOf(run), metrics)) {
    if (path.startsWith(outputs) || statistics.mean === undefined) continue
    const [low, high] = statistics.ci95 ?? []
    const half = low === undefined || high === undefined ? undefined : (high - low) / 2
    const other = means.get(name)
    means.set(name, {
      unit,
      mean: statistics.mean + (other?.mean ?? 0),
      half: other === undefined ? half : joinedHalf(half, other.half),
    })
  }
  return means
}

/** Errors of independent means add as squares. */
const joinedHalf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : Math.hypot(a, b)

function changeOf(before: MeanOf | undefined, after: MeanOf | undefined) {
  if (before === undefined || after === undefined) {
    return { difference: undefined, ci95: undefined, verdict: 'same' as const }
  }
  const difference = after.mean - before.mean
  const half = joinedHalf(before.half, after.half)
  if (half === undefined) return { difference, ci95: undefined, verdict: 'same' as const }
  const ci95 = [Math.max(-before.mean, difference - half), difference + half] as const
  const isSignificant = difference !== 0 && Math.abs(difference) > half
  const verdict = !isSignificant
    ? ('same' as const)
    : difference > 0
      ? ('worse' as const)
      : ('better' as const)
  return { difference, ci95, verdict }
}

const order = ['duration', 'cost', 'tokens', 'errors']

export interface RunTotals {
  readonly run: Run
  readonly metrics: Metrics
}

/** Duration, cost, tokens and errors of both runs. */
export function totalChanges(before: RunTotals, after: RunTotals): readonly TotalChange[] {
  const [from, to] = [meansOf(before.run, before.metrics), meansOf(after.run, after.metrics)]
  return order.flatMap((name) => {
    const [a, b] = [from.get(name), to.get(name)]
    const unit = a?.unit ?? b?.unit
    return unit === undefined ? [] : [{ name, unit, before: a?.mean, after: b?.mean, ...changeOf(a, b) }]
  })
}
