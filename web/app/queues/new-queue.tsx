// web/app/queues: annotation queues on several pages: the dialog of a new queue, and the queues of a run.
// sources.ts has the sources of items, assignments.ts distributes repeats among people.
//
// The dialog of a new queue: its items, evaluators and annotators.
import { recordsWith } from '../../ui/records.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import { useEvaluatorForms } from '../evaluator-forms.ts'
import { NewFeedback } from '../feedback/new-feedback.tsx'
import { useHasRole, useKeyNames, useSession } from '../session.tsx'
import { showToast, showFailure } from '../toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { count } from '../../ui/format.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { formText } from '../../ui/forms/form-text.ts'
import { RefusedQueueError } from './assignments.ts'
import { itemsMax, createQueue, type QueueSource, type NewQueueRequest } from './sources.ts'
import form from '../../ui/form.module.css'
import styles from './new-queue.module.css'

/** Items that a page has selected. */
export type PresetSource = Extract<QueueSource, { readonly kind: 'traces' | 'failures' }>

type SourceKind = 'filter' | 'testset' | 'query'

const describeSource = (source: PresetSource): string =>
  source.kind === 'failures'
    ? 'Rows of the run that failed or got a negative verdict.'
    : `${count(source.traceIds.length)} ${source.traceIds.length === 1 ? 'trace' : 'traces'} selected.`

interface SourceOption {
  readonly revisionId: string
  readonly name: string
}

interface SourceRecord {
  readonly slug: string
  readonly name?: string
  readonly revision_id: string
}

/** Testsets or saved queries with their newest revisions. */
function useSourceOptions(
  kind: 'testset' | 'query',
  isEnabled: boolean,
): readonly SourceOption[] | undefined {
  const { api, session } = useSession()
  const { data } = useQuery({
    queryKey: [session.project.id, 'queues', 'sources', kind],
    queryFn: async ({ signal }) => {
      const windowing = { limit: 200 }
      const records =
        kind === 'testset'
          ? (await api.simpleTestsets.query({ include_testcases: false, windowing }, { signal })).testsets
          : (await api.simpleQueries.query({ windowing }, { signal })).queries
      return recordsWith<SourceRecord>(records, 'slug', 'revision_id').map(({ revision_id, name, slug }) => ({
        revisionId: revision_id,
        name: name ?? slug,
      }))
    },
    enabled: isEnabled,
  })
  return data
}

function SourceFields({
  kind,
  onKind,
  id,
}: {
  kind: SourceKind
  onKind: (kind: SourceKind) => void
  id: string
}) {
  const options = useSourceOptions(kind === 'query' ? 'query' : 'testset', kind !== 'filter')
  return (
    <>
      <div className={form['field']}>
        <span className={form['legend']}>Items</span>
        <Segments
          label="Items"
          value={kind}
          onValue={onKind}
          options={[
            { value: 'filter', name: 'Traces' },
            { value: 'testset', name: 'Testset rows' },
            { value: 'query', name: 'Saved query' },
          ]}
        />
      </div>
      {kind === 'filter' ? (
        <div className={form['field']}>
          <label htmlFor={`${id}-filter`}>Filter</label>
          <input
            id={`${id}-filter`}
            name="filter"
            placeholder='all, or: span_name = "support-chat"'
            spellCheck={false}
          />
          <label htmlFor={`${id}-days`}>Time range</label>
          <select id={`${id}-days`} name="days" defaultValue="7">
            <option value="1">Last day</option>
            <option value="7">Last 7 days</option>
            <option value="30">Last 30 days</option>
            <option value="365">Last year</option>
          </select>
          <small>
            Adds at most the newest {count(itemsMax)} traces. To queue specific traces, select them in the
            list of traces.
          </small>
        </div>
      ) : (
        <div className={form['field']}>
          <label htmlFor={`${id}-revision`}>{kind === 'testset' ? 'Testset *' : 'Query *'}</label>
          <select id={`${id}-revision`} name="revision" required key={`${kind} ${options === undefined}`}>
            {options?.map(({ revisionId, name }) => (
              <option key={revisionId} value={revisionId}>
                {name}
              </option>
            ))}
          </select>
          <small>
            {options?.length === 0
              ? `No ${kind === 'testset' ? 'testsets' : 'queries'} yet.`
              : 'The queue uses the current version. Later versions do not change it.'}
          </small>
        </div>
      )}
    </>
  )
}

/** A group of checkboxes. */
function Checkboxes({
  legend,
  name,
  options,
  checkedSlug,
}: {
  legend: string
  name: string
  options: readonly {
    readonly id: string
    readonly slug?: string
    readonly name: string
    readonly note?: string
  }[]
  /** The slug of the option that is checked at the start. */
  checkedSlug?: string | undefined
}) {
  return (
    <fieldset className={styles['ticks']}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.id}>
          <input
            type="checkbox"
            name={name}
            value={option.id}
            defaultChecked={checkedSlug !== undefined && option.slug === checkedSlug}
          />
          {option.name}
          {option.note !== undefined && <small>{option.note}</small>}
        </label>
      ))}
    </fieldset>
  )
}

const checkedValues = (formElement: HTMLFormElement, name: string): readonly string[] =>
  new FormData(formElement).getAll(name).filter((value) => typeof value === 'string')

/** The text of the selected option. */
function selectedText(formElement: HTMLFormElement, name: string): string {
  const field = formElement.elements.namedItem(name)
  return (field instanceof HTMLSelectElement ? field.selectedOptions[0]?.textContent : undefined) ?? ''
}

