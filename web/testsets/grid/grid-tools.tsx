// The toolbar above an editable grid: add rows and columns, remove and restore selected rows.
import { Button } from '../../ui/button.tsx'
import type { GridModel } from './use-grid.ts'
import styles from './grid-view.module.css'

function SelectionTools({ state: { selectedKeys }, changes, setRemoved, dispatch }: GridModel) {
  const keys = [...selectedKeys]
  return (
    <>
      <b>{selectedKeys.size} selected</b>
      <Button look="quiet" icon="trash" onClick={() => setRemoved(keys, true)}>
        Remove
      </Button>
      {keys.some((key) => changes.removedRows.has(key)) && (
        <Button look="quiet" icon="undo" onClick={() => setRemoved(keys, false)}>
          Restore
        </Button>
      )}
      <Button look="quiet" onClick={() => dispatch({ type: 'clear-selection' })}>
        Clear selection
      </Button>
    </>
  )
}

export function GridTools({ grid }: { grid: GridModel }) {
  const { rows, columns, state, dispatch, addRow } = grid
  return (
    <div className={styles['tools']} role="toolbar" aria-label="Edit rows">
      <Button
        look="quiet"
        icon="plus"
        onClick={addRow}
        disabled={rows.isOnlyMatches || columns.visibleColumns.length === 0}
      >
        Add row
      </Button>
      <Button
        look="quiet"
        icon="plus"
        onClick={() => dispatch({ type: 'open-dialog', dialog: { kind: 'add-column' } })}
      >
        Add column
      </Button>
      {state.selectedKeys.size > 0 && <SelectionTools {...grid} />}
    </div>
  )
}
