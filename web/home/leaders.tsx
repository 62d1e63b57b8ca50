// The names or models with the most errors, time and cost, with links to their traces.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { groupsQuery, metricPaths, type Group, type Window } from '../app/analytics/analytics.ts'
import body from '../app/body.module.css'
import { useSession } from '../app/session.tsx'
import { count, duration, money, percent } from '../ui/format.ts'
import { Segments } from '../ui/segments.tsx'
import styles from './leaders.module.css'

type By = 'span_name' | 'model'

const leadersMax = 5

interface Board {
  readonly title: string
  readonly emptyText: string
  readonly rank: (group: Group) => number
  readonly valueText: (group: Group) => string
  readonly sort?: 'duration' | 'cost'
  readonly condition?: (focus: Window['focus']) => string
}

const boards: readonly Board[] = [
  {
    title: 'Most errors',
    emptyText: 'No errors.',
    rank: ({ errors }) => errors,
    valueText: ({ errors, total }) => `${count(errors)} · ${percent(errors / total)}`,
    condition: (focus) => `${metricPaths(focus).errors} > 0`,
  },
  {
    title: 'Slowest, p95',
    emptyText: 'No durations.',
    rank: ({ p95 = 0 }) => p95,
    valueText: ({ p95 }) => duration(p95),
    sort: 'duration',
  },
  {
    title: 'Most expensive',
    emptyText: 'No costs.',
    rank: ({ cost }) => cost,
    valueText: ({ cost }) => money(cost),
    sort: 'cost',
  },
]

const leadersOf = (groups: readonly Group[], { rank }: Board): readonly Group[] =>
  groups
    .filter((group) => typeof group.values?.[0] === 'string' && rank(group) > 0)
    .toSorted((a, b) => rank(b) - rank(a))
    .slice(0, leadersMax)

const byOptions = [
  { value: 'span_name', name: 'By name' },
  { value: 'model', name: 'By model' },
] as const

/** Rows are grouped by the name of traces or by the model of spans. */
const focusOf = (by: By) => (by === 'model' ? ('spans' as const) : undefined)

interface LeaderSelection {
  readonly by: By
  readonly board: Board
  readonly range: Window['range']
  readonly value: unknown
}

/** The list of traces of one leader, as the state of its URL. */
function leaderSearch({ by, board, range, value }: LeaderSelection) {
  const focus = focusOf(by)
  const condition =
    by === 'model'
      ? `attributes.ag.meta.request.model = ${JSON.stringify(value)}`
      : `root(span_name = ${JSON.stringify(value)})`
  return {
    range,
    filter: [condition, board.condition?.(focus)].filter((one) => one !== undefined).join(' and '),
    ...(focus === undefined ? {} : { focus }),
    ...(board.sort === undefined ? {} : { sort: board.sort }),
  }
}

export function Leaders({ window, project }: { window: Window; project: string }) {
  const { api } = useSession()
  const [by, setBy] = useState<By>('span_name')
  const focus = focusOf(by)
  const { data, isError } = useQuery({
    ...groupsQuery(api, { ...window, focus }, { by: [by], order: 'total', limit: 200 }),
    refetchInterval: 60_000,
  })
  return (
    <section aria-label="Leaders" className={styles['leaders']}>
      <Segments<By> label="By" value={by} onValue={setBy} options={byOptions} />
      <div className={body['cards']}>
        {boards.map((board) => {
          const leaders = leadersOf(data ?? [], board)
          return (
            <section key={board.title} className={body['card']}>
              <h2>{board.title}</h2>
              <ul className={body['list']}>
                {leaders.map((group) => (
                  <li key={String(group.values?.[0])}>
                    <span>
                      <Link
                        to="/p/$project/traces"
                        params={{ project }}
                        search={leaderSearch({ by, board, range: window.range, value: group.values?.[0] })}
                      >
                        {String(group.values?.[0])}
                      </Link>
                    </span>
                    {board.valueText(group)}
                  </li>
                ))}
              </ul>
              {leaders.length === 0 && (
                <p className={body['faint']}>
                  {data !== undefined ? board.emptyText : isError ? 'Could not be loaded.' : 'Loading…'}
                </p>
              )}
            </section>
          )
        })}
      </div>
    </section>
  )
}
