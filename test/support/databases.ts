// Fresh databases of both backends, for tests that open the store themselves.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { RelationalStore } from '../../src/storage/contract/contract.ts'
import type { TestDatabase } from '../../src/storage/conformance/subject.ts'
import { openPostgres } from '../../src/storage/relational/postgres.ts'
import { openSqlite } from '../../src/storage/relational/sqlite.ts'
import type { Backend } from './api.ts'
import { newDataDirectory } from './data-directory.ts'

/** The address of the database for a process that a test starts. */
export interface FreshDatabase extends TestDatabase {
  /** Settings that make a server use it. */
  readonly env: Readonly<Record<string, string>>
  readonly location: string
}

async function administrate(statement: string): Promise<void> {
  const client = new Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function freshPostgres(): Promise<FreshDatabase> {
  const name = `test_${process.pid}_${crypto.randomUUID().replaceAll('-', '')}`
  await administrate(`create database ${name}`)
  const url = `${inject('postgresUrl')}/${name}`
  const directory = newDataDirectory()
  return {
    location: url,
    env: { ASSAY_DATABASE_URL: url, ASSAY_DATA_DIR: directory },
    open: () => openStore(url),
    remove: async () => {
      await administrate(`drop database ${name} with (force)`)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function freshSqlite(): Promise<FreshDatabase> {
  const directory = newDataDirectory()
  const path = join(directory, 'assay.sqlite')
  return {
    location: path,
    env: { ASSAY_DATA_DIR: directory },
    open: () => openStore(path),
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  }
}

export const freshDatabase = (backend: Backend): Promise<FreshDatabase> =>
  backend === 'sqlite' ? freshSqlite() : freshPostgres()

/** The store of a fresh database; closing it removes the database too. */
export async function openFreshStore(
  backend: Backend,
): Promise<{ readonly store: RelationalStore; readonly close: () => Promise<void> }> {
  const database = await freshDatabase(backend)
  const store = await database.open()
  return {
    store,
    close: async () => {
      await store.close()
      await database.remove()
    },
  }
}

/** The store at a location of freshDatabase. */
export const openStore = (location: string): ReturnType<typeof openSqlite> =>
  location.startsWith('postgres:')
    ? openPostgres({ url: location, connectionsMax: 8, onError: () => undefined })
    : openSqlite(location)
