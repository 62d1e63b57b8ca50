// The plans of PostgreSQL: searches for rare records read about as many rows as they answer, however many rows the
// project has.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../test/support/databases.ts'
import { noFilter } from '../../conformance/records.ts'
import type { ListFilter, RelationalReads, RelationalStore } from '../../contract/contract.ts'

const rows = 5_000
const rareCount = 20
const pageSize = 50
/** Rows that a list may read: each record with its parents, and as many again. */
const rowsReadMax = 6 * pageSize

let database: FreshDatabase
let store: RelationalStore
let client: Client
// Installed before the first connection, which keeps a reference to the method.
const query = vi.spyOn(Client.prototype, 'query')

const header = `'p', 'workflow', '{}', '2026-' || lpad(n::text, 8, '0'), 'a'`
const headerColumns = 'project_id, family, flags, created_at, created_by_id'
const allNumbers = `from generate_series(1, ${rows}) as n`
/** A value that only the oldest rows have. */
const oldest = (value: string, other: string): string =>
  `case when n <= ${rareCount} then '${value}' else '${other}' end`
const base = `'p', ${oldest('failure', 'success')}, '{}', '2026-' || lpad(n::text, 8, '0'), 'a'`
const baseColumns = 'project_id, status, flags, created_at, created_by_id'

const insertStatements = [
  `insert into audit (id, project_id, timestamp, actor_id, actor_prefix, method, path, operation, resource_kind, resource_id,
    status_code, remote_address, request_id)
    select 'a' || n, 'p', '2026-' || lpad(n::text, 8, '0'), ${oldest('rare', 'a')}, 'k', ${oldest('DELETE', 'POST')},
      ${oldest('/rare', '/often')}, 'o', ${oldest('key', 'application')}, ${oldest('rare', 'often')}, 200, '::1', 'r' ${allNumbers}`,
  `insert into artifacts (id, slug, roles, ${headerColumns}) select 'a' || n, 'a' || n, case when n <= ${rareCount} then 2 else 1 end, ${header} ${allNumbers}`,
  `insert into variants (id, slug, artifact_id, ${headerColumns}) select 'v' || n, 'v' || n, 'a' || n, ${header} ${allNumbers}`,
  `insert into revisions (id, slug, artifact_id, variant_id, version, author, date, ${headerColumns})
    select 'r' || n, 'r' || n, 'a' || n, 'v' || n, 0, ${oldest('rare', 'a')}, '2026', ${header} ${allNumbers}`,
  `insert into evaluation_runs (id, executor, ${baseColumns}) select 'u' || n, 'server', ${base} ${allNumbers}`,
  `insert into evaluation_scenarios (id, run_id, ${baseColumns}) select 's' || n, 'u' || n, ${base} ${allNumbers}`,
  `insert into evaluation_results (id, run_id, scenario_id, step_key, repeat_idx, ${baseColumns})
    select 't' || n, 'u' || n, 's' || n, 'step', 0, ${base} ${allNumbers}`,
  `insert into git_objects (project_id, artifact_id, object_id, type, bytes)
    select 'p', 'a' || n, 'o' || n, 'blob', '' ${allNumbers}`,
]

beforeAll(async () => {
  database = await freshDatabase('postgres')
  store = await database.open()
  client = new Client({ connectionString: database.location })
  await client.connect()
  for (const statement of insertStatements) await client.query(statement)
  await client.query('analyze')
  // As on a solid-state disk: by default twenty lookups cost more than reading these small tables.
  await client.query('set random_page_cost = 1.1')
})
afterAll(async () => {
  query.mockRestore()
  await client.end()
  await store.close()
  await database.remove()
})

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** The rows that the scans of a plan read from tables and indexes. */
function rowsRead(node: PlanNode): number {
  const parts = (node.Plans ?? []).map(rowsRead).reduce((sum, part) => sum + part, 0)
  if (!node['Node Type'].includes('Scan') || node['Node Type'] === 'Subquery Scan') return parts
  return parts + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
}

type QueryArguments = readonly [text: unknown, values?: unknown]

