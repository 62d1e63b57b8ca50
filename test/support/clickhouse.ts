// Starts and stops the test gateway, which replaces a ClickHouse server.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newDataDirectory } from './data-directory.ts'

export interface ClickHouse {
  readonly url: string
  /** kill -9; the data stays. */
  readonly kill: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Starts a gateway. With the directory and port of a stopped one it continues with its data. */
export async function startClickHouse(previous?: {
  readonly directory: string
  readonly port: string
}): Promise<ClickHouse & { readonly directory: string; readonly port: string }> {
  const directory = previous?.directory ?? newDataDirectory('assay-clickhouse-')
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'clickhouse-gateway.ts'), directory, previous?.port ?? '0'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    void exit.then(() => reject(new Error('the ClickHouse gateway did not start')))
  })
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exit
  }
  return {
    url: `http://127.0.0.1:${port}`,
    directory,
    port,
    kill,
    remove: async () => {
      await kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
