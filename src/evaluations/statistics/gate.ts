// The rules of a gate: checks statistics against fixed bounds and a baseline. verdicts/gate.ts reads the statistics.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { Status } from '../plan/status.ts'
import { percentile } from './descriptive.ts'
import { ownMember } from '../../kernel/own.ts'

export interface GateRule {
  readonly evaluator: string
  readonly path: string
  /** `mean`, `rate`, `min`, `max`, `sum`, `std`, `count`, or a percentile such as `p50`. */
  readonly statistic: string
  readonly min?: number
  readonly max?: number
  /** The allowed drop below the baseline. */
  readonly max_drop?: number
  /** Only a significant drop counts. */
  readonly significant_only?: boolean
}

/** The statistics of one rule's metric. */
export interface GateMetric {
  /** Statistics of the run and of the baseline, in the shape of metrics. */
  readonly statistics: JsonObject | undefined
  readonly baseline?: JsonObject | undefined
  /** Whether the comparison with the baseline found the difference significant. */
  readonly significant?: boolean
}

export interface GateInput {
  readonly status: Status
  readonly rules: readonly GateRule[]
  readonly metric: (rule: GateRule) => GateMetric
}

const isNumber = (value: Json | undefined): value is number => typeof value === 'number'

/** A statistic by name. The mean of booleans is their rate; missing percentiles are interpolated. */
export function statisticOf(statistics: JsonObject | undefined, name: string): number | undefined {
  if (statistics === undefined) return undefined
  const directValue = ownMember(statistics, name)
  if (isNumber(directValue)) return directValue
  if (name === 'mean' && isNumber(statistics['rate'])) return statistics['rate']
  if (name === 'rate' && isNumber(statistics['mean'])) return statistics['mean']
  const percent = name === 'median' ? '50' : /^p(\d+(?:\.\d+)?)$/.exec(name)?.[1]
  const { pcts } = statistics
  return percent === undefined || !isJsonObject(pcts) ? undefined : percentileFrom(pcts, Number(percent))
}

function percentileFrom(pcts: JsonObject, requestedPercent: number): number | undefined {
  const percentiles = Object.entries(pcts).flatMap(([key, value]) =>
    isNumber(value) ? [[Number(key.slice(1)), value] as const] : [],
  )
  const exact = percentiles.find(([percent]) => percent === requestedPercent)
  if (exact !== undefined) return exact[1]
  const lowerPercentile = percentiles.findLast(([percent]) => percent < requestedPercent)
  const upperPercentile = percentiles.find(([percent]) => percent > requestedPercent)
  if (lowerPercentile === undefined || upperPercentile === undefined) return undefined
  return percentile(
    [lowerPercentile[1], upperPercentile[1]],
    (100 * (requestedPercent - lowerPercentile[0])) / (upperPercentile[0] - lowerPercentile[0]),
  )
}

/** Tolerates rounding of binary fractions: 0.8 - 0.7 is a drop of 0.1, not more. */
const isAbove = (drop: number, limit: number): boolean =>
  drop - limit > 1e-9 * Math.max(1, Math.abs(drop), Math.abs(limit))

const isUnbounded = ({ min, max, max_drop }: GateRule): boolean =>
  min === undefined && max === undefined && max_drop === undefined

function dropReason(
  rule: GateRule,
  value: number,
  metric: GateMetric,
  baseline: number | undefined,
): string | undefined {
  if (rule.max_drop === undefined) return undefined
  if (baseline === undefined) return 'The baseline has no such statistic.'
  const drop = baseline - value
  if (!isAbove(drop, rule.max_drop)) return undefined
  if (rule.significant_only === true && metric.significant !== true) return undefined
  return `It dropped by ${Number(drop.toPrecision(6))}, more than ${rule.max_drop}.`
}

/**
 * The reason why a value violates the rule. A rule without a bound (for example, with a misspelt name) fails.
 */
function violation(
  rule: GateRule,
  value: number,
  metric: GateMetric,
  baseline: number | undefined,
): string | undefined {
  if (isUnbounded(rule)) return 'The rule has no bound: it needs min, max or max_drop.'
  if (rule.min !== undefined && value < rule.min) return `It is below ${rule.min}.`
  if (rule.max !== undefined && value > rule.max) return `It is above ${rule.max}.`
  return dropReason(rule, value, metric, baseline)
}

function ruleResult(rule: GateRule, metric: GateMetric): JsonObject & { readonly passed: boolean } {
  const value = statisticOf(metric.statistics, rule.statistic)
  const baseline = statisticOf(metric.baseline, rule.statistic)
  const reason =
    value === undefined ? 'The run has no such statistic.' : violation(rule, value, metric, baseline)
  return {
    ...rule,
    ...(value === undefined ? {} : { value }),
    ...(baseline === undefined ? {} : { baseline }),
    passed: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
  }
}

/** The verdict on an ended run; a run that did not succeed fails regardless of its rules. */
export function gateOf({ status, rules, metric }: GateInput): JsonObject {
  const results = rules.map((rule) => ruleResult(rule, metric(rule)))
  const pass = status === 'success' && results.every((result) => result.passed)
  return { verdict: pass ? 'pass' : 'fail', rules: results }
}
