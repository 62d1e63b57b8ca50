// Files of this machine as inputs of importers. Folders may come from others (a clone, an archive), so neither a name
// in a file nor a link may lead out of the input folder.
import { createReadStream, openAsBlob, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { createGunzip } from 'node:zlib'
import { relativeOpener, type ImportInput, type SourceFile } from '../../importers/files.ts'
import { isGzipped } from '../../importers/reading/paths.ts'
import { Refusal } from '../command.ts'

async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path)
  const source = isGzipped(path) ? file.pipe(createGunzip()) : file
  // An error of the file also ends the stream that is read.
  if (source !== file) file.once('error', (error) => source.destroy(error))
  yield* source
}

interface Folder {
  readonly path: string
  /** Whether links may lead out of the folder. */
  readonly followsLinks: boolean
}

/** Whether the path is a file; false for a link that leads to itself. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const isBelow = (folder: string, path: string): boolean =>
  realpathSync(path).startsWith(join(realpathSync(folder), sep))

/** A file by its path below the folder. Undefined: it does not exist, or a link on its path leads out of the folder. */
function openFile(folder: Folder, path: string): SourceFile | undefined {
  const at = join(folder.path, path)
  if (!isFile(at)) return undefined
  return folder.followsLinks || isBelow(folder.path, at) ? fileAt(folder, path) : undefined
}

function fileAt(folder: Folder, path: string): SourceFile {
  const at = join(folder.path, path)
  return {
    path: at.replaceAll(sep, '/'),
    sizeBytes: statSync(at).size,
    slice: async (start, end) => (await openAsBlob(at)).slice(start, end).arrayBuffer(),
    content: () => contentOf(at),
    openRelative: relativeOpener((name) => openFile(folder, name), path.replaceAll(sep, '/')),
  }
}

/** A link that leads out of the folder. It is listed, so that the report has it, and refused when it is read. */
function refusedFile(folder: Folder, path: string): SourceFile {
  const refusal = new Refusal(
    `${join(folder.path, path)} is a link to a file outside of ${folder.path}: pass --follow-links if you trust it.`,
  )
  return {
    path: join(folder.path, path).replaceAll(sep, '/'),
    sizeBytes: 0,
    slice: () => Promise.reject(refusal),
    content: async function* () {
      yield* await Promise.reject<Uint8Array[]>(refusal)
    },
    openRelative: () => undefined,
  }
}

/**
 * The paths of files below a folder, without linked folders. The option `recursive` of readdir follows links: two links to
 * their own folder would give 2^40 paths.
 */
function* pathsBelow(folder: string, path: string): Generator<string> {
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    const entryPath = join(path, entry.name)
    if (entry.isDirectory()) yield* pathsBelow(folder, entryPath)
    else if (isFile(join(folder, entryPath))) yield entryPath
  }
}

const filesBelow = (folder: Folder): readonly SourceFile[] =>
  [...pathsBelow(folder.path, '')]
    .toSorted()
    .map((path) => openFile(folder, path) ?? refusedFile(folder, path))

/**
 * Opens the paths of the command line. A path without a file is refused before any file is read. A file may name others in
 * its own folder.
 */
export const inputsAt = (
  paths: readonly string[],
  { followsLinks }: { readonly followsLinks: boolean },
): readonly ImportInput[] =>
  paths.map((path) =>
    statSync(path).isDirectory()
      ? { kind: 'folder', path, files: filesBelow({ path, followsLinks }) }
      : { kind: 'file', file: fileAt({ path: dirname(path), followsLinks }, basename(path)) },
  )
