// What stands in the addresses of runs.

export interface RunsView {
  readonly status?: 'active' | 'failed'
}

export interface RunView {
  /** Id of the scenario that is open beside the table. */
  readonly row?: string
}

export const runsSearch = (raw: Record<string, unknown>): RunsView =>
  raw['status'] === 'active' || raw['status'] === 'failed' ? { status: raw['status'] } : {}

export const runSearch = (raw: Record<string, unknown>): RunView =>
  typeof raw['row'] === 'string' && raw['row'] !== '' ? { row: raw['row'] } : {}
