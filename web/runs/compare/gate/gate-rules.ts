// The rules of a gate, as pure functions: bounds, the first rules to propose, and changes of the list.
import {
  isShare,
  shortPath,
  type ComparedMetric,
  type EvaluationGateRule,
  type MetricChange,
} from '../model.ts'

export const bounds = [
  { value: 'min', name: 'is at least' },
  { value: 'max', name: 'is at most' },
  { value: 'max_drop', name: 'drops by at most' },
] as const
export type Bound = (typeof bounds)[number]['value']

export const statistics = [
  'mean',
  'rate',
  'min',
  'max',
  'p5',
  'p25',
  'p50',
  'p75',
  'p95',
  'std',
  'sum',
  'count',
] as const

export const boundOf = (rule: EvaluationGateRule): Bound =>
  rule.max_drop !== undefined ? 'max_drop' : rule.max !== undefined ? 'max' : 'min'

/** A rule has one bound: the others are removed. */
export function withBound(
  rule: EvaluationGateRule,
  { bound, value }: { readonly bound: Bound; readonly value: number },
): EvaluationGateRule {
  const { evaluator, path, statistic, significant_only } = rule
  return {
    evaluator,
    path,
    statistic,
    [bound]: value,
    ...(significant_only === true && bound === 'max_drop' ? { significant_only } : {}),
  }
}

export function withSignificantOnly(rule: EvaluationGateRule, isOnly: boolean): EvaluationGateRule {
  const { significant_only: _, ...rest } = rule
  return isOnly ? { ...rest, significant_only: true } : rest
}

type Metric = Pick<ComparedMetric, 'evaluator' | 'path' | 'type'>

const metricFields = (metric: Metric) => ({
  evaluator: metric.evaluator,
  path: shortPath(metric.path),
  statistic: isShare(metric) ? 'rate' : 'mean',
})

export const withMetric = (rule: EvaluationGateRule, metric: Metric): EvaluationGateRule => ({
  ...rule,
  ...metricFields(metric),
})

export const newRule = (metric: Metric): EvaluationGateRule => ({ ...metricFields(metric), min: 0 })

/**
 * The first rules, for up to three metrics of which higher values are better: no significant drop below the baseline.
 * Without a baseline, at least the present mean.
 */
export const proposedRules = (
  changes: readonly MetricChange[],
  hasBaseline: boolean,
): readonly EvaluationGateRule[] =>
  changes
    .filter(({ isLowerBetter }) => !isLowerBetter)
    .slice(0, 3)
    .map(({ metric }) => ({
      ...metricFields(metric),
      ...(hasBaseline
        ? { max_drop: 0, significant_only: true }
        : { min: Math.floor((metric.runs[0]?.mean ?? 0) * 100) / 100 }),
    }))

/** A drop needs a baseline. */
export const applicableRules = (
  rules: readonly EvaluationGateRule[],
  hasBaseline: boolean,
): readonly EvaluationGateRule[] =>
  hasBaseline ? rules : rules.filter(({ max_drop }) => max_drop === undefined)

/** Identifies the metric of a rule. */
export const metricKey = ({ evaluator, path }: Pick<ComparedMetric, 'evaluator' | 'path'>): string =>
  JSON.stringify([evaluator, shortPath(path)])
