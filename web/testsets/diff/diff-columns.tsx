// The columns of the diff table: kind of change, row number, and a preview of the changes.
import { memo } from 'react'
import { diff } from '../../ui/diff/diff.ts'
import { count } from '../../ui/format.ts'
import type { Column } from '../../ui/table/table-row.tsx'
import { dedupKey, preview, textOf, type Json, type RowData } from '../values.ts'
import styles from './diff-row.module.css'

export interface Change {
  readonly path: readonly string[]
  readonly kind: 'added' | 'removed' | 'changed'
  readonly base?: Json
  readonly target?: Json
}

interface RowSide {
  readonly index: number
  readonly testcase_id: string
  readonly data?: RowData
}

export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'edited' | 'moved'
  readonly testcase_dedup_id: string
  readonly base?: RowSide
  readonly target?: RowSide
  readonly moved?: boolean
  readonly changes?: readonly Change[]
}

const signs = { added: '+', removed: '−', edited: '±', moved: '↕' } as const
const names = { added: 'added', removed: 'removed', edited: 'changed', moved: 'moved' } as const

/** Longer texts are compared in the detail pane only. */
const wordsMax = 400

/** A word diff on one line. */
const WordDiff = memo(function WordDiff({ before, after }: { before: string; after: string }) {
  if (before.length > wordsMax || after.length > wordsMax) return <>{after.slice(0, 120)}…</>
  return (
    <>
      {diff(before, after).map(({ kind, text }, index) => {
        // Parts have no id but their position.
        if (kind === 'removed') return <del key={index}>{text}</del>
        if (kind === 'added') return <ins key={index}>{text}</ins>
        return <span key={index}>{text}</span>
      })}
    </>
  )
})

function ChangePreview({ row }: { row: DiffRow }) {
  const data = row.target?.data ?? row.base?.data
  if (row.kind === 'edited') {
    return (
      <span className={styles['words']}>
        {(row.changes ?? []).slice(0, 4).map((change) => (
          <span key={change.path.join('.')}>
            <b>{change.path.join('.')}</b>{' '}
            <WordDiff before={textOf(change.base)} after={textOf(change.target)} />
          </span>
        ))}
      </span>
    )
  }
  if (row.kind === 'moved') {
    return (
      <>
        from {count((row.base?.index ?? 0) + 1)} to {count((row.target?.index ?? 0) + 1)}
      </>
    )
  }
  return (
    <span className={styles['words']} data-kind={row.kind}>
      {Object.entries(data ?? {})
        .filter(([key]) => key !== dedupKey)
        .slice(0, 4)
        .map(([key, value]) => (
          <span key={key}>
            <b>{key}</b> {preview(value)}
          </span>
        ))}
    </span>
  )
}

export const diffColumns: readonly Column<DiffRow>[] = [
  {
    id: 'kind',
    name: 'Change',
    widthPx: 104,
    cell: ({ kind, moved }) => (
      <span className={styles['kind']} data-kind={kind}>
        <i aria-hidden="true">{signs[kind]}</i>
        {names[kind]}
        {moved === true && kind === 'edited' ? ' ↕' : ''}
      </span>
    ),
  },
  {
    id: 'row',
    name: 'Row',
    widthPx: 84,
    align: 'right',
    cell: ({ base, target }) => count(((target ?? base)?.index ?? 0) + 1),
  },
  { id: 'what', name: 'Changes', widthPx: 420, grows: true, cell: (row) => <ChangePreview row={row} /> },
]
