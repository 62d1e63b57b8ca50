// web/runs/new: the dialog that plans and starts a run: subjects, rows, evaluators, options and the estimate.
// plan.ts is pure: the plan is part of the URL.
// Imports web/app, web/ui and web/runs. Start here.
//
// The dialog for a new run. The plan is stored in the URL, so that a link can open the dialog with some choices made.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react'
import { useSession } from '../../app/session.tsx'
import { showToast } from '../../app/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segments } from '../../ui/segments.tsx'
import { missingChoice } from './calls.ts'
import { EstimateView } from './estimate.tsx'
import { Evaluators } from './evaluators.tsx'
import { planSearch, type Plan, type PlanChange } from './plan.ts'
import { RevisionChoice } from './revision-choice.tsx'
import { defaultRunName, startRun } from './start.ts'
import { Subjects } from './subjects.tsx'
import { useForecast, usePlanRecords } from './use-plan-records.ts'
import form from '../../ui/form.module.css'
import styles from './new-run.module.css'

interface PartProps {
  readonly plan: Plan
  readonly onChange: (change: PlanChange) => void
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles['section']} aria-label={title}>
      <h3>{title}</h3>
      {children}
      {note !== undefined && <p>{note}</p>}
    </section>
  )
}

function NumberField({
  label,
  value,
  defaultValue,
  max,
  onValue,
}: {
  label: string
  value: number | undefined
  /** The value that applies when none is typed. */
  defaultValue: number
  max: number
  onValue: (value: number | undefined) => void
}) {
  const id = useId()
  return (
    <div className={form['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={1}
        max={max}
        value={value ?? ''}
        placeholder={String(defaultValue)}
        onChange={({ target }) => onValue(target.value === '' ? undefined : target.valueAsNumber)}
      />
    </div>
  )
}

function SourcePart({ plan, onChange }: PartProps) {
  const source = plan.source ?? 'testset'
  return (
    <Section title="Rows">
      <Segments
        label="Source of rows"
        value={source}
        onValue={(next) => onChange({ source: next === 'testset' ? undefined : next })}
        options={[
          { value: 'testset', name: 'Testset' },
          { value: 'query', name: 'Saved query' },
          { value: 'live', name: 'Live traces' },
        ]}
      />
      {source === 'testset' ? (
        <RevisionChoice
          kind="testset"
          label="Testset"
          value={plan.testset}
          onValue={(testset) => onChange({ testset })}
        />
      ) : (
        <RevisionChoice
          kind="query"
          label="Saved query"
          value={plan.query}
          onValue={(query) => onChange({ query })}
        />
      )}
      {source !== 'testset' && (
        <div className={styles['fields']}>
          <NumberField
            label="Sample (% of traces)"
            value={plan.percent}
            defaultValue={100}
            max={100}
            onValue={(percent) => onChange({ percent })}
          />
        </div>
      )}
      {source !== 'testset' && (
        <p>
          Queries are saved views of traces. The sample
          {source === 'live' && ' and the filter for calls'} of this run is committed as a version of the
          query.
        </p>
      )}
    </Section>
  )
}

function OptionsPart({ plan, onChange }: PartProps) {
  return (
    <Section title="Options">
      <div className={styles['fields']}>
        <NumberField
          label="Repeats per row"
          value={plan.repeats}
          defaultValue={1}
          max={100}
          onValue={(repeats) => onChange({ repeats })}
        />
        <NumberField
          label="Concurrent calls"
          value={plan.batch}
          defaultValue={10}
          max={1000}
          onValue={(batch) => onChange({ batch })}
        />
      </div>
      <label>
        <input
          type="checkbox"
          checked={plan.cached === true}
          onChange={({ target }) => onChange({ cached: target.checked })}
        />
        Reuse cached outputs of previous runs
      </label>
      {(plan.repeats ?? 1) > 1 && (
        <label>
          <input
            type="checkbox"
            checked={plan.split === true}
            onChange={({ target }) => onChange({ split: target.checked })}
          />
          Call the subjects for each repeat
        </label>
      )}
    </Section>
  )
}

function NewRunForm({ plan, onChange, onStarted }: PartProps & { onStarted: (id: string) => void }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const id = useId()
  const { records, isLoaded } = usePlanRecords(plan)
  const forecast = useForecast(plan, records)
  const startMutation = useMutation({
    mutationFn: () => startRun(api, { plan, records, onStep: onChange }),
    onSuccess: async (run) => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'runs'] })
      void client.invalidateQueries({ queryKey: [session.project.id, 'versions'] })
      showToast('Started the run.')
      onStarted(run)
    },
  })
  const missingParts = missingChoice(plan)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    startMutation.mutate()
  }
  return (
    <form className={styles['new']} onSubmit={onSubmit}>
      <div className={`${form['form']} ${styles['parts']}`}>
        <SourcePart plan={plan} onChange={onChange} />
        {plan.source !== 'live' && (
          <Section
            title="Subjects"
            note="Applications that run on each row. Without a subject, the evaluators evaluate the rows themselves."
          >
            <Subjects ids={plan.subjects ?? []} onIds={(subjects) => onChange({ subjects })} />
          </Section>
        )}
        <Section title="Evaluators">
          <Evaluators
            evaluators={plan.evaluators ?? []}
            onEvaluators={(evaluators) => onChange({ evaluators })}
          />
        </Section>
        <OptionsPart plan={plan} onChange={onChange} />
        <div className={form['field']}>
          <label htmlFor={id}>Name</label>
          <input
            id={id}
            value={plan.name ?? ''}
            placeholder={defaultRunName(plan, records)}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </div>
      </div>
      <div className={styles['side']}>
        <EstimateView plan={plan} forecast={forecast} />
        {startMutation.isError && (
          <p className={styles['fault']} role="alert">
            <Icon name="alert" size={14} /> {startMutation.error.message}
          </p>
        )}
        <Button
          type="submit"
          look="main"
          icon="right"
          disabled={missingParts !== undefined || !isLoaded || startMutation.isPending}
        >
          {startMutation.isPending ? 'Starting…' : plan.source === 'live' ? 'Start live run' : 'Start run'}
        </Button>
        {missingParts !== undefined && <output>{missingParts}</output>}
      </div>
    </form>
  )
}

export function NewRun({
  plan,
  onPlan,
  onClose,
}: {
  plan: Plan
  onPlan: (plan: Plan) => void
  onClose: () => void
}) {
  const { session } = useSession()
  const navigate = useNavigate()
  // Starting a run commits changes and updates the plan, possibly between two renders.
  const latestPlan = useRef(plan)
  useEffect(() => {
    latestPlan.current = plan
  }, [plan])
  return (
    <Dialog open onClose={onClose} title="New run" isFullPage>
      <NewRunForm
        plan={plan}
        onChange={(change) => {
          latestPlan.current = planSearch({ ...latestPlan.current, ...change })
          onPlan(latestPlan.current)
        }}
        onStarted={(run) =>
          void navigate({
            to: '/p/$project/runs/$run',
            params: { project: session.project.slug, run },
            search: {},
            replace: true,
          })
        }
      />
    </Dialog>
  )
}
