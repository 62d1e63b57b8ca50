// Copies spans between two stores, chunk by chunk through a file. Days and minutes whose sums are equal are skipped, so
// an interrupted copy continues and a later one copies the difference.
import type { SpanChunk, SpanSum, SpanTransfer } from '../storage/contract/contract.ts'
import { isEqual, type Comparison, type WalkProgress } from './copy-records.ts'

export interface SpanSides {
  readonly source: SpanTransfer
  readonly target: SpanTransfer
}

export interface SpanCopyOptions {
  /** A file for the rows of a chunk. */
  readonly path: string
  /** True: no server writes to the source any more, so the copy is repeated until nothing differs. */
  readonly isFinal: boolean
  readonly onProgress: (progress: WalkProgress) => void
}

/** A row has 12 kB on average, so that a chunk is about 100 MB; the engine merges fewer inserts of more rows. */
const chunkRowsMax = 10_000

interface SlotPair {
  readonly slot: string
  readonly source: SpanSum
  readonly target: SpanSum
}

function pairsOf(source: readonly SpanSum[], target: readonly SpanSum[]): readonly SlotPair[] {
  const bySlot = (sums: readonly SpanSum[]) => new Map(sums.map((sum) => [sum.slot, sum]))
  const [sourceSums, targetSums] = [bySlot(source), bySlot(target)]
  const slots = [...new Set([...sourceSums.keys(), ...targetSums.keys()])].toSorted()
  const emptySum = (slot: string): SpanSum => ({ slot, rows: 0, spans: 0, hash: '0' })
  return slots.map((slot) => ({
    slot,
    source: sourceSums.get(slot) ?? emptySum(slot),
    target: targetSums.get(slot) ?? emptySum(slot),
  }))
}

const comparisonOf = ({ slot, source, target }: SlotPair): Comparison => ({
  name: `spans of ${slot}`,
  source: { rows: source.spans, hash: source.hash },
  target: { rows: target.spans, hash: target.hash },
})

const isDifferent = (pair: SlotPair): boolean => !isEqual(comparisonOf(pair))
/** Tombstones are copied, too. */
const lacksRows = (pair: SlotPair): boolean =>
  isDifferent(pair) || (pair.source.rows > 0 && pair.target.rows === 0)

export interface MinuteRows {
  readonly slot: string
  readonly rows: number
  readonly isDue: boolean
}

/** Groups consecutive minutes into chunks with a maximum number of rows; a minute with more rows is divided. */
export function chunksOf(minutes: readonly MinuteRows[]): readonly SpanChunk[] {
  const chunks: SpanChunk[] = []
  let currentChunk: { from: string; to: string; rows: number } | undefined
  const close = (): void => {
    if (currentChunk === undefined) return
    const shares = Math.ceil(currentChunk.rows / chunkRowsMax)
    for (let index = 0; index < shares; index++) {
      chunks.push({ from: currentChunk.from, to: currentChunk.to, share: { index, of: shares } })
    }
    currentChunk = undefined
  }
  for (const { slot, rows, isDue } of minutes) {
    if (!isDue || (currentChunk !== undefined && currentChunk.rows + rows > chunkRowsMax)) close()
    if (isDue)
      currentChunk = { from: currentChunk?.from ?? slot, to: slot, rows: (currentChunk?.rows ?? 0) + rows }
  }
  close()
  return chunks
}

async function copyDay(
  { source, target }: SpanSides,
  {
    day,
    path,
    onChunk,
  }: { readonly day: SlotPair; readonly path: string; readonly onChunk: (rows: number) => void },
): Promise<void> {
  const targetSums = day.target.rows === 0 ? [] : await target.sums(day.slot)
  const minutes = pairsOf(await source.sums(day.slot), targetSums)
  const chunks = chunksOf(
    minutes.map((pair) => ({ slot: pair.slot, rows: pair.source.rows, isDue: lacksRows(pair) })),
  )
  for (const [i, chunk] of chunks.entries()) {
    await source.exportRows(chunk, path)
    await target.importRows(path)
    onChunk(Math.round((day.source.rows * (i + 1)) / chunks.length))
  }
}

const compareDays = async ({ source, target }: SpanSides): Promise<readonly SlotPair[]> => {
  // In parallel: the two sides are different engines.
  const [sourceSums, targetSums] = await Promise.all([source.sums(), target.sums()])
  return pairsOf(sourceSums, targetSums)
}

/** Compares without writing. */
export const compareSpans = async (sides: SpanSides): Promise<readonly Comparison[]> =>
  (await compareDays(sides)).map(comparisonOf)

/** Copies days. With `shouldErase`, erases the rows of these days in the target first. */
async function copyDays(
  sides: SpanSides,
  {
    dueDays,
    path,
    shouldErase,
    onProgress,
  }: Omit<SpanCopyOptions, 'isFinal'> & {
    readonly dueDays: readonly SlotPair[]
    readonly shouldErase: boolean
  },
): Promise<void> {
  const total = dueDays.reduce((sum, { source }) => sum + source.rows, 0)
  let copiedRows = 0
  for (const day of dueDays) {
    if (shouldErase) await sides.target.eraseDay(day.slot)
    await copyDay(sides, {
      day: shouldErase ? { ...day, target: { ...day.target, rows: 0 } } : day,
      path,
      onChunk: (rows) => onProgress({ name: 'spans', done: copiedRows + rows, total }),
    })
    copiedRows += day.source.rows
  }
}

/** Copies the spans that differ. A final copy returns the sums of both sides per day. */
export async function copySpans(
  sides: SpanSides,
  { isFinal, ...options }: SpanCopyOptions,
): Promise<readonly Comparison[]> {
  const dueDays = (await compareDays(sides)).filter(lacksRows)
  await copyDays(sides, { ...options, dueDays, shouldErase: false })
  if (!isFinal) return []
  const days = await compareDays(sides)
  const differentDays = days.filter(isDifferent)
  if (differentDays.length === 0) return days.map(comparisonOf)
  // The source lost rows without tombstones since an earlier copy, for example a full month that expired.
  await copyDays(sides, { ...options, dueDays: differentDays, shouldErase: true })
  return compareSpans(sides)
}
