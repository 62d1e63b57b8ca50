// The columns of sessions and of users. Each count links to its traces.
import { linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ago, count, duration, exactTime, money, shortCount } from '../../ui/format.ts'
import type { Column } from '../../ui/table/table-row.tsx'
import { previewOfText } from '../spans/preview.ts'
import { RowLink } from '../list/row-link.tsx'
import type { ActivityRow, ActiveSession, ActiveUser } from './queries.ts'
import styles from './activity.module.css'

export interface ColumnParts {
  readonly project: string
  readonly range: string
}

type IdField = 'session_id' | 'user_id'

const errorsPath = 'attributes.ag.metrics.errors.cumulative'

export const idFilter = (field: IdField, id: string): string => `${field} = ${JSON.stringify(id)}`

const timeCell = (at: string): ReactNode => (
  <time dateTime={at} title={exactTime(at)}>
    {ago(at)}
  </time>
)

function TracesLink({
  filter,
  parts: { project, range },
  tone,
  children,
}: {
  filter: string
  parts: ColumnParts
  tone?: 'bad'
  children: ReactNode
}) {
  return (
    <RowLink
      to={linkOptions({ to: '/p/$project/traces', params: { project }, search: { filter, range } })}
      className={tone === 'bad' ? styles['bad'] : styles['count']}
    >
      {children}
    </RowLink>
  )
}

/** The sums that sessions and users have in common. */
const sumColumns = (
  field: IdField,
  tracesName: string,
  parts: ColumnParts,
): readonly Column<ActivityRow>[] => [
  {
    id: 'traces',
    name: tracesName,
    widthPx: 76,
    align: 'right',
    cell: ({ id, traces }) => (
      <TracesLink filter={idFilter(field, id)} parts={parts}>
        {count(traces)}
      </TracesLink>
    ),
  },
  {
    id: 'failed_traces',
    name: 'With errors',
    widthPx: 96,
    align: 'right',
    cell: ({ id, failed_traces: failedTraces }) =>
      failedTraces === 0 ? (
        '0'
      ) : (
        <TracesLink filter={`${idFilter(field, id)} and ${errorsPath} > 0`} parts={parts} tone="bad">
          {count(failedTraces)}
        </TracesLink>
      ),
  },
  { id: 'tokens', name: 'Tokens', widthPx: 84, align: 'right', cell: ({ tokens }) => shortCount(tokens) },
  { id: 'cost', name: 'Cost', widthPx: 100, align: 'right', cell: ({ cost }) => money(cost) },
]

const lastActiveColumn: Column<ActivityRow> = {
  id: 'last',
  name: 'Last active',
  widthPx: 104,
  align: 'right',
  cell: ({ last_active: at }) => timeCell(at),
}

function SessionLink({ id, project }: { id: string; project: string }) {
  return (
    <RowLink
      to={linkOptions({
        to: '/p/$project/sessions/$sessionId',
        params: { project, sessionId: id },
        search: {},
      })}
      className={styles['id']}
    >
      {id}
    </RowLink>
  )
}

function UserLink({ id, parts: { project, range } }: { id: string; parts: ColumnParts }) {
  return (
    <RowLink
      to={linkOptions({
        to: '/p/$project/users/$userId',
        params: { project, userId: id },
        search: { range },
      })}
      className={styles['id']}
    >
      {id}
    </RowLink>
  )
}

const firstMessage = ({ preview }: ActiveSession): string => previewOfText(preview?.inputs)

export const sessionColumns = (parts: ColumnParts): readonly Column<ActiveSession>[] => [
  {
    id: 'id',
    name: 'Session',
    widthPx: 170,
    truncatesItself: true,
    cell: ({ id }) => <SessionLink id={id} project={parts.project} />,
  },
  {
    id: 'user',
    name: 'User',
    widthPx: 120,
    truncatesItself: true,
    cell: ({ user_id: user }) => (user === undefined ? '' : <UserLink id={user} parts={parts} />),
  },
  { id: 'first', name: 'First message', widthPx: 200, grows: true, tone: 'soft', cell: firstMessage },
  ...sumColumns('session_id', 'Turns', parts),
  {
    id: 'duration',
    name: 'Duration',
    widthPx: 90,
    align: 'right',
    cell: ({ duration: ms }) => duration(ms),
  },
  lastActiveColumn,
]

export const userColumns = (parts: ColumnParts): readonly Column<ActiveUser>[] => [
  {
    id: 'id',
    name: 'User',
    widthPx: 220,
    grows: true,
    truncatesItself: true,
    cell: ({ id }) => <UserLink id={id} parts={parts} />,
  },
  {
    id: 'sessions',
    name: 'Sessions',
    widthPx: 90,
    align: 'right',
    cell: ({ sessions }) => count(sessions),
  },
  ...sumColumns('user_id', 'Traces', parts),
  {
    id: 'first',
    name: 'First active',
    widthPx: 104,
    align: 'right',
    cell: ({ first_active: at }) => timeCell(at),
  },
  lastActiveColumn,
]

/** A user on a phone. */
export function UserCard({ user, parts }: { user: ActiveUser; parts: ColumnParts }) {
  const { id, sessions, traces, failed_traces: failedTraces } = user
  return (
    <div className={styles['card']}>
      <p>
        <UserLink id={id} parts={parts} />
        <small>{ago(user.last_active)}</small>
      </p>
      <p>
        <small>
          {count(traces)} {traces === 1 ? 'trace' : 'traces'} · {count(sessions)}{' '}
          {sessions === 1 ? 'session' : 'sessions'} · {shortCount(user.tokens)} tokens · {money(user.cost)}
        </small>
        {failedTraces > 0 && <small className={styles['bad']}>{failedTraces} with errors</small>}
      </p>
    </div>
  )
}

/** A session on a phone. */
export function SessionCard({ session, parts }: { session: ActiveSession; parts: ColumnParts }) {
  const { id, user_id: user, traces, failed_traces: failedTraces } = session
  return (
    <div className={styles['card']}>
      <p>
        <SessionLink id={id} project={parts.project} />
        <small>{ago(session.last_active)}</small>
      </p>
      <p className={styles['message']}>{firstMessage(session) || '–'}</p>
      <p>
        <small>
          {user === undefined ? '' : `${user} · `}
          {traces} {traces === 1 ? 'turn' : 'turns'} · {duration(session.duration)} · {money(session.cost)}
        </small>
        {failedTraces > 0 && <small className={styles['bad']}>{failedTraces} with errors</small>}
      </p>
    </div>
  )
}
