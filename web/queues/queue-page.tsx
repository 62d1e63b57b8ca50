// web/queues: lists of annotation queues and the page on which a person annotates items.
// form-model.ts is pure: questions, answers and their keys.
// Imports web/app and web/ui. Start here.
//
// One queue: the next item beside the form of its evaluators; or who has judged how much, and whether they agree.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useApi, useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { count } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { ItemView } from './item-view.tsx'
import { JudgeForm } from './annotation-form.tsx'
import { PeopleView } from './people.tsx'
import { progressQuery, queueQuery, type Item, type OpenedQueue, type Progress } from './queries.ts'
import type { QueueView } from './url-state.ts'
import { useWork } from './use-queue.ts'
import styles from './queue-page.module.css'

const route = getRouteApi('/p/$project/queues/$queue')

function ProgressLine({ progress }: { progress: Progress }) {
  const { session } = useSession()
  const { judged, total } = progress.items
  const own = progress.people.find(({ user_id: id }) => id === session.key.id)
  return (
    <div className={styles['progress']}>
      <progress max={Math.max(1, total)} value={judged} aria-label="Judged of the queue" />
      <p role="status">
        <b>
          {count(judged)} of {count(total)}
        </b>{' '}
        judged
        {own !== undefined && (
          <span>
            {count(own.judged)}
            {own.assigned === undefined ? '' : ` of ${count(own.assigned)}`} by you
            {own.skipped > 0 && `, ${count(own.skipped)} skipped`}
          </span>
        )}
      </p>
    </div>
  )
}

const withItem = (item: string | undefined): QueueView => (item === undefined ? {} : { item })

const states: Readonly<Record<Item['state'], string>> = {
  open: '',
  judged: 'judged by you',
  skipped: 'skipped by you',
}

const lookMs = 2000

/** Nothing to judge: because all is done, or because the run has not met its items yet; then it is looked at again. */
function NothingLeft({
  queue,
  isEmpty,
  onLook,
}: {
  queue: OpenedQueue
  isEmpty: boolean
  onLook: () => void
}) {
  const project = useSession().session.project.slug
  const look = useRef(onLook)
  useEffect(() => {
    look.current = onLook
  })
  useEffect(() => {
    if (!isEmpty) return undefined
    const timer = setInterval(() => look.current(), lookMs)
    return () => clearInterval(timer)
  }, [isEmpty])
  if (isEmpty) {
    return (
      <Notice icon="task" title="No items yet">
        <p>They appear here as soon as the run of this queue has found them, or when some are added.</p>
      </Notice>
    )
  }
  return (
    <Notice icon="check" title="Nothing is left for you">
      <p>
        All items are judged, or somebody else has them. Press <kbd>u</kbd> to take back what you did last
        here.
      </p>
      <p>
        <Button icon="refresh" onClick={onLook}>
          Look again
        </Button>
      </p>
      <Link to="/p/$project/runs/$run" params={{ project, run: queue.runId }} className={styles['link']}>
        The run with its results
      </Link>
    </Notice>
  )
}

