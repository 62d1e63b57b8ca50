// Migrations: plain SQL, the same text for both backends, each applied once, in order, in one transaction
// that locks out other starting processes (migrate.ts). Never edit a released migration: add another.
import type { Additive } from '../contract/contract.ts'
import { placesPerWrite, type Capabilities } from './schema.ts'

export interface Migration extends Additive {
  readonly name: string
  readonly statements: (text: string, bytes: string, capabilities: Capabilities) => readonly string[]
}

const header = (text: string): string => `
  id ${text} primary key,
  project_id ${text} not null,
  family ${text} not null,
  slug ${text} not null,
  name ${text},
  description ${text},
  flags ${text} not null,
  tags ${text},
  meta ${text},
  created_at ${text} not null,
  created_by_id ${text} not null,
  updated_at ${text},
  updated_by_id ${text},
  deleted_at ${text},
  deleted_by_id ${text}`

const evaluationRecord = (text: string): string => `
  id ${text} primary key,
  project_id ${text} not null,
  status ${text} not null,
  flags ${text} not null,
  tags ${text},
  meta ${text},
  created_at ${text} not null,
  created_by_id ${text} not null,
  updated_at ${text},
  updated_by_id ${text},
  deleted_at ${text},
  deleted_by_id ${text}`

const ofRun = (text: string): string => `run_id ${text} not null references evaluation_runs (id)`

/** The bits of the roles that have their own lists. */
const roleMasks = [
  ['applications', 1],
  ['evaluators', 2],
] as const

export const marksOfAdditive = 'marks of additive migrations'

