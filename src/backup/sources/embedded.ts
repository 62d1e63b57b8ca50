// The embedded stores: a copy of the SQLite database, and the frozen files of the trace store.
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrozenFiles } from '../../storage/contract/contract.ts'
import type { SourceFile, StoreSource } from './source.ts'

/** The path of the records in a backup; those of traces are below `columnar/`. */
export const recordsPath = 'assay.sqlite'
export const tracesFolder = 'columnar'

/** A file of the disk. With path and size, the time identifies files that never change. */
export async function diskFile(source: string, path: string): Promise<SourceFile> {
  const { size, mtimeMs } = await stat(source)
  return {
    path,
    bytes: size,
    isUnchanged: (previousFile) => previousFile.bytes === size && previousFile.modifiedMs === mtimeMs,
    store: (archive) => archive.put(source, path),
  }
}

export interface SqliteOptions {
  /** Copies the records to a new file. */
  readonly copy: (to: string) => void | Promise<void>
  /** A folder for the copy, on a disk that has room for it. */
  readonly scratch: string
}

export const sqliteSource =
  ({ copy, scratch }: SqliteOptions): StoreSource =>
  async () => {
    const path = join(scratch, 'backup.sqlite')
    const release = (): Promise<void> => rm(path, { force: true })
    await release()
    try {
      await copy(path)
      return { files: [await diskFile(path, recordsPath)], links: [], release }
    } catch (error) {
      await release()
      throw error
    }
  }

/** The files of the trace store; they stay until `release`. */
export type Freeze = () => Promise<FrozenFiles & { readonly release: () => Promise<void> }>

export const embeddedTraceSource =
  (freeze: Freeze): StoreSource =>
  async () => {
    const { files, links, release } = await freeze()
    try {
      return {
        files: await Promise.all(
          files.map(({ source, path }) => diskFile(source, `${tracesFolder}/${path}`)),
        ),
        links: links.map(({ path, target }) => ({ path: `${tracesFolder}/${path}`, target })),
        release,
      }
    } catch (error) {
      await release()
      throw error
    }
  }
