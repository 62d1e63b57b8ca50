// How far a run is: counts of scenarios and cells, and when it will end if it goes on like this.
import type { JsonObject } from '../../kernel/json/value.ts'
import { isTerminal, statuses, type Status } from '../plan/status.ts'

export interface ProgressInput {
  readonly runId: string
  readonly status: Status
  readonly isActive: boolean
  readonly executor: 'server' | 'client'
  /** How many scenarios and cells there are of each status; manual cells apart. */
  readonly scenarios: Readonly<Partial<Record<Status, number>>>
  readonly cells: Readonly<Partial<Record<Status, number>>>
  readonly manual: number
  /** The pace: how many cells have ended lately, within how long. */
  readonly lately: { readonly ended: number; readonly ms: number }
  /** Times as they are answered. */
  readonly startedAt: string | undefined
  readonly finishedAt: string | undefined
  readonly nowMs: number
}

const sum = (counts: Readonly<Partial<Record<Status, number>>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

const isoText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 23)}000Z`

/** The end at this pace; unknown before the first cell and after the last. */
function estimatedEndMs({ lately, nowMs, isActive }: ProgressInput, left: number): number | undefined {
  if (!isActive || left === 0 || lately.ended === 0) return undefined
  return nowMs + (lately.ms / lately.ended) * left
}

/** The progress as it is answered. */
export function progressOf(input: ProgressInput): JsonObject {
  const { cells, scenarios, startedAt, finishedAt } = input
  const count = (status: Status): number => cells[status] ?? 0
  const waiting = count('queued') + count('pending')
  const end = estimatedEndMs(input, waiting + count('running'))
  const present = statuses.filter((status) => (scenarios[status] ?? 0) > 0)
  return {
    run_id: input.runId,
    status: input.status,
    is_active: input.isActive,
    executor: input.executor,
    scenarios: {
      total: sum(scenarios),
      ...Object.fromEntries(present.map((status) => [status, scenarios[status] ?? 0])),
    },
    cells: {
      total: sum(cells) + input.manual,
      done: count('success'),
      failed: count('failure') + count('errors') + count('cancelled'),
      running: count('running'),
      waiting,
      manual: input.manual,
    },
    ...(startedAt === undefined ? {} : { started_at: startedAt }),
    ...(finishedAt === undefined || !isTerminal(input.status) ? {} : { finished_at: finishedAt }),
    ...(end === undefined ? {} : { estimated_end: isoText(end) }),
  }
}
