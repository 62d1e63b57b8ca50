// Two texts as one, with what was taken away and what was put in marked, by colour and by line.
import { useMemo } from 'react'
import { diff } from './diff.ts'
import styles from './diff-view.module.css'

export function DiffView({ before, after, name }: { before: string; after: string; name: string }) {
  const pieces = useMemo(() => diff(before, after), [before, after])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keys
    <pre className={styles['diff']} role="region" aria-label={name} tabIndex={0}>
      {pieces.map(({ kind, text }, at) => {
        // Pieces have no ids; their places are what they are.
        /* oxlint-disable react/no-array-index-key */
        if (kind === 'removed') return <del key={at}>{text}</del>
        if (kind === 'added') return <ins key={at}>{text}</ins>
        return <span key={at}>{text}</span>
        /* oxlint-enable react/no-array-index-key */
      })}
    </pre>
  )
}
