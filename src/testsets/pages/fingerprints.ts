// Fingerprints of the keys of a page: 32-bit hashes of its testcase ids and dedup ids, 8 bytes a row. A lookup of ten
// ids in a million rows reads 8 MB of fingerprints instead of 64 MB of pages. One key in four million collides per page
// of a thousand rows; a collision costs reading one page and never gives a wrong answer.
import { fingerprint32 } from '../hash.ts'
import type { Row } from '../rows.ts'

/** Testcase ids are hashes, so the first eight digits are the fingerprint. */
export const fingerprintOfId = (testcaseId: string): number => Number.parseInt(testcaseId.slice(0, 8), 16)
export const fingerprintOfDedupId = (dedupId: string): number =>
  /^[0-9a-f]{12}$/.test(dedupId) ? Number.parseInt(dedupId.slice(0, 8), 16) : fingerprint32(dedupId)

/** Little-endian 32-bit numbers: the sorted fingerprints of the ids, then those of the dedup ids. */
export function fingerprintsOf(rows: readonly Row[]): Uint8Array {
  const ids = Uint32Array.from(rows, (row) => fingerprintOfId(row.testcaseId)).sort()
  const dedupIds = Uint32Array.from(rows, (row) => fingerprintOfDedupId(row.dedupId)).sort()
  const bytes = new Uint8Array(rows.length * 8)
  const view = new DataView(bytes.buffer)
  ids.forEach((fingerprint, index) => view.setUint32(index * 4, fingerprint, true))
  dedupIds.forEach((fingerprint, index) => view.setUint32((rows.length + index) * 4, fingerprint, true))
  return bytes
}

const numberAt = (fingerprints: Uint8Array, index: number): number => {
  const offset = index * 4
  return (
    ((fingerprints[offset] ?? 0) |
      ((fingerprints[offset + 1] ?? 0) << 8) |
      ((fingerprints[offset + 2] ?? 0) << 16) |
      ((fingerprints[offset + 3] ?? 0) << 24)) >>>
    0
  )
}

/** Whether the page with these fingerprints may have the key; false is certain. */
export function mayContain(fingerprints: Uint8Array, idKind: 'id' | 'dedupId', fingerprint: number): boolean {
  const rows = fingerprints.length / 8
  const start = idKind === 'id' ? 0 : rows
  let low = start
  let high = start + rows
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numberAt(fingerprints, middle) < fingerprint) low = middle + 1
    else high = middle
  }
  return low < start + rows && numberAt(fingerprints, low) === fingerprint
}
