// The URL state of the run pages.

import { isRecord } from '../ui/records.ts'
import { planSearch, type Plan } from './new/plan.ts'

export interface RunsView {
  readonly status?: 'active' | 'failed'
  /** A part of the name. */
  readonly search?: string
  /** Slugs of parts of the runs. */
  readonly app?: string
  readonly testset?: string
  readonly evaluator?: string
  /** A tag, or `tag=value`. */
  readonly tag?: string
  /** An evaluator whose score orders the runs; with a leading minus, highest first. */
  readonly sort?: string
  /** Shows the score over time. */
  readonly over?: 'time'
  /** The plan of the dialog for a new run; absent: the dialog is closed. */
  readonly new?: Plan
}

/** A filter by a metric of a step. */
export interface MetricCondition {
  readonly step: string
  readonly path: string
  readonly min?: number
  readonly max?: number
  readonly is?: boolean
}

/** Filters and order of rows. */
export interface RowsView {
  /** Step and path of a metric; with a leading minus, descending. */
  readonly sort?: string
  readonly where?: readonly MetricCondition[]
  /** Lists only rows with this error code. */
  readonly failed?: string
}

export interface RunView extends RowsView {
  /** Id of the scenario in the row pane. */
  readonly row?: string
  /** Key of the step whose trace is open. */
  readonly step?: string
}

const text = <K extends string>(raw: Record<string, unknown>, name: K): { readonly [name in K]?: string } => {
  const value = raw[name]
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [name in K]: string }) : {}
}

export const runsSearch = (raw: Record<string, unknown>): RunsView => ({
  ...(raw['status'] === 'active' || raw['status'] === 'failed' ? { status: raw['status'] } : {}),
  ...text(raw, 'search'),
  ...text(raw, 'app'),
  ...text(raw, 'testset'),
  ...text(raw, 'evaluator'),
  ...text(raw, 'tag'),
  ...text(raw, 'sort'),
  ...(raw['over'] === 'time' ? { over: 'time' } : {}),
  ...(isRecord(raw['new']) ? { new: planSearch(raw['new']) } : {}),
})

function whereOf(raw: unknown): readonly MetricCondition[] {
  if (!isRecord(raw)) return []
  const { step, path, min, max, is } = raw
  if (typeof step !== 'string' || typeof path !== 'string') return []
  const where = {
    step,
    path,
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
    ...(typeof is === 'boolean' ? { is } : {}),
  }
  return Object.keys(where).length > 2 ? [where] : []
}

export function rowsSearch(raw: Record<string, unknown>): RowsView {
  const where = Array.isArray(raw['where']) ? raw['where'].flatMap(whereOf) : []
  return {
    ...text(raw, 'sort'),
    ...(where.length === 0 ? {} : { where }),
    ...text(raw, 'failed'),
  }
}

export const runSearch = (raw: Record<string, unknown>): RunView => ({
  ...rowsSearch(raw),
  ...text(raw, 'row'),
  ...text(raw, 'step'),
})
