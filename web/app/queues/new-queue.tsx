// web/app/queues: annotation queues on several pages: the dialog of a new queue, and the queues of a run.
// sources.ts has the sources of items, assignments.ts distributes repeats among people.
//
// The dialog of a new queue: its items, evaluators and annotators.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import { useEvaluatorForms } from '../evaluator-forms.ts'
import { useKeyNames, useSession } from '../session.tsx'
import { showToast, showFailure } from '../toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { count } from '../../ui/format.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { formText } from '../../ui/forms/form-text.ts'
import { itemsMax, createQueue, EmptyQueueError, type QueueSource, type NewQueueRequest } from './sources.ts'
import form from '../../ui/form.module.css'
import styles from './new-queue.module.css'

/** What a page has chosen already. */
export type PresetSource = Extract<QueueSource, { readonly kind: 'traces' | 'failures' }>

type Asked = 'filter' | 'testset' | 'query'

const said = (given: PresetSource): string =>
  given.kind === 'failures'
    ? 'The rows of the run that failed, or that a judgement said no to.'
    : `${count(given.traceIds.length)} ${given.traceIds.length === 1 ? 'trace' : 'traces'} that you have chosen.`

interface Named {
  readonly revisionId: string
  readonly name: string
}

/** Testsets or saved queries, each by its newest revision. */
function useNamed(kind: 'testset' | 'query', enabled: boolean): readonly Named[] | undefined {
  const { api, session } = useSession()
  const { data } = useQuery({
    queryKey: [session.project.id, 'queues', 'sources', kind],
    queryFn: async ({ signal }) => {
      const windowing = { limit: 200 }
      const found =
        kind === 'testset'
          ? (await api.simpleTestsets.query({ include_testcases: false, windowing }, { signal })).testsets
          : (await api.simpleQueries.query({ windowing }, { signal })).queries
      return (found as readonly object[] as readonly (Named & { slug: string; revision_id: string })[]).map(
        ({ revision_id, name, slug }) => ({ revisionId: revision_id, name: name ?? slug }),
      )
    },
    enabled,
  })
  return data
}

function SourceFields({ asked, onAsked, id }: { asked: Asked; onAsked: (asked: Asked) => void; id: string }) {
  const named = useNamed(asked === 'query' ? 'query' : 'testset', asked !== 'filter')
  return (
    <>
      <div className={form['field']}>
        <span className={form['legend']}>What is judged</span>
        <Segments
          label="What is judged"
          value={asked}
          onValue={onAsked}
          options={[
            { value: 'filter', name: 'Traces' },
            { value: 'testset', name: 'Rows of a testset' },
            { value: 'query', name: 'A saved query' },
          ]}
        />
      </div>
      {asked === 'filter' ? (
        <div className={form['field']}>
          <label htmlFor={`${id}-filter`}>Filter</label>
          <input
            id={`${id}-filter`}
            name="filter"
            placeholder='all, or: span_name = "support-chat"'
            spellCheck={false}
          />
          <label htmlFor={`${id}-days`}>From the last</label>
          <select id={`${id}-days`} name="days" defaultValue="7">
            <option value="1">day</option>
            <option value="7">7 days</option>
            <option value="30">30 days</option>
            <option value="365">year</option>
          </select>
          <small>
            The newest {count(itemsMax)} at most. Traces that you choose in their list can be queued there.
          </small>
        </div>
      ) : (
        <div className={form['field']}>
          <label htmlFor={`${id}-revision`}>{asked === 'testset' ? 'Testset *' : 'Query *'}</label>
          <select id={`${id}-revision`} name="revision" required key={`${asked} ${named === undefined}`}>
            {named?.map(({ revisionId, name }) => (
              <option key={revisionId} value={revisionId}>
                {name}
              </option>
            ))}
          </select>
          <small>
            {named?.length === 0
              ? `There is no ${asked} yet.`
              : 'As it is now: later versions change nothing.'}
          </small>
        </div>
      )}
    </>
  )
}

