// src/move: copies everything of an installation to other stores, for `assay move`. Imports the contract of the stores.
// Start here (records), then copy-spans.ts; commands/move/move.ts has the order of steps.
//
// One algorithm copies, continues and verifies: it reads both sides in the order of keys, compares row by row, and
// writes the rows that differ. The first walk copies everything. A walk after an interruption or later changes writes
// the difference. A walk that writes nothing is the verification.
import { createHash, type Hash } from 'node:crypto'
import {
  UniqueConflict,
  type Cell,
  type RecordTables,
  type SizedKey,
  type TableRow,
  type TableShape,
} from '../storage/contract/contract.ts'

/** Rows and their checksum on one side. */
export interface SideSum {
  readonly rows: number
  readonly hash: string
}

export interface Comparison {
  readonly name: string
  readonly source: SideSum
  readonly target: SideSum
}

export const isEqual = ({ source, target }: Comparison): boolean =>
  source.rows === target.rows && source.hash === target.hash

export interface RecordSides {
  readonly source: RecordTables
  readonly target: RecordTables
}

export interface WalkProgress {
  readonly name: string
  readonly done: number
  readonly total: number
}

export interface WalkOptions {
  /** False: only compares. */
  readonly shouldWrite: boolean
  readonly onProgress: (progress: WalkProgress) => void
}

const batchRowsMax = 2_000
const batchBytesMax = 8 * 1024 * 1024

/** Settings with this prefix describe the move itself. */
export const moveSettings = 'move.'
/** Settings that differ between source and target. */
const storeSpecificSettings: readonly string[] = ['trace_store.id']

/** Rows that are not copied, because each store has its own. */
const isStoreSpecific = (table: TableShape, key: Cell | undefined): boolean =>
  table.name === 'store_settings' &&
  typeof key === 'string' &&
  (key.startsWith(moveSettings) || storeSpecificSettings.includes(key))

/** A replacer of JSON.stringify cannot do this: it receives a Buffer as an object. */
const textOf = (cells: TableRow): string =>
  JSON.stringify(
    cells.map((cell) =>
      cell instanceof Uint8Array ? { bytes: Buffer.from(cell).toString('base64') } : cell,
    ),
  )

/** The last key of a batch that fits into memory. */
function lastOf(keys: readonly SizedKey[]): TableRow | undefined {
  let bytes = 0
  const firstExcess = keys.findIndex((key, i) => {
    bytes += key.bytes
    return i > 0 && bytes > batchBytesMax
  })
  return (firstExcess === -1 ? keys.at(-1) : keys[firstExcess - 1])?.key
}

/** Checksums of the rows of one side; a table with several families has one checksum per family. */
class SideSums {
  readonly #sums = new Map<string, { rows: number; readonly hash: Hash }>()
  readonly #family: number

  constructor({ columns }: TableShape) {
    this.#family = columns.findIndex(({ name }) => name === 'family')
  }

  add(row: TableRow, text: string): void {
    const family = this.#family === -1 ? '' : String(row[this.#family])
    const sum = this.#sums.get(family) ?? { rows: 0, hash: createHash('sha256') }
    this.#sums.set(family, sum)
    sum.rows += 1
    sum.hash.update(`${text}\n`)
  }

