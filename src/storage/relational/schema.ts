// The relational store: the same Kysely statements for SQLite and PostgreSQL. Start at store.ts; sqlite.ts and
// postgres.ts open the two backends, statements/ has the statements, moving/ reads and writes full tables, and rows.ts
// reads rows into records.
// May import storage/contract/contract.ts and the kernel; only stores.ts and the tests import this folder.
//
// Tables in Kysely's types. JSON is stored as text on both backends: PostgreSQL's jsonb would reorder keys.
// Times are UTC text with six digits, ids are lower-case UUID text, booleans are 0 or 1.
import type { ColumnType, Generated, RawBuilder } from 'kysely'

interface HeaderTable {
  id: string
  project_id: string
  family: string
  slug: string
  name: string | null
  description: string | null
  flags: string
  tags: string | null
  meta: string | null
  created_at: string
  created_by_id: string
  updated_at: string | null
  updated_by_id: string | null
  deleted_at: string | null
  deleted_by_id: string | null
}

export interface ArtifactsTable extends HeaderTable {
  roles: number
}

export interface VariantsTable extends HeaderTable {
  artifact_id: string
  forked_from_revision_id: string | null
  head_revision_id: string | null
  head_version: number | null
}

export interface RevisionsTable extends HeaderTable {
  artifact_id: string
  variant_id: string
  version: number
  author: string
  date: string
  message: string | null
  data: string | null
  content_hash: string | null
  touched_artifact_ids: string | null
  origin_revision_id: string | null
  merged_revision_id: string | null
}

/** One write of testcases: its rows are visible once it is committed. */
interface TestcaseWritesTable {
  no: number
  project_id: string
  testset_id: string
  created_at: string
  created_by_id: string
  committed: number
}

/** PostgreSQL returns numbers that may exceed 32 bits as text. */
export type LongNumber = number | string
type LongColumn = ColumnType<LongNumber, number, number>

/**
 * The number of a testcase is the number of its write times this, plus its position in the write. Never
 * change it.
 */
export const placesPerWrite = 2 ** 24
export const firstNumberOf = (writeNo: number): number => writeNo * placesPerWrite

/** A testcase of one write: with its data the first time, afterwards with new row metadata only. */
export interface TestcasesTable {
  no: LongColumn
  id: string
  data: string | null
  flags: string | null
  tags: string | null
  meta: string | null
}

/** Finds all testcases by the start of their ids. */
interface TestcaseIndexTable {
  id_start: string
  no: LongColumn
}

interface PagesTable {
  project_id: string
  hash: string
  text: string
  prints: Uint8Array | null
}

export interface ProjectsTable {
  id: string
  slug: string
  name: string
  is_default: number
  created_at: string
  archived_at: string | null
  share_id: string | null
}

export interface KeysTable {
  id: string
  project_id: string
  prefix: string
  hash: string
  name: string | null
  role: string
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  reads_secrets: number
}

export interface SessionsTable {
  id: string
  project_id: string
  key_id: string
  hash: string
  created_at: string
  last_used_at: string
}

export interface AuditTable {
  id: string
  project_id: string
  timestamp: string
  actor_id: string
  actor_prefix: string
  method: string
  path: string
  operation: string
  resource_kind: string | null
  resource_id: string | null
  status_code: number
  remote_address: string
  request_id: string
}

export interface SecretsTable {
  id: string
  project_id: string
  slug: string
  kind: string
  name: string | null
  description: string | null
  sealed: string
  created_at: string
  updated_at: string | null
}

interface InboxTable {
  id: string
  project_id: string
  actor_id: string
  received_at: string
  form: string
  bytes: number
  /** '' while it is free. */
  held_until: string
  payload: Uint8Array
}

export interface WaitingLogsTable {
  id: string
  project_id: string
  trace_id: string
  span_id: string
  /** '' for an event that was detached from a span. */
  receipt_id: string
  actor_id: string
  received_at: string
  position: number
  bytes: number
  /** Null until a span has taken it. */
  taken_at: string | null
  event: string
}

