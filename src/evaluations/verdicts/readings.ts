// What was read of runs, kept while somebody looks at it: a comparison, its rows by one metric and then another, and their next pages are
// answers about one reading, which the client gives a name. What has no name is read anew, and so is what was forgotten.
import type { Scope } from '../../access/scope.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { comparedRuns, knownRuns, type ComparedRun } from './compared-runs.ts'
import type { ComparedRuns } from './row-table.ts'
import type { RowMatch, RunSteps } from './run-rows.ts'
import { columnsOfRuns, type RunColumns, type WantedValues } from './run-values.ts'

/** Forgotten when nobody has asked for so long. */
const keptMs = 300_000
/** Held at once, of all clients: about 60 MB. Two runs of 10,000 rows with four metrics are 160,000. */
const partsMax = 1_500_000
/** A row takes about as much as so many values. */
const partsOfRow = 4

export interface RunsToRead {
  readonly runs: readonly ComparedRun[]
  readonly match: RowMatch
  /** Absent: it is nobody else's. */
  readonly reading?: NamedReading | undefined
}

export interface RunsRead extends ComparedRuns {
  /** By run, then by the names of steps. */
  readonly columns: readonly RunColumns[]
}

/** What a client has given a name. Of several questions about other runs each has its own. */
export interface NamedReading {
  readonly get: (about: string) => RunsRead | undefined
  readonly keep: (about: string, read: RunsRead) => void
}

interface Kept {
  readonly read: RunsRead
  readonly parts: number
  readonly timer: NodeJS.Timeout
}

function partsIn({ runs, columns }: RunsRead): number {
  const rows = runs.reduce((sum, run) => sum + run.rows.length, 0)
  const values = columns
    .flatMap((ofRun) => [...ofRun.values()].flatMap((step) => [...step.values()]))
    .reduce((sum, column) => sum + column.values.length, 0)
  return rows * partsOfRow + values
}

/** The readings of a process, by their names; those that were asked for longest ago are forgotten first. */
export class Readings {
  readonly #kept = new Map<string, Kept>()
  #parts = 0

  named(projectId: string, name: string): NamedReading {
    const keyOf = (about: string): string => JSON.stringify([projectId, name, about])
    return {
      get: (about) => this.#get(keyOf(about)),
      keep: (about, read) => this.#keep(keyOf(about), read),
    }
  }

  #get(name: string): RunsRead | undefined {
    const found = this.#kept.get(name)
    if (found === undefined) return undefined
    found.timer.refresh()
    this.#kept.delete(name)
    this.#kept.set(name, found)
    return found.read
  }

  #keep(name: string, read: RunsRead): void {
    const parts = partsIn(read)
    this.#forget(name)
    if (parts > partsMax) return
    for (const other of this.#kept.keys()) {
      if (this.#parts + parts <= partsMax) break
      this.#forget(other)
    }
    const timer = setTimeout(() => this.#forget(name), keptMs)
    timer.unref()
    this.#kept.set(name, { read, parts, timer })
    this.#parts += parts
  }

  #forget(name: string): void {
    const found = this.#kept.get(name)
    if (found === undefined) return
    clearTimeout(found.timer)
    this.#kept.delete(name)
    this.#parts -= found.parts
  }
}

/** What these steps have in what was read; undefined: not all of them were read. */
function columnsIn(read: RunsRead, steps: StepsToRead['steps']): RunsRead | undefined {
  const columns: RunColumns[] = []
  for (const [side, own] of read.columns.entries()) {
    const run = read.runs[side]
    const names = run === undefined ? [] : [...steps(run).keys()]
    const found = names.flatMap((name) => {
      const step = own.get(name)
      return step === undefined ? [] : [[name, step] as const]
    })
    if (found.length < names.length) return undefined
    columns.push(new Map(found))
  }
  return { ...read, columns }
}

export interface StepsToRead extends Pick<WantedValues, 'withTotals'> {
  readonly steps: (of: RunSteps) => WantedValues['steps']
}

/** The runs with the values of some of their steps: as they are, or as they were when the reading got its name. */
export async function readRuns(
  engine: EvaluationEngine,
  scope: Scope,
  { runs: chosen, match, reading }: RunsToRead,
  { steps, withTotals }: StepsToRead,
): Promise<RunsRead> {
  const about = JSON.stringify([chosen, match, withTotals])
  const kept = reading?.get(about)
  const found = kept && columnsIn(kept, steps)
  if (found !== undefined) {
    // A run that was deleted since is not there.
    await knownRuns(
      scope,
      chosen.map(({ runId }) => runId),
    )
    return found
  }
  const compared = await comparedRuns(scope, { runs: chosen, match }, (of) => steps(of).values())
  const columns = await columnsOfRuns(engine, scope, compared.runs, (of) => ({
    steps: steps(of),
    withTotals,
  }))
  // Cells have said what they can.
  const runs = compared.runs.map((run) => ({ ...run, cells: new Map<string, never>() }))
  const read = { runs, table: compared.table, columns }
  reading?.keep(about, read)
  return read
}
