// Short prints of the keys of a page: which testcase ids and dedup ids it may hold, in 8 bytes a row. Looking ten ids
// up in a million rows reads 8 MB of prints instead of 64 MB of pages. A print of 32 bits is wrong for one key in
// four million per page of a thousand rows; a wrong print costs reading one page, never a wrong answer.
import { print32 } from '../hash.ts'
import type { Row } from '../rows.ts'

/** Testcase ids are hashes already: their first eight digits. */
export const printOfId = (testcaseId: string): number => Number.parseInt(testcaseId.slice(0, 8), 16)
export const printOfDedupId = (dedupId: string): number =>
  /^[0-9a-f]{12}$/.test(dedupId) ? Number.parseInt(dedupId.slice(0, 8), 16) : print32(dedupId)

/** Little-endian 32-bit numbers: the sorted prints of the ids, then the sorted prints of the dedup ids. */
export function printsOf(rows: readonly Row[]): Uint8Array {
  const ids = Uint32Array.from(rows, (row) => printOfId(row.testcaseId)).sort()
  const dedupIds = Uint32Array.from(rows, (row) => printOfDedupId(row.dedupId)).sort()
  const bytes = new Uint8Array(rows.length * 8)
  const view = new DataView(bytes.buffer)
  ids.forEach((print, index) => view.setUint32(index * 4, print, true))
  dedupIds.forEach((print, index) => view.setUint32((rows.length + index) * 4, print, true))
  return bytes
}

const numberAt = (prints: Uint8Array, index: number): number => {
  const at = index * 4
  return (
    ((prints[at] ?? 0) |
      ((prints[at + 1] ?? 0) << 8) |
      ((prints[at + 2] ?? 0) << 16) |
      ((prints[at + 3] ?? 0) << 24)) >>>
    0
  )
}

/** Whether the page with these prints may hold the key; false is certain. */
export function mayHold(prints: Uint8Array, which: 'id' | 'dedupId', print: number): boolean {
  const rows = prints.length / 8
  const start = which === 'id' ? 0 : rows
  let low = start
  let high = start + rows
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numberAt(prints, middle) < print) low = middle + 1
    else high = middle
  }
  return low < start + rows && numberAt(prints, low) === print
}
