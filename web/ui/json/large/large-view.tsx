// The view of a value of many megabytes. The worker has the value, the page renders the visible rows.
import { useEffect, useState } from 'react'
import { CopyButton } from '../../copy.tsx'
import { bytes, count } from '../../format.ts'
import { JsonBox, JsonRowView, togglePath } from '../json-box.tsx'
import { Skeleton } from '../../notice.tsx'
import { largeOpenPaths, largeRows, largeText } from './large.ts'
import { idOf, type Large } from './marker.ts'
import type { Rows } from './messages.ts'
import styles from './large-view.module.css'

const noun = { text: 'characters', list: 'items', object: 'members' } as const

/** The visible rows. Responses for an earlier range are ignored. */
function LargeRows({
  id,
  openPaths,
  first,
  end,
  onCount,
  onToggle,
}: {
  id: number
  openPaths: ReadonlySet<string>
  first: number
  end: number
  onCount: (count: number) => void
  onToggle: (path: string) => void
}) {
  const [visibleRows, setVisibleRows] = useState<Rows & { readonly first: number }>()
  useEffect(() => {
    let isStale = false
    const load = async (): Promise<void> => {
      const rows = await largeRows({ id, openPaths: [...openPaths], first, end })
      if (isStale) return
      setVisibleRows({ ...rows, first })
      onCount(rows.count)
    }
    void load()
    return () => {
      isStale = true
    }
    // `onCount` may change without another request.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, openPaths, first, end])
  return visibleRows?.rows.map((row) => (
    <JsonRowView key={row.path} row={row} onToggle={onToggle} copy={() => largeText(id, row.path)} />
  ))
}

export function LargeView({ value, name }: { value: Large; name: string }) {
  const id = idOf(value)
  const [openPaths, setOpenPaths] = useState<ReadonlySet<string>>()
  const [rows, setRows] = useState(1)
  useEffect(() => {
    let isStale = false
    const load = async (): Promise<void> => {
      const paths = await largeOpenPaths(id)
      if (!isStale) setOpenPaths(new Set(paths))
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
      {openPaths === undefined ? (
        <Skeleton rows={4} />
      ) : (
        <JsonBox name={name} rows={rows}>
          {(first, end) => (
            <LargeRows
              id={id}
              openPaths={openPaths}
              first={first}
              end={Math.max(end, 40)}
              onCount={setRows}
              onToggle={(path) => setOpenPaths(togglePath(openPaths, path))}
            />
          )}
        </JsonBox>
      )}
    </>
  )
}
