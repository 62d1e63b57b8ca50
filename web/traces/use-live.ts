// Adds new rows on top of the list as they are stored. While the list is scrolled down they wait, so that its rows do not move.
import { useState } from 'react'
import { useSession } from '../app/session.tsx'
import { asSpan, timeMs, type Span } from '../app/spans/span.ts'
import { useStream } from '../app/stream.ts'
import { boundsOf } from '../ui/time/time-range.ts'
import { attributeFields } from '../app/trace-list/column-list.ts'
import { boundsIn, fieldsOf, listRequestOf, pageSize } from '../app/trace-list/list-queries.ts'
import { rangeDefault, type TracesView } from '../app/trace-list/url-state.ts'

const rowsMax = 1000

/** Whether the time range of a list ends now, so that newer rows are possible. */
export const endsNow = ({ range = rangeDefault, order }: TracesView): boolean =>
  !range.includes('~') && boundsOf(range, 0) !== undefined && order === undefined

/** The key of a row. A trace is one row: when its root arrives, it replaces an earlier head. */
const keyOf = (span: Span): string =>
  span.trace === undefined ? `${span.trace_id}/${span.span_id}` : span.trace_id

/** Merges rows, newest first, each once. A later version of a row wins. */
function mergeRows(newer: readonly Span[], older: readonly Span[]): readonly Span[] {
  const byKey = new Map([...older, ...newer].map((span) => [keyOf(span), span]))
  return [...byKey.values()].toSorted((a, b) => timeMs(b.start_time) - timeMs(a.start_time)).slice(0, rowsMax)
}

interface Live {
  /** The rows on top of the list. */
  readonly rows: readonly Span[]
  /** The number of rows that are not visible yet. */
  readonly waitingCount: number
  readonly showWaiting: () => void
}

interface LiveInput {
  readonly isLive: boolean
  /** Whether a person reads the list: then new rows wait until they are requested. */
  readonly isReading: boolean
  readonly listedSpans: readonly Span[]
}

/** The rows that arrived since the list with this key was read. */
function useArrivals(key: string, isReading: boolean) {
  const [rows, setRows] = useState<readonly Span[]>([])
  const [waitingRows, setWaitingRows] = useState<readonly Span[]>([])
  const [keyOfRows, setKeyOfRows] = useState(key)
  if (keyOfRows !== key) {
    setKeyOfRows(key)
    setRows([])
    setWaitingRows([])
  }
  return {
    rows,
    waitingRows,
    addRows: (newRows: readonly Span[]): void => {
      const setTarget = isReading ? setWaitingRows : setRows
      setTarget((current) => mergeRows(newRows, current))
    },
    showWaiting: (): void => {
      setRows(mergeRows(waitingRows, rows))
      setWaitingRows([])
    },
  }
}

export function useLive(view: TracesView, { isLive, isReading, listedSpans }: LiveInput): Live {
  const { api, session } = useSession()
  const { id } = session.project
  const key = JSON.stringify([id, view.filter, view.focus, attributeFields(view.columns), isLive])
  const { rows, waitingRows, addRows, showWaiting } = useArrivals(key, isReading)
  const request = { ...listRequestOf(view), fields: fieldsOf(view) }
  /** Adds rows that were stored after the list was read and before the stream was open. */
  const catchUp = async (): Promise<void> => {
    const oldest = new Date(boundsIn(view).oldest).toISOString()
    const { spans } = await api.spans.query({ ...request, windowing: { oldest, limit: pageSize } })
    // One page, like a page of the list: a row that is not in the list is newer than it, not below its end.
    const existingKeys = new Set([...listedSpans, ...rows, ...waitingRows].map(keyOf))
    addRows(spans.map(asSpan).filter((span) => !existingKeys.has(keyOf(span))))
  }
  useStream(
    key,
    isLive && endsNow(view),
    (signal) => api.spans.follow(request, { signal }),
    (data) => {
      const { spans } = data as { readonly spans: readonly object[] }
      if (spans.length > 0) return addRows(spans.map(asSpan))
      // The connection bar shows an unavailable server; the stream opens again when it is back.
      catchUp().catch(() => undefined)
    },
  )
  return { rows, waitingCount: waitingRows.length, showWaiting }
}

/** The list with the live rows on top. */
export function withLive(listedSpans: readonly Span[], liveSpans: readonly Span[]): readonly Span[] {
  if (liveSpans.length === 0) return listedSpans
  const keys = new Set(liveSpans.map(keyOf))
  return [...liveSpans, ...listedSpans.filter((span) => !keys.has(keyOf(span)))]
}
