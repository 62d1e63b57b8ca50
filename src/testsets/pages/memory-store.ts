// A page store in memory: for tests, and for working on a list before anything is stored.
import type { Cuttings } from './boundaries.ts'
import type { PageStore, StoredPage } from './store.ts'

export interface MemoryPageStore extends PageStore {
  /** What was read and written, to prove what an operation costs. */
  readonly counts: { reads: number; printReads: number; writes: number; bytesWritten: number }
  readonly hashes: () => readonly string[]
}

export function memoryPageStore(cuttings?: Cuttings): MemoryPageStore {
  const pages = new Map<string, StoredPage>()
  const counts = { reads: 0, printReads: 0, writes: 0, bytesWritten: 0 }
  return {
    ...(cuttings === undefined ? {} : { cuttings }),
    counts,
    hashes: () => [...pages.keys()],
    async get(hashes) {
      counts.reads += hashes.length
      const found = new Map<string, string>()
      for (const hash of hashes) {
        const page = pages.get(hash)
        if (page !== undefined) found.set(hash, page.text)
      }
      return found
    },
    async getPrints(hashes) {
      counts.printReads += hashes.length
      const found = new Map<string, Uint8Array>()
      for (const hash of hashes) {
        const prints = pages.get(hash)?.prints
        if (prints !== undefined) found.set(hash, prints)
      }
      return found
    },
    async put(put) {
      for (const page of put) {
        if (pages.has(page.hash)) continue
        pages.set(page.hash, page)
        counts.writes += 1
        counts.bytesWritten += page.text.length
      }
    },
  }
}
