// The rows behind a difference, the worst first, with plots of the metric.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Failure } from '../../app/failure.tsx'
import { useApi } from '../../app/session.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-row.tsx'
import { isShare, shortPath, formatChange, formatMean, type MetricChange } from './model.ts'
import { colourOf, DifferencePlot, DistributionPlot } from './plots.tsx'
import type { Compared } from './differences.ts'
import { compareRowsQuery, type CompareRow, type RowSide, type RowsRequest } from './queries.ts'
import { CompareDetail } from './row-detail.tsx'
import { CsvButton } from './totals/csv-button.tsx'
import styles from './compare.module.css'

const formatSide = (side: RowSide | undefined, share: boolean): string =>
  typeof side?.value === 'number' ? formatMean(side.value, share) : (side?.value ?? '–')

export const changeOf = (row: CompareRow, runAt: number): number | undefined => {
  const [before, after] = [row.sides[0]?.value, row.sides[runAt]?.value]
  return typeof before === 'number' && typeof after === 'number' ? after - before : undefined
}

interface ColumnContext {
  readonly names: readonly string[]
  /** The index of the run in the comparison. */
  readonly runAt: number
  readonly change: MetricChange
}

function columnsOf({
  names,
  runAt,
  change: { metric, lessBetter },
}: ColumnContext): readonly Column<CompareRow>[] {
  const share = isShare(metric)
  return [
    {
      id: 'change',
      name: 'Change',
      widthPx: 96,
      align: 'right',
      cell: (row) => {
        const change = changeOf(row, runAt)
        const tone =
          change === undefined || change === 0 ? undefined : change < 0 === lessBetter ? 'good' : 'bad'
        return <b data-tone={tone}>{formatChange(change, share)}</b>
      },
    },
    ...[0, runAt].map((at): Column<CompareRow> => ({
      id: `value ${at === 0 ? 'base' : 'run'}`,
      name: at === 0 ? 'Baseline' : 'Run',
      widthPx: 84,
      align: 'right',
      cell: (row) => formatSide(row.sides[at], share),
    })),
    { id: 'input', name: 'Input', widthPx: 200, grows: true, cell: ({ input }) => input },
    ...[0, runAt].map((at): Column<CompareRow> => ({
      id: `output ${at === 0 ? 'base' : 'run'}`,
      name: names[at] ?? '',
      widthPx: 200,
      grows: true,
      cell: (row) => row.sides[at]?.output ?? '–',
    })),
  ]
}

interface ComparedRowsProps extends ColumnContext {
  readonly compared: Compared
  /** All metrics, for the file. */
  readonly changes: readonly MetricChange[]
  /** The snapshot of the differences. */
  readonly snapshot: string
  /** Lists also rows without a difference. */
  readonly isAll: boolean
  readonly row: string | undefined
  readonly onRow: (row: string | undefined) => void
  readonly onAll: (isAll: boolean) => void
  /** Toggles whether lower values are better. */
  readonly onDirection: () => void
}

function requestOf({ compared, snapshot, runAt, change, isAll }: ComparedRowsProps): RowsRequest {
  const { metric, lessBetter } = change
  return {
    ...compared,
    snapshot,
    metric: [metric.evaluator, metric.path],
    run: runAt,
    worstFirst: lessBetter ? 'descending' : 'ascending',
    differing: !isAll,
  }
}

function useComparedRows(props: ComparedRowsProps) {
  const list = useInfiniteQuery(compareRowsQuery(useApi(), requestOf(props)))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data])
  return { list, rows, first: list.data?.pages[0] }
}

type Rows = ReturnType<typeof useComparedRows>

function Plots({ first, names, runAt, change }: Pick<Rows, 'first'> & ColumnContext) {
  const curve = first?.plots?.differences[0]
  if (first?.plots === undefined || curve === undefined) return null
  const share = isShare(change.metric)
  return (
    <div className={styles['plots']}>
      <DifferencePlot curve={curve} lessBetter={change.lessBetter} share={share} />
      <DistributionPlot
        curves={first.plots.distributions}
        runs={[0, runAt].map((at) => ({ name: names[at] ?? '', colour: colourOf(at) }))}
        share={share}
      />
    </div>
  )
}

function RowsTable({ list, rows, names, runAt, change, onRow, onAll }: Rows & ComparedRowsProps) {
  const columns = useMemo(() => columnsOf({ names, runAt, change }), [names, runAt, change])
  if (list.data === undefined) return <Skeleton rows={8} />
  if (rows.length === 0) {
    return (
      <Notice icon="check" title="No differences">
        <p>Both runs have the same value in every common row.</p>
        <Button onClick={() => onAll(true)}>Show all rows</Button>
      </Notice>
    )
  }
  return (
    <Table
      name="Compared rows"
      rows={rows}
      columns={columns}
      rowKey={({ key }) => key}
      onOpen={({ key }) => onRow(key)}
      onEnd={() => {
        if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
      }}
    />
  )
}

export function ComparedRows(props: ComparedRowsProps) {
  const { runAt, names, change, isAll, onRow, onAll } = props
  const rowsQuery = useComparedRows(props)
  const { list, rows, first } = rowsQuery
  const openRow = rows.find(({ key }) => key === props.row)
  useShortcuts([{ id: 'close row', keys: 'escape', label: 'Close row', run: () => onRow(undefined) }])
  if (list.isError && list.data === undefined)
    return <Failure error={list.error} retry={() => void list.refetch()} />
  return (
    <>
      <Plots first={first} names={names} runAt={runAt} change={change} />
      <div className={styles['bar']}>
        <h2>
          {first === undefined ? 'Rows' : `${count(first.total)} ${isAll ? 'rows' : 'different rows'}`} by{' '}
          {shortPath(change.metric.path)}, worst first
        </h2>
        <label>
          <input type="checkbox" checked={!isAll} onChange={({ target }) => onAll(!target.checked)} /> Only
          differences
        </label>
        <Button look="quiet" onClick={props.onDirection}>
          {change.lessBetter ? 'Lower is better' : 'Higher is better'}
        </Button>
        <CsvButton request={requestOf(props)} changes={props.changes} names={names} runAt={runAt} />
      </div>
      <div className={styles['beside']} data-open={openRow !== undefined}>
        <div>
          <RowsTable {...props} {...rowsQuery} />
        </div>
        {openRow !== undefined && (
          <CompareDetail row={openRow} runAt={runAt} names={names} onClose={() => onRow(undefined)} />
        )}
      </div>
    </>
  )
}
