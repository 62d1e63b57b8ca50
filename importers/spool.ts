// Where bytes lie until they are sent: outside of memory, however many they are. The command line has a disk for that, browsers have blobs.

export interface SpoolFile {
  readonly add: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Everything that was added, in its order. */
  readonly blob: () => Promise<Blob>
}

export interface Spool {
  readonly begin: () => SpoolFile
  /** Removes what lies on this machine, also after a failure. */
  readonly close: () => void
}
