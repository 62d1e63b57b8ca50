// The statements and settings of each layout, as a ClickHouse server receives them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startClickHouse } from '../../../test/support/clickhouse.ts'
import {
  recordClickHouse,
  type Answer,
  type RecordedStatement,
  type RecordingClickHouse,
} from '../../../test/support/recording-clickhouse.ts'
import { someSpan, testProject, writeSpans } from '../../../test/support/span-stores.ts'
import type { SpanStore } from '../contract/contract.ts'
import { loadEngine } from './engine.ts'
import { migrations } from './migrations.ts'
import { openEmbedded, openServer, type ServerOptions } from './open.ts'

const cleanupSteps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanupSteps.splice(0).toReversed()) await clean()
})

const noTable = { error: 'Code: 60. DB::Exception: Unknown table schema_versions. (UNKNOWN_TABLE)' }
const appliedVersions = migrations.map((_, i) => ({ version: i + 1 }))

interface ClusterState {
  readonly version?: string
  readonly replicas?: number
  readonly applied?: readonly { readonly version: number }[]
}

const clusterAnswers =
  ({ version = '26.7.2.1', replicas = 2, applied: versions }: ClusterState): Answer =>
  (text) => {
    if (text.includes('version() AS version')) return [{ version }]
    if (text.includes('system.clusters')) return [{ replicas }]
    if (text.includes('FROM schema_versions')) return versions ?? noTable
    if (text.includes('FORMAT JSONColumns')) return [{ data: {} }]
    return []
  }

async function startRecordingServer(
  options: Parameters<typeof recordClickHouse>[0],
): Promise<RecordingClickHouse> {
  const server = await recordClickHouse(options)
  cleanupSteps.push(() => server.stop())
  return server
}

async function openStore(server: RecordingClickHouse, options: ServerOptions): Promise<SpanStore> {
  const store = await openServer(server.url, options)
  cleanupSteps.unshift(() => store.close())
  return store
}

const cluster = { name: 'main', insertQuorum: 'auto' }

/** One call of every kind: writes, reads of own writes, client queries, deletions and maintenance. */
async function useAll(store: SpanStore): Promise<void> {
  const place = {
    project_id: testProject,
    trace_id: someSpan.trace_id,
    span_id: someSpan.span_id,
    start_time: '2026-11-15 09:00:00.000000000',
  }
  const scope = { projectId: testProject }
  await store.identify(testProject)
  await writeSpans(store, [someSpan])
  await store.facts(testProject, [someSpan.trace_id])
  await store.trace(testProject, someSpan.trace_id)
  await store.spans(testProject, [place])
  await store.roots(testProject, [someSpan.trace_id])
  await store.outcomes(testProject, [someSpan.trace_id], { outputBytesMax: 10 })
  await store.traceIds(testProject, '', 1)
  await store.queries.traces(scope, [someSpan.trace_id])
  await store.queries.places(scope, { traceIds: [someSpan.trace_id] })
  await store.deleteSpans([{ ...place, version: '1' }])
  const times = { before: place.start_time, from: place.start_time, to: place.start_time }
  await store.tracesBefore(testProject, { ...times, after: undefined, limit: 1 })
  await store.partitionsBefore(place.start_time)
  await store.dropPartition({ id: '202611', ...times, projectIds: [testProject] })
  await store.reclaim({ shareMin: 0 })
  await store.check()
  await store.size()
}

const isInsert = ({ text }: RecordedStatement): boolean => /^\s*INSERT/i.test(text)
const isSelect = ({ text }: RecordedStatement): boolean => /^\s*SELECT/i.test(text)
const concernsSpans = ({ text }: RecordedStatement): boolean => /\b(spans|span_facts)\b/.test(text)
/** Each setting with the values that the statements have for it. */
const valuesOf = (statements: readonly RecordedStatement[], name: string): readonly unknown[] => [
  ...new Set(statements.map(({ settings }) => settings[name])),
]