const sourceFrom = (formElement: HTMLFormElement, kind: SourceKind): QueueSource =>
  kind === 'filter'
    ? { kind: 'filter', filter: formText(formElement, 'filter'), days: Number(formText(formElement, 'days')) }
    : {
        kind,
        revisionId: formText(formElement, 'revision'),
        name: selectedText(formElement, 'revision'),
      }

/** The evaluators whose forms annotators fill in, and a button for a new one. */
function EvaluatorChoice({
  evaluators,
  createdFormSlug,
  onNewForm,
}: {
  evaluators: ReturnType<typeof useEvaluatorForms>
  /** The slug of a new form, which is checked. */
  createdFormSlug: string | undefined
  onNewForm: () => void
}) {
  const canCreate = useHasRole('editor')
  if (evaluators === undefined) return <Skeleton rows={2} />
  return (
    <div>
      {evaluators.length === 0 ? (
        <p className={styles['source']}>A queue needs a form with the questions for annotators.</p>
      ) : (
        <Checkboxes
          key={createdFormSlug}
          legend="Evaluators"
          name="evaluator"
          checkedSlug={createdFormSlug ?? evaluators[0]?.slug}
          options={evaluators.map((one) => ({
            id: one.revisionId,
            slug: one.slug,
            name: one.name,
            ...(one.isForPeople ? { note: 'human feedback' } : {}),
          }))}
        />
      )}
      {canCreate && (
        <Button icon="plus" onClick={onNewForm}>
          New feedback form
        </Button>
      )}
    </div>
  )
}

function NewQueueForm({
  presetSource,
  createdFormSlug,
  onNewForm,
  onClose,
}: {
  presetSource: PresetSource | undefined
  /** The slug of a feedback form that was created from this dialog. */
  createdFormSlug: string | undefined
  onNewForm: () => void
  onClose: () => void
}) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const evaluators = useEvaluatorForms()
  const names = useKeyNames()
  const id = useId()
  const [kind, setKind] = useState<SourceKind>('filter')
  const project = session.project.slug
  const createMutation = useMutation({
    mutationFn: (queue: NewQueueRequest) => createQueue(api, queue),
    onSuccess: async (queue) => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'queues'] })
      showToast('Queue created.')
      onClose()
      await navigate({ to: '/p/$project/queues/$queue', params: { project, queue } })
    },
    onError: (error) => (error instanceof RefusedQueueError ? undefined : showFailure(error)),
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const formElement = event.currentTarget
    createMutation.mutate({
      name: formText(formElement, 'name'),
      source: presetSource ?? sourceFrom(formElement, kind),
      evaluators: checkedValues(formElement, 'evaluator'),
      people: checkedValues(formElement, 'person'),
      repeats: Number(formText(formElement, 'repeats')),
    })
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <div className={form['field']}>
        <label htmlFor={`${id}-name`}>Name</label>
        <input id={`${id}-name`} name="name" placeholder="Are the new answers helpful?" />
      </div>
      {presetSource === undefined ? (
        <SourceFields kind={kind} onKind={setKind} id={id} />
      ) : (
        <p className={styles['source']}>{describeSource(presetSource)}</p>
      )}
      <EvaluatorChoice evaluators={evaluators} createdFormSlug={createdFormSlug} onNewForm={onNewForm} />
      <Checkboxes
        legend="Annotators (none selected: anyone)"
        name="person"
        options={[...names].map(([key, name]) => ({
          id: key,
          name,
          ...(key === session.key.id ? { note: 'you' } : {}),
        }))}
      />
      <div className={form['field']}>
        <label htmlFor={`${id}-repeats`}>Annotators per item</label>
        <select id={`${id}-repeats`} name="repeats">
          {[1, 2, 3, 4, 5].map((times) => (
            <option key={times}>{times}</option>
          ))}
        </select>
        <small>With two or more, Assay measures their agreement.</small>
      </div>
      {createMutation.error instanceof RefusedQueueError && (
        <p className={form['fault']} role="alert">
          {createMutation.error.message}
        </p>
      )}
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="main"
          disabled={createMutation.isPending || evaluators === undefined || evaluators.length === 0}
        >
          {createMutation.isPending ? 'Creating…' : 'Create queue'}
        </Button>
      </div>
    </form>
  )
}

export function NewQueue({
  open,
  presetSource,
  onClose,
}: {
  open: boolean
  presetSource?: PresetSource | undefined
  onClose: () => void
}) {
  const [isNewForm, setIsNewForm] = useState(false)
  const [createdFormSlug, setCreatedFormSlug] = useState<string>()
  const close = (): void => {
    setIsNewForm(false)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={isNewForm ? 'New feedback form' : 'New queue'}
      isWide={isNewForm}
    >
      {isNewForm && (
        <NewFeedback
          onCreated={({ slug }) => {
            setCreatedFormSlug(slug)
            setIsNewForm(false)
          }}
          onCancel={() => setIsNewForm(false)}
        />
      )}
      {/* Hidden instead of unmounted, so that the form keeps its values. */}
      <div hidden={isNewForm}>
        <NewQueueForm
          presetSource={presetSource}
          createdFormSlug={createdFormSlug}
          onNewForm={() => setIsNewForm(true)}
          onClose={close}
        />
      </div>
    </Dialog>
  )
}
