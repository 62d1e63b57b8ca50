// The cells of a run: one for each step and repeat of a scenario. The plan follows from the steps alone, so that what
// was added later (testcases, evaluators, repeats) shows as cells that have no result yet.
import { isManual, judgedStep, stepsOf, type RunData } from './steps.ts'
import { resultAfter, type Status } from './status.ts'

/** What a scenario is about: the item, and the input step it came from. */
export interface Source {
  readonly stepKey: string
  readonly testcaseId?: string
  readonly traceId?: string
}

export interface Cell {
  readonly stepKey: string
  readonly repeatIdx: number
  readonly kind: 'input' | 'invocation' | 'annotation'
  /** Waits for a client to write the result. */
  readonly manual: boolean
  /** The cell whose outcome is judged; absent for those that need nothing but the item. */
  readonly after?: { readonly stepKey: string; readonly repeatIdx: number }
}

export interface PlanOptions {
  /** Each repeat judges an invocation of its own. */
  readonly isSplit: boolean
}

const repeatsOf = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

/** Invocations are repeated when each repeat has its own, or when nothing judges them. */
function invocationRepeats(data: RunData, { isSplit }: PlanOptions): number {
  return isSplit || stepsOf(data, 'annotation').length === 0 ? data.repeats : 1
}

function annotationCells(data: RunData, options: PlanOptions): readonly Cell[] {
  return stepsOf(data, 'annotation').flatMap((step) => {
    const judged = judgedStep(data, step)
    return repeatsOf(data.repeats).map((repeatIdx): Cell => ({
      stepKey: step.key,
      repeatIdx,
      kind: 'annotation',
      manual: isManual(step),
      ...(judged === undefined
        ? {}
        : { after: { stepKey: judged.key, repeatIdx: options.isSplit ? repeatIdx : 0 } }),
    }))
  })
}

/** The cells of one scenario, those that others wait for first. Only the input step of its own source has cells. */
export function scenarioCells(data: RunData, sourceStepKey: string, options: PlanOptions): readonly Cell[] {
  const inputs = repeatsOf(data.repeats).map((repeatIdx): Cell => ({
    stepKey: sourceStepKey,
    repeatIdx,
    kind: 'input',
    manual: false,
  }))
  const invocations = stepsOf(data, 'invocation').flatMap((step) =>
    repeatsOf(invocationRepeats(data, options)).map((repeatIdx): Cell => ({
      stepKey: step.key,
      repeatIdx,
      kind: 'invocation',
      manual: false,
    })),
  )
  return [...inputs, ...invocations, ...annotationCells(data, options)]
}

/** The name of a cell inside its scenario. */
export const cellName = ({ stepKey, repeatIdx }: Pick<Cell, 'stepKey' | 'repeatIdx'>): string =>
  `${repeatIdx} ${stepKey}`

/** Statuses of the results of one scenario, by the name of the cell. */
export type CellStatuses = ReadonlyMap<string, Status>

/** Which part of a run is meant; absent: all of it. */
export interface Slice {
  readonly stepKeys?: readonly string[]
  readonly repeatIdxs?: readonly number[]
  /** Finished cells are computed again as well. */
  readonly overwrite?: boolean
}

export interface Missing {
  /** To be computed by the server: their results become queued. */
  readonly dispatch: readonly Cell[]
  /** To be written by clients: their results become pending. */
  readonly manual: readonly Cell[]
}

const isIn = (cell: Cell, { stepKeys, repeatIdxs }: Slice): boolean =>
  (stepKeys === undefined || stepKeys.includes(cell.stepKey)) &&
  (repeatIdxs === undefined || repeatIdxs.includes(cell.repeatIdx))

function isDue(status: Status | undefined, overwrite: boolean): boolean {
  if (status === undefined) return true
  const events = overwrite ? (['started_again', 'overwritten'] as const) : (['started_again'] as const)
  return events.some((event) => resultAfter(status, event) !== undefined)
}

/**
 * What a scenario lacks: cells without a result, failed and cancelled ones, with `overwrite` finished ones too. An
 * annotation that failed because its invocation did is due when that is computed again.
 */
export function missingCells(cells: readonly Cell[], done: CellStatuses, slice: Slice = {}): Missing {
  const due = cells.filter((cell) => isIn(cell, slice))
  return {
    dispatch: due.filter((cell) => !cell.manual && isDue(done.get(cellName(cell)), slice.overwrite === true)),
    manual: due.filter((cell) => cell.manual && done.get(cellName(cell)) === undefined),
  }
}

export type Readiness = 'ready' | 'waits' | 'upstream_failed'

/** Whether a queued cell can run now: what it judges must have succeeded. A failed one never will by itself. */
export function readiness(cell: Cell, done: CellStatuses): Readiness {
  if (cell.after === undefined) return 'ready'
  const status = done.get(cellName(cell.after))
  if (status === 'success') return 'ready'
  return status === 'failure' || status === 'errors' || status === 'cancelled' ? 'upstream_failed' : 'waits'
}
