// An LRU cache of fingerprints. A commit into a large list needs the fingerprints of all its pages (8 MB for a million
// rows), and the next commit nearly the same ones. Pages are immutable, so entries never become stale.

type Fingerprints = ReadonlyMap<string, Uint8Array>

/** Caches fingerprints up to `bytesMax` and evicts the least recently used. */
export class FingerprintCache {
  private readonly bytesMax: number
  private readonly entries = new Map<string, Uint8Array>()
  private bytes = 0

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  /** The fingerprints of these pages of a project; `read` loads the missing ones. */
  async get(
    projectId: string,
    {
      hashes,
      read,
    }: {
      readonly hashes: readonly string[]
      readonly read: (hashes: readonly string[]) => Promise<Fingerprints>
    },
  ): Promise<Fingerprints> {
    const fingerprints = new Map<string, Uint8Array>()
    const missingHashes = hashes.filter((hash) => {
      const cachedFingerprints = this.take(`${projectId} ${hash}`)
      if (cachedFingerprints !== undefined) fingerprints.set(hash, cachedFingerprints)
      return cachedFingerprints === undefined
    })
    if (missingHashes.length === 0) return fingerprints
    for (const [hash, ofPage] of await read(missingHashes)) {
      fingerprints.set(hash, ofPage)
      this.store(`${projectId} ${hash}`, ofPage)
    }
    return fingerprints
  }

  private take(name: string): Uint8Array | undefined {
    const fingerprints = this.entries.get(name)
    if (fingerprints === undefined) return undefined
    // A Map iterates in insertion order: the oldest entry comes first.
    this.entries.delete(name)
    this.entries.set(name, fingerprints)
    return fingerprints
  }

  private store(name: string, fingerprints: Uint8Array): void {
    if (this.entries.has(name) || fingerprints.byteLength > this.bytesMax) return
    this.entries.set(name, fingerprints)
    this.bytes += fingerprints.byteLength
    for (const [oldest, { byteLength }] of this.entries) {
      if (this.bytes <= this.bytesMax) return
      this.entries.delete(oldest)
      this.bytes -= byteLength
    }
  }
}
