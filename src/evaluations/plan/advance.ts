// Computes the consequences of changed cells in a scenario: tasks that become ready, cells that can never run, and the
// new status of the scenario.
import type { ResultError } from '../../programs/failure.ts'
import { cellName, readiness, type Cell, type CellStatuses } from './plan.ts'
import { scenarioStatus, type Status } from './status.ts'

/** A pending task of the scenario. */
export interface OpenTask {
  readonly id: string
  readonly stepKey: string
  readonly repeatIdx: number
  readonly isReady: boolean
}

export interface Advance {
  /** Cells that fail because their invocation failed. */
  readonly failedCells: readonly Cell[]
  /** Tasks whose cells can run now. */
  readonly readyTasks: readonly string[]
  /** Tasks of cells that are finished, by the server or a client. */
  readonly finishedTasks: readonly string[]
  readonly status: Status
}

export const upstreamFailed: ResultError = {
  code: 'upstream_failed',
  message: 'The invocation to evaluate has not succeeded.',
}

const isWaiting = (status: Status | undefined): boolean => status === 'queued' || status === 'running'

/** Whether the invocation that a cell evaluates has neither succeeded nor is queued or running. */
function isOrphan(cell: Cell, statuses: CellStatuses): boolean {
  if (cell.after === undefined || readiness(cell, statuses) === 'ready') return false
  return !isWaiting(statuses.get(cellName(cell.after)))
}

/** `statuses` has all results of the scenario, `tasks` the tasks of its cells. */
export function advance(
  cells: readonly Cell[],
  { statuses, tasks }: { readonly statuses: CellStatuses; readonly tasks: readonly OpenTask[] },
): Advance {
  const byName = new Map(cells.map((cell) => [cellName(cell), cell]))
  const failedCells = cells.filter(
    (cell) => statuses.get(cellName(cell)) === 'queued' && isOrphan(cell, statuses),
  )
  const failedNames = new Set(failedCells.map(cellName))
  const nextStatus = (name: string): Status | undefined =>
    failedNames.has(name) ? 'failure' : statuses.get(name)
  const isReady = ({ stepKey, repeatIdx }: OpenTask): boolean => {
    const cell = byName.get(cellName({ stepKey, repeatIdx }))
    return cell === undefined || readiness(cell, statuses) === 'ready'
  }
  const openTasks = tasks.filter((task) => isWaiting(nextStatus(cellName(task))))
  return {
    failedCells,
    readyTasks: openTasks.filter((task) => !task.isReady && isReady(task)).map(({ id }) => id),
    finishedTasks: tasks.filter((task) => !openTasks.includes(task)).map(({ id }) => id),
    status: scenarioStatus(
      cells.map((cell) => nextStatus(cellName(cell)) ?? (cell.isManual ? 'pending' : 'queued')),
    ),
  }
}
