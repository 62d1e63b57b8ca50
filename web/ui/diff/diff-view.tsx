// Renders the difference of two texts inline or side by side.
import { useMemo } from 'react'
import { MarkedText } from '../content/plain-text.tsx'
import { diff } from './diff.ts'
import styles from './diff-view.module.css'

export function DiffView({ before, after, name }: { before: string; after: string; name: string }) {
  const pieces = useMemo(() => diff(before, after), [before, after])
  return (
    <section className={styles['diff']} aria-label={name} tabIndex={0}>
      {pieces.map(({ kind, text }, at) => {
        // Pieces have no ids; their order never changes.
        if (kind === 'removed')
          return (
            <del key={at}>
              <MarkedText text={text} />
            </del>
          )
        if (kind === 'added')
          return (
            <ins key={at}>
              <MarkedText text={text} />
            </ins>
          )
        return (
          <span key={at}>
            <MarkedText text={text} />
          </span>
        )
      })}
    </section>
  )
}

/** Two texts side by side, each with its own changes marked. */
export function SideBySide({
  before,
  after,
  names,
}: {
  before: string
  after: string
  names: readonly [string, string]
}) {
  const pieces = useMemo(() => diff(before, after), [before, after])
  return (
    <div className={styles['sides']}>
      {(['removed', 'added'] as const).map((own, side) => {
        const Mark = own === 'removed' ? 'del' : 'ins'
        return (
          <section key={own} className={styles['diff']} aria-label={names[side]} tabIndex={0}>
            {pieces.map(({ kind, text }, at) => {
              // Pieces have no ids; their order never changes.
              if (kind === own)
                return (
                  <Mark key={at}>
                    <MarkedText text={text} />
                  </Mark>
                )
              return kind === 'same' ? (
                <span key={at}>
                  <MarkedText text={text} />
                </span>
              ) : undefined
            })}
          </section>
        )
      })}
    </div>
  )
}
