// src/backup/sources: the stores as files of a backup: SQLite and the embedded engine (embedded.ts), PostgreSQL
// (postgres.ts) and ClickHouse (clickhouse.ts). Each source knows how its files are restored. Imports the archive,
// src/move, the contract of the stores and the kernel. Start here.
import type { FrozenLink } from '../../storage/contract/contract.ts'
import type { Archive, StoredFile } from '../archive.ts'

export interface SourceFile {
  readonly path: string
  /** 0: unknown before the file is stored. */
  readonly bytes: number
  /** Whether the file of the last backup at this path has the same content. */
  readonly isUnchanged: (previousFile: StoredFile) => boolean
  readonly store: (archive: Archive) => Promise<StoredFile>
}

/** A consistent snapshot of a store. */
export interface SourceCopy {
  readonly files: readonly SourceFile[]
  readonly links: readonly FrozenLink[]
  /** Files of the last backup that are still valid; the store is not read for them. */
  readonly unchangedFiles?: readonly StoredFile[]
  /** The columns in files of ClickHouse. */
  readonly spanColumns?: string
  readonly release: () => Promise<void>
}

/** Copies a store. Files of the last backup may be part of the copy. */
export type StoreSource = (previousFiles: readonly StoredFile[]) => Promise<SourceCopy>
