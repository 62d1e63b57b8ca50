// How far a run has come, told by the server as it happens. What changed is read again now and then, not for each event, and nothing else is.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../app/session.tsx'
import { useStream } from '../app/stream.ts'
import type { ChangedRows } from './rows/changed-rows.ts'
import { updateRows } from './rows/refresh-rows.ts'
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

/** What was told since the page last looked. */
class News {
  /** A stream has begun: it may not tell what was missed. */
  all = false
  run = false
  failures = false
  rows = new Map<string, Status | undefined>()

  take(data: unknown, event: string): void {
    const { id, scenario_id, status } = data as Told
    if (event === 'run') this.run = true
    if (event === 'scenario') this.rows.set(id, status)
    if (event !== 'result') return
    this.rows.set(scenario_id, this.rows.get(scenario_id))
    if (status === 'failure' || status === 'errors') this.failures = true
  }

  /** What was told before, and is to be looked at once more. */
  again(rows: ChangedRows): void {
    for (const [id, status] of rows) this.rows.set(id, this.rows.get(id) ?? status)
  }
}

interface Told {
  readonly id: string
  readonly scenario_id: string
  readonly status?: Status
}

export function useProgress(runId: string, on: boolean): Progress | undefined {
  const api = useApi()
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const news = useRef(new News())
  const lookAgain = (...parts: readonly ('run' | 'numbers' | 'rows' | 'failures')[]): void => {
    for (const part of parts) {
      void client.invalidateQueries({ queryKey: [api.projectId, 'runs', part, runId] })
    }
  }
  const isLooking = useRef(false)
  const look = async (): Promise<void> => {
    if (isLooking.current) return
    const { all, run, failures, rows } = news.current
    news.current = new News()
    if (all) return lookAgain('run', 'numbers', 'rows', 'failures')
    if (run) lookAgain('run', 'numbers')
    if (failures) lookAgain('failures')
    if (rows.size === 0) return
    isLooking.current = true
    const isDone = await updateRows(client, api, runId, rows).catch(() => false)
    isLooking.current = false
    if (!isDone) news.current.again(rows)
  }
  useStream(
    runId,
    on,
    (signal) => {
      news.current.all = true
      // A stream begins with all that there is, which the page has read already; from here on it tells what changes.
      const headers = { 'Last-Event-ID': String((Date.now() - readAgoMs) * 1000) }
      return api.runs.follow(runId, { signal, headers })
    },
    (data, event) => {
      if (event === 'end') lookAgain('run', 'numbers', 'rows', 'failures')
      else if (event === 'progress') setProgress(data as Progress)
      else news.current.take(data, event)
    },
  )
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => void look(), lookAgainMs)
    return () => clearInterval(timer)
    // The timer belongs to the run, whatever is drawn meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [runId, on])
  return progress
}
