// Compares the deployments of two environments.
import { useState, type ReactNode } from 'react'
import { RevisionDiff } from '../app/versions/diff/revision-diff.tsx'
import type { Environment } from '../app/versions/entries.ts'
import { Button } from '../ui/button.tsx'
import { Version } from './changes.tsx'
import { changesBetween, type EntryChange } from './entries.ts'
import styles from './page.module.css'

/** One changed entry, with its diff on demand. */
export function ChangeView({
  change,
  lead,
  absentText = 'not deployed',
  children,
}: {
  change: EntryChange
  /** The text for an entry that the new side does not have. */
  absentText?: string
  lead?: ReactNode
  children?: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const { key, before, after } = change
  const isComparable = before !== undefined && after !== undefined
  return (
    <li className={styles['commit']}>
      <div className={styles['line']}>
        {lead}
        <code>{key}</code>
        <span>
          {before === undefined ? 'not deployed' : <Version entry={before} />} →{' '}
          {after === undefined ? absentText : <Version entry={after} />}
        </span>
        {isComparable && (
          <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'} diff
            <span className="hidden-text"> in {key}</span>
          </Button>
        )}
      </div>
      {children}
      {isOpen && isComparable && (
        <RevisionDiff kind={after.kind} base={before.revision.id} target={after.revision.id} />
      )}
    </li>
  )
}

/** The entries that a commit changes. */
export function ChangeList({ changes }: { changes: readonly EntryChange[] }) {
  if (changes.length === 0) return <p>No entries change.</p>
  return (
    <ul aria-label="Changed entries">
      {changes.map((change) => (
        <ChangeView key={change.key} change={change} absentText="removed" />
      ))}
    </ul>
  )
}

export function CompareView({ from, to }: { from: Environment; to: Environment }) {
  const changes = changesBetween(from.entries, to.entries)
  if (changes.length === 0) {
    return (
      <p className={styles['sum']}>
        {from.name} and {to.name} have the same deployments.
      </p>
    )
  }
  return (
    <>
      <p className={styles['sum']}>
        {changes.length === 1 ? 'One entry differs' : `${changes.length} entries differ`} from {from.name} to{' '}
        {to.name}.
      </p>
      <ul className={styles['commits']} aria-label="Differences">
        {changes.map((change) => (
          <ChangeView key={change.key} change={change} />
        ))}
      </ul>
    </>
  )
}
