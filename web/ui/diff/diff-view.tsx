// Renders the difference of two texts inline or side by side.
import { useMemo } from 'react'
import { MarkedText } from '../content/plain-text.tsx'
import { alignedLines } from './aligned-lines.ts'
import { useDiffLayout } from './diff-layout.tsx'
import { diff, type Piece } from './diff.ts'
import styles from './diff-view.module.css'

const elements = { same: 'span', removed: 'del', added: 'ins' } as const

const Pieces = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ kind, text }, at) => {
    const Element = elements[kind]
    // Pieces have no ids; their order never changes.
    return (
      <Element key={at}>
        <MarkedText text={text} />
      </Element>
    )
  })

/** Both texts in two columns with aligned lines. */
function Columns({ pieces }: { pieces: readonly Piece[] }) {
  const pairs = useMemo(() => alignedLines(pieces), [pieces])
  return (
    <div className={styles['columns']}>
      {pairs.map((pair, at) => {
        const isChanged = [pair.before, pair.after].some(
          (line) => line === undefined || line.some(({ kind }) => kind !== 'same'),
        )
        return (['before', 'after'] as const).map((side) => {
          const line = pair[side]
          return (
            // Lines have no ids; their order never changes.
            <div
              key={`${at} ${side}`}
              className={styles['line']}
              data-side={side}
              data-line={line === undefined ? 'gap' : isChanged ? 'changed' : 'same'}
            >
              {line !== undefined && <Pieces pieces={line} />}
            </div>
          )
        })
      })}
    </div>
  )
}

/** The layout is that of the switch (`DiffLayoutSwitch`). */
export function DiffView({ before, after, name }: { before: string; after: string; name: string }) {
  const pieces = useMemo(() => diff(before, after), [before, after])
  const layout = useDiffLayout()
  return (
    <section className={styles['diff']} data-layout={layout} aria-label={name} tabIndex={0}>
      {layout === 'columns' ? <Columns pieces={pieces} /> : <Pieces pieces={pieces} />}
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
      {(['removed', 'added'] as const).map((changeKind, side) => (
        <section key={changeKind} className={styles['diff']} aria-label={names[side]} tabIndex={0}>
          <Pieces pieces={pieces.filter(({ kind }) => kind === changeKind || kind === 'same')} />
        </section>
      ))}
    </div>
  )
}
