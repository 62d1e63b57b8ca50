// Somebody committed while a draft was open: what they changed, and both changes put together. Nothing is written before every place that
// both changed is decided.
import { useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { ago } from '../../../ui/format.ts'
import { useKeyNames } from '../../session.tsx'
import type { Json, JsonObject, Revision } from '../client.ts'
import { mergePayloads, type Conflict, type Side } from './merge.ts'
import { PayloadDiff } from './payload-diff.tsx'
import styles from './merge-view.module.css'

const textOf = (value: Json | undefined): string =>
  value === undefined
    ? '(taken away)'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, undefined, 2)

function Decision({
  conflict,
  side,
  onSide,
}: {
  conflict: Conflict
  side: Side | undefined
  onSide: (side: Side) => void
}) {
  const place = conflict.path.slice(1).replaceAll('/', '.')
  return (
    <li className={styles['conflict']}>
      <div className={styles['place']}>
        <code>{place}</code>
        <Segments<Side | 'open'>
          label={`Which to take at ${place}`}
          value={side ?? 'open'}
          onValue={(value) => value !== 'open' && onSide(value)}
          options={[
            { value: 'ours', name: 'Take yours' },
            { value: 'theirs', name: 'Take theirs' },
          ]}
        />
      </div>
      <div className={styles['sides']}>
        <pre data-taken={side === 'ours'}>{textOf(conflict.ours)}</pre>
        <pre data-taken={side === 'theirs'}>{textOf(conflict.theirs)}</pre>
      </div>
    </li>
  )
}

export function MergeView({
  base,
  ours,
  theirs,
  onMerged,
  onDiscard,
}: {
  base: JsonObject
  ours: JsonObject
  theirs: Revision
  onMerged: (data: JsonObject) => void
  onDiscard: () => void
}) {
  const names = useKeyNames()
  const [decided, setDecided] = useState<ReadonlyMap<string, Side>>(new Map())
  const newer = theirs.data ?? {}
  const { data, conflicts } = useMemo(
    () => mergePayloads({ base, ours, theirs: newer }, (path) => decided.get(path) ?? 'ours'),
    // `newer` is that of `theirs`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [base, ours, theirs, decided],
  )
  const open = conflicts.filter(({ path }) => !decided.has(path)).length
  return (
    <div className={styles['merge']}>
      <p role="alert">
        <b>{names.get(theirs.author) ?? 'Somebody'}</b> committed version {theirs.version} {ago(theirs.date)}
        {theirs.message === undefined ? '' : `: “${theirs.message}”`}. Your changes were made to an older one
        and are not committed yet.
      </p>
      <h3>What they changed</h3>
      <PayloadDiff before={base} after={newer} />
      {conflicts.length === 0 ? (
        <p>You changed other places: both changes can be kept.</p>
      ) : (
        <>
          <h3>{conflicts.length === 1 ? 'One place' : `${conflicts.length} places`} that you both changed</h3>
          <ul className={styles['conflicts']}>
            {conflicts.map((conflict) => (
              <Decision
                key={conflict.path}
                conflict={conflict}
                side={decided.get(conflict.path)}
                onSide={(side) => setDecided(new Map([...decided, [conflict.path, side]]))}
              />
            ))}
          </ul>
        </>
      )}
      <div className={styles['actions']}>
        <Button look="danger" onClick={onDiscard}>
          Throw my changes away
        </Button>
        <Button look="main" disabled={open > 0} onClick={() => onMerged(data)}>
          {open > 0 ? `${open} left to decide` : 'Put both together'}
        </Button>
      </div>
    </div>
  )
}
