// A page store in memory, for tests and for the empty list.
import type { ChunkSizes } from './boundaries.ts'
import type { PageStore, StoredPage } from './store.ts'

export interface MemoryPageStore extends PageStore {
  /** Counts reads and writes, for assertions about the cost of an operation. */
  readonly counts: { reads: number; fingerprintReads: number; writes: number; bytesWritten: number }
  readonly hashes: () => readonly string[]
}

export function memoryPageStore(chunkSizes?: ChunkSizes): MemoryPageStore {
  const pages = new Map<string, StoredPage>()
  const counts = { reads: 0, fingerprintReads: 0, writes: 0, bytesWritten: 0 }
  return {
    ...(chunkSizes === undefined ? {} : { chunkSizes }),
    counts,
    hashes: () => [...pages.keys()],
    async get(hashes) {
      counts.reads += hashes.length
      const texts = new Map<string, string>()
      for (const hash of hashes) {
        const page = pages.get(hash)
        if (page !== undefined) texts.set(hash, page.text)
      }
      return texts
    },
    async getFingerprints(hashes) {
      counts.fingerprintReads += hashes.length
      const fingerprints = new Map<string, Uint8Array>()
      for (const hash of hashes) {
        const fingerprintsOfPage = pages.get(hash)?.fingerprints
        if (fingerprintsOfPage !== undefined) fingerprints.set(hash, fingerprintsOfPage)
      }
      return fingerprints
    },
    async put(newPages) {
      for (const page of newPages) {
        if (pages.has(page.hash)) continue
        pages.set(page.hash, page)
        counts.writes += 1
        counts.bytesWritten += page.text.length
      }
    },
  }
}
