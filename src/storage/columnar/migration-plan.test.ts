import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadEngine } from './engine.ts'
import { planEmbedded, workOf } from './migration-plan.ts'
import { migrations } from './migrations.ts'
import { clustered, single, type Placement } from './placement.ts'

const statementsOf =
  (placement: Placement) =>
  ({ statements, backgroundStatements }: (typeof migrations)[number]): readonly string[] => [
    ...statements(placement),
    ...(backgroundStatements?.(placement) ?? []),
  ]

const workOfMigration = (name: string, placement = single): readonly unknown[] =>
  migrations
    .filter((migration) => migration.name === name)
    .flatMap(statementsOf(placement))
    .flatMap((statement) => workOf(statement, new Map([[placement.local('spans'), 7]])) ?? [])

test('every statement of every migration has a known cost', () => {
  for (const placement of [single, clustered('main')]) {
    for (const migration of migrations) {
      for (const statement of statementsOf(placement)(migration))
        expect(() => workOf(statement, new Map())).not.toThrow()
    }
  }
})

test('a changed column type is a rewrite, indexes and copies are background work, all else touches no stored row', () => {
  expect(workOfMigration('names in dictionaries, long texts once')).toEqual([
    { kind: 'rewrite', table: 'spans', rows: 7 },
  ])
  for (const name of ['index of hashes', 'groups of analytics']) {
    expect(workOfMigration(name)).toEqual([{ kind: 'background', table: 'spans', rows: 7 }])
  }
  expect(workOfMigration('summaries of traces, sessions and users', clustered('main'))).toEqual([
    { kind: 'background', table: 'spans_local', rows: 7 },
  ])
  for (const name of ['columns take less room', 'heads of traces', 'merges column by column']) {
    expect(workOfMigration(name)).toEqual([])
  }
})

test('a directory without tables is not changed by the plan', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-plan-'))
  const plan = await planEmbedded(directory)
  expect([plan.applied, plan.pending.length]).toEqual([0, migrations.length])
  const { connect } = await loadEngine(directory)
  const client = await connect({ max_threads: 1 })
  const tables = await client.query({ query: 'SHOW TABLES', format: 'JSONEachRow' })
  expect(await tables.json()).toEqual([])
  await client.close()
  rmSync(directory, { recursive: true })
})
