// The view of a value of many megabytes. The worker has the value, the page renders the visible rows.
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

/** The visible rows. Responses for an earlier range are ignored. */
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
  const [visible, setVisible] = useState<Rows & { readonly first: number }>()
  useEffect(() => {
    let isStale = false
    const load = async (): Promise<void> => {
      const rows = await largeRows({ id, open: [...open], first, end })
      if (isStale) return
      setVisible({ ...rows, first })
      onCount(rows.count)
    }
    void load()
    return () => {
      isStale = true
    }
    // `onCount` may change without another request.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, open, first, end])
  return visible?.rows.map((row) => (
    <JsonRowView key={row.path} row={row} onToggle={onToggle} copy={() => largeText(id, row.path)} />
  ))
}

export function LargeView({ value, name }: { value: Large; name: string }) {
  const id = idOf(value)
  const [open, setOpen] = useState<ReadonlySet<string>>()
  const [rows, setRows] = useState(1)
  useEffect(() => {
    let isStale = false
    const load = async (): Promise<void> => {
      const paths = await largeOpen(id)
      if (!isStale) setOpen(new Set(paths))
    }
    void load()
    return () => {
      isStale = true
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
