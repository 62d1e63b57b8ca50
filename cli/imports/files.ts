// Files of this machine, as importers see them.
import { createReadStream, openAsBlob, readdirSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { Given, SourceFile } from '../../importers/files.ts'
import { isPacked } from '../../importers/reading/paths.ts'

async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path)
  const source = isPacked(path) ? file.pipe(createGunzip()) : file
  // A file that breaks off ends the stream that is read, too.
  if (source !== file) file.once('error', (error) => source.destroy(error))
  yield* source
}

function fileAt(path: string): SourceFile {
  return {
    path: path.replaceAll(sep, '/'),
    sizeBytes: statSync(path).size,
    slice: async (start, end) => (await openAsBlob(path)).slice(start, end).arrayBuffer(),
    content: () => contentOf(path),
    beside: (name) => {
      const named = join(dirname(path), name)
      return statSync(named, { throwIfNoEntry: false })?.isFile() === true ? fileAt(named) : undefined
    },
  }
}

/** What paths name; one that names nothing is refused before anything is read. */
export const givenAt = (paths: readonly string[]): readonly Given[] =>
  paths.map((path) =>
    statSync(path).isDirectory()
      ? {
          kind: 'folder',
          path,
          files: readdirSync(path, { recursive: true, encoding: 'utf8' })
            .toSorted()
            .map((name) => join(path, name))
            .filter((file) => statSync(file).isFile())
            .map(fileAt),
        }
      : { kind: 'file', file: fileAt(path) },
  )
