// The tables of `npm run bench:records`, filled by SQL: rows of any number in seconds.
import { DatabaseSync } from 'node:sqlite'

export const project = '00000000-0000-7000-8000-000000000001'
const actor = '00000000-0000-7000-8000-00000000000a'
/** Ids whose order is that of their numbers. */
const idOf = (table: number, no: string): string => `printf('01900000-000${table}-7000-8000-%012d', ${no})`
/** A second for each number. */
const timeOf = (no: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%S.000000Z', 1790000000 + ${no}, 'unixepoch')`

interface TableSpec {
  readonly table: string
  /** The number of rows in a store of factor 1. */
  readonly rows: number
  /** Expressions by column; `n` counts from 1. */
  readonly columns: Readonly<Record<string, string>>
}

const quote = (text: string): string => `'${text}'`
const createdBy = { created_at: timeOf('n'), created_by_id: quote(actor) }
export const runsPerFactor = 500
const resultsPerRun = 200
const revisionsPerVariant = 10

const runOf = (no: string): string => idOf(1, `(${no} - 1) / ${resultsPerRun} + 1`)
const base = { project_id: quote(project), flags: quote('{}'), ...createdBy }
/** The rows that are rare: the oldest ones, so that a search from the newest finds them last. */
const rareValue = (value: string, other: string): string =>
  `case when n <= 20 then ${quote(value)} else ${quote(other)} end`
const status = rareValue('failure', 'success')
/** Half of the artifacts belong to the first project, the others to all projects in turn. */
const projectOf = (artifact: string): string =>
  `case when ${artifact} <= 40 or ${artifact} % 2 = 0 then ${quote(project)} else
    (select id from projects where slug = 'project-' || (${artifact} / 2 % (select count(*) from projects) + 1)) end`
const artifactOfRevision = `((n - 1) / ${revisionsPerVariant} + 1)`

export const tables: readonly TableSpec[] = [
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
    columns: {
      ...base,
      project_id: projectOf('n'),
      id: idOf(5, 'n'),
      family: quote('workflow'),
      slug: `'app-' || n`,
      roles: 'case when n <= 20 then 2 else 1 end',
    },
  },
  {
    table: 'variants',
    rows: 2_000,
    columns: {
      ...base,
      project_id: projectOf('n'),
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
      project_id: projectOf(artifactOfRevision),
      id: idOf(9, 'n'),
      family: quote('workflow'),
      slug: `'revision-' || n`,
      artifact_id: idOf(5, artifactOfRevision),
      variant_id: idOf(8, artifactOfRevision),
      version: `(n - 1) % ${revisionsPerVariant}`,
      author: rareValue('rare', actor),
      date: timeOf('n'),
      data: `'{"parameters":{"prompt":"' || printf('%0400d', n) || '"}}'`,
      content_hash: `printf('%064x', n)`,
    },
  },
  {
    table: 'evaluation_runs',
    rows: runsPerFactor,
    columns: {
      ...base,
      id: idOf(1, 'n'),
      status,
      name: `'Run ' || n`,
      data: quote('{}'),
      executor: quote('server'),
    },
  },
  {
    table: 'evaluation_jobs',
    rows: runsPerFactor,
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
    rows: (runsPerFactor * resultsPerRun) / 2,
    columns: { ...base, id: idOf(2, 'n'), status, run_id: runOf('n * 2') },
  },
  {
    table: 'evaluation_results',
    rows: runsPerFactor * resultsPerRun,
    columns: {
      ...base,
      id: idOf(3, 'n'),
      status,
      run_id: runOf('n'),
      scenario_id: idOf(2, '(n + 1) / 2'),
      step_key: `case n % 2 when 0 then 'application-a' else 'evaluator-b' end`,
      repeat_idx: '0',
      trace_id: `printf('%032x', n)`,
    },
  },
  {
    table: 'evaluation_metrics',
    rows: (runsPerFactor * resultsPerRun) / 2,
    columns: {
      ...base,
      id: idOf(4, 'n'),
      status,
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
      method: rareValue('DELETE', 'POST'),
      path: rareValue('/api/keys', '/api/applications/revisions/commit'),
      operation: quote('commit_application_revision'),
      resource_kind: rareValue('key', 'application_revision'),
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

export const rowsOf = ({ rows }: TableSpec, factor: number): number => Math.round(rows * factor)

export function fill(path: string, factor: number): void {
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = off')
  db.exec('pragma synchronous = off')
  // Holds the pages of all indexes of a table while it is filled.
  db.exec('pragma cache_size = -1000000')
  db.exec('pragma foreign_keys = off')
  for (const tableSpec of tables) {
    const { table, columns } = tableSpec
    const rows = rowsOf(tableSpec, factor)
    db.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
      insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} from numbers`)
  }
  db.close()
}
