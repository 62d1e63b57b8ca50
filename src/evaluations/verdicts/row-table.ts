// The rows of runs side by side, by number: those of the first run in its order, then those that only others have.
import type { RunRow, RunRows } from './run-rows.ts'

/** One of the runs that are looked at; one run may be there twice, with two applications. */
export interface TableSide {
  readonly rows: readonly RunRow[]
  /** The number of the row of each scenario, by its position in the run. */
  readonly numbers: Int32Array
}

/** A scenario of a row: which of the runs, and its position there. */
export interface RowPlace {
  readonly side: number
  readonly position: number
}

export class RowTable {
  readonly sides: readonly TableSide[]
  readonly #names: readonly string[]
  /** By side: the first position of each row, -1 where the run has it not; further ones apart, for they are few. */
  readonly #first: readonly Int32Array[]
  readonly #further: readonly ReadonlyMap<number, readonly number[]>[]

  constructor(runs: readonly Pick<RunRows, 'rows'>[]) {
    const numberOf = new Map<string, number>()
    for (const { rows } of runs) {
      for (const { row } of rows) if (!numberOf.has(row)) numberOf.set(row, numberOf.size)
    }
    this.#names = [...numberOf.keys()]
    this.sides = runs.map(({ rows }) => ({
      rows,
      numbers: Int32Array.from(rows, ({ row }) => numberOf.get(row) ?? -1),
    }))
    const placed = this.sides.map(({ numbers }) => {
      const first = new Int32Array(numberOf.size).fill(-1)
      const further = new Map<number, number[]>()
      for (const [position, number] of numbers.entries()) {
        if (first[number] === -1) first[number] = position
        else further.set(number, [...(further.get(number) ?? []), position])
      }
      return { first, further }
    })
    this.#first = placed.map(({ first }) => first)
    this.#further = placed.map(({ further }) => further)
  }

  get size(): number {
    return this.#names.length
  }

  nameOf(number: number): string {
    return this.#names[number] ?? ''
  }

  placesOf(number: number): readonly RowPlace[] {
    return this.#first.flatMap((first, side) => {
      const position = first[number] ?? -1
      if (position < 0) return []
      return [position, ...(this.#further[side]?.get(number) ?? [])].map((one) => ({ side, position: one }))
    })
  }
}

/** Runs as they were chosen, and their rows side by side. */
export interface ComparedRuns {
  readonly runs: readonly RunRows[]
  readonly table: RowTable
}
