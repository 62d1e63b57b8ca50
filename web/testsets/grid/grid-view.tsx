// web/testsets/grid: the rows of a testset as a virtual grid that can be edited, searched and filtered.
// grid-state.ts (reducer), view-changes.ts and layout.ts are pure; use-grid.ts puts the parts together for the views.
// Sub-folders: rows/ (loading and edits), columns/, find/, row-pane/.
// Imports web/testsets, the draft, web/app and web/ui. Start here.
//
// The grid of one revision with its draft.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, type Ref } from 'react'
import { Failure } from '../../app/failure.tsx'
import { useApi } from '../../app/session.tsx'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { Split } from '../../ui/split.tsx'
import { DraftBar } from '../draft/commit.tsx'
import { columnsQuery, rowPageQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import type { RowData } from '../values.ts'
import { ColumnMenu, type ColumnActions } from './columns/column-menu.tsx'
import { useWidth, type ColumnSample } from './columns/use-columns.ts'
import { FindBar } from './find/find-bar.tsx'
import { GridDialogs } from './grid-dialogs.tsx'
import { GridTools } from './grid-tools.tsx'
import type { GridFocus } from './grid-handlers.ts'
import { Grid } from './grid.tsx'
import { RowDetail } from './row-pane/row-detail.tsx'
import { RunsOfRow } from './row-pane/runs-of-row.tsx'
import { useGrid, useGridShortcuts, type GridModel, type GridViewProps } from './use-grid.ts'
import { hideColumn, listOnly, togglePin } from './view-changes.ts'
import styles from './grid-view.module.css'

interface PartProps extends GridViewProps {
  readonly grid: GridModel
}

export function GridView(props: GridViewProps) {
  const api = useApi()
  const columns = useQuery(columnsQuery(api, props.revision.id))
  // The first page of the grid, in parallel: column widths follow its content, so the layout does not move later.
  const firstPage = useQuery(rowPageQuery(api, { revisionId: props.revision.id, page: 0 }))
  const firstRows = useMemo(() => firstPage.data?.map(({ data }) => data) ?? [], [firstPage.data])
  if (columns.isError) return <Failure error={columns.error} retry={() => void columns.refetch()} />
  if (columns.data === undefined || firstPage.isPending) return <Skeleton rows={14} />
  return <LoadedGrid key={props.revision.id} {...props} columnSample={columns.data} firstRows={firstRows} />
}

function EmptyNotice({ grid: { rows, columns, search }, isEditable }: PartProps) {
  if (rows.count > 0) return null
  if (columns.visibleColumns.length === 0) {
    return (
      <Notice icon="testsets" title={texts.noRows}>
        <p>{isEditable ? texts.noRowsHint : texts.noRowsInVersion}</p>
      </Notice>
    )
  }
  return rows.isOnlyMatches && search.result?.state !== 'searching' ? (
    <Notice icon="search" title={texts.noMatches} />
  ) : null
}

function columnActions({ grid: { dispatch, edits }, view, onView, isEditable }: PartProps): ColumnActions {
  const viewActions: ColumnActions = {
    onPin: ({ id }) => onView(togglePin(view, id)),
    onHide: ({ id }) => onView(hideColumn(view, id)),
    onFilter: ({ id }) => onView(listOnly(view, [...(view.where ?? []), { column: id, operator: 'exists' }])),
  }
  if (!isEditable) return viewActions
  return {
    ...viewActions,
    onRename: (column) => dispatch({ type: 'open-dialog', dialog: { kind: 'rename-column', column } }),
    onRemove: ({ id }) => edits.removeColumn(id),
    onType: (column, type) =>
      dispatch({ type: 'open-dialog', dialog: { kind: 'change-type', column, type } }),
  }
}

function GridTable(props: PartProps & { readonly focusRef: Ref<GridFocus> }) {
  const { grid, name, isEditable, focusRef } = props
  const { rows, layout, edits } = grid
  return (
    <>
      <EmptyNotice {...props} />
      <Grid
        name={name}
        ref={focusRef}
        count={rows.count}
        layout={layout}
        gutterPx={grid.gutterPx}
        rowAt={rows.rowAt}
        pages={rows.pages}
        state={grid.state}
        dispatch={grid.dispatch}
        onOpen={grid.open}
        onClose={grid.close}
        onEdit={isEditable ? edits.edit : undefined}
        onPaste={
          isEditable && !rows.isOnlyMatches
            ? (text, position) => void edits.paste(text, { position, columns: layout.columns })
            : undefined
        }
        onWidth={grid.columns.onWidth}
        menuOf={(column) => <ColumnMenu column={column} actions={columnActions(props)} />}
      />
    </>
  )
}

function RowPane({ grid, isEditable }: PartProps) {
  const { currentRow: row, currentTestcase: testcase, edits, setRemoved } = grid
  if (row === undefined) return null
  return (
    <RowDetail
      row={row}
      testcase={testcase}
      columns={grid.columns.allColumns}
      openColumnId={grid.layout.columns[grid.state.cursor.column]?.id}
      onEdit={isEditable ? (column, value) => edits.edit(row, { column: column.id, value }) : undefined}
      onRemove={isEditable ? () => setRemoved([row.key], row.state !== 'removed') : undefined}
      onClose={grid.close}
    >
      {testcase !== undefined && <RunsOfRow testcaseId={testcase.id} />}
    </RowDetail>
  )
}

/** A search reads stored rows, which have no new columns. */
const searchColumns = ({ columns }: ReturnType<typeof useGrid>) =>
  columns.allColumns.filter(({ isNew }) => !isNew).map(({ id, type }) => ({ name: id, type }))

function LoadedGrid(
  props: GridViewProps & { readonly columnSample: ColumnSample; readonly firstRows: readonly RowData[] },
) {
  const { view, onView, isEditable, revision } = props
  const [body, widthPx] = useWidth()
  const focus = useRef<GridFocus>(null)
  const grid = useGrid({ ...props, widthPx, onFocus: () => focus.current?.focus() })
  const fields = useGridShortcuts(grid, props)
  const { rows, total, state } = grid
  const { row } = state.cursor
  const isPaneOpen = view.open === true && grid.currentRow !== undefined
  return (
    <>
      <FindBar
        view={view}
        onView={onView}
        columns={searchColumns(grid)}
        rows={rows.isOnlyMatches ? total : rows.count}
        cursorRow={rows.isOnlyMatches ? (rows.matches[row]?.position ?? 0) : row}
        search={grid.search}
        fields={fields}
        onRow={grid.goToRow}
        onShowRow={grid.showRow}
      />
      {isEditable && <GridTools grid={grid} />}
      {grid.error !== undefined && <Failure error={grid.error} retry={rows.pages.retry} />}
      <div ref={body} className={styles['body']}>
        <Split
          name="testset row"
          share={0.62}
          first={<GridTable {...props} grid={grid} focusRef={focus} />}
          {...(isPaneOpen ? { second: <RowPane {...props} grid={grid} /> } : {})}
        />
      </div>
      {props.hasDraft && isEditable && (
        <DraftBar
          slug={props.slug}
          variant={props.variant}
          isDefault={props.isDefault}
          base={revision}
          head={props.head}
          changes={grid.changes}
          draft={props.draft}
          onCommitted={props.onCommitted}
        />
      )}
      <GridDialogs grid={grid} revision={revision} view={view} onView={onView} />
    </>
  )
}
