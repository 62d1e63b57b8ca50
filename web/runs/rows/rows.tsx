// web/runs/rows: the rows of a run: the table, its filters, the detail of one row, and exports.
// Changed rows are merged into the table while the run is active (changed-rows.ts is pure, refresh-rows.ts loads them).
// Imports web/app, web/ui and web/runs. Start here.
//
// The table of rows: input, outputs of subjects, expected answers, verdicts, duration and cost. A cell opens its trace beside the table.
// The header of an evaluator sorts by its verdict.
import { useMemo, type ReactNode } from 'react'
import { duration, money } from '../../ui/format.ts'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-row.tsx'
import { formatRowValue } from '../numbers.tsx'
import { partName, type RunMetric, type Part, type Parts } from '../run-model.ts'
import { CallState, StatusMark } from '../status.tsx'
import { VerdictMark } from '../outcomes/verdict-mark.tsx'
import { evaluatorColumns, expectedOf, type EvaluatorColumn } from '../outcomes/evaluator-columns.ts'
import { valueKey, type Cell, type ScenarioRow } from './scenario-rows.ts'
import styles from './rows.module.css'

interface Actions {
  readonly onOpen: (row: ScenarioRow, step?: string) => void
  /** The sort metric as step and path. */
  readonly sort: string | undefined
  readonly onSort: (sort: string | undefined) => void
}

function Output({ cell }: { cell: Cell | undefined }) {
  if (cell === undefined) return <span className={styles['faint']}>–</span>
  if (cell.error !== undefined) return <span className={styles['bad']}>{cell.error}</span>
  if (cell.status !== 'success') return <StatusMark status={cell.status} />
  return <>{cell.output}</>
}

/** The sum over the subjects of a row. */
const sum = (
  cells: readonly (Cell | undefined)[],
  read: (cell: Cell) => number | undefined,
): number | undefined => {
  const values = cells.flatMap((cell) => (cell && read(cell)) ?? [])
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0)
}

/** Ascending, then descending, then the original order. */
const nextSort = (sort: string | undefined, key: string): string | undefined =>
  sort === key ? `-${key}` : sort === `-${key}` ? undefined : key

const sortable = (key: string, { sort, onSort }: Actions) => ({
  sortDirection:
    sort === key ? ('ascending' as const) : sort === `-${key}` ? ('descending' as const) : undefined,
  onSort: () => onSort(nextSort(sort, key)),
})

const durationPath = 'attributes.ag.metrics.duration.cumulative'
const costPath = 'attributes.ag.metrics.costs.cumulative.total'

interface CellProps {
  readonly row: ScenarioRow
  readonly part: Part
  readonly actions: Actions
}

/** Opens the trace of the cell, if it has one. The keyboard opens the row instead. */
function TraceButton({ row, part, actions, children }: CellProps & { readonly children: ReactNode }) {
  if (row.cells.get(part.key)?.traceId === undefined) return children
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles['open']}
      title="Show trace"
      onClick={() => actions.onOpen(row, part.key)}
    >
      {children}
    </button>
  )
}

function VerdictCell({ row, headline, otherMetrics }: EvaluatorColumn & { readonly row: ScenarioRow }) {
  const cell = row.cells.get(headline.part.key)
  const value = ({ part, path }: RunMetric) => row.values.get(valueKey(part.key, path))
  if (cell?.error !== undefined) {
    return (
      <span className={styles['bad']} title={cell.error}>
        {cell.code ?? 'failed'}
      </span>
    )
  }
  return (
    <>
      <VerdictMark value={value(headline)} unit={headline.unit} />
      {otherMetrics
        .filter((one) => value(one) !== undefined)
        .map((one) => (
          <small key={one.path} className={styles['beside']} title={one.name}>
            {formatRowValue(value(one), one.unit)}
          </small>
        ))}
    </>
  )
}

