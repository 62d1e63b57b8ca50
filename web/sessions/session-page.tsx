// One session, read as a transcript: what was asked and what was answered, trace after trace.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useSigned } from '../app/session.tsx'
import { KindIcon } from '../app/span-kind.tsx'
import { agOf, costOf, durationMs, errorsOf, tokensOf, type Span } from '../app/span.ts'
import { Id, LinkButton } from '../ui/copy.tsx'
import { count, duration, exactTime, money, shortCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { MessageView } from '../ui/content/content-view.tsx'
import { PanelModeSwitch } from '../ui/content/mode.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import type { TurnError } from './errors.ts'
import { sessionErrorsQuery, transcriptQuery, turnsMax } from './queries.ts'
import { totalsOf } from './totals.ts'
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

function Totals({ spans, project }: { spans: readonly Span[]; project: string }) {
  const { turns, failed, durationMs: ms, tokens, cost, users } = totalsOf(spans)
  return (
    <dl className={styles['totals']} aria-label="Totals of the session">
      <div>
        <dt>Turns</dt>
        <dd>
          {count(turns)}
          {turns >= turnsMax && ' or more'}
        </dd>
      </div>
      <div>
        <dt>With errors</dt>
        <dd data-tone={failed === 0 ? undefined : 'bad'}>{count(failed)}</dd>
      </div>
      <div>
        <dt>Duration</dt>
        <dd>{duration(ms)}</dd>
      </div>
      <div>
        <dt>Tokens</dt>
        <dd>{shortCount(tokens)}</dd>
      </div>
      <div>
        <dt>Cost</dt>
        <dd>{money(cost)}</dd>
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

export function SessionPage() {
  const { sessionId } = route.useParams()
  const { api, session } = useSigned()
  const project = session.project.slug
  const transcript = useQuery(transcriptQuery(api, session.project.id, sessionId))
  const hasErrors = transcript.data?.some((span) => errorsOf(span) > 0) ?? false
  const failures = useQuery(sessionErrorsQuery(api, session.project.id, sessionId, hasErrors))
  const lead = (
    <Link to="/p/$project/sessions" params={{ project }} search={{}} aria-label="Back to the list">
      <Icon name="left" />
    </Link>
  )
  return (
    <>
      <PageHead title="Session" lead={lead}>
        <Id id={sessionId} whole />
        <Link
          className={styles['all']}
          to="/p/$project/traces"
          params={{ project }}
          search={{ filter: `session_id = ${JSON.stringify(sessionId)}`, range: '30d' }}
        >
          View traces
        </Link>
        <PanelModeSwitch />
        <LinkButton />
      </PageHead>
      {transcript.isError && transcript.data === undefined ? (
        <Failure error={transcript.error} retry={() => void transcript.refetch()} />
      ) : transcript.data === undefined ? (
        <Skeleton />
      ) : transcript.data.length === 0 ? (
        <Notice icon="sessions" title="There is no such session">
          <p>Its traces may have been deleted, or are older than this project keeps them.</p>
        </Notice>
      ) : (
        <>
          <Totals spans={transcript.data} project={project} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keys */}
          <div className={styles['page']} tabIndex={0} role="region" aria-label="Transcript">
            <ol className={styles['turns']}>
              {transcript.data.map((span) => (
                <Turn
                  key={`${span.trace_id}${span.span_id}`}
                  span={span}
                  project={project}
                  failures={failures.data?.get(span.trace_id) ?? []}
                />
              ))}
            </ol>
            {transcript.data.length >= turnsMax && (
              <p className={styles['more']}>
                The first {count(turnsMax)} turns. Open the traces to see later ones.
              </p>
            )}
          </div>
        </>
      )}
    </>
  )
}