function Work({
  queue,
  view,
  isEmpty,
  onView,
}: {
  queue: OpenedQueue
  view: QueueView
  isEmpty: boolean
  onView: (view: QueueView) => void
}) {
  const work = useWork(queue.id, {
    first: view.item,
    onItem: (item) => onView(withItem(item)),
  })
  const item = work.shown?.item ?? undefined
  const moved = (move: 'next' | 'previous'): void => {
    void work.taken(item === undefined ? {} : { scenario_id: item.scenario_id, move })
  }
  useShortcuts([
    { id: 'next item', keys: 'arrowright', does: 'Next item', run: () => moved('next') },
    { id: 'item before', keys: 'arrowleft', does: 'Previous item', run: () => moved('previous') },
    // The form has a shortcut for it, too; without an item there is no form.
    { id: 'undo judgement', keys: 'u', does: 'Take back the last judgement', run: () => void work.undone() },
  ])
  if (work.failure !== undefined) return <Failure error={work.failure} retry={() => void work.taken({})} />
  if (work.shown === undefined) return <Skeleton />
  if (item === undefined) {
    return <NothingLeft queue={queue} isEmpty={isEmpty} onLook={() => void work.taken({})} />
  }
  return (
    <div className={styles['work']}>
      <section className={styles['item']} aria-label="What is judged" tabIndex={0}>
        <div className={styles['itemHead']}>
          <IconButton
            icon="left"
            label="Previous item"
            disabled={work.isBusy}
            onClick={() => moved('previous')}
          />
          <b>
            {count(item.place)} of {count(item.total)}
          </b>
          <IconButton icon="right" label="Next item" disabled={work.isBusy} onClick={() => moved('next')} />
          <span data-state={item.state} role="status">
            {[states[item.state], work.told].filter(Boolean).join(', ')}
          </span>
        </div>
        <ItemView key={item.scenario_id} item={item} />
      </section>
      <JudgeForm
        key={`${item.scenario_id} ${item.repeat_idx} ${item.state}`}
        forms={queue.forms}
        said={work.shown.said}
        isJudged={item.state === 'judged'}
        busy={work.isBusy}
        onJudged={(said) => void work.judged(item, said)}
        onSkipped={() => void work.skipped(item)}
        onUndone={() => void work.undone()}
      />
    </div>
  )
}

function Opened({ queue }: { queue: OpenedQueue }) {
  const view = route.useSearch()
  const { api, session } = useSession()
  const navigate = useNavigate()
  const mayJudge = useHasRole('editor') && !queue.isClosed
  const progress = useQuery(progressQuery(api, queue.id)).data ?? undefined
  const params = { project: session.project.slug, queue: queue.id }
  const viewed = (search: QueueView): void =>
    void navigate({ to: '/p/$project/queues/$queue', params, search, replace: true })
  const tab = mayJudge ? (view.tab ?? 'work') : 'people'
  return (
    <>
      <div className={styles['head']}>
        {progress !== undefined && <ProgressLine progress={progress} />}
        {mayJudge && (
          <Segments
            label="What is shown"
            value={tab}
            onValue={(next) =>
              viewed({ ...withItem(view.item), ...(next === 'people' ? { tab: next } : {}) })
            }
            options={[
              { value: 'work', name: 'Judge' },
              { value: 'people', name: 'People and agreement' },
            ]}
          />
        )}
      </div>
      {queue.isClosed && <p className={styles['closed']}>The queue is closed: what was judged stays.</p>}
      {tab === 'people' ? (
        <PeopleView queue={queue} progress={progress} />
      ) : queue.forms.length === 0 ? (
        <Notice icon="task" title="People have nothing to judge here">
          <p>The run of this queue has no evaluator for people any more.</p>
        </Notice>
      ) : (
        <Work queue={queue} view={view} isEmpty={progress?.items.total === 0} onView={viewed} />
      )}
    </>
  )
}

export function QueuePage() {
  const { queue: id, project } = route.useParams()
  const api = useApi()
  const { data: queue, error, isError, refetch } = useQuery(queueQuery(api, id))
  return (
    <>
      <PageHead
        title={queue?.name ?? 'Queue'}
        lead={
          <Link
            to="/p/$project/queues"
            params={{ project }}
            search={{}}
            aria-label="All queues"
            title="All queues"
          >
            <Icon name="left" />
          </Link>
        }
      >
        {queue !== undefined && queue !== null && (
          <Link to="/p/$project/runs/$run" params={{ project, run: queue.runId }} className={styles['link']}>
            Results
          </Link>
        )}
      </PageHead>
      {isError && queue === undefined ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : queue === undefined ? (
        <Skeleton />
      ) : queue === null ? (
        <Notice icon="task" title="There is no such queue">
          <p>It may have been deleted.</p>
        </Notice>
      ) : (
        <Opened key={queue.id} queue={queue} />
      )}
    </>
  )
}
