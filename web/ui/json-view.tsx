// A JSON value as a tree. Branches open and close; long texts are cut until somebody asks for them.
import { useMemo, useState } from 'react'
import { JsonBox, JsonRowView, toggledSet } from './json-box.tsx'
import { copyText, jsonRows, openedAtFirst, shownRow } from './json-rows.ts'
import { LargeView } from './large/large-view.tsx'
import { isLarge } from './large/marker.ts'

function SmallView({ value, name }: { value: unknown; name: string }) {
  const [open, setOpen] = useState(() => openedAtFirst(value))
  const rows = useMemo(() => jsonRows(value, open), [value, open])
  return (
    <JsonBox name={name} rows={rows.length}>
      {(first, end) =>
        rows
          .slice(first, end)
          .map((row) => (
            <JsonRowView
              key={row.path}
              row={shownRow(row)}
              onToggle={(path) => setOpen(toggledSet(open, path))}
              copy={() => copyText(row.value)}
            />
          ))
      }
    </JsonBox>
  )
}

export function JsonView({ value, name }: { value: unknown; name: string }) {
  return isLarge(value) ? <LargeView value={value} name={name} /> : <SmallView value={value} name={name} />
}
