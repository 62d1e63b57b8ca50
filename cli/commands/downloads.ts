// Saves a download to standard output or to a file. An incomplete download leaves no file.
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal, type Context } from '../command.ts'
import { formatBytes } from '../terminal/format.ts'

/** The name of the file; undefined for standard output (no name, or `-`). */
export const namedFile = (file: string | undefined): string | undefined => (file === '-' ? undefined : file)

/** Saves the body of a response and returns the number of bytes. */
export async function saveDownload(
  { terminal, signal }: Context,
  { response, file }: { readonly response: Response; readonly file: string | undefined },
): Promise<number> {
  if (response.body === null) throw new Refusal('The server sent nothing.')
  const source = Readable.fromWeb(response.body)
  let bytes = 0
  if (file === undefined) {
    source.on('data', (chunk: Buffer) => (bytes += chunk.length))
    await terminal.send(source)
    return bytes
  }
  const bar = terminal.progress()
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    bar.to(0, 0, `${formatBytes(bytes)} received`)
  })
  // Write to a temporary name: half a file of rows looks like a complete one.
  const partPath = `${file}.part`
  try {
    await pipeline(source, createWriteStream(partPath), { signal })
    await rename(partPath, file)
  } catch (error) {
    await rm(partPath, { force: true })
    throw error
  } finally {
    bar.end()
  }
  return bytes
}
