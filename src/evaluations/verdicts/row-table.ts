// Aligns the rows of several runs by number: the rows of the first run in order, then those that only other runs have.
import type { RunRow, RunRows } from './run-rows.ts'

/** One of the compared runs; a run may appear twice, with two applications. */
export interface TableSide {
  readonly rows: readonly RunRow[]
  /** The row number of each scenario, by its position in the run. */
  readonly numbers: Int32Array
}

/** A scenario of a row: the index of the run and the position there. */
export interface RowPosition {
  readonly side: number
  readonly position: number
}

export class RowTable {
  readonly sides: readonly TableSide[]
  readonly #names: readonly string[]
  /**
   * For each run, the first position of each row; -1 if the run lacks the row. The few further positions are in
   * `#furtherMatches`.
   */
  readonly #first: readonly Int32Array[]
  readonly #furtherMatches: readonly ReadonlyMap<number, readonly number[]>[]

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
    const positions = this.sides.map(({ numbers }) => {
      const first = new Int32Array(numberOf.size).fill(-1)
      const furtherMatches = new Map<number, number[]>()
      for (const [position, number] of numbers.entries()) {
        if (first[number] === -1) first[number] = position
        else furtherMatches.set(number, [...(furtherMatches.get(number) ?? []), position])
      }
      return { first, further: furtherMatches }
    })
    this.#first = positions.map(({ first }) => first)
    this.#furtherMatches = positions.map(({ further }) => further)
  }

  get size(): number {
    return this.#names.length
  }

  nameOf(number: number): string {
    return this.#names[number] ?? ''
  }

  positionsOf(number: number): readonly RowPosition[] {
    return this.#first.flatMap((first, side) => {
      const position = first[number] ?? -1
      if (position < 0) return []
      return [position, ...(this.#furtherMatches[side]?.get(number) ?? [])].map((position) => ({
        side,
        position,
      }))
    })
  }
}

/** Requested runs with their rows aligned. */
export interface ComparedRuns {
  readonly runs: readonly RunRows[]
  readonly table: RowTable
}
