// web/settings/ingest: the state of ingest in the settings: the inbox, receipts and rejected spans.
// The server sends changes as events.
// Start here.
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import body from '../../app/body.module.css'
import { useApi, useHasRole, useSession } from '../../app/session.tsx'
import { useStream } from '../../app/stream.ts'
import { Chart } from '../../ui/chart.tsx'
import { ago, bytes, count, shortCount } from '../../ui/format.ts'
import { LoadedPart, partKey, usePart } from '../parts.tsx'
import { Receipts } from './receipts.tsx'
import { Rejections } from './rejections.tsx'
import styles from '../page.module.css'

type Health = Awaited<ReturnType<ReturnType<typeof useApi>['otlp']['health']>>

const seconds = (text: string): number => Date.parse(text) / 1000

function Rates({ minutes, nowMs }: { minutes: Health['minutes']; nowMs: number }) {
  // Rounded to the minute, so that the plot changes only with new data.
  const newest = Math.ceil(nowMs / 60_000) * 60
  const series = useMemo(
    () => [
      { name: 'received', colour: '--line-strong', values: minutes.map(({ received }) => received) },
      { name: 'stored', colour: '--good', values: minutes.map(({ stored }) => stored) },
    ],
    [minutes],
  )
  const times = useMemo(() => minutes.map(({ minute }) => seconds(minute)), [minutes])
  return (
    <section className={body['card']}>
      <h2>Spans per minute, last hour</h2>
      <Chart
        name="Spans per minute: received and stored"
        times={times}
        series={series}
        heightPx={140}
        format={shortCount}
        from={newest - 3600}
        to={newest}
        bucketSeconds={60}
      />
    </section>
  )
}

function IngestNumbers({ health }: { health: Health }) {
  const { waiting, waiting_logs: logs, minutes, rejections } = health
  const sum = (read: (minute: (typeof minutes)[number]) => number): number =>
    minutes.reduce((total, minute) => total + read(minute), 0)
  const rejectedCount = rejections.reduce((total, one) => total + one.count, 0)
  return (
    <dl className={styles['numbers']}>
      <div>
        <dt>Accepted, last hour</dt>
        <dd>{count(sum(({ accepted }) => accepted))}</dd>
      </div>
      <div>
        <dt>Stored, last hour</dt>
        <dd>{count(sum(({ stored }) => stored))}</dd>
      </div>
      <div>
        <dt>Waiting</dt>
        <dd title={bytes(waiting.bytes)}>{count(waiting.requests)}</dd>
      </div>
      <div>
        <dt>Oldest waiting</dt>
        <dd>{waiting.oldest_received_at === undefined ? 'none' : ago(waiting.oldest_received_at)}</dd>
      </div>
      {logs.events > 0 && (
        <div>
          <dt>Logs without a span</dt>
          <dd title={bytes(logs.bytes)}>{count(logs.events)}</dd>
        </div>
      )}
      <div>
        <dt>Rejected</dt>
        <dd data-tone={rejectedCount > 0 ? 'bad' : undefined}>{count(rejectedCount)}</dd>
      </div>
    </dl>
  )
}

export function IngestPart() {
  const { api, session } = useSession()
  const client = useQueryClient()
  const canImport = useHasRole('editor')
  const health = usePart('ingest', (client_, signal) => client_.otlp.health({ signal }))
  useStream(
    session.project.id,
    true,
    (signal) => api.otlp.followHealth({ signal }),
    (data) => client.setQueryData(partKey(session.project.id, 'ingest'), data),
  )
  return (
    <>
      <LoadedPart query={health}>
        {(current) => (
          <>
            <IngestNumbers health={current} />
            <Rates minutes={current.minutes} nowMs={health.dataUpdatedAt} />
          </>
        )}
      </LoadedPart>
      <Rejections />
      <Receipts />
      {canImport && (
        <p className={body['faint']}>
          To add data of another tool,{' '}
          <Link to="/p/$project/import" params={{ project: session.project.slug }} className={styles['link']}>
            import its files
          </Link>
          .
        </p>
      )}
    </>
  )
}
