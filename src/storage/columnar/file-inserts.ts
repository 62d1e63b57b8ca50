// Inserts into the embedded engine through files. Its interface takes text only, so bytes are written to a
// file without a sync and read from the page cache.
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { columnNames } from '../contract/rows/span-rows.ts'
import type { InsertRows } from './span-store.ts'
import { quote } from './transfer.ts'

const names = columnNames.join(', ')

async function writeChunks(path: string, chunks: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w')
  try {
    const { bytesWritten } = await file.writev(chunks)
    const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (bytesWritten !== bytes)
      throw new Error(`${bytesWritten} of ${bytes} bytes could be written to ${path}`)
  } finally {
    await file.close()
  }
}

/** Empties `directory`: leftovers of a process were either inserted or are still in the inbox. */
export async function fileInserts(
  client: ClickHouseClient,
  directory: string,
  settings: ClickHouseSettings,
): Promise<InsertRows> {
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  let inserts = 0
  return async (chunks) => {
    inserts += 1
    const path = join(directory, `${inserts}.rows`)
    try {
      await writeChunks(path, chunks)
      await client.command({
        query: `INSERT INTO spans (${names}) SELECT ${names} FROM file(${quote(path)}, Native)`,
        // One thread and one block: all rows of a month become one part.
        clickhouse_settings: { ...settings, max_threads: 1, max_insert_threads: '1' },
      })
    } finally {
      await rm(path, { force: true })
    }
  }
}