function evaluatorColumn(column: EvaluatorColumn, actions: Actions): Column<ScenarioRow> {
  const { part, headline } = column
  const key = valueKey(part.key, headline.path)
  return {
    id: key,
    name: [part.name, ...(part.subject === undefined ? [] : [partName(part.subject)])].join(' · '),
    widthPx: part.subject === undefined ? 150 : 190,
    cell: (row) => (
      <TraceButton row={row} part={part} actions={actions}>
        <VerdictCell row={row} {...column} />
      </TraceButton>
    ),
    ...sortable(key, actions),
  }
}

interface ColumnContext {
  readonly parts: Parts
  readonly runMetrics: readonly RunMetric[]
  /** Whether any row has an expected answer. */
  readonly hasExpected: boolean
  /** Whether any row has not succeeded. */
  readonly hasStates: boolean
  readonly actions: Actions
}

const statusColumn: Column<ScenarioRow> = {
  id: 'status',
  name: 'State',
  widthPx: 96,
  cell: ({ status }) => <CallState status={status} />,
}

const inputColumn: Column<ScenarioRow> = {
  id: 'input',
  name: 'Input',
  widthPx: 200,
  grows: true,
  cell: ({ input }) => <span className={styles['clip']}>{input}</span>,
}

const expectedAnswerColumn: Column<ScenarioRow> = {
  id: 'expected',
  name: 'Expected',
  widthPx: 200,
  grows: true,
  cell: ({ testcase }) => expectedOf(testcase) ?? '–',
}

function columnsOf({
  parts,
  runMetrics,
  hasExpected,
  hasStates,
  actions,
}: ColumnContext): readonly Column<ScenarioRow>[] {
  const subjectCells = (row: ScenarioRow) => parts.subjects.map(({ key }) => row.cells.get(key))
  const [subject, ...otherSubjects] = parts.subjects
  const sortableBy = (path: string) =>
    subject === undefined || otherSubjects.length > 0 ? {} : sortable(valueKey(subject.key, path), actions)
  return [
    ...(hasStates ? [statusColumn] : []),
    inputColumn,
    ...parts.subjects.map((part): Column<ScenarioRow> => ({
      id: `out ${part.key}`,
      name: partName(part),
      widthPx: 220,
      grows: true,
      cell: (row) => (
        <TraceButton row={row} part={part} actions={actions}>
          <Output cell={row.cells.get(part.key)} />
        </TraceButton>
      ),
    })),
    ...(hasExpected ? [expectedAnswerColumn] : []),
    ...evaluatorColumns(parts.evaluators, runMetrics).map((column) => evaluatorColumn(column, actions)),
    {
      id: 'duration',
      name: 'Duration',
      widthPx: 80,
      align: 'right',
      cell: (row) => duration(sum(subjectCells(row), ({ durationMs }) => durationMs)),
      ...sortableBy(durationPath),
    },
    {
      id: 'cost',
      name: 'Cost',
      widthPx: 84,
      align: 'right',
      cell: (row) => money(sum(subjectCells(row), ({ cost }) => cost)),
      ...sortableBy(costPath),
    },
  ]
}

export function Rows({
  rows,
  parts,
  runMetrics,
  openRowId,
  onEnd,
  ...actions
}: Actions & {
  rows: readonly ScenarioRow[]
  parts: Parts
  runMetrics: readonly RunMetric[]
  /** Id of the open row. */
  openRowId: string | undefined
  onEnd: () => void
}) {
  const hasExpected = rows.some(({ testcase }) => expectedOf(testcase) !== undefined)
  const hasStates = rows.some(({ status }) => status !== 'success')
  const columns = useMemo(
    () => columnsOf({ parts, runMetrics, hasExpected, hasStates, actions }),
    // Handlers are new in every render, but do the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [parts, runMetrics, hasExpected, hasStates, actions.sort],
  )
  return (
    <Table
      name="Rows of the run"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      cursorIndex={rows.findIndex(({ id }) => id === openRowId)}
      onOpen={(row) => actions.onOpen(row)}
      onEnd={onEnd}
      toneOf={({ status }) => (status === 'errors' || status === 'failure' ? 'bad' : undefined)}
    />
  )
}
