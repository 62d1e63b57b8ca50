// web/testsets/grid: the rows of a testset as a virtual grid that can be edited, searched and filtered.
// layout.ts and row-pages.ts are pure; use-edits.ts, use-cursor.ts and use-find.ts hold the state.
// Imports web/app and web/ui. Start here.
//
// The rows of one revision with the draft over them: what is found, what is under the cursor, what is opened.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Failure } from '../../app/failure.tsx'
import { useApi } from '../../app/session.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { Split } from '../../ui/split.tsx'
import { AskName, type Asked } from '../name-dialog.tsx'
import { DraftBar } from '../draft/commit.tsx'
import type { RowKey } from '../draft/draft.ts'
import { useChanges, type DraftHandle } from '../draft/use-draft.ts'
import { columnsQuery, type Revision, type Variant } from '../queries.ts'
import type { GridView as View } from '../url-state.ts'
import { texts } from '../texts.ts'
import { ChangeType, type Meant } from './change-type.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { Detail } from './detail.tsx'
import { FindBar } from './find-bar.tsx'
import { Grid, type Place } from './grid.tsx'
import { layoutOf, type GridColumn } from './layout.ts'
import { useEdits } from './use-edits.ts'
import { RunsOfRow } from './runs-of-row.tsx'
import { useColumns, useWidth, type Sampled } from './use-columns.ts'
import { useCursor } from './use-cursor.ts'
import { useFind } from './use-find.ts'
import { useOneRow, useShownRows } from './use-grid-rows.ts'
import styles from './grid-view.module.css'

export interface GridViewProps {
  readonly name: string
  readonly revision: Revision
  readonly view: View
  readonly onView: (view: View, replace?: boolean) => void
  readonly draft: DraftHandle
  /** The draft is one of this revision. */
  readonly isDrafted: boolean
  readonly isEditable: boolean
  readonly slug: string
  readonly variant: Variant
  readonly isDefault: boolean
  readonly head: Revision | undefined
  readonly onCommitted: () => void
}

export function GridView(props: GridViewProps) {
  const api = useApi()
  const columns = useQuery(columnsQuery(api, props.revision.id))
  if (columns.isError) return <Failure error={columns.error} retry={() => void columns.refetch()} />
  if (columns.data === undefined) return <Skeleton rows={14} />
  return <LoadedGrid key={props.revision.id} {...props} sampled={columns.data} />
}

