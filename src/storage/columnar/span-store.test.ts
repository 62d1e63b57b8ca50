// The span store on both engines, and rows that older migrations left.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import { expect, test } from 'vitest'
import { startClickHouse } from '../../../test/support/clickhouse.ts'
import { inDeep } from '../../../test/support/tier.ts'
import { holdsPathSql } from '../../tracing/filter/columns/columns.ts'
import { wordsMark } from '../contract/contract.ts'
import { spanStoreConformance } from '../conformance/columnar.ts'
import { migrations } from './migrations.ts'
import { clustered, single } from './placement.ts'
import { openEmbedded, openServer } from './open.ts'

spanStoreConformance({
  name: 'embedded',
  open: async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-columnar-'))
    let store = await openEmbedded(directory)
    return {
      store,
      reopen: async () => {
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
      // Kills the server and restarts it on the same data.
      reopen: async () => {
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

inDeep(() => {
  test('older rows with container paths as a list are found by these paths', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-columnar-'))
    const engine = createChdbConnection({ path: directory })
    const clientBefore = createClient({ connection: engine as unknown as Connection })
    for (const query of migrations.slice(0, 3).flatMap(({ statements }) => statements(single))) {
      await clientBefore.command({ query })
    }
    const project_id = crypto.randomUUID()
    const row = { project_id, trace_id: 'a', span_id: 'b', start_time: '2026-11-15 09:00:00', version: '1' }
    await clientBefore.insert({
      table: 'spans',
      values: [{ ...row, containers: ['ag', 'ag.data', 'line\nfeed'] }],
      format: 'JSONEachRow',
    })
    await clientBefore.close()
    const store = await openEmbedded(directory)
    const countMatches = async (path: string): Promise<number> => {
      const where = { sql: holdsPathSql('container_paths', '{path:String}'), params: { path } }
      const bounds = { sql: 'true', params: {} }
      const page = { where, bounds, order: 'descending', limit: 10 } as const
      return (await store.queries.page({ projectId: project_id }, page)).rows.length
    }
    expect(await Promise.all(['ag', 'ag.data', 'line\nfeed', 'data', 'line'].map(countMatches))).toEqual([
      1, 1, 1, 0, 0,
    ])
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  test('words are found in rows with and without a built index', async () => {
    const engine = createChdbConnection({ path: ':memory:' })
    const client = createClient({ connection: engine as unknown as Connection })
    const run = async (selectedMigrations: readonly (typeof migrations)[number][]): Promise<void> => {
      for (const query of selectedMigrations.flatMap(({ statements }) => statements(single)))
        await client.command({ query })
    }
    const row = { project_id: crypto.randomUUID(), start_time: '2026-11-15 09:00:00', version: '1' }
    const write = (span_id: string, content: string, inputs: string): Promise<unknown> =>
      client.insert({
        table: 'spans',
        values: [{ ...row, trace_id: 'a', span_id, content, inputs }],
        format: 'JSONEachRow',
      })
    const spansMatching = async (sql: string): Promise<readonly string[]> => {
      const result = await client.query({
        query: `SELECT span_id FROM spans WHERE ${sql} ORDER BY span_id`,
        format: 'JSONEachRow',
      })
      return (await result.json<{ span_id: string }>()).map(({ span_id }) => span_id)
    }
    const isOfWords = ({ name }: (typeof migrations)[number]): boolean =>
      name === 'words without a second text'
    await run(migrations.filter((each) => !isOfWords(each)))
    await write('before', ' the order was refunded \n 1 ', '{"text":"The order was refunded"}')
    await run(migrations.filter(isOfWords))
    const at = '{"text":"'.length
    await write('after', ` ${wordsMark({ at, bytes: 15, form: 'plain' })} `, '{"text":"Refunded, twice"}')
    expect(await spansMatching("hasAllTokens(content_words, ['refunded'])")).toEqual(['after', 'before'])
    expect(await spansMatching("hasAllTokens(content_words, ['text'])")).toEqual([])
    expect(await spansMatching("NOT hasAllTokens(content_words, ['twice'])")).toEqual(['before'])
    expect(await spansMatching("content_lines LIKE '% refunded twice %'")).toEqual(['after'])
    await client.close()
  })

  test('rows from before and after the columns of groups have the same groups', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-columnar-'))
    const engine = createChdbConnection({ path: directory })
    const client = createClient({ connection: engine as unknown as Connection })
    const spans: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      requested: { 'ag.meta.request.model': 'gpt', 'ag.meta.response.model': 'gpt-2026' },
      answered: { 'ag.meta.response.model': 'gpt-2026', 'deployment.environment': 'test' },
      empty: { 'ag.meta.request.model': '', 'ag.references.application.slug': 'bot' },
      none: {},
    }
    const write = async (suffix: string): Promise<void> => {
      await client.insert({
        table: 'spans',
        values: Object.entries(spans).map(([name, strings]) => ({
          project_id: crypto.randomUUID(),
          trace_id: 'a',
          span_id: `${name} ${suffix}`,
          start_time: '2026-11-15 09:00:00',
          version: '1',
          strings,
        })),
        format: 'JSONEachRow',
      })
    }
    const isOfGroups = ({ name }: (typeof migrations)[number]): boolean => name === 'groups of analytics'
    for (const query of migrations
      .filter((each) => !isOfGroups(each))
      .flatMap(({ statements }) => statements(single)))
      await client.command({ query })
    await write('before')
    const groups = async (): Promise<readonly unknown[]> => {
      const result = await client.query({
        query: `SELECT splitByChar(' ', span_id)[1] AS span, model_name, application_slug, environment_name
                FROM spans GROUP BY ALL ORDER BY span`,
        format: 'JSONCompactEachRow',
      })
      return await result.json()
    }
    const [migration] = migrations.filter(isOfGroups)
    for (const query of migration?.statements(single) ?? []) await client.command({ query })
    await write('after')
    const expected = [
      ['answered', '"gpt-2026"', '', '"test"'],
      ['empty', '""', '"bot"', ''],
      ['none', '', '', ''],
      ['requested', '"gpt"', '', ''],
    ]
    expect(await groups()).toEqual(expected)
    for (const query of migration?.backgroundStatements?.(single) ?? []) await client.command({ query })
    expect(await groups()).toEqual(expected)
    await client.close()
    rmSync(directory, { recursive: true, force: true })
  })
})

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

const textOf = (placement: typeof single): string =>
  migrations.flatMap(({ statements }) => statements(placement)).join(';\n')

test('on a cluster the tables are replicated and local, with a distributed table on top', () => {
  const text = textOf(clustered('main'))
  expect(text).toContain('CREATE TABLE IF NOT EXISTS spans_local ON CLUSTER `main`')
  expect(text).toContain(
    "ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version, is_deleted)",
  )
  expect(text).toContain('Distributed(`main`, currentDatabase(), spans_local, cityHash64(trace_id))')
  expect(text).toContain('TO span_facts_local AS')
  // Only the placement differs.
  const columns = /\(\n {2}project_id UUID,.*?\n\)/s
  expect(columns.exec(text)?.[0]).toBe(columns.exec(textOf(single))?.[0])
})
