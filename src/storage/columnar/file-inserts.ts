// Inserts into the embedded engine. Its interface takes texts; bytes reach it through a file, which is written without a
// sync and read at once from the page cache.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { rowColumns } from '../span-rows.ts'
import type { InsertRows } from './span-store.ts'

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
const names = rowColumns.map(([name]) => name).join(', ')
const structure = rowColumns.map(([name, type]) => `${name} ${type}`).join(', ')

/** `directory` is emptied: what a process left there was either inserted or is still in the inbox. */
export async function fileInserts(
  client: ClickHouseClient,
  directory: string,
  settings: ClickHouseSettings,
): Promise<InsertRows> {
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  let inserts = 0
  return async (bytes) => {
    inserts += 1
    const path = join(directory, `${inserts}.rows`)
    try {
      await writeFile(path, bytes)
      await client.command({
        query: `INSERT INTO spans (${names}) SELECT * FROM file(${quoted(path)}, RowBinary, ${quoted(structure)})`,
        // One thread and one block: all rows of a month become one part.
        clickhouse_settings: { ...settings, max_threads: 1, max_insert_threads: '1' },
      })
    } finally {
      await rm(path, { force: true })
    }
  }
}
