// The dialogs of the grid: add or rename a column, and change its type.
import type { Revision } from '../queries.ts'
import type { GridView as View } from '../url-state.ts'
import { NameDialog, type NameRequest } from '../name-dialog.tsx'
import { ChangeType } from './columns/change-type.tsx'
import type { GridModel } from './use-grid.ts'
import { listOnly } from './view-changes.ts'

function nameRequest({ state: { dialog }, columns, edits }: GridModel): NameRequest | undefined {
  const common = {
    label: 'Column name',
    errorOf: (name: string): string | undefined =>
      columns.allColumns.some((column) => column.name === name)
        ? 'A column with this name already exists.'
        : undefined,
  }
  if (dialog?.kind === 'add-column') {
    return { ...common, title: 'Add column', value: '', action: 'Add', onName: edits.addColumn }
  }
  if (dialog?.kind !== 'rename-column') return undefined
  const { id, name } = dialog.column
  return {
    ...common,
    title: 'Rename column',
    value: name,
    action: 'Rename',
    onName: (next) => edits.renameColumn(id, next),
  }
}

export function GridDialogs({
  grid,
  revision,
  view,
  onView,
}: {
  grid: GridModel
  revision: Revision
  view: View
  onView: (view: View) => void
}) {
  const { state, dispatch, changes, edits } = grid
  const onClose = (): void => dispatch({ type: 'close-dialog' })
  return (
    <>
      <NameDialog request={nameRequest(grid)} onClose={onClose} />
      <ChangeType
        change={state.dialog?.kind === 'change-type' ? state.dialog : undefined}
        revision={revision}
        changes={changes}
        onChange={({ column, type }) => edits.changeColumnType(column, type)}
        onShow={(condition) => {
          onClose()
          onView(listOnly(view, [condition]))
        }}
        onClose={onClose}
      />
    </>
  )
}
