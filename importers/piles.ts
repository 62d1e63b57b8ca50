// Where bytes lie until they are sent: outside of memory, however many they are. The command line has a disk for that, browsers have blobs.

export interface Pile {
  readonly add: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Everything that was added, in its order. */
  readonly blob: () => Promise<Blob>
}

export interface Piles {
  readonly begin: () => Pile
  /** Removes what lies on this machine, also after a failure. */
  readonly close: () => void
}
