// How far a run has come, counted from its records.
import type { Scope } from '../../scope.ts'
import type { EvaluationRun } from '../../storage/contract.ts'
import { cellName, type Cell } from '../plan.ts'
import type { Status } from '../status.ts'
import { plannedScenarios } from './cells.ts'

export interface CellCounts {
  readonly total: number
  readonly done: number
  /** Failed or cancelled. */
  readonly failed: number
  readonly running: number
  /** Queued, or not dispatched yet. */
  readonly waiting: number
  /** Waits for a client to write the result. */
  readonly manual: number
}

export interface Progress {
  /** With `total`, and one count for each status that occurs. */
  readonly scenarios: Readonly<Record<string, number>>
  readonly cells: CellCounts
}

type Place = Exclude<keyof CellCounts, 'total'>

const placeOf: Readonly<Record<Status, Place>> = {
  pending: 'waiting',
  queued: 'waiting',
  running: 'running',
  success: 'done',
  failure: 'failed',
  errors: 'failed',
  cancelled: 'failed',
}

function cellPlace(cell: Cell, status: Status | undefined): Place {
  const place = status === undefined ? 'waiting' : placeOf[status]
  return cell.manual && place === 'waiting' ? 'manual' : place
}

export async function runProgress(scope: Scope, run: EvaluationRun): Promise<Progress> {
  const planned = await plannedScenarios(scope.store.read, scope.projectId, run)
  const places = planned.flatMap(({ cells, done }) =>
    cells.map((cell) => cellPlace(cell, done.get(cellName(cell)))),
  )
  const count = (place: Place): number => places.filter((one) => one === place).length
  const byStatus = Map.groupBy(planned, ({ scenario }) => scenario.status)
  return {
    scenarios: {
      total: planned.length,
      ...Object.fromEntries([...byStatus].map(([status, some]) => [status, some.length])),
    },
    cells: {
      total: places.length,
      done: count('done'),
      failed: count('failed'),
      running: count('running'),
      waiting: count('waiting'),
      manual: count('manual'),
    },
  }
}