function LoadedGrid(props: GridViewProps & { readonly sampled: Sampled }) {
  const { name, revision, view, onView, draft, isDrafted, isEditable, sampled } = props
  const baseNames = useMemo(() => sampled.columns.map((column) => column.name), [sampled])
  const changes = useChanges(isDrafted ? draft.draft : undefined, baseNames)
  const total = sampled.total
  const gutterPx = 34 + String(total).length * 8 + (isEditable ? 16 : 0)
  const [body, widthPx] = useWidth()
  const { all, shown, onWidth } = useColumns(props, sampled, changes, widthPx - gutterPx)
  const layout = useMemo(() => layoutOf(shown, gutterPx), [shown, gutterPx])
  const [cursor, setCursor] = useCursor(view, layout.columns, (row, column) =>
    onView({ ...view, row, ...(column === '' ? {} : { column }) }, true),
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked>()
  const [typing, setTyping] = useState<Meant>()

  const finding = useFind(revision.id, view.find, view.where)
  const shownRows = useShownRows({ revision, total, changes, finding, isOnly: view.only === true })
  const { matches, only, count, pages, rowAt, testcaseAt } = shownRows
  const { row: current, error } = useOneRow(shownRows, cursor.row)

  const edits = useEdits({ base: revision, total, changes, draft })
  const opened = ({ row, column }: Place): void =>
    onView({
      ...view,
      row: row + 1,
      open: true,
      ...(layout.columns[column] === undefined ? {} : { column: layout.columns[column].id }),
    })
  const closed = (): void => {
    const { open, ...rest } = view
    if (open === true) onView(rest)
  }
  const rowMeant = (row: number): void => {
    setCursor((before) => ({ ...before, row: Math.min(count, row) - 1 }))
    document.querySelector<HTMLElement>('[role="grid"]')?.focus()
  }
  const added = (): void => {
    edits.addRow()
    setCursor({ row: total + changes.added.length, column: 0 })
    document.querySelector<HTMLElement>('[role="grid"]')?.focus()
  }
  const nameFault = (wanted: string): string | undefined =>
    all.some((column) => column.name === wanted) ? 'There is a column of this name already.' : undefined
  const columnAdded = (): void =>
    setAsked({
      title: 'Add a column',
      label: 'Name of the column',
      value: '',
      action: 'Add',
      faultOf: nameFault,
      onName: edits.addColumn,
    })
  useShortcuts([
    { id: 'find', keys: '/', does: 'Search in rows', run: () => document.getElementById('find')?.focus() },
    {
      id: 'go to row',
      keys: 'G',
      does: 'Go to a row',
      run: () => document.getElementById('go-to-row')?.focus(),
    },
    ...(isEditable
      ? [
          { id: 'add row', keys: 'a', does: 'Add a row', run: added },
          { id: 'undo', keys: 'mod+z', does: 'Take back the last change', run: draft.undo },
          { id: 'redo', keys: 'mod+y', does: 'Do it again', run: draft.redo },
        ]
      : []),
  ])

  const testcase = !only && cursor.row >= total ? undefined : testcaseAt(cursor.row)
  const removal = (keys: readonly RowKey[], isRemoved: boolean): void => {
    if (isRemoved) edits.restoreRows(keys)
    else edits.removeRows(keys)
    setChosen(new Set())
  }
  const grid =
    count === 0 && shown.length === 0 ? (
      <Notice icon="testsets" title={texts.noRows}>
        <p>{isEditable ? texts.noRowsEdit : texts.noRowsRead}</p>
      </Notice>
    ) : only && count === 0 && finding.found?.state !== 'searching' ? (
      <Notice icon="search" title={texts.nothingFound} />
    ) : null
  const table = (
    <>
      {grid}
      <Grid
        name={name}
        count={count}
        layout={layout}
        gutterPx={gutterPx}
        rowAt={rowAt}
        pages={pages}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={opened}
        onClose={closed}
        onEdit={isEditable ? (row, column, value) => edits.edit(row, column.id, value) : undefined}
        onPaste={isEditable && !only ? (text, at) => void edits.paste(text, at, layout.columns) : undefined}
        chosen={isEditable ? chosen : undefined}
        onChosen={setChosen}
        onWidth={onWidth}
        menuOf={(column) => (
          <ColumnMenu
            column={column}
            actions={{
              onPin: ({ id, isPinned }) => {
                const { pinned = [], ...rest } = view
                const next = isPinned ? pinned.filter((one) => one !== id) : [...pinned, id]
                onView(next.length === 0 ? rest : { ...rest, pinned: next })
              },
              onHide: ({ id }) => onView({ ...view, hidden: [...(view.hidden ?? []), id] }),
              onFilter: ({ id }) =>
                onView({
                  ...view,
                  only: true,
                  where: [...(view.where ?? []), { column: id, operator: 'exists' }],
                }),
              ...(isEditable
                ? {
                    onRename: ({ id, name: was }: GridColumn) =>
                      setAsked({
                        title: 'Rename the column',
                        label: 'Name of the column',
                        value: was,
                        action: 'Rename',
                        faultOf: nameFault,
                        onName: (next) => edits.renameColumn(id, next),
                      }),
                    onRemove: ({ id }: GridColumn) => edits.removeColumn(id),
                    onType: (column: GridColumn, type: Meant['type']) => setTyping({ column, type }),
                  }
                : {}),
            }}
          />
        )}
      />
    </>
  )
  return (
    <>
      <FindBar
        view={view}
        onView={onView}
        columns={all.filter(({ isNew }) => !isNew).map(({ id, type }) => ({ name: id, type }))}
        rows={only ? total : count}
        cursorRow={only ? (matches[cursor.row]?.position ?? 0) : cursor.row}
        finding={finding}
        onRow={(row) =>
          rowMeant(only ? matches.findIndex(({ position }) => position === row - 1) + 1 || row : row)
        }
      />
      {isEditable && (
        <div className={styles['tools']} role="toolbar" aria-label="Change the rows">
          <Button look="quiet" icon="plus" onClick={added} disabled={only || shown.length === 0}>
            Row
          </Button>
          <Button look="quiet" icon="plus" onClick={columnAdded}>
            Column
          </Button>
          {chosen.size > 0 && (
            <>
              <b>{chosen.size} chosen</b>
              <Button look="quiet" icon="trash" onClick={() => removal([...chosen], false)}>
                Remove
              </Button>
              {[...chosen].some((key) => changes.removed.has(key)) && (
                <Button look="quiet" icon="undo" onClick={() => removal([...chosen], true)}>
                  Restore
                </Button>
              )}
              <Button look="quiet" onClick={() => setChosen(new Set())}>
                Clear
              </Button>
            </>
          )}
        </div>
      )}
      {error !== undefined && <Failure error={error} retry={pages.retry} />}
      <div ref={body} className={styles['body']}>
        <Split
          name="testset row"
          share={0.62}
          first={table}
          {...(view.open === true && current !== undefined
            ? {
                second: (
                  <Detail
                    row={current}
                    testcase={testcase}
                    columns={all}
                    meant={layout.columns[cursor.column]?.id}
                    onEdit={isEditable ? (column, value) => edits.edit(current, column.id, value) : undefined}
                    onRemove={
                      isEditable ? () => removal([current.key], current.state === 'removed') : undefined
                    }
                    onClose={closed}
                  >
                    {testcase !== undefined && <RunsOfRow testcaseId={testcase.id} />}
                  </Detail>
                ),
              }
            : {})}
        />
      </div>
      {isDrafted && isEditable && (
        <DraftBar
          slug={props.slug}
          variant={props.variant}
          isDefault={props.isDefault}
          base={revision}
          head={props.head}
          changes={changes}
          draft={draft}
          onCommitted={props.onCommitted}
        />
      )}
      <AskName asked={asked} onClose={() => setAsked(undefined)} />
      <ChangeType
        meant={typing}
        revision={revision}
        changes={changes}
        onTyped={(meant) => edits.typeColumn(meant.column, meant.type)}
        onShow={(where) => {
          setTyping(undefined)
          onView({ ...view, only: true, where: [where] })
        }}
        onClose={() => setTyping(undefined)}
      />
    </>
  )
}