describe('a cluster', () => {
  test('acknowledges an insert after the shards and most replicas have it', async () => {
    const server = await startRecordingServer({ answer: clusterAnswers({ applied: appliedVersions }) })
    await useAll(await openStore(server, { cluster }))
    const inserts = server.statements.filter((each) => isInsert(each) && concernsSpans(each))
    expect(inserts.length).toBeGreaterThan(1)
    expect(valuesOf(inserts, 'distributed_foreground_insert')).toEqual(['1'])
    expect(valuesOf(inserts, 'async_insert')).toEqual(['0'])
    expect(valuesOf(inserts, 'insert_quorum')).toEqual(['auto'])
    expect(valuesOf(inserts, 'insert_quorum_parallel')).toEqual(['0'])
  })

  test('reads spans with the writes that were acknowledged before', async () => {
    const server = await startRecordingServer({ answer: clusterAnswers({ applied: appliedVersions }) })
    await useAll(await openStore(server, { cluster }))
    const reads = server.statements.filter((each) => isSelect(each) && concernsSpans(each))
    expect(reads.length).toBeGreaterThan(8)
    expect(valuesOf(reads, 'select_sequential_consistency')).toEqual(['1'])
    expect(valuesOf(reads, 'load_balancing')).toEqual(['in_order'])
  })

  test('plans every statement with the analyzer of its servers', async () => {
    const server = await startRecordingServer({ answer: clusterAnswers({ applied: appliedVersions }) })
    await useAll(await openStore(server, { cluster }))
    expect(server.statements.filter(({ text }) => text.includes('enable_analyzer'))).toEqual([])
  })

  test('has no quorum without replicas, or when the setting turns it off', async () => {
    for (const [replicas, insertQuorum] of [
      [1, 'auto'],
      [2, '0'],
    ] as const) {
      const server = await startRecordingServer({
        answer: clusterAnswers({ applied: appliedVersions, replicas }),
      })
      await useAll(await openStore(server, { cluster: { name: 'main', insertQuorum } }))
      const inserts = server.statements.filter((each) => isInsert(each) && concernsSpans(each))
      expect(valuesOf(inserts, 'insert_quorum')).toEqual([undefined])
      expect(valuesOf(inserts, 'distributed_foreground_insert')).toEqual(['1'])
    }
  })

  test('is migrated without waiting for a dead replica', async () => {
    const server = await startRecordingServer({ answer: clusterAnswers({}) })
    await openStore(server, { cluster })
    const changes = server.statements.filter(({ text }) => text.includes('ON CLUSTER'))
    expect(changes.length).toBeGreaterThan(migrations.length)
    expect(valuesOf(changes, 'distributed_ddl_output_mode')).toEqual(['null_status_on_timeout'])
    expect(valuesOf(changes, 'distributed_ddl_task_timeout')).toEqual(['20'])
    const versions = server.statements.filter(({ text }) => text.startsWith('INSERT INTO schema_versions'))
    expect(versions.length).toBe(migrations.length)
    expect(valuesOf(versions, 'insert_quorum')).toEqual(['0'])
  })

  test('is not migrated again, unless the command asks for it', async () => {
    const server = await startRecordingServer({ answer: clusterAnswers({ applied: appliedVersions }) })
    await openStore(server, { cluster })
    expect(server.statements.filter(({ text }) => /\b(CREATE|ALTER|INSERT)\b/.test(text))).toEqual([])
    await openStore(server, { cluster, migration: { shouldRepeat: true } })
    expect(server.statements.filter(({ text }) => /\b(CREATE|ALTER)\b/.test(text)).length).toBeGreaterThan(
      migrations.length,
    )
  })

  test('that the server does not know is refused by name', async () => {
    const server = await startRecordingServer({ answer: clusterAnswers({ replicas: 0 }) })
    await expect(openServer(server.url, { cluster })).rejects.toThrow("has no cluster 'main'")
  })

  test('repeats an insert that is refused because an insert of another process lacks its quorum', async () => {
    let isBusy = true
    const answer = clusterAnswers({ applied: appliedVersions })
    const server = await startRecordingServer({
      answer: (text) => {
        if (!text.startsWith('INSERT INTO spans') || !isBusy) return answer(text)
        isBusy = false
        return { error: 'Code: 286. DB::Exception: Quorum for previous write has not been satisfied yet.' }
      },
    })
    await writeSpans(await openStore(server, { cluster }), [someSpan])
    expect(server.statements.filter(({ text }) => text.startsWith('INSERT INTO spans')).length).toBe(2)
  })
})

test('an engine that is too old, or a schema that is newer, is refused', async () => {
  const oldServer = await startRecordingServer({ answer: clusterAnswers({ version: '26.2.9.1' }) })
  await expect(openServer(oldServer.url)).rejects.toThrow('ClickHouse 26.2.9.1 is too old: Assay needs 26.3')
  const newerServer = await startRecordingServer({
    answer: clusterAnswers({ applied: [...appliedVersions, { version: migrations.length + 1 }] }),
  })
  await expect(openServer(newerServer.url)).rejects.toThrow(
    `The trace store has schema ${migrations.length + 1}, this program knows up to ${migrations.length}.`,
  )
})

test('a server gets none of the settings of a cluster, and its migrations once', async () => {
  const gateway = await startClickHouse()
  cleanupSteps.push(() => gateway.remove())
  const server = await startRecordingServer({ forwardTo: gateway.url })
  await useAll(await openStore(server, {}))
  const names = new Set(server.statements.flatMap(({ settings }) => Object.keys(settings)))
  expect(names.has('distributed_foreground_insert')).toBe(false)
  expect(names.has('select_sequential_consistency')).toBe(false)
  expect(valuesOf(server.statements.filter(isInsert).filter(concernsSpans), 'async_insert')).toEqual(['0'])
  expect(server.statements.some(({ text }) => /ON CLUSTER|Replicated|Distributed/.test(text))).toBe(false)
  server.statements.length = 0
  await openStore(server, {})
  expect(server.statements.filter(({ text }) => /\b(CREATE|ALTER|INSERT)\b/.test(text))).toEqual([])
})

test('the embedded engine records its migrations and applies them once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-layouts-'))
  cleanupSteps.push(async () => rmSync(directory, { recursive: true, force: true }))
  const appliedMigrations = async (): Promise<readonly string[]> => {
    await (await openEmbedded(directory)).close()
    const { connect } = await loadEngine(directory)
    const client = await connect({ max_threads: 1 })
    const result = await client.query({
      query: 'SELECT version, toString(applied_at) AS at FROM schema_versions ORDER BY version',
      format: 'JSONEachRow',
    })
    const rows = await result.json<{ readonly version: number; readonly at: string }>()
    await client.close()
    return rows.map(({ version, at }) => `${version} ${at}`)
  }
  const first = await appliedMigrations()
  expect(first.length).toBe(migrations.length)
  expect(await appliedMigrations()).toEqual(first)
})
