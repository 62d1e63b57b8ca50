// The details of one conflict: the base value, both sides, and the decision.
import { Button } from '../../ui/button.tsx'
import { DiffView } from '../../ui/diff/diff-view.tsx'
import { readableText, type Json } from '../values.ts'
import { ValueEditor } from '../value-editor.tsx'
import { ConflictRow } from './conflict-columns.tsx'
import type { RowName } from './conflict-rows.ts'
import type { Conflict, Decision } from './decisions.ts'
import type { SideNames } from './sides.ts'
import styles from './merge-page.module.css'

function Side({
  name,
  base,
  value,
  isRow,
  isSelected,
  keyName,
  onTake,
}: {
  name: string
  base: Json | undefined
  value: Json | undefined
  isRow: boolean
  isSelected: boolean
  keyName: string
  onTake: () => void
}) {
  const isAbsent = value === undefined || (isRow && value === null)
  return (
    <section className={styles['side']} data-taken={isSelected} aria-label={`${name} side`}>
      <h3>{name}</h3>
      {isAbsent ? (
        <p className={styles['absent']}>{isRow ? 'removed the row' : 'no value'}</p>
      ) : base === undefined ? (
        <DiffView name={name} before={readableText(value)} after={readableText(value)} />
      ) : (
        <DiffView name={name} before={readableText(base)} after={readableText(value)} />
      )}
      <Button
        look={isSelected ? 'main' : 'plain'}
        icon={isSelected ? 'check' : 'right'}
        title={`Key: ${keyName}`}
        onClick={onTake}
      >
        Use {name.split(' (')[0]?.toLowerCase()}
      </Button>
    </section>
  )
}

export function ConflictDetail({
  conflict,
  sides,
  rowName,
  decision,
  isEditing,
  onEditing,
  onDecision,
}: {
  conflict: Conflict
  sides: SideNames
  rowName: RowName | undefined
  decision: Decision | undefined
  /** Whether the value editor is open. */
  isEditing: boolean
  onEditing: (isEditing: boolean) => void
  onDecision: (decision: Decision) => void
}) {
  const { kind, path, base, testcase_dedup_id: dedupId } = conflict
  const isRow = kind === 'edit_remove'
  const name = isRow ? 'the row' : (path ?? []).join(' › ')
  const takenSide = decision !== undefined && 'take' in decision ? decision.take : undefined
  const typedValue = decision !== undefined && 'value' in decision ? decision.value : undefined
  return (
    <section className={styles['detail']} aria-label="Conflict" tabIndex={0}>
      <h2>
        {isRow ? 'One side changed the row, the other removed it' : name}
        <small>
          row <ConflictRow id={dedupId} name={rowName} />
        </small>
      </h2>
      {base !== undefined && (
        <div className={styles['base']}>
          <h3>Base</h3>
          <pre>{readableText(base)}</pre>
        </div>
      )}
      <div className={styles['sides']}>
        {[sides.mine, sides.theirs].map((side) => (
          <Side
            key={side}
            name={sides.nameOf(side)}
            base={base}
            value={conflict[side]}
            isRow={isRow}
            isSelected={takenSide === side}
            keyName={side === sides.mine ? 'm' : 't'}
            onTake={() => onDecision({ take: side })}
          />
        ))}
      </div>
      <div className={styles['ownValue']} data-taken={typedValue !== undefined}>
        {isEditing ? (
          <ValueEditor
            name={name}
            value={
              typedValue ?? (isRow ? (conflict[sides.mine] ?? conflict[sides.theirs]) : conflict[sides.mine])
            }
            onSave={(value) => onDecision({ value })}
            onCancel={() => onEditing(false)}
          />
        ) : (
          <>
            {typedValue !== undefined && <pre>{readableText(typedValue)}</pre>}
            <Button look="quiet" icon="edit" title="Key: e" onClick={() => onEditing(true)}>
              {typedValue === undefined ? 'Edit value' : 'Change value'}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
