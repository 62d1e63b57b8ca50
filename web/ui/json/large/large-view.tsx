// A value of many megabytes: the worker has it, the page draws the rows on the screen.
import { useEffect, useState } from 'react'
import { CopyButton } from '../../copy.tsx'
import { bytes, count } from '../../format.ts'
import { JsonBox, JsonRowView, toggledSet } from '../json-box.tsx'
import { Skeleton } from '../../notice.tsx'
import { largeOpen, largeRows, largeText } from './large.ts'
import { idOf, type Large } from './marker.ts'
import type { Rows } from './messages.ts'
import styles from './large-view.module.css'

const noun = { text: 'characters', list: 'items', object: 'members' } as const

/** Rows of a window; what was asked for a window that is gone is not shown. */
function LargeRows({
  id,
  open,
  first,
  end,
  onCount,
  onToggle,
}: {
  id: number
  open: ReadonlySet<string>
  first: number
  end: number
  onCount: (count: number) => void
  onToggle: (path: string) => void
}) {
  const [shown, setShown] = useState<Rows & { readonly first: number }>()
  useEffect(() => {
    let gone = false
    const asked = async (): Promise<void> => {
      const rows = await largeRows({ id, open: [...open], first, end })
      if (gone) return
      setShown({ ...rows, first })
      onCount(rows.count)
    }
    void asked()
    return () => {
      gone = true
    }
    // Told when it changes, whoever is told.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, open, first, end])
  return shown?.rows.map((row) => (
    <JsonRowView key={row.path} row={row} onToggle={onToggle} copy={() => largeText(id, row.path)} />
  ))
}

export function LargeView({ value, name }: { value: Large; name: string }) {
  const id = idOf(value)
  const [open, setOpen] = useState<ReadonlySet<string>>()
  const [rows, setRows] = useState(1)
  useEffect(() => {
    let gone = false
    const opened = async (): Promise<void> => {
      const paths = await largeOpen(id)
      if (!gone) setOpen(new Set(paths))
    }
    void opened()
    return () => {
      gone = true
    }
  }, [id])
  return (
    <>
      <p className={styles['about']}>
        {bytes(value.chars)}, {count(value.length)} {noun[value.kind]}
        <CopyButton label={`Copy all of ${name.toLowerCase()}`} text={() => largeText(id)} />
      </p>
      {open === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <JsonBox name={name} rows={rows}>
          {(first, end) => (
            <LargeRows
              id={id}
              open={open}
              first={first}
              end={Math.max(end, 40)}
              onCount={setRows}
              onToggle={(path) => setOpen(toggledSet(open, path))}
            />
          )}
        </JsonBox>
      )}
    </>
  )
}
