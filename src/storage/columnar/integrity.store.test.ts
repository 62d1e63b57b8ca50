// The deep check of spans finds spans without facts, and facts without a span.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type ClickHouseClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowOf, filterColumns } from '../conformance/columnar-rows.ts'
import { encodeRows, versionSteps, type NewSpan, type SpanStore } from '../contract/contract.ts'
import { openEmbedded } from './open.ts'

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

const directory = mkdtempSync(join(tmpdir(), 'assay-columnar-'))
let store: SpanStore
let client: ClickHouseClient
beforeAll(async () => {
  store = await openEmbedded(directory)
  client = createClient({ connection: createChdbConnection({ path: directory }) as unknown as Connection })
})
afterAll(async () => {
  await client.close()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

test('a span without facts and facts without a span are counted', async () => {
  const rows = Array.from({ length: 5 }, (): NewSpan => ({
    ...filterColumns,
    ...rowOf(),
    version: versionSteps.toString(),
  }))
  await store.write(encodeRows(rows))
  expect(await store.integrity()).toEqual({ spans: 5, spansWithoutFacts: 0, factsWithoutSpans: 0 })
  const [withoutFacts, withoutSpan] = rows
  const remove = (table: string, row: NewSpan | undefined): Promise<unknown> =>
    client.command({
      query: `ALTER TABLE ${table} DELETE WHERE project_id = {project:UUID} SETTINGS mutations_sync = 2`,
      query_params: { project: row?.project_id },
    })
  await remove('span_facts', withoutFacts)
  await remove('spans', withoutSpan)
  expect(await store.integrity()).toEqual({ spans: 4, spansWithoutFacts: 1, factsWithoutSpans: 1 })
})
