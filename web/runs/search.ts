// What stands in the addresses of runs.

import { planSearch, type Plan } from './new/plan.ts'

export interface RunsView {
  readonly status?: 'active' | 'failed'
  /** Somebody wants to make one; what it is to be, as far as it is known. */
  readonly new?: Plan
}

export interface RunView {
  /** Id of the scenario that is open beside the table. */
  readonly row?: string
}

export const runsSearch = (raw: Record<string, unknown>): RunsView => ({
  ...(raw['status'] === 'active' || raw['status'] === 'failed' ? { status: raw['status'] } : {}),
  ...(typeof raw['new'] === 'object' && raw['new'] !== null
    ? { new: planSearch(raw['new'] as Record<string, unknown>) }
    : {}),
})

export const runSearch = (raw: Record<string, unknown>): RunView =>
  typeof raw['row'] === 'string' && raw['row'] !== '' ? { row: raw['row'] } : {}
