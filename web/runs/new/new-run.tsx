// web/runs/new: the dialog that plans and starts a run: subjects, rows, evaluators, options and the estimate.
// plan.ts is pure: the plan is part of the URL.
// Imports web/app, web/ui and web/runs. Start here.
//
// A new run in one dialog: rows, subjects, evaluators, how often and how many at once; what that will be; start. Whatever is
// chosen stands in the address, so that a page, a run or a colleague can open it half filled.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react'
import { useSession } from '../../app/session.tsx'
import { showToast } from '../../app/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segments } from '../../ui/segments.tsx'
import { missingIn } from './calls.ts'
import { EstimateView } from './estimate.tsx'
import { Judges } from './evaluators.tsx'
import { planSearch, type Plan, type PlanChange } from './plan.ts'
import { RevisionChoice } from './revision-choice.tsx'
import { nameOf, started } from './start.ts'
import { Subjects } from './subjects.tsx'
import { useExpected, useKnown } from './use-plan-records.ts'
import form from '../../ui/form.module.css'
import styles from './new-run.module.css'

interface Part {
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
  absent,
  most,
  onValue,
}: {
  label: string
  value: number | undefined
  /** What it is when nobody says. */
  absent: number
  most: number
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
        max={most}
        value={value ?? ''}
        placeholder={String(absent)}
        onChange={({ target }) => onValue(target.value === '' ? undefined : target.valueAsNumber)}
      />
    </div>
  )
}

function SourcePart({ plan, onChange }: Part) {
  const source = plan.source ?? 'testset'
  return (
    <Section title="Rows">
      <Segments
        label="Where the rows come from"
        value={source}
        onValue={(next) => onChange({ source: next === 'testset' ? undefined : next })}
        options={[
          { value: 'testset', name: 'A testset' },
          { value: 'query', name: 'Traces of a query' },
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
            label="Sampled, % of the traces"
            value={plan.percent}
            absent={100}
            most={100}
            onValue={(percent) => onChange({ percent })}
          />
        </div>
      )}
      {source !== 'testset' && (
        <p>
          Queries are the saved views of Traces. What is changed for this run, a sample
          {source === 'live' && ' or that only calls are taken'}, is committed as a version of the query.
        </p>
      )}
    </Section>
  )
}

function HowPart({ plan, onChange }: Part) {
  return (
    <Section title="How">
      <div className={styles['fields']}>
        <NumberField
          label="Repeats of each row"
          value={plan.repeats}
          absent={1}
          most={100}
          onValue={(repeats) => onChange({ repeats })}
        />
        <NumberField
          label="Calls at the same time"
          value={plan.batch}
          absent={10}
          most={1000}
          onValue={(batch) => onChange({ batch })}
        />
      </div>
      <label>
        <input
          type="checkbox"
          checked={plan.cached === true}
          onChange={({ target }) => onChange({ cached: target.checked })}
        />
        Take answers of earlier runs where nothing changed
      </label>
      {(plan.repeats ?? 1) > 1 && (
        <label>
          <input
            type="checkbox"
            checked={plan.split === true}
            onChange={({ target }) => onChange({ split: target.checked })}
          />
          Call the subjects anew for each repeat
        </label>
      )}
    </Section>
  )
}

function NewRunForm({ plan, onChange, onStarted }: Part & { onStarted: (id: string) => void }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const id = useId()
  const { known, isRead } = useKnown(plan)
  const expected = useExpected(plan, known)
  const starting = useMutation({
    mutationFn: () => started(api, plan, known, onChange),
    onSuccess: async (run) => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'runs'] })
      void client.invalidateQueries({ queryKey: [session.project.id, 'versions'] })
      showToast('The run has started.')
      onStarted(run)
    },
  })
  const missing = missingIn(plan)
  const submitted = (event: FormEvent): void => {
    event.preventDefault()
    starting.mutate()
  }
  return (
    <form className={styles['new']} onSubmit={submitted}>
      <div className={`${form['form']} ${styles['parts']}`}>
        <SourcePart plan={plan} onChange={onChange} />
        {plan.source !== 'live' && (
          <Section
            title="Subjects"
            note="Applications that answer every row. Several are compared. Without one, the rows themselves are judged."
          >
            <Subjects ids={plan.subjects ?? []} onIds={(subjects) => onChange({ subjects })} />
          </Section>
        )}
        <Section title="Evaluators">
          <Judges judges={plan.evaluators ?? []} onJudges={(evaluators) => onChange({ evaluators })} />
        </Section>
        <HowPart plan={plan} onChange={onChange} />
        <div className={form['field']}>
          <label htmlFor={id}>Name</label>
          <input
            id={id}
            value={plan.name ?? ''}
            placeholder={nameOf(plan, known)}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </div>
      </div>
      <div className={styles['side']}>
        <EstimateView plan={plan} expected={expected} />
        {starting.isError && (
          <p className={styles['fault']} role="alert">
            <Icon name="alert" size={14} /> {starting.error.message}
          </p>
        )}
        <Button
          type="submit"
          look="main"
          icon="right"
          disabled={missing !== undefined || !isRead || starting.isPending}
        >
          {starting.isPending ? 'Starting…' : plan.source === 'live' ? 'Start the live run' : 'Start the run'}
        </Button>
        {missing !== undefined && <p role="status">{missing}</p>}
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
  // What is committed on the way changes the plan while the dialog may be drawn anew.
  const latest = useRef(plan)
  useEffect(() => {
    latest.current = plan
  }, [plan])
  return (
    <Dialog open onClose={onClose} title="New run" whole>
      <NewRunForm
        plan={plan}
        onChange={(change) => {
          latest.current = planSearch({ ...latest.current, ...change })
          onPlan(latest.current)
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
