// What follows when cells of a scenario have changed: who need not wait any longer, who never will run, and how the
// scenario stands.
import type { ResultError } from '../../programs/failure.ts'
import { cellName, readiness, type Cell, type CellStatuses } from './plan.ts'
import { scenarioStatus, type Status } from './status.ts'

/** A task of the scenario that is left to do. */
export interface OpenTask {
  readonly id: string
  readonly stepKey: string
  readonly repeatIdx: number
  readonly isReady: boolean
}

export interface Advance {
  /** Cells that fail because what they judge did. */
  readonly failed: readonly Cell[]
  /** Tasks that wait no longer. */
  readonly ready: readonly string[]
  /** Tasks of cells that are finished, by whomever. */
  readonly gone: readonly string[]
  readonly status: Status
}

export const upstreamFailed: ResultError = {
  code: 'upstream_failed',
  message: 'The invocation that is judged has not succeeded.',
}

const isWaiting = (status: Status | undefined): boolean => status === 'queued' || status === 'running'

/** What a cell judges is neither there nor on its way. */
function isOrphan(cell: Cell, done: CellStatuses): boolean {
  if (cell.after === undefined || readiness(cell, done) === 'ready') return false
  return !isWaiting(done.get(cellName(cell.after)))
}

/** `done` are the statuses of all results of the scenario, `tasks` those of its cells. */
export function advance(cells: readonly Cell[], done: CellStatuses, tasks: readonly OpenTask[]): Advance {
  const byName = new Map(cells.map((cell) => [cellName(cell), cell]))
  const failed = cells.filter((cell) => done.get(cellName(cell)) === 'queued' && isOrphan(cell, done))
  const failedNames = new Set(failed.map(cellName))
  const after = (name: string): Status | undefined => (failedNames.has(name) ? 'failure' : done.get(name))
  const isReady = ({ stepKey, repeatIdx }: OpenTask): boolean => {
    const cell = byName.get(cellName({ stepKey, repeatIdx }))
    return cell === undefined || readiness(cell, done) === 'ready'
  }
  const open = tasks.filter((task) => isWaiting(after(cellName(task))))
  return {
    failed,
    ready: open.filter((task) => !task.isReady && isReady(task)).map(({ id }) => id),
    gone: tasks.filter((task) => !open.includes(task)).map(({ id }) => id),
    status: scenarioStatus(
      cells.map((cell) => after(cellName(cell)) ?? (cell.manual ? 'pending' : 'queued')),
    ),
  }
}
