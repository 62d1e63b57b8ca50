// Sessions and users are listed alike: who or what it was, how much, and when last.
import type { ReactNode } from 'react'
import { ago, count, exactTime, money, shortCount } from '../ui/format.ts'
import type { Column } from '../ui/table-row.tsx'

export interface Active {
  readonly id: string
  readonly first_active: string
  readonly last_active: string
  readonly traces: number
  readonly errors: number
  readonly tokens: number
  readonly cost: number
}

const when = (at: string) => (
  <time dateTime={at} title={exactTime(at)}>
    {ago(at)}
  </time>
)

export const activeColumns = (name: string, link: (id: string) => ReactNode): readonly Column<Active>[] => [
  { id: 'id', name, widthPx: 220, narrowPx: 128, grows: true, cell: ({ id }) => link(id) },
  {
    id: 'traces',
    name: 'Traces',
    widthPx: 90,
    narrowPx: 62,
    align: 'right',
    cell: ({ traces }) => count(traces),
  },
  {
    id: 'errors',
    name: 'Errors',
    widthPx: 90,
    narrowPx: 60,
    align: 'right',
    cell: ({ errors }) => (errors === 0 ? '0' : <b style={{ color: 'var(--bad)' }}>{count(errors)}</b>),
  },
  {
    id: 'tokens',
    name: 'Tokens',
    widthPx: 100,
    narrowPx: 68,
    align: 'right',
    cell: ({ tokens }) => shortCount(tokens),
  },
  { id: 'cost', name: 'Cost', widthPx: 100, narrowPx: 80, align: 'right', cell: ({ cost }) => money(cost) },
  {
    id: 'first',
    name: 'First',
    widthPx: 110,
    align: 'right',
    cell: ({ first_active }) => when(first_active),
  },
  { id: 'last', name: 'Last', widthPx: 110, align: 'right', cell: ({ last_active }) => when(last_active) },
]
