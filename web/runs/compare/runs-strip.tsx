// The compared runs: the baseline, the selected run, and a dialog to add one.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi, useSession } from '../../app/session.tsx'
import { useVersionNaming } from '../../app/versions/naming/use-version-naming.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ago } from '../../ui/format.ts'
import { PartList } from '../part-list.tsx'
import { isActive, partName, partsOf, type Run } from '../run-model.ts'
import { colourOf } from './plots.tsx'
import { recentRunsQuery } from './queries.ts'
import styles from './compare.module.css'
import form from '../../ui/form.module.css'

export function ComparedRuns({
  runs,
  runIndex,
  isDedupMatch,
  onRun,
  onIds,
  onMatch,
}: {
  runs: readonly Run[]
  runIndex: number
  isDedupMatch: boolean
  onRun: (runIndex: number) => void
  onIds: (ids: readonly string[]) => void
  onMatch: (isDedupMatch: boolean) => void
}) {
  const { session } = useSession()
  const naming = useVersionNaming()
  const ids = runs.map(({ id }) => id)
  return (
    <ul className={styles['runs']} aria-label="Compared runs">
      {runs.map((run, index) => (
        <li key={run.id} data-chosen={index === runIndex && runs.length > 2}>
          <svg className={styles['swatch']} viewBox="0 0 16 4" aria-hidden="true">
            <line
              x1={0}
              x2={16}
              y1={2}
              y2={2}
              style={{ stroke: colourOf(index) }}
              strokeDasharray={index === 0 ? '3 2' : undefined}
            />
          </svg>
          {index === 0 && <small>baseline</small>}
          <Link to="/p/$project/runs/$run" params={{ project: session.project.slug, run: run.id }}>
            {run.name ?? 'Unnamed run'}
          </Link>
          <span>
            <PartList parts={partsOf(run, naming).subjects} />
          </span>
          {isActive(run.status) && <small>{run.status}: rows are missing</small>}
          {index > 0 && runs.length > 2 && (
            <Button look="quiet" isPressed={index === runIndex} onClick={() => onRun(index)}>
              Show
            </Button>
          )}
          {index > 0 && (
            <IconButton
              icon="flag"
              label={`Use ${run.name ?? 'this run'} as baseline`}
              onClick={() => onIds([run.id, ...ids.filter((id) => id !== run.id)])}
            />
          )}
          {runs.length > 2 && (
            <IconButton
              icon="cross"
              label={`Remove ${run.name ?? 'this run'}`}
              onClick={() => onIds(ids.filter((id) => id !== run.id))}
            />
          )}
        </li>
      ))}
      <li>
        <label title="Matches rows of different testset versions">
          <input type="checkbox" checked={isDedupMatch} onChange={({ target }) => onMatch(target.checked)} />{' '}
          Match by dedup id
        </label>
      </li>
    </ul>
  )
}

/** A button and its dialog to choose a run. */
export function CompareWith({
  ids,
  onAdd,
  label = 'Add run…',
}: {
  ids: readonly string[]
  onAdd: (id: string) => void
  label?: string
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="diff" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Compare with" isWide>
        <RunChoice
          ids={ids}
          onSelect={(id) => {
            setOpen(false)
            onAdd(id)
          }}
        />
      </Dialog>
    </>
  )
}

function RunChoice({ ids, onSelect }: { ids: readonly string[]; onSelect: (id: string) => void }) {
  const api = useApi()
  const { data } = useQuery(recentRunsQuery(api))
  const [search, setSearch] = useState('')
  const matches = (data ?? []).filter(
    ({ id, name }) => !ids.includes(id) && (name ?? '').toLowerCase().includes(search.toLowerCase()),
  )
  return (
    <div className={form['form']}>
      <input
        type="search"
        aria-label="Search runs by name"
        placeholder="Search by name"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={({ key }) => {
          const [first] = matches
          if (key === 'Enter' && first !== undefined) onSelect(first.id)
        }}
      />
      <ul className={styles['choice']} aria-label="Runs">
        {matches.map((run) => (
          <li key={run.id}>
            <button type="button" onClick={() => onSelect(run.id)}>
              <b>{run.name ?? 'Unnamed run'}</b>
              <span>{partsOf(run).inputs.map(partName).join(', ')}</span>
              <time>{ago(run.created_at)}</time>
            </button>
          </li>
        ))}
        {data !== undefined && matches.length === 0 && <li className={styles['faint']}>No matching runs.</li>}
      </ul>
    </div>
  )
}
