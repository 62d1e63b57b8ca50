// The columns of the conflict table: decision, column and both sides.
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Column } from '../../ui/table/table-row.tsx'
import { preview, type Json } from '../values.ts'
import type { RowName } from './conflict-rows.ts'
import { conflictKey, type Conflict, type DecisionMap } from './decisions.ts'
import type { SideNames } from './sides.ts'
import styles from './merge-page.module.css'

const sideText = (value: Json | undefined, kind: Conflict['kind']): string =>
  value === undefined || (kind === 'edit_remove' && value === null)
    ? kind === 'edit_remove'
      ? 'removed'
      : 'no value'
    : preview(value)

function State({
  conflict,
  decisions,
  sides,
}: {
  conflict: Conflict
  decisions: DecisionMap
  sides: SideNames
}) {
  const decision = decisions.get(conflictKey(conflict))
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
      {'take' in decision ? (decision.take === sides.mine ? 'mine' : 'theirs') : 'edited'}
    </span>
  )
}

interface ConflictContext {
  readonly decisions: DecisionMap
  readonly sides: SideNames
  readonly names: ReadonlyMap<string, RowName> | undefined
}

/** A row by its number and content; until they are loaded, by its id. */
export function ConflictRow({ id, name }: { id: string; name: RowName | undefined }) {
  if (name === undefined) return <code>{id}</code>
  return (
    <span title={id}>
      <b>{count(name.number)}</b> {name.content}
    </span>
  )
}

export const conflictColumns = ({
  decisions,
  sides,
  names,
}: ConflictContext): readonly Column<Conflict>[] => [
  {
    id: 'state',
    name: 'Decision',
    widthPx: 90,
    cell: (conflict) => <State conflict={conflict} decisions={decisions} sides={sides} />,
  },
  {
    id: 'row',
    name: 'Row',
    widthPx: 160,
    grows: true,
    cell: ({ testcase_dedup_id: id }) => <ConflictRow id={id} name={names?.get(id)} />,
  },
  {
    id: 'field',
    name: 'Column',
    widthPx: 120,
    cell: ({ path, kind }) => (kind === 'edit_remove' ? <i>entire row</i> : (path ?? []).join(' › ')),
  },
  ...[sides.mine, sides.theirs].map((side): Column<Conflict> => ({
    id: side,
    name: sides.nameOf(side),
    widthPx: 160,
    grows: true,
    cell: (conflict) => sideText(conflict[side], conflict.kind),
  })),
]
