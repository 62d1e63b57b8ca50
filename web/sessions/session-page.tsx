// web/sessions: lists of sessions and the transcript of one session.
// transcript.ts and errors.ts are pure.
// Imports web/app and web/ui. Start here.
//
// One session as a transcript: questions and answers, trace by trace.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useSession } from '../app/session.tsx'
import { KindIcon } from '../app/spans/span-kind.tsx'
import { agOf, costOf, durationMs, errorsOf, tokensOf, type Span } from '../app/spans/span.ts'
import { Button } from '../ui/button.tsx'
import { Id, LinkButton } from '../ui/copy.tsx'
import { count, duration, exactTime, money, shortCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { MessageView } from '../ui/content/content-view.tsx'
import { PanelModeSwitch } from '../ui/content/mode.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { fixedRange } from '../ui/time/time-range.ts'
import type { TurnError } from './errors.ts'
import { boundsOf, sessionQuery, transcriptQuery, type SessionRecord } from './queries.ts'
import { turnOf } from './transcript.ts'
import styles from './session-page.module.css'

const route = getRouteApi('/p/$project/sessions/$sessionId')

function Turn({ span, project, failures }: { span: Span; project: string; failures: readonly TurnError[] }) {
  const errors = errorsOf(span)
  const { data } = agOf(span)
  return (
    <li className={styles['turn']}>
      <Link
        className={styles['head']}
        to="/p/$project/traces/$traceId"
        params={{ project, traceId: span.trace_id }}
        search={{}}
      >
        <KindIcon type={span.span_type} />
        <b>{span.span_name}</b>
        <time title={exactTime(span.start_time)}>{exactTime(span.start_time).slice(0, 19)}</time>
        <span>{duration(durationMs(span))}</span>
        {tokensOf(span) !== undefined && <span>{shortCount(tokensOf(span))} tokens</span>}
        {costOf(span) !== undefined && <span>{money(costOf(span))}</span>}
        {errors > 0 && (
          <span data-tone="bad">
            <Icon name="alert" size={12} /> {errors} {errors === 1 ? 'error' : 'errors'}
          </span>
        )}
        <Icon name="right" size={12} />
      </Link>
      <MessageView messages={turnOf(data?.inputs, data?.outputs)} />
      {failures.map(({ spanId, spanName, message }) => (
        <Link
          key={spanId}
          className={styles['failure']}
          to="/p/$project/traces/$traceId"
          params={{ project, traceId: span.trace_id }}
          search={{ span: spanId }}
        >
          <Icon name="alert" size={13} label="Error" />
          <span>
            <b>{spanName}</b> {message}
          </span>
        </Link>
      ))}
    </li>
  )
}

function Totals({
  session,
  users,
  project,
}: {
  session: SessionRecord
  users: readonly string[]
  project: string
}) {
  return (
    <dl className={styles['totals']} aria-label="Totals of the session">
      <div>
        <dt>Turns</dt>
        <dd>{count(session.traces)}</dd>
      </div>
      <div>
        <dt>With errors</dt>
        <dd data-tone={session.failed_traces === 0 ? undefined : 'bad'}>{count(session.failed_traces)}</dd>
      </div>
      <div>
        <dt>Duration</dt>
        <dd>{duration(session.duration)}</dd>
      </div>
      <div>
        <dt>Tokens</dt>
        <dd>{shortCount(session.tokens)}</dd>
      </div>
      <div>
        <dt>Cost</dt>
        <dd>{money(session.cost)}</dd>
      </div>
      {users.length > 0 && (
        <div>
          <dt>{users.length === 1 ? 'User' : 'Users'}</dt>
          <dd>
            {users.map((userId) => (
              <Link key={userId} to="/p/$project/users/$userId" params={{ project, userId }} search={{}}>
                {userId}
              </Link>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The loaded turns, oldest first. A button loads older ones. */
function Transcript({ record, project }: { record: SessionRecord; project: string }) {
  const { api } = useSession()
  const transcript = useInfiniteQuery(transcriptQuery(api, record))
  const pages = transcript.data?.pages.toReversed()
  const users = pages?.flatMap(({ turns }) => turns.flatMap(({ user_id: id }) => id ?? [])) ?? []
  const hasOlderTurns = transcript.hasNextPage
  return (
    <>
      <Totals session={record} users={[...new Set(users)]} project={project} />
      {transcript.isError && pages === undefined ? (
        <Failure error={transcript.error} retry={() => void transcript.refetch()} />
      ) : pages === undefined ? (
        <Skeleton />
      ) : (
        <section className={styles['page']} tabIndex={0} aria-label="Transcript">
          {hasOlderTurns && (
            <p className={styles['more']}>
              <Button
                icon="up"
                disabled={transcript.isFetchingNextPage}
                onClick={() => void transcript.fetchNextPage()}
              >
                Show older turns
              </Button>
            </p>
          )}
          <ol className={styles['turns']}>
            {pages.flatMap(({ turns, errors }) =>
              turns.map((span) => (
                <Turn
                  key={`${span.trace_id}${span.span_id}`}
                  span={span}
                  project={project}
                  failures={errors.get(span.trace_id) ?? []}
                />
              )),
            )}
          </ol>
        </section>
      )}
    </>
  )
}

/** The list of traces covers the whole session. */
const rangeOf = (record: SessionRecord | null | undefined): string => {
  if (record === undefined || record === null) return '30d'
  const { oldest, newest } = boundsOf(record)
  return fixedRange({ oldest, newest })
}

export function SessionPage() {
  const { sessionId } = route.useParams()
  const { api, session } = useSession()
  const project = session.project.slug
  const record = useQuery(sessionQuery(api, sessionId))
  const lead = (
    <Link to="/p/$project/sessions" params={{ project }} search={{}} aria-label="Back to the list">
      <Icon name="left" />
    </Link>
  )
  return (
    <>
      <PageHead title="Session" lead={lead}>
        <Id id={sessionId} isFull />
        <Link
          className={styles['all']}
          to="/p/$project/traces"
          params={{ project }}
          search={{ filter: `session_id = ${JSON.stringify(sessionId)}`, range: rangeOf(record.data) }}
        >
          View traces
        </Link>
        <PanelModeSwitch />
        <LinkButton />
      </PageHead>
      {record.isError && record.data === undefined ? (
        <Failure error={record.error} retry={() => void record.refetch()} />
      ) : record.data === undefined ? (
        <Skeleton />
      ) : record.data === null ? (
        <Notice icon="sessions" title="Session not found">
          <p>Its traces may have been deleted, or are older than the retention of this project.</p>
        </Notice>
      ) : (
        <Transcript key={record.data.id} record={record.data} project={project} />
      )}
    </>
  )
}
