// The columns of the conflict table: decision, column and both sides.
import { Icon } from '../../ui/icon.tsx'
import type { Column } from '../../ui/table/table-row.tsx'
import { preview, type Json } from '../values.ts'
import { conflictKey, type Conflict, type Decided } from './decisions.ts'
import styles from './merge-page.module.css'

const sideText = (value: Json | undefined, kind: Conflict['kind']): string =>
  value === undefined || (kind === 'edit_remove' && value === null)
    ? kind === 'edit_remove'
      ? 'removed'
      : 'no value'
    : preview(value)

function State({ conflict, decided }: { conflict: Conflict; decided: Decided }) {
  const decision = decided.get(conflictKey(conflict))
  if (decision === undefined) {
    return (
      <span className={styles['state']} data-state="open">
        <Icon name="alert" size={12} />
        open
      </span>
    )
  }
  return (
    <span className={styles['state']} data-state="done">
      <Icon name="check" size={12} />
      {'take' in decision ? decision.take : 'edited'}
    </span>
  )
}

export const conflictColumns = (decided: Decided): readonly Column<Conflict>[] => [
  {
    id: 'state',
    name: 'Decision',
    widthPx: 90,
    cell: (conflict) => <State conflict={conflict} decided={decided} />,
  },
  { id: 'row', name: 'Row', widthPx: 110, cell: (conflict) => <code>{conflict.testcase_dedup_id}</code> },
  {
    id: 'field',
    name: 'Column',
    widthPx: 120,
    cell: ({ path, kind }) => (kind === 'edit_remove' ? <i>entire row</i> : (path ?? []).join(' › ')),
  },
  {
    id: 'ours',
    name: 'Ours',
    widthPx: 160,
    grows: true,
    cell: ({ ours, kind }) => sideText(ours, kind),
  },
  {
    id: 'theirs',
    name: 'Theirs',
    widthPx: 160,
    grows: true,
    cell: ({ theirs, kind }) => sideText(theirs, kind),
  },
]
