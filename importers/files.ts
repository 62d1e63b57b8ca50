// Files as importers see them: names, sizes and bytes, wherever they lie. The command line has them on a disk, the page gets them from
// a person; nothing in this folder knows which.
import { kindOf, resolvePath } from './reading/paths.ts'

export interface SourceFile {
  /** With slashes; reports name it so. */
  readonly path: string
  readonly sizeBytes: number
  readonly slice: (start: number, end: number) => Promise<ArrayBuffer>
  /** Everything from the beginning, unpacked where the name ends in `.gz`. */
  readonly content: () => AsyncIterable<Uint8Array>
  /** The file that this one names by a path from its own folder. Undefined: it does not exist, or is not below the given folder. */
  readonly beside: (path: string) => SourceFile | undefined
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * Makes `SourceFile.beside`, the same for the page and the command line. All paths are relative to the given folder, and `open` gets
 * only paths without `..`: a name cannot lead out of the folder. Where the folder has links, `open` must also refuse those that leave it.
 */
export const besideIn =
  (open: (path: string) => SourceFile | undefined, from: string): SourceFile['beside'] =>
  (name) => {
    const path = resolvePath(folderOf(from), name)
    return path === undefined ? undefined : open(path)
  }

/** What somebody gave: a file, or a folder with all that is below it. */
export type Given =
  | { readonly kind: 'file'; readonly file: SourceFile }
  /** In the order of paths, which begin with that of the folder. */
  | { readonly kind: 'folder'; readonly path: string; readonly files: readonly SourceFile[] }

const readable: ReadonlySet<string> = new Set(['json', 'jsonl', 'ndjson', 'csv', 'parquet', 'yaml', 'yml'])

/** A folder is everything in it that can be read. */
export const filesIn = (given: readonly Given[]): readonly SourceFile[] =>
  given.flatMap((one) =>
    one.kind === 'file' ? [one.file] : one.files.filter(({ path }) => readable.has(kindOf(path))),
  )
