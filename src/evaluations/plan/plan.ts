// The cells of a run: one for each step and repeat of a scenario. The plan follows from the steps alone, so that later
// additions (testcases, evaluators, repeats) appear as cells without a result.
import { isManual, evaluatedStep, stepsOf, type RunData } from './steps.ts'
import { resultAfter, type Status } from './status.ts'

/** The item of a scenario and its input step. */
export interface Source {
  readonly stepKey: string
  readonly testcaseId?: string
  readonly traceId?: string
}

export interface Cell {
  readonly stepKey: string
  readonly repeatIdx: number
  readonly kind: 'input' | 'invocation' | 'annotation'
  /** Whether a client writes the result. */
  readonly isManual: boolean
  /** The cell whose output is evaluated; absent for cells that need only the item. */
  readonly after?: { readonly stepKey: string; readonly repeatIdx: number }
}

export interface PlanOptions {
  /** Each repeat evaluates its own invocation. */
  readonly isSplit: boolean
}

const repeatsOf = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

/** Invocations are repeated when each repeat has its own, or when no step evaluates them. */
function invocationRepeats(data: RunData, { isSplit }: PlanOptions): number {
  return isSplit || stepsOf(data, 'annotation').length === 0 ? data.repeats : 1
}

function annotationCells(data: RunData, options: PlanOptions): readonly Cell[] {
  return stepsOf(data, 'annotation').flatMap((step) => {
    const target = evaluatedStep(data, step)
    return repeatsOf(data.repeats).map((repeatIdx): Cell => ({
      stepKey: step.key,
      repeatIdx,
      kind: 'annotation',
      isManual: isManual(step),
      ...(target === undefined
        ? {}
        : { after: { stepKey: target.key, repeatIdx: options.isSplit ? repeatIdx : 0 } }),
    }))
  })
}

/** The cells of one scenario in dependency order. Only the input step of its own source has cells. */
export function scenarioCells(
  data: RunData,
  { sourceStepKey, options }: { readonly sourceStepKey: string; readonly options: PlanOptions },
): readonly Cell[] {
  const inputs = repeatsOf(data.repeats).map((repeatIdx): Cell => ({
    stepKey: sourceStepKey,
    repeatIdx,
    kind: 'input',
    isManual: false,
  }))
  const invocations = stepsOf(data, 'invocation').flatMap((step) =>
    repeatsOf(invocationRepeats(data, options)).map((repeatIdx): Cell => ({
      stepKey: step.key,
      repeatIdx,
      kind: 'invocation',
      isManual: false,
    })),
  )
  return [...inputs, ...invocations, ...annotationCells(data, options)]
}

/** The name of a cell inside its scenario. */
export const cellName = ({ stepKey, repeatIdx }: Pick<Cell, 'stepKey' | 'repeatIdx'>): string =>
  `${repeatIdx} ${stepKey}`

/** The statuses of a scenario's results, by cell name. */
export type CellStatuses = ReadonlyMap<string, Status>

/** The selected part of a run; absent: all of it. */
export interface Slice {
  readonly stepKeys?: readonly string[]
  readonly repeatIdxs?: readonly number[]
  /** Recompute finished cells as well. */
  readonly overwrite?: boolean
}

export interface MissingCells {
  /** The server computes them: their results become queued. */
  readonly serverCells: readonly Cell[]
  /** Clients write them: their results become pending. */
  readonly manualCells: readonly Cell[]
}

const isIn = (cell: Cell, { stepKeys, repeatIdxs }: Slice): boolean =>
  (stepKeys === undefined || stepKeys.includes(cell.stepKey)) &&
  (repeatIdxs === undefined || repeatIdxs.includes(cell.repeatIdx))

function isDue(status: Status | undefined, overwrite: boolean): boolean {
  if (status === undefined) return true
  const events = overwrite ? (['started_again', 'overwritten'] as const) : (['started_again'] as const)
  return events.some((event) => resultAfter(status, { event }) !== undefined)
}

/**
 * The missing cells of a scenario: cells without a result, failed and cancelled ones, with `overwrite` finished ones
 * too. An annotation that failed with its invocation is due when the invocation is computed again.
 */
export function missingCells(
  cells: readonly Cell[],
  { statuses, slice = {} }: { readonly statuses: CellStatuses; readonly slice?: Slice | undefined },
): MissingCells {
  const dueCells = cells.filter((cell) => isIn(cell, slice))
  return {
    serverCells: dueCells.filter(
      (cell) => !cell.isManual && isDue(statuses.get(cellName(cell)), slice.overwrite === true),
    ),
    manualCells: dueCells.filter((cell) => cell.isManual && statuses.get(cellName(cell)) === undefined),
  }
}

export type Readiness = 'ready' | 'waits' | 'upstream_failed'

/** Whether a queued cell can run now: its invocation must have succeeded. After a failure it waits for a restart. */
export function readiness(cell: Cell, statuses: CellStatuses): Readiness {
  if (cell.after === undefined) return 'ready'
  const status = statuses.get(cellName(cell.after))
  if (status === 'success') return 'ready'
  return status === 'failure' || status === 'errors' || status === 'cancelled' ? 'upstream_failed' : 'waits'
}
