// What the server sends as a file: to standard output, or to a file that is there whole or not at all.
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal, type Context } from '../command.ts'
import { formatBytes } from '../terminal/format.ts'

/** The name of the file, where one is meant: neither it nor `-` is standard output. */
export const namedFile = (file: string | undefined): string | undefined => (file === '-' ? undefined : file)

/** How many bytes came. */
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
  // Half a file of rows looks like a whole one.
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
