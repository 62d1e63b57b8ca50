// The spool: bytes that wait to be sent, outside of memory. The command line uses temporary files, browsers use blobs.

export interface SpoolFile {
  readonly add: (bytes: Uint8Array<ArrayBuffer>) => void
  /** All added bytes, in order. */
  readonly blob: () => Promise<Blob>
}

export interface Spool {
  readonly begin: () => SpoolFile
  /** Deletes the spool files, also after a failure. */
  readonly close: () => void
}