  finish(): ReadonlyMap<string, SideSum> {
    return new Map(
      [...this.#sums].map(([family, { rows, hash }]) => [family, { rows, hash: hash.digest('hex') }]),
    )
  }
}

const emptySide: SideSum = { rows: 0, hash: '' }

interface Batch {
  readonly sourceRows: readonly TableRow[]
  readonly targetRows: readonly TableRow[]
}

/** The rows of both sides in batches, in the order of their keys. */
async function* batches({ source, target }: RecordSides, table: TableShape): AsyncGenerator<Batch> {
  const keyIndexes = table.key.map((name) => table.columns.findIndex((column) => column.name === name))
  const sharedRows = (rows: readonly TableRow[]): readonly TableRow[] =>
    rows.filter((row) => !isStoreSpecific(table, row[keyIndexes[0] ?? 0]))
  let after: TableRow | undefined
  for (;;) {
    const keys = await source.keys(table, { after, limit: batchRowsMax })
    const upTo = lastOf(keys)
    const isLast = upTo === undefined || (keys.length < batchRowsMax && upTo === keys.at(-1)?.key)
    // The last batch has all remaining rows of the target, too.
    const range = { after, upTo: isLast ? undefined : upTo }
    const [sourceRows, targetRows] = await Promise.all([source.rows(table, range), target.rows(table, range)])
    yield { sourceRows: sharedRows(sourceRows), targetRows: sharedRows(targetRows) }
    if (isLast) return
    after = upTo
  }
}

async function walkTable(
  sides: RecordSides,
  { table, shouldWrite, onProgress }: WalkOptions & { readonly table: TableShape },
): Promise<readonly Comparison[]> {
  const [source, target] = [new SideSums(table), new SideSums(table)]
  const total = await sides.source.count(table)
  let rowCount = 0
  for await (const { sourceRows, targetRows } of batches(sides, table)) {
    const targetTexts = new Set(
      targetRows.map((row) => {
        const text = textOf(row)
        target.add(row, text)
        return text
      }),
    )
    const differentRows = sourceRows.filter((row) => {
      const text = textOf(row)
      source.add(row, text)
      return !targetTexts.has(text)
    })
    if (shouldWrite && differentRows.length > 0) await sides.target.put(table, differentRows)
    rowCount += sourceRows.length
    onProgress({ name: table.name, done: rowCount, total })
  }
  const [sourceSums, targetSums] = [source.finish(), target.finish()]
  const families = [...new Set([...sourceSums.keys(), ...targetSums.keys()])].toSorted()
  return (families.length === 0 ? [''] : families).map((family) => ({
    name: family === '' ? table.name : `${table.name} (${family})`,
    source: sourceSums.get(family) ?? emptySide,
    target: targetSums.get(family) ?? emptySide,
  }))
}

/** Removes the rows of the target that the source no longer has. */
async function removeOthers({ source, target }: RecordSides, table: TableShape): Promise<void> {
  let after: TableRow | undefined
  for (;;) {
    const page = await target.keys(table, { after, limit: batchRowsMax })
    const upTo = page.at(-1)?.key
    if (upTo === undefined) return
    const rowsByKey = new Map(
      page.filter(({ key }) => !isStoreSpecific(table, key[0])).map(({ key }) => [textOf(key), key]),
    )
    for (let from = after; ;) {
      const keys = await source.keys(table, { after: from, upTo, limit: batchRowsMax })
      for (const { key } of keys) rowsByKey.delete(textOf(key))
      from = keys.at(-1)?.key
      if (keys.length < batchRowsMax) break
    }
    if (rowsByKey.size > 0) await target.remove(table, [...rowsByKey.values()])
    after = upTo
  }
}

/**
 * Empties the target. Needed when two records exchanged a unique value between two walks: neither can be written
 * first.
 */
async function removeAll({ target }: RecordSides): Promise<void> {
  for (const table of target.tables.toReversed()) {
    for (;;) {
      const keys = (await target.keys(table, { limit: batchRowsMax })).map(({ key }) => key)
      const removable = keys.filter(([first]) => !isStoreSpecific(table, first))
      if (removable.length === 0) break
      await target.remove(table, removable)
    }
  }
}

async function walk(sides: RecordSides, options: WalkOptions): Promise<readonly Comparison[]> {
  const { tables } = sides.source
  if (options.shouldWrite) for (const table of tables.toReversed()) await removeOthers(sides, table)
  const comparisons: Comparison[] = []
  for (const table of tables) comparisons.push(...(await walkTable(sides, { ...options, table })))
  return comparisons
}

/**
 * Copies the rows that differ, from one snapshot of the source. A final copy returns the sums of both sides from a walk
 * that had nothing to write.
 */
export const copyRecords = (
  sides: RecordSides,
  { isFinal, onProgress }: { readonly isFinal: boolean; readonly onProgress: WalkOptions['onProgress'] },
): Promise<readonly Comparison[]> =>
  sides.source.read(async () => {
    const options = { shouldWrite: true, onProgress }
    try {
      await walk(sides, options)
    } catch (error) {
      if (!(error instanceof UniqueConflict)) throw error
      await removeAll(sides)
      await walk(sides, options)
    }
    return isFinal ? walk(sides, { ...options, shouldWrite: false }) : []
  })

/** Compares without writing. */
export const compareRecords = (
  sides: RecordSides,
  onProgress: WalkOptions['onProgress'],
): Promise<readonly Comparison[]> => sides.source.read(() => walk(sides, { shouldWrite: false, onProgress }))
