// The rows behind a difference, the worst first; and how the metric lies over all of them.
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
import { isShare, shortPath, shownChange, shownMean, type Told } from './model.ts'
import { colourOf, DifferencePlot, DistributionPlot } from './plots.tsx'
import type { Compared } from './differences.ts'
import { compareRowsQuery, type CompareRow, type RowSide } from './queries.ts'
import { CompareDetail } from './row-detail.tsx'
import styles from './compare.module.css'

const shown = (side: RowSide | undefined, share: boolean): string =>
  typeof side?.value === 'number' ? shownMean(side.value, share) : (side?.value ?? '–')

export const changeOf = (row: CompareRow, runAt: number): number | undefined => {
  const [before, after] = [row.sides[0]?.value, row.sides[runAt]?.value]
  return typeof before === 'number' && typeof after === 'number' ? after - before : undefined
}

function columnsOf(
  names: readonly string[],
  runAt: number,
  { metric, lessBetter }: Told,
): readonly Column<CompareRow>[] {
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
        return <b data-tone={tone}>{shownChange(change, share)}</b>
      },
    },
    ...[0, runAt].map((at): Column<CompareRow> => ({
      id: `value ${at === 0 ? 'base' : 'run'}`,
      name: at === 0 ? 'Base' : 'Run',
      widthPx: 72,
      align: 'right',
      cell: (row) => shown(row.sides[at], share),
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

export function ComparedRows({
  compared,
  reading,
  runAt,
  names,
  told,
  all,
  row,
  onRow,
  onAll,
  onTurned,
}: {
  compared: Compared
  /** What the metric was read of. */
  reading: string
  runAt: number
  names: readonly string[]
  told: Told
  all: boolean
  row: string | undefined
  onRow: (row: string | undefined) => void
  onAll: (all: boolean) => void
  onTurned: () => void
}) {
  const api = useApi()
  const { metric, lessBetter } = told
  const list = useInfiniteQuery(
    compareRowsQuery(api, {
      ...compared,
      reading,
      metric: [metric.evaluator, metric.path],
      run: runAt,
      worstFirst: lessBetter ? 'descending' : 'ascending',
      differing: !all,
    }),
  )
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data])
  const columns = useMemo(() => columnsOf(names, runAt, told), [names, runAt, told])
  const opened = rows.find(({ key }) => key === row)
  useShortcuts([{ id: 'close row', keys: 'escape', does: 'Close the row', run: () => onRow(undefined) }])
  if (list.isError && list.data === undefined)
    return <Failure error={list.error} retry={() => void list.refetch()} />
  const first = list.data?.pages[0]
  const curve = first?.plots?.differences[0]
  const share = isShare(metric)
  return (
    <>
      {first?.plots !== undefined && curve !== undefined && (
        <div className={styles['plots']}>
          <DifferencePlot curve={curve} lessBetter={lessBetter} share={share} />
          <DistributionPlot
            curves={first.plots.distributions}
            runs={[0, runAt].map((at) => ({ name: names[at] ?? '', colour: colourOf(at) }))}
            share={share}
          />
        </div>
      )}
      <div className={styles['bar']}>
        <h2>
          {first === undefined ? 'Rows' : `${count(first.total)} ${all ? 'rows' : 'rows differ'}`} on{' '}
          {shortPath(metric.path)}, the worst first
        </h2>
        <label>
          <input type="checkbox" checked={!all} onChange={({ target }) => onAll(!target.checked)} /> Only
          differences
        </label>
        <Button look="quiet" onClick={onTurned}>
          {lessBetter ? 'Less is better' : 'More is better'}
        </Button>
      </div>
      <div className={styles['beside']} data-open={opened !== undefined}>
        <div>
          {list.data === undefined ? (
            <Skeleton rows={8} />
          ) : rows.length === 0 ? (
            <Notice icon="check" title="No row differs">
              <p>On this metric both runs say the same of every row that both have.</p>
              <Button onClick={() => onAll(true)}>Show all rows</Button>
            </Notice>
          ) : (
            <Table
              name="Rows of the comparison"
              rows={rows}
              columns={columns}
              rowKey={({ key }) => key}
              onOpen={({ key }) => onRow(key)}
              onEnd={() => {
                if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
              }}
            />
          )}
        </div>
        {opened !== undefined && (
          <CompareDetail row={opened} runAt={runAt} names={names} onClose={() => onRow(undefined)} />
        )}
      </div>
    </>
  )
}
