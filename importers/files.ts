// The files of an import: names, sizes and bytes. The command line reads them from disk, a page from a file input; the
// importers do not know which.
import { kindOf, resolvePath } from './reading/paths.ts'

export interface SourceFile {
  /** The path with slashes, as in reports. */
  readonly path: string
  readonly sizeBytes: number
  readonly slice: (start: number, end: number) => Promise<ArrayBuffer>
  /** The full content, unpacked if the name ends in `.gz`. */
  readonly content: () => AsyncIterable<Uint8Array>
  /** Opens a file by a path relative to this one. Undefined if it does not exist or is outside the given folder. */
  readonly openRelative: (path: string) => SourceFile | undefined
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/**
 * Creates `SourceFile.openRelative` for the page and the command line. All paths are relative to the given folder, and `open`
 * gets only paths without `..`, so a name cannot leave the folder. `open` must also refuse links that leave it.
 */
export const relativeOpener =
  (open: (path: string) => SourceFile | undefined, basePath: string): SourceFile['openRelative'] =>
  (name) => {
    const path = resolvePath(folderOf(basePath), name)
    return path === undefined ? undefined : open(path)
  }

/** An input of the user: a file, or a folder with all files below it. */
export type ImportInput =
  | { readonly kind: 'file'; readonly file: SourceFile }
  /** Sorted by path; paths begin with that of the folder. */
  | { readonly kind: 'folder'; readonly path: string; readonly files: readonly SourceFile[] }

const readableTypes: ReadonlySet<string> = new Set([
  'json',
  'jsonl',
  'ndjson',
  'csv',
  'parquet',
  'yaml',
  'yml',
])

/** All readable files of the inputs. */
export const filesIn = (inputs: readonly ImportInput[]): readonly SourceFile[] =>
  inputs.flatMap((input) =>
    input.kind === 'file' ? [input.file] : input.files.filter(({ path }) => readableTypes.has(kindOf(path))),
  )
