// Snapshots of the embedded store. Parts of tables never change, so the engine freezes them as hard links, which takes
// milliseconds and no space. Together with the small files around them they form a complete store.
import type { Dirent } from 'node:fs'
import { readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { frozenByCommand, type FrozenFiles, type FrozenLink } from '../contract/contract.ts'
import { asStoreFailure, type InsertRows } from './span-store.ts'

/**
 * Runs inserts in parallel, and delays them while the tables are frozen, so that a span is in all tables or in none.
 */
export class InsertGate {
  #running = new Set<Promise<void>>()
  #closed: Promise<unknown> = Promise.resolve()

  guard(insert: InsertRows): InsertRows {
    return async (chunks) => {
      await this.#closed
      const insertion = insert(chunks).finally(() => this.#running.delete(insertion))
      this.#running.add(insertion)
      await insertion
    }
  }

  /** Resolves with the result of `work`, during which nothing is inserted. */
  async close<T>(work: () => Promise<T>): Promise<T> {
    const previous = this.#closed
    const result = previous.then(() => Promise.allSettled(this.#running)).then(work)
    this.#closed = result.catch(() => undefined)
    return result
  }
}

/**
 * Tables that record progress come first: data without its record is written again after a restore, but data whose
 * record exists would be missing.
 */
const tablesQuery = `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
ORDER BY name NOT IN ('schema_versions', 'summary_backfill'), name`

const frozenFolder = (directory: string, name: string): string => join(directory, 'shadow', name)

/** `directory` is the folder of the store; `name` has only letters and digits. */
export async function freeze(
  {
    client,
    directory,
    gate,
  }: { readonly client: ClickHouseClient; readonly directory: string; readonly gate: InsertGate },
  name: string,
): Promise<FrozenFiles> {
  try {
    if (name.startsWith(frozenByCommand)) await releaseAbandoned(directory, 'command')
    return await gate.close(async () => {
      const result = await client.query({ query: tablesQuery, format: 'JSONEachRow' })
      for (const table of await result.json<{ readonly name: string }>()) {
        await client.command({ query: `ALTER TABLE ${table.name} FREEZE WITH NAME '${name}'` })
      }
      return {
        files: [...(await partFiles(directory, name)), ...(await smallFiles(directory))],
        links: await linksOf(directory),
      }
    })
  } catch (error) {
    await release(directory, name)
    throw asStoreFailure(error)
  }
}

/** Idempotent. */
export const release = (directory: string, name: string): Promise<void> =>
  rm(frozenFolder(directory, name), { recursive: true, force: true })

/**
 * Releases files whose process has ended. Opening a store releases those of servers, since this process owns it now.
 * Those of a command may still be read; the next command releases them.
 */
export async function releaseAbandoned(directory: string, by: 'server' | 'command'): Promise<void> {
  const names = await readdir(join(directory, 'shadow')).catch(() => [])
  for (const name of names) {
    if (name.startsWith(frozenByCommand) === (by === 'command')) await release(directory, name)
  }
}

/** All entries below a folder except folders. Links are not followed. */
async function* entriesBelow(folder: string): AsyncGenerator<Dirent> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* entriesBelow(join(folder, entry.name))
    else yield entry
  }
}

async function partFiles(directory: string, name: string): Promise<FrozenFiles['files']> {
  const folder = frozenFolder(directory, name)
  return Array.fromAsync(entriesBelow(folder), (entry) => {
    const source = join(entry.parentPath, entry.name)
    return { source, path: source.slice(folder.length + 1) }
  })
}

/** The definitions of tables and pending work: files next to the folders of parts. */
async function smallFiles(directory: string): Promise<FrozenFiles['files']> {
  const files: { source: string; path: string }[] = []
  for (const group of await readdir(join(directory, 'store'))) {
    for (const id of await readdir(join(directory, 'store', group))) {
      for (const file of await readdir(join(directory, 'store', group, id), { withFileTypes: true })) {
        const path = join('store', group, id, file.name)
        if (file.isFile() && !file.name.startsWith('tmp')) files.push({ source: join(directory, path), path })
      }
    }
  }
  return files
}

/** Names of databases and tables are links to their folders. */
async function linksOf(directory: string): Promise<readonly FrozenLink[]> {
  const links: FrozenLink[] = []
  for (const folder of ['metadata', 'data']) {
    for await (const entry of entriesBelow(join(directory, folder))) {
      if (!entry.isSymbolicLink()) continue
      const path = join(entry.parentPath, entry.name)
      links.push({ path: path.slice(directory.length + 1), target: await readlink(path) })
    }
  }
  return links
}
