// Prints that were read before. A commit into a large list asks for the prints of all its pages, 8 MB for a million
// rows, and the next commit for nearly the same. Pages never change, so neither do their prints.

type Prints = ReadonlyMap<string, Uint8Array>

/** Keeps prints by name up to so many bytes; those that were not asked for longest go first. */
export class KeptPrints {
  private readonly bytesMax: number
  private readonly kept = new Map<string, Uint8Array>()
  private bytes = 0

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  /** The prints of these pages of a project; `read` is asked for those that are not kept. */
  async get(
    projectId: string,
    {
      hashes,
      read,
    }: { readonly hashes: readonly string[]; readonly read: (hashes: readonly string[]) => Promise<Prints> },
  ): Promise<Prints> {
    const found = new Map<string, Uint8Array>()
    const missing = hashes.filter((hash) => {
      const prints = this.take(`${projectId} ${hash}`)
      if (prints !== undefined) found.set(hash, prints)
      return prints === undefined
    })
    if (missing.length === 0) return found
    for (const [hash, prints] of await read(missing)) {
      found.set(hash, prints)
      this.keep(`${projectId} ${hash}`, prints)
    }
    return found
  }

  private take(name: string): Uint8Array | undefined {
    const prints = this.kept.get(name)
    if (prints === undefined) return undefined
    // The order of a Map is that of insertion: the oldest stands first.
    this.kept.delete(name)
    this.kept.set(name, prints)
    return prints
  }

  private keep(name: string, prints: Uint8Array): void {
    if (this.kept.has(name) || prints.byteLength > this.bytesMax) return
    this.kept.set(name, prints)
    this.bytes += prints.byteLength
    for (const [oldest, { byteLength }] of this.kept) {
      if (this.bytes <= this.bytesMax) return
      this.kept.delete(oldest)
      this.bytes -= byteLength
    }
  }
}
