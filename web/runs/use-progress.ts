// Follows the events of a run. Changed data is reloaded every two seconds, not for each event.
import { nowMs } from '../ui/time/clock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../app/session.tsx'
import { useStream } from '../app/stream.ts'
import type { ChangedRows } from './rows/changed-rows.ts'
import { refreshRows } from './rows/refresh-rows.ts'
import type { Status } from './run-model.ts'

export interface Progress {
  readonly status: Status
  readonly is_active: boolean
  readonly executor: 'server' | 'client'
  readonly scenarios: Readonly<Record<string, number>>
  readonly cells: Readonly<Record<string, number>>
  /** Traces that a live run did not take because of a limit. */
  readonly skipped_traces?: number
  readonly started_at?: string
  readonly last_change_at: string
  readonly finished_at?: string
  readonly estimated_end?: string
}

const refreshMs = 2000
/** The maximum age of data on the page. The margin also covers clock skew. */
const dataAgeMs = 60_000

interface RunEvent {
  readonly id: string
  readonly scenario_id: string
  readonly status?: Status
}

/** The changes that events have reported since the last refresh. */
class PendingChanges {
  /** Whether a stream has started: events may have been missed before. */
  hasMissedEvents = false
  hasRunChanged = false
  haveFailuresChanged = false
  changedRows = new Map<string, Status | undefined>()

  add(data: unknown, event: string): void {
    const { id, scenario_id, status } = data as RunEvent
    if (event === 'run') this.hasRunChanged = true
    if (event === 'scenario') this.changedRows.set(id, status)
    if (event !== 'result') return
    this.changedRows.set(scenario_id, this.changedRows.get(scenario_id))
    if (status === 'failure' || status === 'errors') this.haveFailuresChanged = true
  }

  /** Puts back changes whose refresh has failed. */
  restore(rows: ChangedRows): void {
    for (const [id, status] of rows) this.changedRows.set(id, this.changedRows.get(id) ?? status)
  }
}

type Part = 'run' | 'metrics' | 'rows' | 'failures'

function useRefresh(runId: string) {
  const api = useApi()
  const client = useQueryClient()
  const pending = useRef(new PendingChanges())
  const isRefreshing = useRef(false)
  const refetch = (...parts: readonly Part[]): void => {
    for (const part of parts) {
      void client.invalidateQueries({ queryKey: [api.projectId, 'runs', part, runId] })
    }
  }
  const refresh = async (): Promise<void> => {
    if (isRefreshing.current) return
    const { hasMissedEvents, hasRunChanged, haveFailuresChanged, changedRows } = pending.current
    pending.current = new PendingChanges()
    if (hasMissedEvents) return refetch('run', 'metrics', 'rows', 'failures')
    if (hasRunChanged) refetch('run', 'metrics')
    if (haveFailuresChanged) refetch('failures')
    if (changedRows.size === 0) return
    isRefreshing.current = true
    const isComplete = await refreshRows({ client, api, runId, changes: changedRows }).catch(() => false)
    isRefreshing.current = false
    if (!isComplete) pending.current.restore(changedRows)
  }
  return { pending, refetch, refresh }
}

export function useProgress(runId: string, isActive: boolean): Progress | undefined {
  const api = useApi()
  const [progress, setProgress] = useState<Progress>()
  const { pending, refetch, refresh } = useRefresh(runId)
  useStream(
    runId,
    isActive,
    (signal) => {
      pending.current.hasMissedEvents = true
      // Without the header the stream would repeat all events from the start of the run.
      const headers = { 'Last-Event-ID': String((nowMs() - dataAgeMs) * 1000) }
      return api.runs.follow(runId, { signal, headers })
    },
    (data, event) => {
      if (event === 'end') refetch('run', 'metrics', 'rows', 'failures')
      else if (event === 'progress') setProgress(data as Progress)
      else pending.current.add(data, event)
    },
  )
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => void refresh(), refreshMs)
    return () => clearInterval(timer)
    // One timer per run.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [runId, isActive])
  return progress
}
