// Renders the visible rows of a JSON value.
import type { ReactNode } from 'react'
import { CopyButton } from '../copy.tsx'
import { Icon } from '../icon.tsx'
import type { RenderedRow } from './json-rows.ts'
import { useVirtualRows } from '../table/use-virtual-rows.ts'
import styles from './json-view.module.css'

const jsonRowPx = 22

export function JsonRowView({
  row,
  onToggle,
  copy,
}: {
  row: RenderedRow
  onToggle: (path: string) => void
  copy: () => string | Promise<string>
}) {
  const label = row.key ?? 'value'
  const length = row.fullLength?.toLocaleString('en')
  const isBranch = row.type === 'branch' && row.size !== 0
  return (
    <div className={styles['row']} style={{ paddingLeft: row.depth * 14 + 8 }} data-path={row.path}>
      {isBranch || length !== undefined ? (
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={row.isOpen}
          aria-label={`${row.isOpen ? 'Collapse' : 'Expand'} ${label}`}
          onClick={() => onToggle(row.path)}
        >
          <Icon name={row.isOpen ? 'down' : 'right'} size={10} />
        </button>
      ) : (
        <span className={styles['toggle']} />
      )}
      {row.key !== undefined && <span className={styles['key']}>{row.key}</span>}
      <span className={styles[row.type]}>
        {row.text}
        {length !== undefined && (
          <button type="button" className={styles['all']} onClick={() => onToggle(row.path)}>
            {row.isOpen ? `Hide ${length} characters` : `… Show all ${length} characters`}
          </button>
        )}
      </span>
      <span className={styles['copy']}>
        <CopyButton label={`Copy ${label}`} text={copy} />
      </span>
    </div>
  )
}

/** The scroll container; `children` renders the visible range. */
export function JsonBox({
  name,
  rows,
  children,
}: {
  name: string
  rows: number
  children: (first: number, end: number) => ReactNode
}) {
  const { scroller, window, height } = useVirtualRows(rows, jsonRowPx)
  return (
    <section ref={scroller} className={styles['view']} aria-label={name} tabIndex={0}>
      <div style={{ height }} className={styles['body']}>
        <div style={{ transform: `translateY(${window.top}px)` }}>{children(window.first, window.end)}</div>
      </div>
    </section>
  )
}

export const togglePath = (openPaths: ReadonlySet<string>, path: string): ReadonlySet<string> => {
  const next = new Set(openPaths)
  if (!next.delete(path)) next.add(path)
  return next
}