export const migrations: readonly Migration[] = [
  {
    name: 'projects, keys, audit, secrets, versioned records',
    statements: (text) => [
      `create table store_settings (name ${text} primary key, value ${text} not null)`,
      `create table projects (
        id ${text} primary key, slug ${text} not null unique, name ${text} not null,
        is_default integer not null, created_at ${text} not null, archived_at ${text})`,
      `create table keys (
        id ${text} primary key, project_id ${text} not null references projects (id), prefix ${text} not null unique,
        hash ${text} not null unique, name ${text}, role ${text} not null, hidden integer not null,
        created_at ${text} not null, last_used_at ${text}, expires_at ${text}, revoked_at ${text})`,
      `create index keys_of_project on keys (project_id, created_at)`,
      `create table audit (
        id ${text} primary key, project_id ${text} not null, timestamp ${text} not null, actor_id ${text} not null,
        actor_prefix ${text} not null, method ${text} not null, path ${text} not null, operation ${text} not null,
        resource_kind ${text}, resource_id ${text}, status_code integer not null, remote_address ${text} not null,
        request_id ${text} not null)`,
      `create index audit_of_project on audit (project_id, timestamp, id)`,
      `create table secrets (
        id ${text} primary key, project_id ${text} not null references projects (id), slug ${text} not null,
        kind ${text} not null, name ${text}, description ${text}, sealed ${text} not null,
        created_at ${text} not null, updated_at ${text}, unique (project_id, slug))`,
      `create table artifacts (${header(text)},
        roles integer not null, unique (project_id, family, slug))`,
      `create index artifacts_by_time on artifacts (project_id, family, created_at, id)`,
      `create table variants (${header(text)},
        artifact_id ${text} not null references artifacts (id), forked_from_revision_id ${text},
        head_revision_id ${text}, head_version integer, unique (project_id, family, slug))`,
      `create index variants_by_time on variants (project_id, family, created_at, id)`,
      `create index variants_of_artifact on variants (artifact_id, created_at, id)`,
      `create table revisions (${header(text)},
        artifact_id ${text} not null references artifacts (id), variant_id ${text} not null references variants (id),
        version integer not null, author ${text} not null, date ${text} not null, message ${text}, data ${text},
        content_hash ${text}, touched_artifact_ids ${text},
        unique (project_id, family, slug), unique (variant_id, version))`,
      `create index revisions_by_time on revisions (project_id, family, created_at, id)`,
      `create index revisions_of_artifact on revisions (artifact_id, created_at, id)`,
    ],
  },
  {
    name: 'ingest inbox, receipts, rejections, project settings',
    statements: (text, bytes) => [
      `create table inbox (
        id ${text} primary key, project_id ${text} not null, actor_id ${text} not null, received_at ${text} not null,
        form ${text} not null, bytes integer not null, held_until ${text} not null, payload ${bytes} not null)`,
      `create table receipts (
        id ${text} primary key, project_id ${text} not null, received_at ${text} not null, finished_at ${text},
        received integer not null, accepted integer not null, stored integer not null)`,
      `create index receipts_by_time on receipts (received_at)`,
      `create table rejections (
        id ${text} primary key, project_id ${text} not null, receipt_id ${text} not null, actor_id ${text} not null,
        received_at ${text} not null, position integer not null, trace_id ${text}, span_id ${text},
        reason ${text} not null, form ${text} not null, payload ${bytes})`,
      `create index rejections_of_project on rejections (project_id, received_at, id)`,
      `create index rejections_of_receipt on rejections (receipt_id)`,
      `create table project_settings (
        project_id ${text} not null references projects (id), name ${text} not null, value ${text} not null,
        updated_at ${text} not null, updated_by_id ${text} not null, primary key (project_id, name))`,
    ],
  },
  {
    name: 'testcases, pages, lineage of revisions',
    // Ids of testcases are hashes: a wide key would make every batch touch most of its index. With a small
    // number next to the id an import is twice as fast as with the id of the revision.
    statements: (text, bytes) => [
      `create table testcase_writes (
        no integer primary key, project_id ${text} not null, testset_id ${text} not null,
        created_at ${text} not null, created_by_id ${text} not null, committed integer not null)`,
      `create index testcase_writes_of_testset on testcase_writes (testset_id, no)`,
      `create table testcases (
        id ${text} not null, write_no integer not null, data ${text}, flags ${text}, tags ${text}, meta ${text},
        unique (id, write_no))`,
      `create index testcases_of_write on testcases (write_no)`,
      // Fingerprints before the text: SQLite reads a row from its front, and the fingerprints of all pages
      // are read by themselves.
      `create table pages (
        project_id ${text} not null, hash ${text} not null, prints ${bytes}, text ${text} not null,
        primary key (project_id, hash))`,
      `alter table revisions add column origin_revision_id ${text}`,
      `alter table revisions add column merged_revision_id ${text}`,
    ],
  },
  {
    name: 'evaluation runs, scenarios, results, metrics, queues',
    statements: (text) => [
      `create table evaluation_runs (${evaluationRecord(text)},
        name ${text}, description ${text}, data ${text}, executor ${text} not null)`,
      `create index evaluation_runs_by_time on evaluation_runs (project_id, created_at, id)`,
      `create table evaluation_scenarios (${evaluationRecord(text)}, ${ofRun(text)},
        interval integer, timestamp ${text})`,
      `create index evaluation_scenarios_of_run on evaluation_scenarios (run_id, created_at, id)`,
      `create table evaluation_results (${evaluationRecord(text)}, ${ofRun(text)},
        scenario_id ${text} not null references evaluation_scenarios (id), step_key ${text} not null,
        repeat_idx integer not null, trace_id ${text}, testcase_id ${text}, hash_id ${text}, error ${text},
        interval integer, timestamp ${text}, unique (scenario_id, step_key, repeat_idx))`,
      `create index evaluation_results_of_run on evaluation_results (run_id, created_at, id)`,
      `create table evaluation_metrics (${evaluationRecord(text)}, ${ofRun(text)},
        scenario_id ${text} not null, timestamp ${text} not null, interval integer, data ${text},
        unique (run_id, scenario_id, timestamp))`,
      `create table evaluation_queues (${evaluationRecord(text)}, ${ofRun(text)},
        name ${text}, description ${text}, data ${text})`,
      `create index evaluation_queues_of_run on evaluation_queues (run_id)`,
      ...['scenarios', 'results', 'metrics', 'queues'].map(
        (plural) =>
          `create index evaluation_${plural}_by_time on evaluation_${plural} (project_id, created_at, id)`,
      ),
    ],
  },
  {
    name: 'evaluation results by trace',
    statements: () => [
      `create index evaluation_results_by_trace on evaluation_results (project_id, trace_id)`,
    ],
  },
  {
    name: 'evaluation manifests, records by change',
    statements: (text) => [
      `create table evaluation_manifests (
        run_id ${text} primary key references evaluation_runs (id) on delete cascade,
        project_id ${text} not null, manifest ${text} not null)`,
      ...['scenarios', 'results'].map(
        (plural) =>
          `create index evaluation_${plural}_by_change
            on evaluation_${plural} (run_id, (coalesce(updated_at, created_at)), id)`,
      ),
    ],
  },
  {
    name: 'evaluation jobs and tasks',
    statements: (text) => [
      `drop index evaluation_results_by_trace`,
      `create index evaluation_results_by_trace on evaluation_results (trace_id) where trace_id is not null`,
      `create table evaluation_jobs (
        run_id ${text} primary key references evaluation_runs (id) on delete cascade, project_id ${text} not null,
        actor_id ${text} not null, phase ${text} not null, asked_at ${text} not null, due_at ${text},
        progress ${text} not null, holder ${text} not null, held_until ${text} not null)`,
      `create index evaluation_jobs_awake on evaluation_jobs (asked_at) where phase <> 'resting'`,
      `create index evaluation_jobs_due on evaluation_jobs (due_at) where due_at is not null`,
      `create table evaluation_tasks (
        id ${text} primary key, project_id ${text} not null,
        run_id ${text} not null references evaluation_runs (id) on delete cascade,
        scenario_id ${text} not null references evaluation_scenarios (id) on delete cascade,
        result_id ${text} unique references evaluation_results (id) on delete cascade,
        step_key ${text} not null, repeat_idx integer not null, is_ready integer not null,
        holder ${text} not null, held_until ${text} not null, unique (scenario_id, step_key, repeat_idx))`,
      `create index evaluation_tasks_of_run on evaluation_tasks (run_id, is_ready, id)`,
      // Few tasks are leased at a time: this index finds them without the others.
      `create index evaluation_tasks_held on evaluation_tasks (run_id, holder) where holder <> ''`,
    ],
  },
  {
    name: 'testcases by number, the index of their ids apart',
    // Rows are append-only; the index of ids, which are hashes, is a separate table, so that a write fills
    // it once at its end, in order.
    statements: (text, _bytes, { longType, keyOnly, analyzeCommand }) => [
      `alter table testcases rename to testcases_by_id`,
      `create table testcases (
        no ${longType} primary key, id ${text} not null, data ${text}, flags ${text}, tags ${text}, meta ${text})`,
      `insert into testcases (no, id, data, flags, tags, meta)
        select cast(write_no as bigint) * ${placesPerWrite} - 1
            + row_number() over (partition by write_no order by id),
          id, data, flags, tags, meta
        from testcases_by_id`,
      `drop table testcases_by_id`,
      `create table testcase_index (
        id_start ${text} not null, no ${longType} not null, primary key (id_start, no)) ${keyOnly}`,
      `insert into testcase_index (id_start, no) select substr(id, 1, 8), no from testcases order by 1, 2`,
      ...(analyzeCommand === undefined ? [] : [`${analyzeCommand} testcases, testcase_index`]),
    ],
  },
  {
    name: 'sessions',
    statements: (text) => [
      `create table sessions (
        id ${text} primary key, project_id ${text} not null references projects (id),
        key_id ${text} not null references keys (id), hash ${text} not null unique,
        created_at ${text} not null, last_used_at ${text} not null)`,
      `create index sessions_by_project on sessions (project_id, created_at, id)`,
    ],
  },
  {
    name: 'receipts by project',
    statements: () => [`create index receipts_of_project on receipts (project_id, received_at, id)`],
  },
  {
    name: 'deaths of tasks',
    statements: () => [
      `alter table evaluation_tasks add column deaths integer not null default 0`,
      `create index evaluation_tasks_suspect on evaluation_tasks (run_id, id) where deaths > 0`,
    ],
  },
  {
    // These were call-scoped keys of programs, which are no longer stored.
    name: 'no hidden keys',
    statements: () => [`delete from keys where hidden = 1`, `alter table keys drop column hidden`],
  },
  {
    name: 'log events that wait for their spans',
    statements: (text) => [
      `create table waiting_logs (
        id ${text} primary key, project_id ${text} not null, trace_id ${text} not null, span_id ${text} not null,
        receipt_id ${text} not null, actor_id ${text} not null, received_at ${text} not null,
        position integer not null, bytes integer not null, taken_at ${text}, event ${text} not null)`,
      `create index waiting_logs_of_trace on waiting_logs (project_id, trace_id)`,
      `create index waiting_logs_awaiting on waiting_logs (project_id, trace_id, span_id) where taken_at is null`,
      `create index waiting_logs_by_age on waiting_logs (received_at) where taken_at is null`,
      `create index waiting_logs_by_size on waiting_logs (project_id, received_at, id, bytes) where taken_at is null`,
      `create index waiting_logs_of_receipt on waiting_logs (receipt_id) where taken_at is null`,
      `create index waiting_logs_taken on waiting_logs (taken_at) where taken_at is not null`,
      `alter table receipts add column kind ${text} not null default 'spans'`,
    ],
  },
  {
    // Projects share the inbox fairly.
    name: 'inbox by project',
    statements: () => [`create index inbox_of_project on inbox (project_id, id, bytes)`],
  },
  {
    name: 'who uses which revisions',
    statements: (text, _bytes, { keyOnly }) => [
      `create table uses (
        project_id ${text} not null, name ${text} not null, used_by ${text} not null, user_id ${text} not null,
        primary key (project_id, name, used_by, user_id)) ${keyOnly}`,
      `create index uses_of_user on uses (user_id)`,
    ],
  },
  {
    // Followers of the spans of a project check this table first.
    name: 'writes of spans',
    statements: (text, _, { longType }) => [
      `create table span_writes (project_id ${text} primary key, count ${longType} not null)`,
    ],
  },
  {
    name: 'turns of people in queues',
    statements: (text) => [
      `create table queue_turns (
        project_id ${text} not null, queue_id ${text} not null references evaluation_queues (id) on delete cascade,
        scenario_id ${text} not null references evaluation_scenarios (id) on delete cascade,
        repeat_idx integer not null, user_id ${text} not null, state ${text} not null, at ${text} not null,
        primary key (queue_id, scenario_id, repeat_idx, user_id))`,
      `create index queue_turns_of_scenario on queue_turns (scenario_id)`,
    ],
  },
  {
    // Finds the runs that contain a testcase.
    name: 'evaluation results by testcase',
    statements: () => [
      `create index evaluation_results_by_testcase on evaluation_results (testcase_id) where testcase_id is not null`,
    ],
  },
  {
    // Null: the project itself. The creators of older projects are not recorded.
    name: 'whose share a project uses',
    statements: (text) => [`alter table projects add column share_id ${text}`],
  },
  {
    name: 'keys that read no secrets',
    statements: () => [`alter table keys add column reads_secrets integer not null default 1`],
  },
  {
    name: 'deaths of jobs',
    statements: () => [
      `alter table evaluation_jobs add column deaths integer not null default 0`,
      `create index evaluation_jobs_suspect on evaluation_jobs (run_id) where deaths > 0`,
    ],
  },
  {
    name: 'usage by day',
    statements: (text) => [
      `create table usage_days (
        project_id ${text} not null, day ${text} not null, spans bigint not null, bytes bigint not null,
        testcases bigint not null, calls bigint not null, cost double precision not null,
        primary key (project_id, day))`,
    ],
  },
  {
    name: 'deletion jobs',
    statements: (text) => [
      `create table deletions (
        id ${text} primary key, project_id ${text} not null, actor_id ${text} not null, created_at ${text} not null,
        finished_at ${text}, request ${text} not null, erased ${text} not null, error ${text}, holder ${text} not null,
        held_until ${text} not null)`,
      `create index deletions_of_project on deletions (project_id, created_at, id)`,
      `create index deletions_unfinished on deletions (created_at, id) where finished_at is null`,
    ],
  },
  {
    name: 'pushed commits',
    statements: (text, bytes) => [
      `create table git_commits (
        revision_id ${text} primary key, project_id ${text} not null, artifact_id ${text} not null,
        commit_id ${text} not null, bytes ${bytes} not null)`,
      `create table git_objects (
        project_id ${text} not null, artifact_id ${text} not null, object_id ${text} not null, type ${text} not null,
        bytes ${bytes} not null, primary key (project_id, artifact_id, object_id))`,
    ],
  },
  {
    name: marksOfAdditive,
    statements: () => [`alter table schema_migrations add column additive integer not null default 0`],
  },
  {
    name: 'commits of projects',
    isAdditive: true,
    statements: (text, bytes) => [
      `create table git_project_commits (
        project_id ${text} not null, seq integer not null, commit_id ${text} not null, bytes ${bytes} not null,
        changes ${text} not null, primary key (project_id, seq))`,
    ],
  },
  {
    // Without them these searches read every row of the project or of the table until they find a rare one.
    name: 'indexes of rare records',
    isAdditive: true,
    statements: () => [
      `create index audit_of_resource on audit (project_id, resource_id, timestamp, id) where resource_id is not null`,
      `create index audit_of_author on audit (project_id, actor_id, timestamp, id)`,
      `create index receipts_pending on receipts (project_id, received_at, id) where finished_at is null`,
      `create index receipts_rejected on receipts (project_id, received_at, id)
        where finished_at is not null and stored < received`,
      `create index rejections_by_time on rejections (received_at)`,
      `create index rejections_of_trace on rejections (trace_id) where trace_id is not null`,
      `create index evaluation_metrics_of_scenario on evaluation_metrics (scenario_id) where scenario_id <> ''`,
      `create index evaluation_jobs_held on evaluation_jobs (holder) where holder <> ''`,
    ],
  },
  {
    // Records with any status but success are few or short-lived: successful ones cost nothing here.
    name: 'records by status and role, audit entries by kind, path and method, commits by author',
    isAdditive: true,
    statements: () => [
      ...['runs', 'scenarios', 'results', 'metrics', 'queues'].map(
        (plural) =>
          `create index evaluation_${plural}_by_status
            on evaluation_${plural} (project_id, status, created_at, id) where status <> 'success'`,
      ),
      `create index audit_of_kind on audit (project_id, resource_kind, timestamp, id) where resource_kind is not null`,
      `create index audit_of_path on audit (project_id, path, timestamp, id)`,
      `create index audit_of_method on audit (project_id, method, timestamp, id)`,
      ...roleMasks.map(
        ([role, mask]) =>
          `create index artifacts_${role} on artifacts (project_id, family, created_at, id) where roles & ${mask} <> 0`,
      ),
      `create index revisions_of_author on revisions (project_id, family, author, created_at, id)`,
      `create index git_objects_by_id on git_objects (project_id, object_id, artifact_id)`,
    ],
  },
]

export const migrationsTable = ({ textType }: Capabilities): string =>
  `create table if not exists schema_migrations
    (id integer primary key, name ${textType} not null, applied_at ${textType} not null)`

export const statementsOf = (migration: Migration, capabilities: Capabilities): readonly string[] =>
  migration.statements(capabilities.textType, capabilities.bytesType, capabilities)

/** The number of migrations of this program. */
export const schemaVersion = migrations.length

/** The statements that create the schema of this program, without the record of its migrations. */
export const allStatements = (capabilities: Capabilities): readonly string[] => [
  migrationsTable(capabilities),
  ...migrations.flatMap((migration) => statementsOf(migration, capabilities)),
]

/** The statements that create the schema of the program before this migration. */
export function schemaBefore(name: string, capabilities: Capabilities): readonly string[] {
  const earlierMigrations = migrations.slice(
    0,
    migrations.findIndex((migration) => migration.name === name),
  )
  return [
    migrationsTable(capabilities),
    ...earlierMigrations.flatMap((migration, i) => [
      ...statementsOf(migration, capabilities),
      `insert into schema_migrations (id, name, applied_at) values (${i + 1}, '${migration.name}', 'then')`,
    ]),
  ]
}
