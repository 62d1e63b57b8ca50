// The fields of one gate rule, and whether the run passes it.
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import {
  boundOf,
  bounds,
  metricKey,
  statistics,
  withBound,
  withMetric,
  withSignificantOnly,
} from './gate-rules.ts'
import { shortPath, type EvaluationGateRule, type MetricChange } from '../model.ts'
import gateStyles from './gate.module.css'

interface RuleFieldsProps {
  readonly rule: EvaluationGateRule
  /** The position of the rule, from 0. */
  readonly ruleIndex: number
  readonly changes: readonly MetricChange[]
  readonly hasBaseline: boolean
  readonly onRule: (rule: EvaluationGateRule) => void
}

const labelOf = (name: string, ruleIndex: number): string => `${name} of rule ${ruleIndex + 1}`

function MetricField({ rule, ruleIndex, changes, onRule }: RuleFieldsProps) {
  const metrics = changes.map(({ metric }) => metric)
  const key = metricKey(rule)
  return (
    <select
      aria-label={labelOf('Metric', ruleIndex)}
      value={key}
      onChange={({ target }) => {
        const metric = metrics.find((one) => metricKey(one) === target.value)
        if (metric !== undefined) onRule(withMetric(rule, metric))
      }}
    >
      {!metrics.some((one) => metricKey(one) === key) && (
        <option value={key}>
          {rule.path} · {rule.evaluator}
        </option>
      )}
      {metrics.map((metric) => (
        <option key={metricKey(metric)} value={metricKey(metric)}>
          {shortPath(metric.path)} · {metric.evaluator}
        </option>
      ))}
    </select>
  )
}

function BoundFields({ rule, ruleIndex, hasBaseline, onRule }: RuleFieldsProps) {
  const bound = boundOf(rule)
  const availableBounds = bounds.filter(({ value }) => hasBaseline || value !== 'max_drop' || bound === value)
  return (
    <>
      <select
        aria-label={labelOf('Bound', ruleIndex)}
        value={bound}
        onChange={({ target }) => {
          const next = bounds.find(({ value }) => value === target.value)?.value ?? bound
          onRule(withBound(rule, { bound: next, value: rule[bound] ?? 0 }))
        }}
      >
        {availableBounds.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <input
        type="number"
        step="any"
        aria-label={labelOf('Number', ruleIndex)}
        value={rule[bound] ?? 0}
        onChange={({ target }) => {
          const value = target.valueAsNumber
          if (Number.isFinite(value)) onRule(withBound(rule, { bound, value }))
        }}
      />
      {bound === 'max_drop' && (
        <label>
          <input
            type="checkbox"
            checked={rule.significant_only === true}
            onChange={({ target }) => onRule(withSignificantOnly(rule, target.checked))}
          />{' '}
          only if significant
        </label>
      )}
    </>
  )
}

export function RuleFields(props: RuleFieldsProps & { readonly onRemove: () => void }) {
  const { rule, ruleIndex, onRule, onRemove } = props
  return (
    <div className={gateStyles['rule']}>
      <MetricField {...props} />
      <select
        aria-label={labelOf('Statistic', ruleIndex)}
        value={rule.statistic}
        onChange={({ target }) => onRule({ ...rule, statistic: target.value })}
      >
        {[...new Set([...statistics, rule.statistic])].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <BoundFields {...props} />
      <IconButton icon="cross" label={`Remove rule ${ruleIndex + 1}`} onClick={onRemove} />
    </div>
  )
}

const numberFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

interface RuleVerdict {
  readonly passed: boolean
  readonly value?: number
  readonly baseline?: number
  readonly reason?: string
}

export function RuleOutcome({ verdict }: { verdict: RuleVerdict | undefined }) {
  if (verdict === undefined) return <p className={gateStyles['outcome']} />
  return (
    <p className={gateStyles['outcome']} data-tone={verdict.passed ? 'good' : 'bad'}>
      <Icon name={verdict.passed ? 'check' : 'cross'} size={14} label={verdict.passed ? 'passes' : 'fails'} />
      {verdict.value !== undefined && <b>{numberFormat.format(verdict.value)}</b>}
      {verdict.baseline !== undefined && <span>baseline {numberFormat.format(verdict.baseline)}</span>}
      {verdict.reason !== undefined && <span>{verdict.reason}</span>}
    </p>
  )
}
