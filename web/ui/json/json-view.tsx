// web/ui/json: views and editors of JSON values. json-rows.ts turns a value into rows, json-box.tsx renders the visible ones.
// json-field.tsx edits a value and checks it by json-check.ts. large/ has values that a worker parses.
// Start here.
//
// A JSON value as a tree of collapsible branches. Long texts are cut until a person expands them.
import { useMemo, useState } from 'react'
import { JsonBox, JsonRowView, togglePath } from './json-box.tsx'
import { copyText, jsonRows, initialOpenPaths, renderRow } from './json-rows.ts'
import { LargeView } from './large/large-view.tsx'
import { isLarge } from './large/marker.ts'

function SmallView({ value, name }: { value: unknown; name: string }) {
  const [openPaths, setOpenPaths] = useState(() => initialOpenPaths(value))
  const rows = useMemo(() => jsonRows(value, openPaths), [value, openPaths])
  return (
    <JsonBox name={name} rows={rows.length}>
      {(first, end) =>
        rows
          .slice(first, end)
          .map((row) => (
            <JsonRowView
              key={row.path}
              row={renderRow(row)}
              onToggle={(path) => setOpenPaths(togglePath(openPaths, path))}
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
