// Merges a draft with a revision that was committed meanwhile. Nothing is written before every conflict is resolved.
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
  value === undefined ? '(removed)' : typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

function ConflictView({
  conflict,
  side,
  onSide,
}: {
  conflict: Conflict
  side: Side | undefined
  onSide: (side: Side) => void
}) {
  const path = conflict.path.slice(1).replaceAll('/', '.')
  return (
    <li className={styles['conflict']}>
      <div className={styles['place']}>
        <code>{path}</code>
        <Segments<Side | 'open'>
          label={`Resolve ${path}`}
          value={side ?? 'open'}
          onValue={(value) => value !== 'open' && onSide(value)}
          options={[
            { value: 'ours', name: 'Use yours' },
            { value: 'theirs', name: 'Use theirs' },
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
  const [resolutions, setResolutions] = useState<ReadonlyMap<string, Side>>(new Map())
  const newer = theirs.data ?? {}
  const { data, conflicts } = useMemo(
    () => mergePayloads({ base, ours, theirs: newer }, (path) => resolutions.get(path) ?? 'ours'),
    // `newer` depends on `theirs` only.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [base, ours, theirs, resolutions],
  )
  const open = conflicts.filter(({ path }) => !resolutions.has(path)).length
  return (
    <div className={styles['merge']}>
      <p role="alert">
        <b>{names.get(theirs.author) ?? 'Someone'}</b> committed version {theirs.version} {ago(theirs.date)}
        {theirs.message === undefined ? '' : `: “${theirs.message}”`}. Your changes are based on an older
        version and are not committed yet.
      </p>
      <h3>Their changes</h3>
      <PayloadDiff before={base} after={newer} />
      {conflicts.length === 0 ? (
        <p>Your changes do not conflict with theirs.</p>
      ) : (
        <>
          <h3>{conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`}</h3>
          <ul className={styles['conflicts']}>
            {conflicts.map((conflict) => (
              <ConflictView
                key={conflict.path}
                conflict={conflict}
                side={resolutions.get(conflict.path)}
                onSide={(side) => setResolutions(new Map([...resolutions, [conflict.path, side]]))}
              />
            ))}
          </ul>
        </>
      )}
      <div className={styles['actions']}>
        <Button look="danger" onClick={onDiscard}>
          Discard my changes
        </Button>
        <Button look="main" disabled={open > 0} onClick={() => onMerged(data)}>
          {open > 0 ? `${open} ${open === 1 ? 'conflict' : 'conflicts'} left` : 'Merge'}
        </Button>
      </div>
    </div>
  )
}
