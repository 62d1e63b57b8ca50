// A JSON value as a tree. Branches open and close; long texts are cut until somebody asks for them.
import { useMemo, useState } from 'react'
import { CopyButton } from './copy.tsx'
import { Icon } from './icon.tsx'
import { glimpse, jsonRows, openedAtFirst, type JsonRow } from './json-rows.ts'
import { useWindow } from './use-window.ts'
import styles from './json-view.module.css'

const rowPx = 22
const shownCharsMax = 400

function Scalar({ value }: { value: unknown }) {
  if (typeof value === 'string') {
    const cut = value.length > shownCharsMax
    return (
      <span className={styles['string']} title={cut ? `${value.length} characters` : undefined}>
        {JSON.stringify(cut ? value.slice(0, shownCharsMax) : value)}
        {cut && <i>… {value.length} characters</i>}
      </span>
    )
  }
  return <span className={styles[value === null ? 'null' : typeof value]}>{String(value)}</span>
}

function Row({ row, onToggle }: { row: JsonRow; onToggle: (path: string) => void }) {
  const branch = row.size !== undefined
  const label = row.key === undefined ? 'value' : row.key
  return (
    <div className={styles['row']} style={{ paddingLeft: row.depth * 14 + 8 }} data-path={row.path}>
      {branch && row.size !== 0 ? (
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={row.open}
          aria-label={`${row.open ? 'Close' : 'Open'} ${label}`}
          onClick={() => onToggle(row.path)}
        >
          <Icon name={row.open ? 'down' : 'right'} size={10} />
        </button>
      ) : (
        <span className={styles['toggle']} />
      )}
      {row.key !== undefined && <span className={styles['key']}>{row.key}</span>}
      {branch ? (
        <span className={styles['glimpse']}>
          {row.open ? (Array.isArray(row.value) ? `[ ${row.size} ]` : '') : glimpse(row.value)}
        </span>
      ) : (
        <Scalar value={row.value} />
      )}
      <span className={styles['copy']}>
        <CopyButton
          label={`Copy ${label}`}
          text={() => (typeof row.value === 'string' ? row.value : JSON.stringify(row.value, undefined, 2))}
        />
      </span>
    </div>
  )
}

export function JsonView({ value, name }: { value: unknown; name: string }) {
  const [open, setOpen] = useState(() => openedAtFirst(value))
  const rows = useMemo(() => jsonRows(value, open), [value, open])
  const { scroller, window, height } = useWindow(rows.length, rowPx)
  const toggled = (path: string): void => {
    const next = new Set(open)
    if (!next.delete(path)) next.add(path)
    setOpen(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keys
    <section ref={scroller} className={styles['view']} aria-label={name} tabIndex={0}>
      <div style={{ height }} className={styles['body']}>
        <div style={{ transform: `translateY(${window.top}px)` }}>
          {rows.slice(window.first, window.end).map((row) => (
            <Row key={row.path} row={row} onToggle={toggled} />
          ))}
        </div>
      </div>
    </section>
  )
}
