// Merges two changed payloads with a common base: a draft and a newer revision, or two variants. Nothing is written before every
// conflict is resolved.
import { useMemo, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { ago } from '../../../ui/format.ts'
import { useKeyNames } from '../../session.tsx'
import type { Json, JsonObject, Revision } from '../client.ts'
import { mergePayloads, type Conflict, type Side } from './merge.ts'
import { PayloadDiff } from './payload-diff.tsx'
import styles from './merge-view.module.css'

const emptyObject: JsonObject = {}

const textOf = (value: Json | undefined): string =>
  value === undefined ? '(removed)' : typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

export type SideNames = Readonly<Record<Side, string>>

function ConflictView({
  conflict,
  names,
  side,
  onSide,
}: {
  conflict: Conflict
  names: SideNames
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
            { value: 'ours', name: names.ours },
            { value: 'theirs', name: names.theirs },
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
  names,
  cancel,
  onMerged,
}: {
  base: JsonObject
  ours: JsonObject
  theirs: JsonObject
  names: SideNames
  /** The button beside "Merge". */
  cancel: ReactNode
  onMerged: (data: JsonObject) => void
}) {
  const [resolutions, setResolutions] = useState<ReadonlyMap<string, Side>>(new Map())
  const { data, conflicts } = useMemo(
    () => mergePayloads({ base, ours, theirs }, (path) => resolutions.get(path) ?? 'ours'),
    [base, ours, theirs, resolutions],
  )
  const openCount = conflicts.filter(({ path }) => !resolutions.has(path)).length
  return (
    <div className={styles['merge']}>
      <h3>Changes of {names.theirs}</h3>
      <PayloadDiff before={base} after={theirs} />
      {conflicts.length === 0 ? (
        <p>No conflicts.</p>
      ) : (
        <>
          <h3>{conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`}</h3>
          <ul className={styles['conflicts']}>
            {conflicts.map((conflict) => (
              <ConflictView
                key={conflict.path}
                conflict={conflict}
                names={names}
                side={resolutions.get(conflict.path)}
                onSide={(side) => setResolutions(new Map([...resolutions, [conflict.path, side]]))}
              />
            ))}
          </ul>
        </>
      )}
      <div className={styles['actions']}>
        {cancel}
        <Button look="main" disabled={openCount > 0} onClick={() => onMerged(data)}>
          {openCount > 0 ? `${openCount} ${openCount === 1 ? 'conflict' : 'conflicts'} left` : 'Merge'}
        </Button>
      </div>
    </div>
  )
}

/** Merges a draft with a revision that was committed meanwhile. */
export function StaleDraftMerge({
  theirs,
  onDiscard,
  ...rest
}: {
  base: JsonObject
  ours: JsonObject
  theirs: Revision
  onMerged: (data: JsonObject) => void
  onDiscard: () => void
}) {
  const author = useKeyNames().get(theirs.author) ?? 'Someone'
  return (
    <div className={styles['merge']}>
      <p role="alert">
        <b>{author}</b> committed version {theirs.version} {ago(theirs.date)}
        {theirs.message === undefined ? '' : `: “${theirs.message}”`}. Your changes are based on an older
        version and are not committed yet.
      </p>
      <MergeView
        {...rest}
        theirs={theirs.data ?? emptyObject}
        names={{ ours: 'Mine', theirs: `Theirs (version ${theirs.version}, ${author})` }}
        cancel={
          <Button look="danger" onClick={onDiscard}>
            Discard my changes
          </Button>
        }
      />
    </div>
  )
}
