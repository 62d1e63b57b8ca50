// Rules that a run must hold, tried while they are written; and the lines that hold the next run to them.
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../app/failure.tsx'
import { useApi } from '../../app/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { assayLine, curlLine } from './gate-lines.ts'
import { isShare, shortPath, type EvaluationGateRule, type Told } from './model.ts'
import { gateQuery } from './queries.ts'
import { isRefusedWith } from './states.tsx'
import styles from './compare.module.css'
import own from './gate.module.css'

type Bound = 'min' | 'max' | 'max_drop'
const bounds: readonly { readonly value: Bound; readonly name: string }[] = [
  { value: 'min', name: 'is at least' },
  { value: 'max', name: 'is at most' },
  { value: 'max_drop', name: 'drops by at most' },
]
const statistics = [
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

const boundOf = (rule: EvaluationGateRule): Bound =>
  rule.max_drop !== undefined ? 'max_drop' : rule.max !== undefined ? 'max' : 'min'

function bounded(rule: EvaluationGateRule, bound: Bound, value: number): EvaluationGateRule {
  const { evaluator, path, statistic, significant_only } = rule
  return {
    evaluator,
    path,
    statistic,
    [bound]: value,
    ...(significant_only === true && bound === 'max_drop' ? { significant_only } : {}),
  }
}

/** The first rules: nothing may become worse by more than chance. */
export const proposedRules = (told: readonly Told[], withBaseline: boolean): readonly EvaluationGateRule[] =>
  told
    .filter(({ lessBetter }) => !lessBetter)
    .slice(0, 3)
    .map(({ metric }) => ({
      evaluator: metric.evaluator,
      path: shortPath(metric.path),
      statistic: isShare(metric) ? 'rate' : 'mean',
      ...(withBaseline
        ? { max_drop: 0, significant_only: true }
        : { min: Math.floor((metric.runs[0]?.mean ?? 0) * 100) / 100 }),
    }))

function RuleFields({
  rule,
  at,
  told,
  hasBaseline,
  onRule,
  onRemove,
}: {
  rule: EvaluationGateRule
  at: number
  told: readonly Told[]
  hasBaseline: boolean
  onRule: (rule: EvaluationGateRule) => void
  onRemove: () => void
}) {
  const bound = boundOf(rule)
  const key = ({ evaluator, path }: { readonly evaluator: string; readonly path: string }): string =>
    JSON.stringify([evaluator, shortPath(path)])
  const known = told.map(({ metric }) => metric)
  const label = (name: string): string => `${name} of rule ${at + 1}`
  return (
    <div className={own['rule']}>
      <select
        aria-label={label('Metric')}
        value={key(rule)}
        onChange={({ target }) => {
          const [evaluator = '', path = ''] = JSON.parse(target.value) as readonly string[]
          const metric = known.find((one) => key(one) === target.value)
          onRule({ ...rule, evaluator, path, statistic: metric && isShare(metric) ? 'rate' : 'mean' })
        }}
      >
        {!known.some((one) => key(one) === key(rule)) && (
          <option value={key(rule)}>
            {rule.path} · {rule.evaluator}
          </option>
        )}
        {known.map((metric) => (
          <option key={key(metric)} value={key(metric)}>
            {shortPath(metric.path)} · {metric.evaluator}
          </option>
        ))}
      </select>
      <select
        aria-label={label('Statistic')}
        value={rule.statistic}
        onChange={({ target }) => onRule({ ...rule, statistic: target.value })}
      >
        {[...new Set([...statistics, rule.statistic])].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <select
        aria-label={label('Bound')}
        value={bound}
        onChange={({ target }) => onRule(bounded(rule, target.value as Bound, rule[bound] ?? 0))}
      >
        {bounds
          .filter(({ value }) => hasBaseline || value !== 'max_drop' || bound === value)
          .map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
      </select>
      <input
        type="number"
        step="any"
        aria-label={label('Number')}
        value={rule[bound] ?? 0}
        onChange={({ target }) => {
          const value = target.valueAsNumber
          if (Number.isFinite(value)) onRule(bounded(rule, bound, value))
        }}
      />
      {bound === 'max_drop' && (
        <label>
          <input
            type="checkbox"
            checked={rule.significant_only === true}
            onChange={({ target }) => {
              const { significant_only: _, ...rest } = rule
              onRule(target.checked ? { ...rest, significant_only: true } : rest)
            }}
          />{' '}
          only if more than chance
        </label>
      )}
      <IconButton icon="cross" label={`Remove rule ${at + 1}`} onClick={onRemove} />
    </div>
  )
}

const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

interface RuleVerdict {
  readonly passed: boolean
  readonly value?: number
  readonly baseline?: number
  readonly reason?: string
}

function Outcome({ verdict }: { verdict: RuleVerdict | undefined }) {
  if (verdict === undefined) return <p className={own['outcome']} />
  return (
    <p className={own['outcome']} data-tone={verdict.passed ? 'good' : 'bad'}>
      <Icon name={verdict.passed ? 'check' : 'cross'} size={14} label={verdict.passed ? 'passes' : 'fails'} />
      {verdict.value !== undefined && <b>{plain.format(verdict.value)}</b>}
      {verdict.baseline !== undefined && <span>base {plain.format(verdict.baseline)}</span>}
      {verdict.reason !== undefined && <span>{verdict.reason}</span>}
    </p>
  )
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <section className={own['lines']} aria-label={name}>
      <h2>
        {name} <CopyButton label={`Copy the line of ${name}`} text={text} />
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keys */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  )
}

export function GateEditor({
  runId,
  runName,
  baseline,
  baselineName,
  told,
  rules: said,
  onRules,
  onAlone,
}: {
  runId: string
  runName: string
  baseline: string | undefined
  baselineName: string
  told: readonly Told[]
  rules: readonly EvaluationGateRule[] | undefined
  onRules: (rules: readonly EvaluationGateRule[]) => void
  onAlone: (alone: boolean) => void
}) {
  const api = useApi()
  const all = said ?? proposedRules(told, baseline !== undefined)
  // A drop is one from a base.
  const rules = baseline === undefined ? all.filter(({ max_drop }) => max_drop === undefined) : all
  const gate = useQuery(gateQuery(api, { runId, baseline, rules }))
  const isUnfinished = isRefusedWith(gate.error, 'run_not_finished')
  const passes = gate.data?.verdict === 'pass'
  const changed = (at: number, rule: EvaluationGateRule | undefined): void =>
    onRules(rules.flatMap((one, i) => (i === at ? (rule ?? []) : [one])))
  const [first] = told
  return (
    <section className={styles['gate']} aria-label="Gate" tabIndex={0}>
      <p className={styles['bar']}>
        <span>
          <b>{runName}</b> must hold, against
        </span>
        <label>
          <input
            type="checkbox"
            checked={baseline !== undefined}
            onChange={({ target }) => onAlone(!target.checked)}
          />{' '}
          the base {baselineName}
        </label>
      </p>
      <div
        role="status"
        className={own['verdict']}
        data-tone={gate.data == null ? undefined : passes ? 'good' : 'bad'}
      >
        {gate.data == null ? (
          rules.length === 0 ? (
            'No rules: every run passes.'
          ) : isUnfinished ? (
            'A gate judges runs that have ended; one of these has not.'
          ) : gate.isError ? (
            ''
          ) : (
            'Trying the rules…'
          )
        ) : (
          <>
            <Icon name={passes ? 'check' : 'cross'} />
            <b>{passes ? 'The run passes' : 'The run fails'}</b>
            <span>
              {gate.data.rules.filter(({ passed }) => passed).length} of {gate.data.rules.length} rules hold
              {gate.data.reason === undefined ? '' : ` · ${gate.data.reason}`}
            </span>
          </>
        )}
      </div>
      {gate.isError &&
        (isUnfinished ? (
          <Button icon="refresh" onClick={() => void gate.refetch()}>
            Try again
          </Button>
        ) : (
          <Failure error={gate.error} retry={() => void gate.refetch()} />
        ))}
      <ol className={own['rules']} aria-label="Rules">
        {rules.map((rule, at) => (
          // Rules have no names but their places.
          <li key={at}>
            <RuleFields
              rule={rule}
              at={at}
              told={told}
              hasBaseline={baseline !== undefined}
              onRule={(next) => changed(at, next)}
              onRemove={() => changed(at, undefined)}
            />
            <Outcome verdict={gate.data?.rules[at]} />
          </li>
        ))}
      </ol>
      {first !== undefined && (
        <Button
          icon="plus"
          onClick={() =>
            onRules([
              ...rules,
              {
                evaluator: first.metric.evaluator,
                path: shortPath(first.metric.path),
                statistic: isShare(first.metric) ? 'rate' : 'mean',
                min: 0,
              },
            ])
          }
        >
          Add a rule
        </Button>
      )}
      {rules.length === 0 ? (
        <Notice icon="flag" title="Say what must hold">
          <p>A rule bounds a number of the run, or how far it may fall below the base.</p>
        </Notice>
      ) : (
        <>
          <Line name="assay" text={assayLine({ runId, baseline, rules }, location.origin)} />
          <Line name="curl" text={curlLine({ runId, baseline, rules }, location.origin)} />
          <p className={styles['faint']}>
            Both read the key from ASSAY_API_KEY and end with 1 when a rule fails. In a pipeline put the id of
            its own run in the place of {runId}.
          </p>
        </>
      )}
    </section>
  )
}
