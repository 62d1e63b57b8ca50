// The columns of the list as the view has them, with what their cells show of the rows that are loaded.
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, type ReactNode } from 'react'
import type { Span } from '../../app/spans/span.ts'
import type { Column } from '../../ui/table/table-row.tsx'
import { useNarrow } from '../../ui/browser/use-narrow.ts'
import {
  columnsDefault,
  columnsNarrow,
  columnsText,
  parseColumns,
  wantedDetails,
  withWidth,
  type ShownColumn,
} from './column-list.ts'
import { columnsOf, fixedColumns, TraceCard, type ColumnContext } from './columns.tsx'
import { tracesSearch, type TracesView } from '../search.ts'
import type { RowDetails } from './row-details.ts'
import { useRowDetails } from './use-row-details.ts'

export interface Columns {
  /** Columns that every project has. */
  readonly fixed: readonly Column<Span>[]
  readonly shown: readonly ShownColumn[]
  readonly columns: readonly Column<Span>[]
  readonly details: RowDetails
  readonly card: (span: Span) => ReactNode
  /** Undefined: those that the list has by itself. */
  readonly onShown: (columns: string | undefined) => void
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
  const narrow = useNarrow()
  const text = view.columns ?? (narrow ? columnsNarrow : columnsDefault)
  const shown = useMemo(() => parseColumns(text), [text])
  const rows = useMemo(() => pages?.map(({ spans }) => spans) ?? [], [pages])
  const details = useRowDetails(rows, { isSpans: view.focus === 'spans', ...wantedDetails(shown) })
  const context = useMemo((): ColumnContext => ({ project, view, details }), [project, view, details])
  // The same columns while more traces come: rows that are there are not drawn anew for them.
  const columns = useMemo(() => {
    // Where nobody judged anything, the column would take the room of inputs and outputs. Who chose it has it.
    const isIdle = view.columns === undefined && details.annotations.length === 0
    return columnsOf(isIdle ? shown.filter(({ id }) => id !== 'scores') : shown, context)
  }, [shown, context, view.columns, details.annotations])
  const fixed = useMemo(() => fixedColumns(context), [context])
  const card = useCallback((span: Span) => <TraceCard span={span} context={context} />, [context])
  /** Changes how the list looks, not what it lists: the selection stays, and there is nothing to go back to. */
  const onShown = (next: string | undefined): void => {
    const { columns: _, ...rest } = view
    const search = tracesSearch(next === undefined ? rest : { ...rest, columns: next })
    void navigate({ to: '/p/$project/traces', params: { project }, search, replace: true })
  }
  const onWidth = (id: string, widthPx: number): void => onShown(columnsText(withWidth(shown, id, widthPx)))
  return { fixed, shown, columns, details, card, onShown, onWidth }
}
