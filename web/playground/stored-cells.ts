// Stores the outcomes of the matrix in this browser, per application, so that they survive a reload. The size is bounded.
import { readLocal, removeLocal, writeLocal } from '../ui/browser/local-storage.ts'
import type { Cell } from './matrix.ts'

/** Browsers give a site about five million characters for everything. */
const cellCharsMax = 100_000
const allCharsMax = 800_000

const prefix = 'outputs.'

export const storageName = (projectId: string, artifactId: string): string =>
  `${prefix}${projectId}.${artifactId}`

export type Cells = ReadonlyMap<string, Cell>
type Entry = readonly [string, Cell]

/** The cells to store, newest first within the limit. A cell that does not fit is stored as `dropped`. */
export function storableCells(cells: Cells): Cells {
  let remainingChars = allCharsMax
  const newestFirst = [...cells].toReversed().flatMap(([key, cell]): readonly Entry[] => {
    if (cell.state === 'dropped') return [[key, cell]]
    if (cell.state !== 'done') return []
    const chars = JSON.stringify(cell).length
    if (chars > cellCharsMax || chars > remainingChars) return [[key, { state: 'dropped' }]]
    remainingChars -= chars
    // A reload ends the evaluators, too.
    const { isScoring: _, ...finishedCell } = cell
    return [[key, finishedCell]]
  })
  return new Map(newestFirst.toReversed())
}

/** The keys of finished cells that are not stored. */
export const droppedKeys = (cells: Cells, storedCells: Cells): ReadonlySet<string> =>
  new Set(
    [...cells].flatMap(([key, { state }]) =>
      state === 'done' && storedCells.get(key)?.state !== 'done' ? [key] : [],
    ),
  )

const isEntry = (entry: unknown): entry is Entry =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1]?.state === 'string'

export function readCells(name: string): Cells {
  const entries = readLocal<unknown>(name, [])
  return new Map(Array.isArray(entries) ? entries.filter(isEntry) : [])
}

/** Writes the cells and returns the stored ones. Without space, outcomes of other applications are removed. */
export function writeCells(name: string, cells: Cells): Cells {
  const storedCells = storableCells(cells)
  if (writeLocal(name, [...storedCells])) return storedCells
  removeLocal((otherName) => otherName.startsWith(prefix) && otherName !== name)
  return writeLocal(name, [...storedCells]) ? storedCells : new Map()
}
