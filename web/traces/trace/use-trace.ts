// The outline of a trace, followed while it is unfinished. The event stream says that something was stored; the outline is then read
// again as a whole, because a new span also changes the totals above it.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { runningMs } from '../../app/spans/trace-state.ts'
import { useSession } from '../../app/session.tsx'
import { useStream } from '../../app/stream.ts'
import { outlineQuery, spanQuery } from '../queries.ts'
import { coalesce } from './coalesce.ts'
import { followedState, growingMs, hasRoot, type FollowedState } from './live.ts'
import { outlineOf, type Outline, type OutlineSpan } from './outline.ts'

/** The stream leaves out spans that started more than an hour ago, such as the root of a long run: these are polled for. */
const pollMs = 15_000

export interface FollowedTrace {
  readonly query: UseQueryResult<{ readonly spans: readonly OutlineSpan[]; readonly receivedMs: number }>
  readonly outline: Outline
  readonly state: FollowedState
  /** When the last span arrived. */
  readonly receivedMs: number
}

/** The time now, read again when it reaches one of the moments. */
function useNowAt(moments: readonly number[]): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const next = moments.filter((moment) => moment > nowMs).toSorted((a, b) => a - b)[0]
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(() => setNowMs(Date.now()), next - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [next])
  return nowMs
}

export function useTrace(traceId: string): FollowedTrace {
  const { api, session } = useSession()
  const client = useQueryClient()
  const projectId = session.project.id
  const query = useQuery(outlineQuery(api, projectId, traceId))
  const outline = useMemo(() => outlineOf(query.data?.spans ?? []), [query.data])
  const receivedMs = query.data?.receivedMs ?? -Infinity
  const nowMs = useNowAt([receivedMs + growingMs, receivedMs + runningMs].filter(Number.isFinite))
  const state = followedState({ hasRoot: hasRoot(outline), receivedMs, nowMs })
  // A trace of no spans may be one that was just sent.
  const isFollowed = query.isSuccess && (outline.spanCount === 0 || state !== 'finished')
  const refresh = useMemo(
    () =>
      coalesce(() =>
        client.refetchQueries({ queryKey: outlineQuery(api, projectId, traceId).queryKey, exact: true }),
      ),
    [client, api, projectId, traceId],
  )
  useEffect(() => {
    if (!isFollowed) return
    const timer = setInterval(() => (document.hidden ? undefined : refresh()), pollMs)
    return () => clearInterval(timer)
  }, [isFollowed, refresh])
  useStream(
    `trace ${projectId} ${traceId}`,
    isFollowed,
    (signal) => api.spans.follow({ filter: `trace_id = ${traceId}`, fields: ['parent_id'] }, { signal }),
    (data) => {
      const { spans } = data as { readonly spans: readonly { readonly span_id: string }[] }
      // The first event has no spans: what was stored before the stream was open is read now.
      refresh()
      for (const { span_id: id } of spans) {
        void client.invalidateQueries({
          queryKey: spanQuery(api, projectId, traceId, id).queryKey,
          exact: true,
        })
      }
    },
  )
  return { query, outline, state, receivedMs }
}
