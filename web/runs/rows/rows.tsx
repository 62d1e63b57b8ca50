// web/runs/rows: the rows of a run: the table, its filters, the detail of one row, and exports.
// Rows are merged into the table as events report them (changed.ts, update.ts: pure).
// Imports web/app, web/ui and web/runs. Start here.
//
// The rows of a run: what went in, what each subject made of it, how it was judged, and what it took. A cell opens its trace
// beside the table; the head of a metric sorts by it.
import { useMemo } from 'react'
import { duration, money } from '../../ui/format.ts'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-row.tsx'
import { shownOfRow } from '../numbers.tsx'
import { partName, type Measured, type Part, type Parts } from '../run-model.ts'
import { StatusMark } from '../status.tsx'
import { valueKey, type Cell, type ScenarioRow } from './scenario-rows.ts'
import { metricName } from './row-filter.tsx'
import styles from './rows.module.css'

interface Actions {
  readonly onOpen: (row: ScenarioRow, step?: string) => void
  /** Step and path, as rows are sorted by it. */
  readonly sort: string | undefined
  readonly onSort: (sort: string | undefined) => void
}

function Output({ cell }: { cell: Cell | undefined }) {
  if (cell === undefined) return <span className={styles['faint']}>–</span>
  if (cell.error !== undefined) return <span className={styles['bad']}>{cell.error}</span>
  if (cell.status !== 'success') return <StatusMark status={cell.status} />
  return <>{cell.output}</>
}

const sum = (
  row: ScenarioRow,
  parts: Parts,
  read: (cell: Cell) => number | undefined,
): number | undefined => {
  const values = parts.subjects.flatMap(({ key }) => {
    const cell = row.cells.get(key)
    return (cell && read(cell)) ?? []
  })
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0)
}

/** First from the lowest on, then from the highest, then as they were made. */
const sortedNext = (sort: string | undefined, key: string): string | undefined =>
  sort === key ? `-${key}` : sort === `-${key}` ? undefined : key

const sortable = (key: string, { sort, onSort }: Actions) => ({
  sorted: sort === key ? ('ascending' as const) : sort === `-${key}` ? ('descending' as const) : undefined,
  onSort: () => onSort(sortedNext(sort, key)),
})

const durationPath = 'attributes.ag.metrics.duration.cumulative'
const costPath = 'attributes.ag.metrics.costs.cumulative.total'

function columnsOf(
  parts: Parts,
  judged: readonly Measured[],
  actions: Actions,
): readonly Column<ScenarioRow>[] {
  // With a trace there is something to open; the keyboard has the row for it.
  const opening = (row: ScenarioRow, part: Part, shown: React.ReactNode): React.ReactNode =>
    row.cells.get(part.key)?.traceId === undefined ? (
      shown
    ) : (
      <button
        type="button"
        tabIndex={-1}
        className={styles['open']}
        title="Show its trace"
        onClick={() => actions.onOpen(row, part.key)}
      >
        {shown}
      </button>
    )
  const [subject, ...others] = parts.subjects
  const took = (path: string) =>
    subject === undefined || others.length > 0 ? {} : sortable(valueKey(subject.key, path), actions)
  return [
    {
      id: 'status',
      name: 'Status',
      widthPx: 100,
      cell: ({ status }) => <StatusMark status={status} />,
    },
    {
      id: 'input',
      name: 'Input',
      widthPx: 200,
      grows: true,
      cell: ({ input }) => <span className={styles['clip']}>{input}</span>,
    },
    ...parts.subjects.map((part): Column<ScenarioRow> => ({
      id: `out ${part.key}`,
      name: partName(part),
      widthPx: 220,
      grows: true,
      cell: (row) => opening(row, part, <Output cell={row.cells.get(part.key)} />),
    })),
    ...judged.map((one): Column<ScenarioRow> => {
      const { part, path, unit } = one
      const key = valueKey(part.key, path)
      return {
        id: key,
        name: metricName(one),
        widthPx: part.subject === undefined ? 130 : 170,
        align: 'right',
        cell: (row) => {
          const cell = row.cells.get(part.key)
          return opening(
            row,
            part,
            cell?.error === undefined ? (
              shownOfRow(row.values.get(key), unit)
            ) : (
              <span className={styles['bad']} title={cell.error}>
                {cell.code ?? 'failed'}
              </span>
            ),
          )
        },
        ...sortable(key, actions),
      }
    }),
    {
      id: 'duration',
      name: 'Took',
      widthPx: 80,
      align: 'right',
      cell: (row) => duration(sum(row, parts, ({ durationMs }) => durationMs)),
      ...took(durationPath),
    },
    {
      id: 'cost',
      name: 'Cost',
      widthPx: 84,
      align: 'right',
      cell: (row) => money(sum(row, parts, ({ cost }) => cost)),
      ...took(costPath),
    },
  ]
}

export function Rows({
  rows,
  parts,
  measured,
  opened,
  onEnd,
  ...actions
}: Actions & {
  rows: readonly ScenarioRow[]
  parts: Parts
  measured: readonly Measured[]
  /** Id of the row that is open beside. */
  opened: string | undefined
  onEnd: () => void
}) {
  const columns = useMemo(() => {
    const evaluators = new Set(parts.evaluators.map(({ key }) => key))
    return columnsOf(
      parts,
      measured.filter(({ part }) => evaluators.has(part.key)),
      actions,
    )
    // Handlers change with every drawing; what they do does not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [parts, measured, actions.sort])
  return (
    <Table
      name="Rows of the run"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      cursorAt={rows.findIndex(({ id }) => id === opened)}
      onOpen={(row) => actions.onOpen(row)}
      onEnd={onEnd}
      toneOf={({ status }) => (status === 'errors' || status === 'failure' ? 'bad' : undefined)}
    />
  )
}
