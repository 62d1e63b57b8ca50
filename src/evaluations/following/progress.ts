// The progress of a run: counts of scenarios and cells, and the estimated end.
import { millisecondText } from '../../kernel/clock.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { isTerminal, statuses, type Status } from '../plan/status.ts'

export interface ProgressInput {
  readonly runId: string
  readonly status: Status
  readonly isActive: boolean
  readonly executor: 'server' | 'client'
  /** Counts of scenarios and cells by status, without manual cells. */
  readonly scenarios: Readonly<Partial<Record<Status, number>>>
  readonly cells: Readonly<Partial<Record<Status, number>>>
  readonly manual: number
  /** Traces that a live run did not take because of a limit. */
  readonly skippedTraces: number
  /** The recent rate: the number of cells that ended within this time. */
  readonly recentRate: { readonly ended: number; readonly ms: number }
  /** Times in wire form. */
  readonly startedAt: string | undefined
  readonly lastChangeAt: string
  readonly finishedAt: string | undefined
  readonly nowMs: number
}

const sum = (counts: Readonly<Partial<Record<Status, number>>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** The estimated end at this rate; unknown before the first cell and after the last. */
function estimatedEndMs(
  { recentRate, nowMs, isActive }: ProgressInput,
  remaining: number,
): number | undefined {
  if (!isActive || remaining === 0 || recentRate.ended === 0) return undefined
  return nowMs + (recentRate.ms / recentRate.ended) * remaining
}

/** The progress in wire form. */
export function progressOf(input: ProgressInput): JsonObject {
  const { cells, scenarios, startedAt, lastChangeAt, finishedAt } = input
  const count = (status: Status): number => cells[status] ?? 0
  const waitingCount = count('queued') + count('pending')
  const estimatedEnd = estimatedEndMs(input, waitingCount + count('running'))
  const presentStatuses = statuses.filter((status) => (scenarios[status] ?? 0) > 0)
  return {
    run_id: input.runId,
    status: input.status,
    is_active: input.isActive,
    executor: input.executor,
    scenarios: {
      total: sum(scenarios),
      ...Object.fromEntries(presentStatuses.map((status) => [status, scenarios[status] ?? 0])),
    },
    cells: {
      total: sum(cells) + input.manual,
      done: count('success'),
      failed: count('failure') + count('errors') + count('cancelled'),
      running: count('running'),
      waiting: waitingCount,
      manual: input.manual,
    },
    ...(input.skippedTraces === 0 ? {} : { skipped_traces: input.skippedTraces }),
    ...(startedAt === undefined ? {} : { started_at: startedAt }),
    last_change_at: lastChangeAt,
    ...(finishedAt === undefined || !isTerminal(input.status) ? {} : { finished_at: finishedAt }),
    ...(estimatedEnd === undefined ? {} : { estimated_end: millisecondText(estimatedEnd) }),
  }
}
