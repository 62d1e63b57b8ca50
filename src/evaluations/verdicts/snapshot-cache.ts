// Snapshots of runs. A comparison, its sorted rows and their next pages use one snapshot, which the client names. A
// request without a name, or with an expired one, reads the runs again.
import type { OperationContext } from '../records/engine.ts'
import { comparedRuns, requireRuns, type ComparedRun } from './compared-runs.ts'
import type { ComparedRuns } from './row-table.ts'
import type { RowMatch, RunSteps } from './run-rows.ts'
import { columnsOfRuns, type RunColumns, type ValueSelection } from './run-values.ts'

/** Expiry after the last access. */
const expiryMs = 300_000
/** The most values in memory, for all clients: about 60 MB. Two runs of 10,000 rows with four metrics have 160,000. */
const valuesMax = 1_500_000
/** A row takes about as much memory as this many values. */
const valuesPerRow = 4

export interface RunsToRead {
  readonly runs: readonly ComparedRun[]
  readonly match: RowMatch
  /** Absent: read anew and do not cache. */
  readonly snapshot?: NamedSnapshot | undefined
}

export interface RunSnapshot extends ComparedRuns {
  /** By run, then by step name. */
  readonly columns: readonly RunColumns[]
}

/** A snapshot name of a client. Requests about different runs have separate snapshots under one name. */
export interface NamedSnapshot {
  readonly get: (key: string) => RunSnapshot | undefined
  readonly store: (key: string, snapshot: RunSnapshot) => void
}

interface CacheEntry {
  readonly snapshot: RunSnapshot
  readonly size: number
  readonly timer: NodeJS.Timeout
}

function sizeOf({ runs, columns }: RunSnapshot): number {
  const rows = runs.reduce((sum, run) => sum + run.rows.length, 0)
  const values = columns
    .flatMap((runColumns) => [...runColumns.values()].flatMap((step) => [...step.values()]))
    .reduce((sum, column) => sum + column.values.length, 0)
  return rows * valuesPerRow + values
}

/** The snapshots of a process, by name; the least recently used are evicted first. */
export class SnapshotCache {
  readonly #entries = new Map<string, CacheEntry>()
  #size = 0

  namedSnapshot(projectId: string, name: string): NamedSnapshot {
    const keyOf = (key: string): string => JSON.stringify([projectId, name, key])
    return {
      get: (key) => this.#get(keyOf(key)),
      store: (key, snapshot) => this.#store(keyOf(key), snapshot),
    }
  }

  #get(name: string): RunSnapshot | undefined {
    const entry = this.#entries.get(name)
    if (entry === undefined) return undefined
    entry.timer.refresh()
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    return entry.snapshot
  }

  #store(name: string, snapshot: RunSnapshot): void {
    const size = sizeOf(snapshot)
    this.#evict(name)
    if (size > valuesMax) return
    for (const oldestKey of this.#entries.keys()) {
      if (this.#size + size <= valuesMax) break
      this.#evict(oldestKey)
    }
    const timer = setTimeout(() => this.#evict(name), expiryMs)
    timer.unref()
    this.#entries.set(name, { snapshot, size, timer })
    this.#size += size
  }

  #evict(name: string): void {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    clearTimeout(entry.timer)
    this.#entries.delete(name)
    this.#size -= entry.size
  }
}

/** The columns of these steps in a snapshot; undefined: not all of them were read. */
function selectColumns(snapshot: RunSnapshot, steps: StepsToRead['steps']): RunSnapshot | undefined {
  const columns: RunColumns[] = []
  for (const [side, runColumns] of snapshot.columns.entries()) {
    const run = snapshot.runs[side]
    const names = run === undefined ? [] : [...steps(run).keys()]
    const entries = names.flatMap((name) => {
      const step = runColumns.get(name)
      return step === undefined ? [] : [[name, step] as const]
    })
    if (entries.length < names.length) return undefined
    columns.push(new Map(entries))
  }
  return { ...snapshot, columns }
}

export interface StepsToRead extends Pick<ValueSelection, 'withTotals'> {
  readonly steps: (runSteps: RunSteps) => ValueSelection['steps']
}

/** Reads the runs with the values of some steps, or returns the named snapshot. */
export async function readRuns(
  context: OperationContext,
  {
    runsToRead: { runs: requestedRuns, match, snapshot },
    stepsToRead: { steps, withTotals },
  }: { readonly runsToRead: RunsToRead; readonly stepsToRead: StepsToRead },
): Promise<RunSnapshot> {
  const key = JSON.stringify([requestedRuns, match, withTotals])
  const cachedRuns = snapshot?.get(key)
  const cachedColumns = cachedRuns && selectColumns(cachedRuns, steps)
  if (cachedColumns !== undefined) {
    // Refuses runs that were deleted since.
    await requireRuns(
      context.scope,
      requestedRuns.map(({ runId }) => runId),
    )
    return cachedColumns
  }
  const alignedRuns = await comparedRuns(context.scope, {
    runs: requestedRuns,
    match,
    selectSteps: (runSteps) => steps(runSteps).values(),
  })
  const columns = await columnsOfRuns(context, {
    runs: alignedRuns.runs,
    select: (runSteps) => ({
      steps: steps(runSteps),
      withTotals,
    }),
  })
  // The cells are no longer needed.
  const runs = alignedRuns.runs.map((run) => ({ ...run, cells: new Map<string, never>() }))
  const current = { runs, table: alignedRuns.table, columns }
  snapshot?.store(key, current)
  return current
}