/** Boxes to tick; the ids of those that are ticked. */
function Ticks({
  legend,
  name,
  options,
  first,
}: {
  legend: string
  name: string
  options: readonly { readonly id: string; readonly name: string; readonly note?: string }[]
  /** The first is ticked. */
  first?: boolean
}) {
  return (
    <fieldset className={styles['ticks']}>
      <legend>{legend}</legend>
      {options.map((option, index) => (
        <label key={option.id}>
          <input
            type="checkbox"
            name={name}
            value={option.id}
            defaultChecked={first === true && index === 0}
          />
          {option.name}
          {option.note !== undefined && <small>{option.note}</small>}
        </label>
      ))}
    </fieldset>
  )
}

const ticked = (place: HTMLFormElement, name: string): readonly string[] =>
  new FormData(place).getAll(name).filter((value) => typeof value === 'string')

/** What the chosen option says. */
function chosenIn(place: HTMLFormElement, name: string): string {
  const field = place.elements.namedItem(name)
  return (field instanceof HTMLSelectElement ? field.selectedOptions[0]?.textContent : undefined) ?? ''
}

const sourceIn = (place: HTMLFormElement, asked: Asked): QueueSource =>
  asked === 'filter'
    ? { kind: 'filter', filter: formText(place, 'filter'), days: Number(formText(place, 'days')) }
    : { kind: asked, revisionId: formText(place, 'revision'), name: chosenIn(place, 'revision') }

function NewQueueForm({ given, onClose }: { given: PresetSource | undefined; onClose: () => void }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const evaluators = useEvaluatorForms()
  const names = useKeyNames()
  const id = useId()
  const [asked, setAsked] = useState<Asked>('filter')
  const project = session.project.slug
  const making = useMutation({
    mutationFn: (queue: NewQueueRequest) => createQueue(api, queue),
    onSuccess: async (queue) => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'queues'] })
      showToast('Queue created.')
      onClose()
      await navigate({ to: '/p/$project/queues/$queue', params: { project, queue } })
    },
    onError: (error) => (error instanceof EmptyQueueError ? undefined : showFailure(error)),
  })
  if (evaluators?.length === 0) {
    return (
      <p>
        A queue needs an evaluator that asks for something.{' '}
        <Link to="/p/$project/catalog" params={{ project }} search={{}} className={styles['link']}>
          Create one in the catalog
        </Link>
        : “Human feedback” is a form for people.
      </p>
    )
  }
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const place = event.currentTarget
    making.mutate({
      name: formText(place, 'name'),
      source: given ?? sourceIn(place, asked),
      evaluators: ticked(place, 'evaluator'),
      people: ticked(place, 'person'),
      repeats: Number(formText(place, 'repeats')),
    })
  }
  return (
    <form className={form['form']} onSubmit={submitted}>
      <div className={form['field']}>
        <label htmlFor={`${id}-name`}>Name</label>
        <input id={`${id}-name`} name="name" placeholder="Are the new answers helpful?" />
      </div>
      {given === undefined ? (
        <SourceFields asked={asked} onAsked={setAsked} id={id} />
      ) : (
        <p className={styles['given']}>{said(given)}</p>
      )}
      {evaluators === undefined ? (
        <Skeleton rows={2} />
      ) : (
        <Ticks
          legend="Judged by the form of"
          name="evaluator"
          first
          options={evaluators.map((one) => ({
            id: one.revisionId,
            name: one.name,
            ...(one.isForPeople ? { note: 'for people' } : {}),
          }))}
        />
      )}
      <Ticks
        legend="People (none ticked: whoever comes)"
        name="person"
        options={[...names].map(([key, name]) => ({
          id: key,
          name,
          ...(key === session.key.id ? { note: 'you' } : {}),
        }))}
      />
      <div className={form['field']}>
        <label htmlFor={`${id}-repeats`}>How many people judge each</label>
        <select id={`${id}-repeats`} name="repeats">
          {[1, 2, 3, 4, 5].map((times) => (
            <option key={times}>{times}</option>
          ))}
        </select>
        <small>With two or more, how far they agree is measured.</small>
      </div>
      {making.error instanceof EmptyQueueError && (
        <p className={form['fault']} role="alert">
          {making.error.message}
        </p>
      )}
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={making.isPending || evaluators === undefined}>
          {making.isPending ? 'Creating…' : 'Create queue'}
        </Button>
      </div>
    </form>
  )
}

export function NewQueue({
  open,
  given,
  onClose,
}: {
  open: boolean
  given?: PresetSource | undefined
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title="New queue">
      <NewQueueForm given={given} onClose={onClose} />
    </Dialog>
  )
}
