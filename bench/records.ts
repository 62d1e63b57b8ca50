// `npm run bench:records`: the processor time of lists, lookups and the polls of the runner on SQLite at two sizes of the relational
// store. SQLite answers on the main thread, so a statement whose cost grows with the store delays every other request.
// BENCH_SIZES names the factors (default 1 and 10): a store of factor 10 has 5,000 runs, 20,000 artifacts, 200 projects,
// 200,000 revisions, a million results, audit entries and receipts, and 200,000 waiting tasks.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, loadavg } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../src/storage/relational/sqlite.ts'
import type { ListFilter, RelationalStore } from '../src/storage/contract/contract.ts'
import { everything } from '../src/storage/conformance/records.ts'
import { record, type Row } from './support/record.ts'

const sizes = (process.env['BENCH_SIZES'] ?? '1,10').split(',').map(Number)
const runsMax = 50
const caseMsMax = 3_000

const project = '00000000-0000-7000-8000-000000000001'
const actor = '00000000-0000-7000-8000-00000000000a'
/** Ids whose order is that of their numbers. */
const idOf = (table: number, no: string): string => `printf('01900000-000${table}-7000-8000-%012d', ${no})`
/** A second for each number. */
const timeOf = (no: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%S.000000Z', 1790000000 + ${no}, 'unixepoch')`
const absent = { from: undefined, to: undefined, after: undefined } as const

interface Filled {
  readonly table: string
  /** The number of rows in a store of factor 1. */
  readonly rows: number
  /** Expressions by column; `n` counts from 1. */
  readonly columns: Readonly<Record<string, string>>
}

const quote = (text: string): string => `'${text}'`
const createdBy = { created_at: timeOf('n'), created_by_id: quote(actor) }
const runsPer = 500
const resultsPerRun = 200
const revisionsPerVariant = 10

const runOf = (no: string): string => idOf(1, `(${no} - 1) / ${resultsPerRun} + 1`)
const base = { project_id: quote(project), flags: quote('{}'), ...createdBy }

const tables: readonly Filled[] = [
  {
    table: 'projects',
    rows: 20,
    columns: {
      id: `case n when 1 then ${quote(project)} else ${idOf(0, 'n')} end`,
      slug: `'project-' || n`,
      name: `'Project ' || n`,
      is_default: 'n = 1',
      created_at: timeOf('n'),
    },
  },
  {
    table: 'artifacts',
    rows: 2_000,
    columns: { ...base, id: idOf(5, 'n'), family: quote('workflow'), slug: `'app-' || n`, roles: '1' },
  },
  {
    table: 'variants',
    rows: 2_000,
    columns: {
      ...base,
      id: idOf(8, 'n'),
      family: quote('workflow'),
      slug: `'variant-' || n`,
      artifact_id: idOf(5, 'n'),
      head_revision_id: idOf(9, `n * ${revisionsPerVariant}`),
      head_version: String(revisionsPerVariant - 1),
    },
  },
  {
    table: 'revisions',
    rows: 2_000 * revisionsPerVariant,
    columns: {
      ...base,
      id: idOf(9, 'n'),
      family: quote('workflow'),
      slug: `'revision-' || n`,
      artifact_id: idOf(5, `(n - 1) / ${revisionsPerVariant} + 1`),
      variant_id: idOf(8, `(n - 1) / ${revisionsPerVariant} + 1`),
      version: `(n - 1) % ${revisionsPerVariant}`,
      author: quote(actor),
      date: timeOf('n'),
      data: `'{"parameters":{"prompt":"' || printf('%0400d', n) || '"}}'`,
      content_hash: `printf('%064x', n)`,
    },
  },
  {
    table: 'evaluation_runs',
    rows: runsPer,
    columns: {
      ...base,
      id: idOf(1, 'n'),
      status: quote('success'),
      name: `'Run ' || n`,
      data: quote('{}'),
      executor: quote('server'),
    },
  },
  {
    table: 'evaluation_jobs',
    rows: runsPer,
    columns: {
      run_id: idOf(1, 'n'),
      project_id: quote(project),
      actor_id: quote(actor),
      phase: quote('resting'),
      asked_at: timeOf('n'),
      progress: quote('{"page":{"created":1000,"of":1000}}'),
      holder: quote(''),
      held_until: quote(''),
    },
  },
  {
    table: 'evaluation_scenarios',
    rows: (runsPer * resultsPerRun) / 2,
    columns: { ...base, id: idOf(2, 'n'), status: quote('success'), run_id: runOf('n * 2') },
  },
  {
    table: 'evaluation_results',
    rows: runsPer * resultsPerRun,
    columns: {
      ...base,
      id: idOf(3, 'n'),
      status: quote('success'),
      run_id: runOf('n'),
      scenario_id: idOf(2, '(n + 1) / 2'),
      step_key: `case n % 2 when 0 then 'application-a' else 'evaluator-b' end`,
      repeat_idx: '0',
      trace_id: `printf('%032x', n)`,
    },
  },
  {
    table: 'evaluation_metrics',
    rows: (runsPer * resultsPerRun) / 2,
    columns: {
      ...base,
      id: idOf(4, 'n'),
      status: quote('success'),
      run_id: runOf('n * 2'),
      scenario_id: idOf(2, 'n'),
      timestamp: quote(''),
      data: quote('{}'),
    },
  },
  {
    table: 'evaluation_tasks',
    rows: 20_000,
    columns: {
      id: idOf(6, 'n'),
      project_id: quote(project),
      run_id: runOf('n'),
      scenario_id: idOf(2, '(n + 1) / 2'),
      result_id: idOf(3, 'n'),
      step_key: `case n % 2 when 0 then 'application-a' else 'evaluator-b' end`,
      repeat_idx: '0',
      is_ready: '1',
      holder: `case when n <= 50 then 'other' else '' end`,
      held_until: `case when n <= 50 then '2999' else '' end`,
    },
  },
  {
    table: 'audit',
    rows: 100_000,
    columns: {
      id: idOf(7, 'n'),
      project_id: quote(project),
      timestamp: timeOf('n'),
      actor_id: `case when n <= 20 then 'rare' else ${quote(actor)} end`,
      actor_prefix: quote('tests'),
      method: quote('POST'),
      path: quote('/api/applications/revisions/commit'),
      operation: quote('commit_application_revision'),
      resource_kind: quote('application_revision'),
      resource_id: `case when n <= 20 then 'rare' else ${idOf(8, 'n')} end`,
      status_code: '200',
      remote_address: quote('127.0.0.1'),
      request_id: `printf('%032x', n)`,
    },
  },
  {
    table: 'receipts',
    rows: 100_000,
    columns: {
      id: idOf(9, 'n'),
      project_id: quote(project),
      received_at: timeOf('n'),
      finished_at: timeOf('n'),
      kind: quote('spans'),
      received: '10',
      accepted: '10',
      stored: `case when n <= 20 then 9 else 10 end`,
    },
  },
  {
    table: 'rejections',
    rows: 10_000,
    columns: {
      id: idOf(0, 'n'),
      project_id: quote(project),
      receipt_id: idOf(9, '(n + 9) / 10'),
      actor_id: quote(actor),
      received_at: timeOf('n'),
      position: '0',
      trace_id: `printf('%032x', n)`,
      reason: quote('The end is before the start.'),
      form: quote('json'),
    },
  },
]

const rowsOf = ({ rows }: Filled, factor: number): number => Math.round(rows * factor)

function fill(path: string, factor: number): void {
  const db = new DatabaseSync(path)
  db.exec('pragma synchronous = off')
  db.exec('pragma foreign_keys = off')
  for (const tableSpec of tables) {
    const { table, columns } = tableSpec
    const rows = rowsOf(tableSpec, factor)
    db.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
      insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} from numbers`)
  }
  db.close()
}

interface Asked extends Pick<RelationalStore, 'read' | 'write'> {
  readonly newestRun: string
}

type Case = readonly [name: string, call: (store: Asked) => Promise<unknown>]

const page = { order: 'descending', limit: 50, ...absent } as const
const anyEntry = {
  actorId: undefined,
  method: undefined,
  path: undefined,
  resourceKind: undefined,
  resourceId: undefined,
}
const anyRecord: ListFilter = { ...everything, family: 'workflow' }
const oldestArtifact = '01900000-0005-7000-8000-000000000001'
const middle = '01900000-0001-7000-8000-000000000100'
const lease = {
  holder: 'me',
  now: '2026',
  expiredBefore: '2026',
  until: '2999',
  untilMax: '3000',
  blameFrom: '2026',
}

const cases: readonly Case[] = [
  ['audit: newest 50', ({ read }) => read.audit(project, anyEntry, page)],
  [
    'audit: a resource without recent entries',
    ({ read }) => read.audit(project, { ...anyEntry, resourceId: 'rare' }, page),
  ],
  [
    'audit: an author without recent entries',
    ({ read }) => read.audit(project, { ...anyEntry, actorId: 'rare' }, page),
  ],
  ['receipts: newest 50', ({ read }) => read.receipts(project, { status: undefined }, page)],
  ['receipts: rejected, none recent', ({ read }) => read.receipts(project, { status: 'rejected' }, page)],
  ['receipts: pending, none', ({ read }) => read.receipts(project, { status: 'pending' }, page)],
  ['runs: newest 50', ({ read }) => read.evaluationRecords('run', project, {}, page)],
  [
    'runs: failed, none',
    ({ read }) => read.evaluationRecords('run', project, { statuses: ['failure'] }, page),
  ],
  ['results of a run', ({ read }) => read.evaluationRecords('result', project, { runIds: [middle] }, page)],
  [
    'results: failed, none',
    ({ read }) => read.evaluationRecords('result', project, { statuses: ['failure'] }, page),
  ],
  [
    'results of a run: failed, none',
    ({ read }) =>
      read.evaluationRecords('result', project, { runIds: [middle], statuses: ['failure'] }, page),
  ],
  ['result of a trace', ({ read }) => read.tracesOfResults(project, { traceIds: ['f'.padStart(32, '0')] })],
  [
    'metrics of a scenario',
    ({ read }) =>
      read.evaluationRecords(
        'metrics',
        project,
        { runIds: [middle], scenarioIds: ['01900000-0002-7000-8000-000000009950'] },
        page,
      ),
  ],
  [
    'metrics of a scenario, without its run',
    ({ read }) =>
      read.evaluationRecords(
        'metrics',
        project,
        { scenarioIds: ['01900000-0002-7000-8000-000000009950'] },
        page,
      ),
  ],
  [
    'metrics of a scenario are deleted',
    ({ write }) => write((tx) => tx.deleteEvaluationRecords('metrics', project, 'scenarioId', ['none'])),
  ],
  [
    'results of a scenario are deleted',
    ({ write }) => write((tx) => tx.deleteEvaluationRecords('result', project, 'scenarioId', ['none'])),
  ],
  ['progress of the newest run', ({ read, newestRun }) => read.runCounts(project, newestRun)],
  ['artifacts: newest 50', ({ read }) => read.listArtifacts(project, anyRecord, page)],
  [
    'variants of the oldest artifact',
    ({ read }) => read.listVariants(project, { ...anyRecord, artifactRefs: [{ id: oldestArtifact }] }, page),
  ],
  [
    'revisions of the oldest artifact',
    ({ read }) =>
      read.listRevisions(project, { ...anyRecord, artifactRefs: [{ id: oldestArtifact }] }, page, {
        withData: false,
      }),
  ],
  [
    'rejections of the first receipt',
    ({ read }) => read.rejections(project, '01900000-0009-7000-8000-000000000001', page),
  ],
  [
    'rejections of erased traces',
    ({ write }) => write((tx) => tx.deleteRejectionsOfTraces(project, ['none'])),
  ],
  ['runner: due jobs', ({ read }) => read.evaluationJobsDue('2026')],
  ['runner: held tasks', ({ read }) => read.heldTasks('me')],
  [
    'runner: expired leases',
    ({ read }) =>
      read.hasExpiredLeases({ endedBefore: '2026', endingAfter: '3000', blameFrom: '2026', exceptOf: 'me' }),
  ],
  ['runner: renewed leases', ({ write }) => write((tx) => tx.renewLeases(lease))],
  [
    'runner: released leases of others',
    ({ write }) =>
      write((tx) =>
        tx.releaseTasks({ endedBefore: '2026', endingAfter: '3000', blameFrom: '2026', exceptOf: 'me' }),
      ),
  ],
  ['metrics of the server: backlog of tasks', ({ read }) => read.taskBacklog()],
]

async function processorMs(store: Asked, call: Case[1]): Promise<number> {
  await call(store)
  const times: number[] = []
  const until = performance.now() + caseMsMax
  while (times.length < runsMax && (times.length < 3 || performance.now() < until)) {
    const before = process.cpuUsage()
    await call(store)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

const timesMs = new Map<string, number[]>()
const rounded = (ms: number): number => Math.round(ms * 100) / 100
for (const factor of sizes) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-records-'))
  const path = join(directory, 'assay.sqlite')
  await (await openSqlite(path)).close()
  fill(path, factor)
  const store = await openSqlite(path)
  const newestRun = `01900000-0001-7000-8000-${String(runsPer * factor).padStart(12, '0')}`
  const polls: Asked = { read: store.read, write: (work) => store.write(work), newestRun }
  for (const [name, call] of cases) {
    timesMs.set(name, [...(timesMs.get(name) ?? []), await processorMs(polls, call)])
  }
  await store.close()
  rmSync(directory, { recursive: true, force: true })
}
record(
  'records',
  [
    `SQLite, median processor time per call in milliseconds, up to ${runsMax} calls; load average ${loadavg()[0]?.toFixed(1)}`,
    ...sizes.map(
      (factor) =>
        `size ${factor}: ${tables
          .map((tableSpec) => `${rowsOf(tableSpec, factor)} ${tableSpec.table.replace('evaluation_', '')}`)
          .join(', ')}`,
    ),
  ],
  [...timesMs].map(([name, times]): Row => ({
    statement: name,
    ...Object.fromEntries(sizes.map((factor, i) => [`size ${factor}: ms`, rounded(times[i] ?? 0)])),
    factor: Math.round(((times.at(-1) ?? 0) / Math.max(times[0] ?? 0, 0.01)) * 10) / 10,
  })),
)
