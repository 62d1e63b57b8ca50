// Reads spans that an earlier version, without indexes and later columns, stored.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session } from 'chdb'
import { expect, test } from 'vitest'
import { someSpan, testProject, writeSpans } from '../../../test/support/span-stores.ts'
import { contentColumns } from '../../storage/contract/contract.ts'
import { migrations } from '../../storage/columnar/migrations.ts'
import { single } from '../../storage/columnar/placement.ts'
import { openEmbedded } from '../../storage/columnar/open.ts'
import { parseFiltering } from '../filter/tree/parse.ts'
import { parseWindowing } from '../filter/windowing.ts'
import { querySpans } from './pages.ts'

const spansFrom = (first: number) =>
  Array.from({ length: 40 }, (_, i) => ({
    ...someSpan,
    span_id: (first + i).toString(16).padStart(16, '0'),
    attributes: {
      ag: { metrics: { tokens: { cumulative: { total: 3 } } } },
      note: i % 4 === 0 ? `Order ${first + i} refunded` : 'Nothing',
    },
    ...(i % 4 === 0 ? { session_id: 'sess-1' } : {}),
    ...(i % 4 === 1 ? { parent_id: first.toString(16).padStart(16, '0') } : {}),
  }))

const addedIndex = /^\s*ALTER TABLE (\w+)\s+ADD INDEX IF NOT EXISTS (\w+)/

/** All indexes that were added, with their tables. */
const indexes = migrations
  .flatMap(({ statements }) => statements(single))
  .flatMap((statement) => {
    const [, table, name] = addedIndex.exec(statement) ?? []
    return table === undefined || name === undefined ? [] : [{ table, name }]
  })

/** Reverts a store to an earlier version: only an index of the words of `content`, and fewer columns. */
async function dropIndexes(directory: string): Promise<void> {
  const session = new Session(directory)
  for (const table of ['summary_spans_view', 'summary_spans', 'summary_backfill', 'schema_versions']) {
    await session.queryAsync(`DROP TABLE ${table} SYNC`)
  }
  for (const name of ['leads', 'is_root']) await session.queryAsync(`ALTER TABLE spans DROP COLUMN ${name}`)
  for (const { table, name } of indexes) await session.queryAsync(`ALTER TABLE ${table} DROP INDEX ${name}`)
  for (const name of Object.keys(contentColumns)) {
    await session.queryAsync(`ALTER TABLE spans DROP COLUMN ${name}`)
  }
  await session.queryAsync(
    'ALTER TABLE spans ADD INDEX content_words content TYPE text(tokenizer = splitByNonAlpha)',
  )
  await session.queryAsync('ALTER TABLE spans MATERIALIZE INDEX content_words SETTINGS mutations_sync = 1')
  session.close()
}

test('older spans are found with newer ones, and their indexes are built', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-columnar-'))
  const olderStore = await openEmbedded(directory)
  await writeSpans(olderStore, spansFrom(0))
  await olderStore.close()
  await dropIndexes(directory)

  const store = await openEmbedded(directory)
  await writeSpans(store, spansFrom(100))
  const matches = async (filtering: object): Promise<number> => {
    const page = await querySpans(
      store.queries,
      { projectId: testProject },
      {
        filter: parseFiltering(filtering, ['filtering']),
        windowing: parseWindowing({}, ['windowing']),
        isWindowed: false,
      },
    )
    return page.rows.length
  }
  expect(await matches({ field: 'content', operator: 'contains', value: 'refunded' })).toBe(20)
  expect(await matches({ field: 'content', operator: 'contains', value: '"order 4 refunded"' })).toBe(1)
  expect(await matches({ field: 'attributes', key: 'note', operator: 'contains', value: 'efunde' })).toBe(20)
  expect(await matches({ field: 'session_id', value: 'sess-1' })).toBe(20)
  expect(await matches({ field: 'parent_id', operator: 'is', value: null })).toBe(60)
  const allIds = { order: 'descending', limit: 10, bounds: { sql: 'true', params: {} } } as const
  const sessions = await store.queries.activity(
    { projectId: testProject },
    { column: 'session_id', by: 'first', ...allIds },
  )
  expect(sessions).toMatchObject([{ id: 'sess-1', spans: 20, tokens: 60 }])
  await store.close()

  // A second start builds nothing again.
  await (await openEmbedded(directory)).close()
  const after = new Session(directory)
  const commands = await after.queryAsync('SELECT command FROM system.mutations', { format: 'TabSeparated' })
  const builtIndexes = commands.text().match(/MATERIALIZE INDEX (?!content_words)(\w+)/g) ?? []
  expect(builtIndexes.toSorted()).toEqual(indexes.map(({ name }) => `MATERIALIZE INDEX ${name}`).toSorted())
  const remaining = await after.queryAsync('SELECT name FROM system.data_skipping_indices', {
    format: 'TabSeparated',
  })
  expect(remaining.text().split('\n')).not.toContain('content_words')
  after.close()
  rmSync(directory, { recursive: true, force: true })
})