/** The rows that all statements of a call read. */
async function rowsReadBy(call: () => Promise<unknown>): Promise<number> {
  query.mockClear()
  await call()
  const statements = (query.mock.calls as unknown as readonly QueryArguments[]).map(([text, values]) =>
    typeof text === 'string'
      ? { text, values }
      : (text as { readonly text: string; readonly values: unknown }),
  )
  let total = 0
  for (const { text, values } of statements) {
    const answer = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${text}`,
      values as unknown[],
    )
    for (const { Plan } of answer.rows[0]?.['QUERY PLAN'] ?? []) total += rowsRead(Plan)
  }
  return total
}

const page = {
  order: 'descending',
  limit: pageSize,
  from: undefined,
  to: undefined,
  after: undefined,
} as const
const entries = {
  actorId: undefined,
  method: undefined,
  path: undefined,
  resourceKind: undefined,
  resourceId: undefined,
} as const
const anyRecord: ListFilter = { ...noFilter, family: 'workflow' }
const ids = (letter: string) => Array.from({ length: pageSize }, (_, i) => `${letter}${i + 1}`)

const reads: readonly (readonly [
  name: string,
  answers: number,
  read: (read: RelationalReads) => Promise<readonly unknown[]>,
])[] = [
  [
    'audit entries of a kind',
    rareCount,
    (read) => read.audit('p', { ...entries, resourceKind: 'key' }, page),
  ],
  ['audit entries of a method', rareCount, (read) => read.audit('p', { ...entries, method: 'DELETE' }, page)],
  ['audit entries of a path', rareCount, (read) => read.audit('p', { ...entries, path: '/rare' }, page)],
  [
    'audit entries of a resource',
    rareCount,
    (read) => read.audit('p', { ...entries, resourceId: 'rare' }, page),
  ],
  ['audit entries of an author', rareCount, (read) => read.audit('p', { ...entries, actorId: 'rare' }, page)],
  ...(['run', 'scenario', 'result'] as const).flatMap((kind): typeof reads => [
    [
      `failed records (${kind}) of all runs`,
      rareCount,
      (read) => read.evaluationRecords(kind, 'p', { statuses: ['failure', 'errors'] }, page),
    ],
    [
      `running records (${kind}) of all runs`,
      0,
      (read) => read.evaluationRecords(kind, 'p', { statuses: ['running'] }, page),
    ],
  ]),
  ['artifacts by slug', pageSize, (read) => read.listArtifacts('p', { ...anyRecord, slugs: ids('a') }, page)],
  [
    'variants by reference',
    pageSize,
    (read) => read.listVariants('p', { ...anyRecord, variantRefs: ids('v').map((slug) => ({ slug })) }, page),
  ],
  [
    'evaluators among applications',
    rareCount,
    (read) => read.listArtifacts('p', { ...anyRecord, roleMask: 2 }, page),
  ],
  [
    'revisions of an author',
    rareCount,
    (read) => read.listRevisions('p', { ...anyRecord, authors: ['rare'] }, page),
  ],
  [
    'variants of evaluators',
    rareCount,
    (read) => read.listVariants('p', { ...anyRecord, roleMask: 2 }, page),
  ],
  [
    'revisions of evaluators',
    rareCount,
    (read) => read.listRevisions('p', { ...anyRecord, roleMask: 2 }, page),
  ],
  ['revisions by id', pageSize, (read) => read.revisions('p', ids('r'))],
  ['first variants', pageSize, (read) => read.defaultVariants('p', ids('a'))],
  ['the owner of a Git object', 1, async (read) => [await read.gitObjectOwner('p', 'o7')]],
]

test.each(reads)('%s: reads little more than it answers', async (_, answers, read) => {
  expect(await read(store.read)).toHaveLength(answers)
  expect(await rowsReadBy(() => read(store.read))).toBeLessThanOrEqual(rowsReadMax)
})

test('a search without an index reads the rows of its project', async () => {
  const byInterval = (): Promise<unknown> =>
    store.read.evaluationRecords('result', 'p', { intervals: [7] }, page)
  expect(await rowsReadBy(byInterval)).toBeGreaterThanOrEqual(rows)
})
