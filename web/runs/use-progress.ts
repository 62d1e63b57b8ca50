// How far a run has come, told by the server as it happens. What changed is asked for again now and then, not for each event.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSigned } from '../app/session.tsx'
import { useStream } from '../app/stream.ts'
import type { Status } from './run-model.ts'

export interface Progress {
  readonly status: Status
  readonly is_active: boolean
  readonly scenarios: Readonly<Record<string, number>>
  readonly cells: Readonly<Record<string, number>>
  readonly started_at?: string
  readonly finished_at?: string
  readonly estimated_end?: string
}

const lookAgainMs = 2000
/** What the page has read is at most so much older than now, whosever clock is wrong. */
const readAgoMs = 60_000

export function useProgress(runId: string, on: boolean): Progress | undefined {
  const { api, session } = useSigned()
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const isStale = useRef(false)
  const lookAgain = (): void => {
    isStale.current = false
    void client.invalidateQueries({ queryKey: [session.project.id, 'runs', 'run', runId] })
    void client.invalidateQueries({ queryKey: [session.project.id, 'runs', 'numbers', runId] })
    void client.invalidateQueries({ queryKey: [session.project.id, 'runs', 'rows', runId] })
    void client.invalidateQueries({ queryKey: [session.project.id, 'runs', 'failures', runId] })
  }
  useStream(
    runId,
    on,
    (signal) => {
      // A stream begins with all that there is, which the page has read already; from here on it tells what changes.
      const headers = { 'Last-Event-ID': String((Date.now() - readAgoMs) * 1000) }
      return api.runs.follow(runId, { signal, headers })
    },
    (data, event) => {
      if (event === 'end') lookAgain()
      else isStale.current = true
      if (event === 'progress') setProgress(data as Progress)
    },
  )
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => {
      if (isStale.current) lookAgain()
    }, lookAgainMs)
    return () => clearInterval(timer)
    // The timer belongs to the run, whatever is drawn meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [runId, on])
  return progress
}
