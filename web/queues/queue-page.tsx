// web/queues: lists of annotation queues and the page on which a person annotates items.
// work-state.ts is pure: the reducer of the work. The form is web/ui/forms/questions.
// Imports web/app and web/ui. Start here.
//
// One queue: the current item beside the form of its evaluators, or the progress and agreement of people.
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
import { AnnotationForm } from './annotation-form.tsx'
import { ItemView } from './item-view.tsx'
import { PeopleView } from './people.tsx'
import { progressQuery, queueQuery, type Item, type QueueDetails, type Progress } from './queries.ts'
import type { QueueView } from './url-state.ts'
import { useQueue } from './use-queue.ts'
import styles from './queue-page.module.css'

const route = getRouteApi('/p/$project/queues/$queue')

function ProgressLine({ progress }: { progress: Progress }) {
  const { session } = useSession()
  const { judged, total } = progress.items
  const ownProgress = progress.people.find(({ user_id: id }) => id === session.key.id)
  return (
    <div className={styles['progress']}>
      <progress max={Math.max(1, total)} value={judged} aria-label="Annotated items" />
      <output>
        <b>
          {count(judged)} of {count(total)}
        </b>{' '}
        annotated
        {ownProgress !== undefined && (
          <span>
            {count(ownProgress.judged)}
            {ownProgress.assigned === undefined ? '' : ` of ${count(ownProgress.assigned)}`} by you
            {ownProgress.skipped > 0 && `, ${count(ownProgress.skipped)} skipped`}
          </span>
        )}
      </output>
    </div>
  )
}

const withItem = (item: string | undefined): QueueView => (item === undefined ? {} : { item })

const states: Readonly<Record<Item['state'], string>> = {
  open: '',
  judged: 'annotated by you',
  skipped: 'skipped by you',
}

const pollMs = 2000

/** All items are done, or the run has not added its items yet; then the queue is polled. */
function NoItem({
  queue,
  isEmpty,
  onRefresh,
}: {
  queue: QueueDetails
  isEmpty: boolean
  onRefresh: () => void
}) {
  const project = useSession().session.project.slug
  const refresh = useRef(onRefresh)
  useEffect(() => {
    refresh.current = onRefresh
  })
  useEffect(() => {
    if (!isEmpty) return undefined
    const timer = setInterval(() => refresh.current(), pollMs)
    return () => clearInterval(timer)
  }, [isEmpty])
  if (isEmpty) {
    return (
      <Notice icon="task" title="No items yet">
        <p>Items appear here when the run of this queue adds them.</p>
      </Notice>
    )
  }
  return (
    <Notice icon="check" title="No items left for you">
      <p>
        All items are annotated or assigned to other people. Press <kbd>u</kbd> to undo your last annotation.
      </p>
      <p>
        <Button icon="refresh" onClick={onRefresh}>
          Refresh
        </Button>
      </p>
      <Link to="/p/$project/runs/$run" params={{ project, run: queue.runId }} className={styles['link']}>
        Open the run
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
  queue: QueueDetails
  view: QueueView
  isEmpty: boolean
  onView: (view: QueueView) => void
}) {
  const work = useQueue({
    queueId: queue.id,
    initialItemId: view.item,
    onItem: (item) => onView(withItem(item)),
  })
  const item = work.current?.item ?? undefined
  const move = (to: 'next' | 'previous'): void => {
    void work.open(item === undefined ? {} : { scenario_id: item.scenario_id, move: to })
  }
  useShortcuts([
    { id: 'next item', keys: 'arrowright', label: 'Next item', run: () => move('next') },
    { id: 'item before', keys: 'arrowleft', label: 'Previous item', run: () => move('previous') },
    // The form has the same shortcut, but it is not rendered without an item.
    { id: 'undo judgement', keys: 'u', label: 'Undo the last annotation', run: () => void work.undo() },
  ])
  if (work.failure !== undefined) return <Failure error={work.failure} retry={() => void work.open({})} />
  if (work.current === undefined) return <Skeleton />
  if (item === undefined) {
    return <NoItem queue={queue} isEmpty={isEmpty} onRefresh={() => void work.open({})} />
  }
  return (
    <div className={styles['work']}>
      <section className={styles['item']} aria-label="Item" tabIndex={0}>
        <div className={styles['itemHead']}>
          <IconButton
            icon="left"
            label="Previous item"
            disabled={work.isBusy}
            onClick={() => move('previous')}
          />
          <b>
            {count(item.place)} of {count(item.total)}
          </b>
          <IconButton icon="right" label="Next item" disabled={work.isBusy} onClick={() => move('next')} />
          <output data-state={item.state}>
            {[states[item.state], work.message].filter(Boolean).join(', ')}
          </output>
        </div>
        <ItemView key={item.scenario_id} item={item} />
      </section>
      <AnnotationForm
        key={`${item.scenario_id} ${item.repeat_idx} ${item.state}`}
        forms={queue.forms}
        initial={work.current.annotation}
        isAnnotated={item.state === 'judged'}
        isBusy={work.isBusy}
        onSave={(annotation) => void work.annotate(item, annotation)}
        onSkip={() => void work.skip(item)}
        onUndo={() => void work.undo()}
      />
    </div>
  )
}

function QueueContent({ queue }: { queue: QueueDetails }) {
  const view = route.useSearch()
  const { api, session } = useSession()
  const navigate = useNavigate()
  const canAnnotate = useHasRole('editor') && !queue.isClosed
  const progress = useQuery(progressQuery(api, queue.id)).data ?? undefined
  const params = { project: session.project.slug, queue: queue.id }
  const onView = (search: QueueView): void =>
    void navigate({ to: '/p/$project/queues/$queue', params, search, replace: true })
  const tab = canAnnotate ? (view.tab ?? 'work') : 'people'
  return (
    <>
      <div className={styles['head']}>
        {progress !== undefined && <ProgressLine progress={progress} />}
        {canAnnotate && (
          <Segments
            label="View"
            value={tab}
            onValue={(next) =>
              onView({ ...withItem(view.item), ...(next === 'people' ? { tab: next } : {}) })
            }
            options={[
              { value: 'work', name: 'Annotate' },
              { value: 'people', name: 'People and agreement' },
            ]}
          />
        )}
      </div>
      {queue.isClosed && <p className={styles['closed']}>This queue is closed. Its annotations remain.</p>}
      {tab === 'people' ? (
        <PeopleView queue={queue} progress={progress} />
      ) : queue.forms.length === 0 ? (
        <Notice icon="task" title="This queue has no form">
          <p>The run of this queue no longer has a human evaluator.</p>
        </Notice>
      ) : (
        <Work queue={queue} view={view} isEmpty={progress?.items.total === 0} onView={onView} />
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
        <Notice icon="task" title="Queue not found">
          <p>It may have been deleted.</p>
        </Notice>
      ) : (
        <QueueContent key={queue.id} queue={queue} />
      )}
    </>
  )
}
