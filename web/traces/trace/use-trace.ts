// The outline of a trace, followed while it is unfinished. An event of the stream means that spans were stored. The whole outline is
// then read again, because a new span also changes the totals above it.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { runningMs } from '../../app/spans/trace-state.ts'
import { useSession } from '../../app/session.tsx'
import { useStream } from '../../app/stream.ts'
import { useNowAt } from '../../ui/time/use-now-at.ts'
import { outlineQuery, spanQuery, type OutlineData } from '../queries.ts'
import { coalesce } from './coalesce.ts'
import { followedState, growingMs, hasRoot, type FollowedState } from './live.ts'
import { outlineOf } from './build-outline.ts'
import type { Outline } from './outline.ts'

/** The poll interval for spans that the stream omits: those that started more than an hour ago, such as the root of a long run. */
const pollMs = 15_000

export interface FollowedTrace {
  readonly traceId: string
  readonly query: UseQueryResult<OutlineData>
  readonly outline: Outline
  readonly state: FollowedState
  /** The time at which the last span arrived. */
  readonly receivedMs: number
}

export function useTrace(traceId: string): FollowedTrace {
  const { api } = useSession()
  const query = useQuery(outlineQuery(api, traceId))
  const outline = useMemo(() => outlineOf(query.data?.spans ?? []), [query.data])
  const receivedMs = query.data?.receivedMs ?? -Infinity
  const nowMs = useNowAt([receivedMs + growingMs, receivedMs + runningMs].filter(Number.isFinite))
  const state = followedState({ hasRoot: hasRoot(outline), receivedMs, nowMs })
  return { traceId, query, outline, state, receivedMs }
}

/**
 * Reads the outline again when spans were stored, while the trace is unfinished. It starts when the page is ready: the
 * first event reads the outline again, and a selected span would wait for that.
 */
export function useFollowedTrace({ traceId, query, outline, state }: FollowedTrace, isReady: boolean): void {
  const { api, session } = useSession()
  const client = useQueryClient()
  const projectId = session.project.id
  // A trace without spans may have just been sent.
  const isFollowed = isReady && query.isSuccess && (outline.spanCount === 0 || state !== 'finished')
  const refresh = useMemo(
    () =>
      coalesce(() => client.refetchQueries({ queryKey: outlineQuery(api, traceId).queryKey, exact: true })),
    [client, api, traceId],
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
      // The first event has no spans: it reads those that were stored before the stream was open.
      refresh()
      for (const { span_id: id } of spans) {
        void client.invalidateQueries({
          queryKey: spanQuery(api, { traceId, spanId: id }).queryKey,
          exact: true,
        })
      }
    },
  )
}
