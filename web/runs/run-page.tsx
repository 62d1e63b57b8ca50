// One run: how far it is, its numbers, and its rows; a row opens beside the table.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useSigned } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Numbers } from './numbers.tsx'
import { PartList } from './part-list.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { numbersQuery, rowsQuery, runQuery } from './queries.ts'
import { RowDetail } from './row-detail.tsx'
import { Rows } from './rows.tsx'
import { RunActions } from './run-actions.tsx'
import { isActive, measured as measuredOf, partsOf, type Parts, type Run } from './run-model.ts'
import { StatusMark } from './status.tsx'
import { useProgress } from './use-progress.ts'
import styles from './runs.module.css'

const route = getRouteApi('/p/$project/runs/$run')

function About({ run, parts }: { run: Run; parts: Parts }) {
  return (
    <p className={styles['about']}>
      <StatusMark status={run.status} />
      {parts.subjects.length > 0 && <PartList parts={parts.subjects} />}
      <span className={styles['faint']}>on</span> <PartList parts={parts.inputs} />
      <span className={styles['faint']}>judged by</span> <PartList parts={parts.evaluators} />
      {(run.data?.repeats ?? 1) > 1 && (
        <span className={styles['faint']}>{run.data?.repeats} times each</span>
      )}
    </p>
  )
}

function Body({ run }: { run: Run }) {
  const { api, session } = useSigned()
  const view = route.useSearch()
  const navigate = useNavigate()
  const projectId = session.project.id
  const progress = useProgress(run.id, isActive(run.status))
  const numbers = useQuery(numbersQuery(api, projectId, run.id))
  const list = useInfiniteQuery(rowsQuery(api, projectId, run.id))
  const parts = useMemo(() => partsOf(run), [run])
  const measured = useMemo(() => measuredOf(parts, numbers.data ?? {}), [parts, numbers.data])
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data])
  const opened = rows.find(({ id }) => id === view.row)
  const open = (row: string | undefined): void =>
    void navigate({
      to: '/p/$project/runs/$run',
      params: { project: session.project.slug, run: run.id },
      search: row === undefined ? {} : { row },
      replace: true,
    })
  useShortcuts([{ id: 'close row', keys: 'escape', does: 'Close the row', run: () => open(undefined) }])
  const table =
    list.isError && list.data === undefined ? (
      <Failure error={list.error} retry={() => void list.refetch()} />
    ) : list.data === undefined ? (
      <Skeleton rows={10} />
    ) : rows.length === 0 ? (
      <Notice icon="runs" title="No rows yet">
        <p>{run.meta?.failure?.message ?? 'They appear when the run begins.'}</p>
      </Notice>
    ) : (
      <Rows
        rows={rows}
        parts={parts}
        measured={measured}
        onOpen={({ id }) => open(id)}
        onEnd={() => {
          if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
        }}
      />
    )
  return (
    <>
      <About run={run} parts={parts} />
      {progress !== undefined && isActive(run.status) && <ProgressBar progress={progress} />}
      {measured.length > 0 && <Numbers all={measured} />}
      <div className={styles['beside']} data-open={opened !== undefined}>
        <div>{table}</div>
        {opened !== undefined && (
          <RowDetail row={opened} parts={parts} measured={measured} onClose={() => open(undefined)} />
        )}
      </div>
    </>
  )
}

export function RunPage() {
  const { run: id, project } = route.useParams()
  const { api, session } = useSigned()
  const { data: run, error, refetch, isError } = useQuery(runQuery(api, session.project.id, id))
  return (
    <>
      <PageHead
        title={run?.name ?? 'Run'}
        lead={
          <Link to="/p/$project/runs" params={{ project }} search={{}} aria-label="All runs" title="All runs">
            <Icon name="left" />
          </Link>
        }
      >
        {run !== undefined && run !== null && <RunActions run={run} />}
      </PageHead>
      {isError && run === undefined ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : run === undefined ? (
        <Skeleton />
      ) : run === null ? (
        <Notice icon="runs" title="There is no such run">
          <p>It may have been deleted.</p>
        </Notice>
      ) : (
        <Body key={run.id} run={run} />
      )}
    </>
  )
}
