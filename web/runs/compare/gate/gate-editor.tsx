// web/runs/compare/gate: the rules that a run must pass, and command lines that check them in a pipeline.
// gate-rules.ts and gate-lines.ts are pure.
// Imports web/runs/compare, web/app and web/ui. Start here. The rules are tried on the run while they are edited.
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Failure } from '../../../app/failure.tsx'
import { useApi } from '../../../app/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { assayLine, curlLine, type Gate } from './gate-lines.ts'
import { applicableRules, newRule, proposedRules } from './gate-rules.ts'
import type { EvaluationGateRule, MetricChange } from '../model.ts'
import { gateQuery, type GateResult } from '../queries.ts'
import { RuleFields, RuleOutcome } from './rule-fields.tsx'
import { isRefusedWith } from '../states.tsx'
import styles from '../compare.module.css'
import gateStyles from './gate.module.css'

function CommandLine({ name, text }: { name: string; text: string }) {
  return (
    <section className={gateStyles['lines']} aria-label={name}>
      <h2>
        {name} <CopyButton label={`Copy ${name} command`} text={text} />
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled element must be reachable by keys */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  )
}

type GateQuery = UseQueryResult<GateResult | null>

const isUnfinished = ({ error }: GateQuery): boolean => isRefusedWith(error, 'run_not_finished')

function pendingText(gate: GateQuery, rules: number): string {
  if (rules === 0) return 'No rules: every run passes.'
  if (isUnfinished(gate)) return 'A gate needs finished runs. One of these runs is not finished.'
  return gate.isError ? '' : 'Checking the rules…'
}

function Verdict({ gate, rules }: { gate: GateQuery; rules: number }) {
  const { data } = gate
  if (data === null || data === undefined) {
    return <output className={gateStyles['verdict']}>{pendingText(gate, rules)}</output>
  }
  const isPassed = data.verdict === 'pass'
  return (
    <output className={gateStyles['verdict']} data-tone={isPassed ? 'good' : 'bad'}>
      <Icon name={isPassed ? 'check' : 'cross'} />
      <b>{isPassed ? 'The run passes' : 'The run fails'}</b>
      <span>
        {data.rules.filter(({ passed }) => passed).length} of {data.rules.length} rules pass
        {data.reason === undefined ? '' : ` · ${data.reason}`}
      </span>
    </output>
  )
}

function GateFailure({ gate }: { gate: GateQuery }) {
  const retry = (): void => void gate.refetch()
  if (!gate.isError) return null
  return isUnfinished(gate) ? (
    <Button icon="refresh" onClick={retry}>
      Try again
    </Button>
  ) : (
    <Failure error={gate.error} retry={retry} />
  )
}

function PipelineLines({ gate }: { gate: Gate }) {
  if (gate.rules.length === 0) {
    return (
      <Notice icon="flag" title="No rules">
        <p>A rule limits a metric of the run, or how far it may drop below the baseline.</p>
      </Notice>
    )
  }
  return (
    <>
      <CommandLine name="assay" text={assayLine(gate, location.origin)} />
      <CommandLine name="curl" text={curlLine(gate, location.origin)} />
      <p className={styles['faint']}>
        Both commands read the key from ASSAY_API_KEY and exit with 1 if a rule fails. In a pipeline, replace{' '}
        {gate.runId} with the id of its own run.
      </p>
    </>
  )
}

interface GateEditorProps {
  readonly runId: string
  readonly runName: string
  readonly baseline: string | undefined
  readonly baselineName: string
  readonly changes: readonly MetricChange[]
  /** The edited rules; undefined: the proposed rules apply. */
  readonly rules: readonly EvaluationGateRule[] | undefined
  readonly onRules: (rules: readonly EvaluationGateRule[]) => void
  /** Called with true if the run is checked without a baseline. */
  readonly onWithoutBaseline: (isAlone: boolean) => void
}

export function GateEditor(props: GateEditorProps) {
  const { runId, runName, baseline, baselineName, changes, onRules, onWithoutBaseline } = props
  const hasBaseline = baseline !== undefined
  const rules = applicableRules(props.rules ?? proposedRules(changes, hasBaseline), hasBaseline)
  const gate = useQuery(gateQuery(useApi(), { runId, baseline, rules }))
  const [first] = changes
  return (
    <section className={styles['gate']} aria-label="Gate" tabIndex={0}>
      <p className={styles['bar']}>
        <span>
          Rules for <b>{runName}</b>
        </span>
        <label>
          <input
            type="checkbox"
            checked={hasBaseline}
            onChange={({ target }) => onWithoutBaseline(!target.checked)}
          />{' '}
          with the baseline {baselineName}
        </label>
      </p>
      <Verdict gate={gate} rules={rules.length} />
      <GateFailure gate={gate} />
      <ol className={gateStyles['rules']} aria-label="Rules">
        {rules.map((rule, ruleIndex) => (
          // Rules have no id but their position.
          <li key={ruleIndex}>
            <RuleFields
              rule={rule}
              ruleIndex={ruleIndex}
              changes={changes}
              hasBaseline={hasBaseline}
              onRule={(next) => onRules(rules.with(ruleIndex, next))}
              onRemove={() => onRules(rules.toSpliced(ruleIndex, 1))}
            />
            <RuleOutcome verdict={gate.data?.rules[ruleIndex]} />
          </li>
        ))}
      </ol>
      {first !== undefined && (
        <Button icon="plus" onClick={() => onRules([...rules, newRule(first.metric)])}>
          Add rule
        </Button>
      )}
      <PipelineLines gate={{ runId, baseline, rules }} />
    </section>
  )
}
