import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startClickHouse } from '../../../test/support/clickhouse.ts'
import { spanStoreConformance } from '../conformance/columnar.ts'
import { clustered, migrations, single } from './migrations.ts'
import { openEmbedded, openServer } from './open.ts'

spanStoreConformance({
  name: 'embedded',
  open: async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-columnar-'))
    let store = await openEmbedded(directory)
    return {
      store,
      reopened: async () => {
        await store.close()
        store = await openEmbedded(directory)
        return store
      },
      remove: async () => {
        await store.close()
        rmSync(directory, { recursive: true, force: true })
      },
    }
  },
})

spanStoreConformance({
  name: 'on a server',
  open: async () => {
    let server = await startClickHouse()
    let store = await openServer(server.url, undefined)
    return {
      store,
      // The server dies without warning and starts again on the same data.
      reopened: async () => {
        await store.close()
        await server.kill()
        server = await startClickHouse(server)
        store = await openServer(server.url, undefined)
        return store
      },
      remove: async () => {
        await store.close()
        await server.remove()
      },
    }
  },
})

const textOf = (placement: typeof single): string =>
  migrations.flatMap(({ statements }) => statements(placement)).join(';\n')

test('on a cluster the same tables are replicated, local, and seen through a distributed one', () => {
  const text = textOf(clustered('main'))
  expect(text).toContain('CREATE TABLE IF NOT EXISTS spans_local ON CLUSTER `main`')
  expect(text).toContain(
    "ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version, is_deleted)",
  )
  expect(text).toContain('Distributed(`main`, currentDatabase(), spans_local, cityHash64(trace_id))')
  expect(text).toContain('TO span_facts_local AS')
  // Nothing but the placement differs.
  const columns = /\(\n {2}project_id UUID,.*?\n\)/s
  expect(columns.exec(text)?.[0]).toBe(columns.exec(textOf(single))?.[0])
})