export interface ReceiptsTable {
  id: string
  project_id: string
  received_at: string
  finished_at: string | null
  kind: 'spans' | 'logs'
  received: number
  accepted: number
  stored: number
}

interface RejectionsTable {
  id: string
  project_id: string
  receipt_id: string
  actor_id: string
  received_at: string
  position: number
  trace_id: string | null
  span_id: string | null
  reason: string
  form: string
  payload: Uint8Array | null
}

interface ProjectSettingsTable {
  project_id: string
  name: string
  value: string
  updated_at: string
  updated_by_id: string
}

/** The key consists of all columns. */
interface UsesTable {
  project_id: string
  name: string
  used_by: string
  user_id: string
}

interface GitCommitsTable {
  revision_id: string
  project_id: string
  artifact_id: string
  commit_id: string
  bytes: Uint8Array
}

interface GitObjectsTable {
  project_id: string
  artifact_id: string
  object_id: string
  type: 'tree' | 'blob'
  bytes: Uint8Array
}

interface GitProjectCommitsTable {
  project_id: string
  seq: number
  commit_id: string
  bytes: Uint8Array
  changes: string
}

interface SpanWritesTable {
  project_id: string
  count: number | string
}

interface UsageDaysTable {
  project_id: string
  day: string
  spans: LongColumn
  bytes: LongColumn
  testcases: LongColumn
  calls: LongColumn
  cost: number
}

export interface DeletionsTable {
  id: string
  project_id: string
  actor_id: string
  created_at: string
  finished_at: string | null
  request: string
  erased: string
  error: string | null
  /** '' until a process takes it. */
  holder: string
  held_until: string
}

interface SettingsTable {
  name: string
  value: string
}

interface MigrationsTable {
  id: number
  name: string
  applied_at: string
  additive: Generated<number>
}

export interface Tables {
  artifacts: ArtifactsTable
  variants: VariantsTable
  revisions: RevisionsTable
  testcase_writes: TestcaseWritesTable
  testcases: TestcasesTable
  testcase_index: TestcaseIndexTable
  pages: PagesTable
  projects: ProjectsTable
  keys: KeysTable
  sessions: SessionsTable
  audit: AuditTable
  secrets: SecretsTable
  inbox: InboxTable
  receipts: ReceiptsTable
  waiting_logs: WaitingLogsTable
  rejections: RejectionsTable
  span_writes: SpanWritesTable
  project_settings: ProjectSettingsTable
  store_settings: SettingsTable
  uses: UsesTable
  git_commits: GitCommitsTable
  git_objects: GitObjectsTable
  git_project_commits: GitProjectCommitsTable
  usage_days: UsageDaysTable
  deletions: DeletionsTable
  schema_migrations: MigrationsTable
}

/** The differences between the two backends. */
export interface Capabilities {
  /** Rows can be locked with FOR UPDATE; otherwise the backend has a single writer. */
  readonly rowLocks: boolean
  /** The column type of text that sorts by code point. */
  readonly textType: string
  /** The column type of bytes. */
  readonly bytesType: string
  /** The column type of whole numbers up to 2^53. */
  readonly longType: string
  /** Ends a CREATE TABLE whose rows are stored in the primary key alone. */
  readonly keyOnly: string
  /** The statement that refreshes planner statistics, without its tables. Undefined: the backend needs none. */
  readonly analyzeCommand: string | undefined
  /** Runs before the statements of a transaction that need not be durable by itself. */
  readonly relaxedDurability: string | undefined
  /** A statement that locks out other migrating processes until the transaction ends. */
  readonly migrationLock: string | undefined
  /** A table of values from lists of its columns, each list as one parameter; for comparisons by `in`. */
  readonly valuesTable: (columns: readonly (readonly (string | number)[])[]) => RawBuilder<unknown>
}
