// New rows as they are stored, on top of the list. They wait while somebody reads further down: what is read does not move.
import { useState } from 'react'
import { useSession } from '../app/session.tsx'
import { asSpan, timeMs, type Span } from '../app/spans/span.ts'
import { useStream } from '../app/stream.ts'
import { boundsOf } from '../ui/time/time-range.ts'
import { attributeFields } from './columns/column-list.ts'
import { boundsIn, fieldsOf, listed, pageSize } from './queries.ts'
import { rangeDefault, type TracesView } from './search.ts'

const rowsMax = 1000

/** Whether a list ends now: then there can be newer ones. */
export const moves = ({ range = rangeDefault, order }: TracesView): boolean =>
  !range.includes('~') && boundsOf(range, 0) !== undefined && order === undefined

/** A trace is one row, whichever span stands for it: when the root arrives, it takes the place of an earlier head. */
const keyOf = (span: Span): string =>
  span.trace === undefined ? `${span.trace_id}/${span.span_id}` : span.trace_id

/** Newest first, each once; what was told later wins. */
function joined(newer: readonly Span[], older: readonly Span[]): readonly Span[] {
  const byKey = new Map([...older, ...newer].map((span) => [keyOf(span), span]))
  return [...byKey.values()].toSorted((a, b) => timeMs(b.start_time) - timeMs(a.start_time)).slice(0, rowsMax)
}

interface Live {
  /** What goes on top of the list. */
  readonly rows: readonly Span[]
  /** How many are not shown yet. */
  readonly waiting: number
  readonly show: () => void
}

export function useLive(
  view: TracesView,
  { on, reading, list }: { readonly on: boolean; readonly reading: boolean; readonly list: readonly Span[] },
): Live {
  const { api, session } = useSession()
  const key = JSON.stringify([session.project.id, view.filter, view.focus, attributeFields(view.columns), on])
  const [rows, setRows] = useState<readonly Span[]>([])
  const [waiting, setWaiting] = useState<readonly Span[]>([])
  const [keyOfRows, setKeyOfRows] = useState(key)
  if (keyOfRows !== key) {
    setKeyOfRows(key)
    setRows([])
    setWaiting([])
  }
  const show = (): void => {
    setRows(joined(waiting, rows))
    setWaiting([])
  }
  const come = (told: readonly Span[]): void => {
    if (reading) setWaiting((before) => joined(told, before))
    else setRows((before) => joined(told, before))
  }
  const asked = { ...listed(view), fields: fieldsOf(view) }
  /** The newest that the list has not: they were stored after it was read and before the stream was there. */
  const catchUp = async (): Promise<void> => {
    const oldest = new Date(boundsIn(view).oldest).toISOString()
    const { spans } = await api.spans.query({ ...asked, windowing: { oldest, limit: pageSize } })
    // No more than a page: what is not in the list is new then, not further down.
    const known = new Set([...list, ...rows, ...waiting].map(keyOf))
    come(spans.map(asSpan).filter((span) => !known.has(keyOf(span))))
  }
  useStream(
    key,
    on && moves(view),
    (signal) => api.spans.follow(asked, { signal }),
    (data) => {
      const { spans } = data as { readonly spans: readonly object[] }
      if (spans.length > 0) return come(spans.map(asSpan))
      // Whether the server is away is told by the bar; the stream, and this, come again when it is back.
      catchUp().catch(() => undefined)
    },
  )
  return { rows, waiting: waiting.length, show }
}

/** The list with what came since on top of it. */
export function withLive(list: readonly Span[], live: readonly Span[]): readonly Span[] {
  if (live.length === 0) return list
  const keys = new Set(live.map(keyOf))
  return [...live, ...list.filter((span) => !keys.has(keyOf(span)))]
}
