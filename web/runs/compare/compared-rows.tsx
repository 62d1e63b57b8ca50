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
import type { ComparisonInput } from './differences.ts'
import { compareRowsQuery, type CompareRow, type RowSide, type RowsRequest } from './queries.ts'
import { CompareDetail } from './row-detail.tsx'
import { CsvButton } from './totals/csv-button.tsx'
import styles from './compare.module.css'

const formatSide = (side: RowSide | undefined, isPercentage: boolean): string =>
  typeof side?.value === 'number' ? formatMean(side.value, isPercentage) : (side?.value ?? '–')

export const changeOf = (row: CompareRow, runIndex: number): number | undefined => {
  const [baseline, current] = [row.sides[0]?.value, row.sides[runIndex]?.value]
  return typeof baseline === 'number' && typeof current === 'number' ? current - baseline : undefined
}

interface ColumnContext {
  readonly names: readonly string[]
  /** The index of the run in the comparison. */
  readonly runIndex: number
  readonly change: MetricChange
}

function columnsOf({
  names,
  runIndex,
  change: { metric, isLowerBetter },
}: ColumnContext): readonly Column<CompareRow>[] {
  const isPercentage = isShare(metric)
  return [
    {
      id: 'change',
      name: 'Change',
      widthPx: 96,
      align: 'right',
      cell: (row) => {
        const change = changeOf(row, runIndex)
        const tone =
          change === undefined || change === 0 ? undefined : change < 0 === isLowerBetter ? 'good' : 'bad'
        return <b data-tone={tone}>{formatChange(change, isPercentage)}</b>
      },
    },
    ...[0, runIndex].map((index): Column<CompareRow> => ({
      id: `value ${index === 0 ? 'base' : 'run'}`,
      name: index === 0 ? 'Baseline' : 'Run',
      widthPx: 84,
      align: 'right',
      cell: (row) => formatSide(row.sides[index], isPercentage),
    })),
    { id: 'input', name: 'Input', widthPx: 200, grows: true, cell: ({ input }) => input },
    ...[0, runIndex].map((index): Column<CompareRow> => ({
      id: `output ${index === 0 ? 'base' : 'run'}`,
      name: names[index] ?? '',
      widthPx: 200,
      grows: true,
      cell: (row) => row.sides[index]?.output ?? '–',
    })),
  ]
}

interface ComparedRowsProps extends ColumnContext {
  readonly comparison: ComparisonInput
  /** All metrics, for the exported file. */
  readonly changes: readonly MetricChange[]
  /** The snapshot of the differences. */
  readonly snapshot: string
  /** Whether rows without a difference are listed, too. */
  readonly showsAllRows: boolean
  readonly row: string | undefined
  readonly onRow: (row: string | undefined) => void
  readonly onShowAllRows: (isAll: boolean) => void
  /** Toggles whether lower values are better. */
  readonly onToggleDirection: () => void
}

function requestOf({ comparison, snapshot, runIndex, change, showsAllRows }: ComparedRowsProps): RowsRequest {
  const { metric, isLowerBetter } = change
  return {
    ...comparison,
    snapshot,
    metric: [metric.evaluator, metric.path],
    run: runIndex,
    worstFirstOrder: isLowerBetter ? 'descending' : 'ascending',
    hasOnlyDifferences: !showsAllRows,
  }
}

function useComparedRows(props: ComparedRowsProps) {
  const list = useInfiniteQuery(compareRowsQuery(useApi(), requestOf(props)))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data])
  return { list, rows, firstPage: list.data?.pages[0] }
}

type Rows = ReturnType<typeof useComparedRows>

function Plots({ firstPage, names, runIndex, change }: Pick<Rows, 'firstPage'> & ColumnContext) {
  const curve = firstPage?.plots?.differences[0]
  if (firstPage?.plots === undefined || curve === undefined) return null
  const isPercentage = isShare(change.metric)
  return (
    <div className={styles['plots']}>
      <DifferencePlot curve={curve} isLowerBetter={change.isLowerBetter} isPercentage={isPercentage} />
      <DistributionPlot
        curves={firstPage.plots.distributions}
        runs={[0, runIndex].map((index) => ({ name: names[index] ?? '', colour: colourOf(index) }))}
        isPercentage={isPercentage}
      />
    </div>
  )
}

function RowsTable({ list, rows, names, runIndex, change, onRow, onShowAllRows }: Rows & ComparedRowsProps) {
  const columns = useMemo(() => columnsOf({ names, runIndex, change }), [names, runIndex, change])
  if (list.data === undefined) return <Skeleton rows={8} />
  if (rows.length === 0) {
    return (
      <Notice icon="check" title="No differences">
        <p>Both runs have the same value in every common row.</p>
        <Button onClick={() => onShowAllRows(true)}>Show all rows</Button>
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
  const { runIndex, names, change, showsAllRows, onRow, onShowAllRows } = props
  const rowsQuery = useComparedRows(props)
  const { list, rows, firstPage } = rowsQuery
  const openRow = rows.find(({ key }) => key === props.row)
  useShortcuts([{ id: 'close row', keys: 'escape', label: 'Close row', run: () => onRow(undefined) }])
  if (list.isError && list.data === undefined)
    return <Failure error={list.error} retry={() => void list.refetch()} />
  return (
    <>
      <Plots firstPage={firstPage} names={names} runIndex={runIndex} change={change} />
      <div className={styles['bar']}>
        <h2>
          {firstPage === undefined
            ? 'Rows'
            : `${count(firstPage.total)} ${showsAllRows ? 'rows' : 'different rows'}`}{' '}
          by {shortPath(change.metric.path)}, worst first
        </h2>
        <label>
          <input
            type="checkbox"
            checked={!showsAllRows}
            onChange={({ target }) => onShowAllRows(!target.checked)}
          />{' '}
          Only differences
        </label>
        <Button look="quiet" onClick={props.onToggleDirection}>
          {change.isLowerBetter ? 'Lower is better' : 'Higher is better'}
        </Button>
        <CsvButton request={requestOf(props)} changes={props.changes} names={names} runIndex={runIndex} />
      </div>
      <div className={styles['beside']} data-open={openRow !== undefined}>
        <div>
          <RowsTable {...props} {...rowsQuery} />
        </div>
        {openRow !== undefined && (
          <CompareDetail row={openRow} runIndex={runIndex} names={names} onClose={() => onRow(undefined)} />
        )}
      </div>
    </>
  )
}
