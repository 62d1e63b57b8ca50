// Converts selected files to the input of importers.
import { relativeOpener, type ImportInput, type SourceFile } from '../../importers/files.ts'
import { isGzipped } from '../../importers/reading/paths.ts'
import { throwDataError } from '../../importers/reading/reading-fault.ts'
import type { SpoolFile, Spool } from '../../importers/spool.ts'
import type { SelectedFile } from './messages.ts'

/** Not every browser can iterate a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(throwDataError)
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

const contentOf = ({ path, file }: SelectedFile): AsyncIterable<Uint8Array> => {
  const stream = file.stream()
  return chunksOf(isGzipped(path) ? stream.pipeThrough(new DecompressionStream('gzip')) : stream)
}

/** Files with a folder in their path form a folder; others are single files. */
export function importerInput(files: readonly SelectedFile[]): readonly ImportInput[] {
  const byPath = new Map<string, SourceFile>()
  const folders = new Map<string, SourceFile[]>()
  const input: ImportInput[] = []
  for (const selectedFile of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const { path, file } = selectedFile
    const source: SourceFile = {
      path,
      sizeBytes: file.size,
      slice: (start, end) => file.slice(start, end).arrayBuffer(),
      content: () => contentOf(selectedFile),
      openRelative: relativeOpener((siblingPath) => byPath.get(siblingPath), path),
    }
    byPath.set(path, source)
    const [folder = '', rest] = path.split('/', 2)
    const folderFiles = folders.get(folder)
    if (rest === undefined) input.push({ kind: 'file', file: source })
    else if (folderFiles !== undefined) folderFiles.push(source)
    else {
      const members = [source]
      folders.set(folder, members)
      input.push({ kind: 'folder', path: folder, files: members })
    }
  }
  return input
}

/** A blob of blobs: browsers store large blobs on disk. */
function newSpoolFile(): SpoolFile {
  const parts: Blob[] = []
  return { add: (bytes) => void parts.push(new Blob([bytes])), blob: async () => new Blob(parts) }
}

export const blobSpool = (): Spool => ({ begin: newSpoolFile, close: () => undefined })
