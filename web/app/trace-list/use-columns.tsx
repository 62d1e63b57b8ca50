// The columns of the list by the view, with the details of the loaded rows.
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, type ReactNode } from 'react'
import type { Span } from '../spans/span.ts'
import type { Column } from '../../ui/table/table-row.tsx'
import { useNarrow } from '../../ui/browser/use-narrow.ts'
import {
  columnsDefault,
  columnsNarrow,
  columnsText,
  parseColumns,
  requiredDetails,
  withWidth,
  type VisibleColumn,
} from './column-list.ts'
import { columnsOf, fixedColumns, TraceCard, type ColumnContext } from './columns.tsx'
import { tracesSearch, type TracesView } from './url-state.ts'
import type { RowDetails } from './row-details.ts'
import { useRowDetails } from './use-row-details.ts'

export interface Columns {
  /** Columns that every project has. */
  readonly builtInColumns: readonly Column<Span>[]
  readonly visibleColumns: readonly VisibleColumn[]
  readonly columns: readonly Column<Span>[]
  readonly details: RowDetails
  readonly card: (span: Span) => ReactNode
  /** Changes the columns in the URL; `undefined` restores the default columns. */
  readonly onVisibleColumns: (columns: string | undefined) => void
  readonly onWidth: (id: string, widthPx: number) => void
}

export function useColumns({
  project,
  view,
  pages,
}: {
  readonly project: string
  readonly view: TracesView
  readonly pages: readonly { readonly spans: readonly Span[] }[] | undefined
}): Columns {
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const text = view.columns ?? (isNarrow ? columnsNarrow : columnsDefault)
  const visibleColumns = useMemo(() => parseColumns(text), [text])
  const rows = useMemo(() => pages?.map(({ spans }) => spans) ?? [], [pages])
  const details = useRowDetails(rows, { isSpans: view.focus === 'spans', ...requiredDetails(visibleColumns) })
  const context = useMemo((): ColumnContext => ({ project, view, details }), [project, view, details])
  // The same columns while more traces load, so that existing rows are not rendered again.
  const columns = useMemo(() => {
    // Without annotations the column of scores would be empty. It appears only if a person selected it.
    const isIdle = view.columns === undefined && details.annotations.length === 0
    return columnsOf(isIdle ? visibleColumns.filter(({ id }) => id !== 'scores') : visibleColumns, context)
  }, [visibleColumns, context, view.columns, details.annotations])
  const builtInColumns = useMemo(() => fixedColumns(context), [context])
  const card = useCallback((span: Span) => <TraceCard span={span} context={context} />, [context])
  /** Changes the layout, not the rows: the selection stays, and the history gets no new entry. */
  const onVisibleColumns = (next: string | undefined): void => {
    const { columns: _, ...rest } = view
    const search = tracesSearch(next === undefined ? rest : { ...rest, columns: next })
    void navigate({ to: '/p/$project/traces', params: { project }, search, replace: true })
  }
  const onWidth = (id: string, widthPx: number): void =>
    onVisibleColumns(columnsText(withWidth(visibleColumns, id, widthPx)))
  return { builtInColumns, visibleColumns, columns, details, card, onVisibleColumns, onWidth }
}
