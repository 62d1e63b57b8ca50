// Saves a download to standard output or to a file. An incomplete download leaves no file.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal, type Context } from '../command.ts'
import { formatBytes } from '../terminal/format.ts'

/** The name of the file; undefined for standard output (no name, or `-`). */
export const namedFile = (file: string | undefined): string | undefined => (file === '-' ? undefined : file)

interface Download {
  readonly response: Response
  readonly file: string | undefined
  /** Whether only the user may read the file. Otherwise its mode follows the umask. */
  readonly isPrivate?: boolean
}

/** Makes the new name of a file durable. Windows cannot open folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Saves the body of a response and returns the number of bytes. */
export async function saveDownload(
  { terminal, signal }: Context,
  { response, file, isPrivate = false }: Download,
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
    bar.update(0, 0, `${formatBytes(bytes)} received`)
  })
  // A temporary name: half a file of rows looks like a complete one.
  const partialPath = `${file}.partial-${randomUUID()}`
  const mode = isPrivate ? 0o600 : 0o666
  try {
    await pipeline(source, createWriteStream(partialPath, { flags: 'wx', mode, flush: true }), { signal })
    await rename(partialPath, file)
    await syncFolder(dirname(resolve(file)))
  } catch (error) {
    await rm(partialPath, { force: true })
    throw error
  } finally {
    bar.end()
  }
  return bytes
}
