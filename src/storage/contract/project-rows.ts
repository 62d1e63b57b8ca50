// The stored rows of one project, table by table. An export writes them to an archive, and an import inserts them on
// another server with the same ids, times and texts. `projectTables` lists the columns for statements and archive
// checks.

/**
 * The formats of text columns. A `?` after the name of a format allows null. `json`, `object` and `list` are JSON text,
 * and an `integer` is not negative.
 */
export const textForms = {
  id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  family: /^(workflow|testset|query|environment)$/,
  status: /^(pending|queued|running|success|failure|errors|cancelled)$/,
  executor: /^(server|client)$/,
  assignment: /^(held|skipped)$/,
  user: /^(run|revision)$/,
  setting: /^(prices|redaction|retention|secrets|authors)$/,
  slug: /^[a-zA-Z0-9_-][a-zA-Z0-9_.-]{0,254}$/,
  git_id: /^[0-9a-f]{40}$/,
  git_type: /^(tree|blob)$/,
  // PostgreSQL stores no NUL.
  // oxlint-disable-next-line no-control-regex
  text: /^[^\u0000]*$/,
} as const

type Form = keyof typeof textForms | 'integer' | 'bytes' | 'json' | 'object' | 'list'
export type ColumnForm = Form | `${Form}?`

interface ProjectTableShape {
  readonly columns: Readonly<Record<string, ColumnForm>>
  /** The sort columns of pages. They are unique in the project and have an index, with or without the project id. */
  readonly order: readonly string[]
  /** Columns that reference rows of the same project, by table. */
  readonly parents: Readonly<Record<string, string>>
}

const lifecycle = {
  created_at: 'time',
  created_by_id: 'text',
  updated_at: 'time?',
  updated_by_id: 'text?',
  deleted_at: 'time?',
  deleted_by_id: 'text?',
} as const

const header = {
  id: 'id',
  family: 'family',
  slug: 'slug',
  name: 'text?',
  description: 'text?',
  flags: 'object',
  tags: 'object?',
  meta: 'object?',
  ...lifecycle,
} as const

const record = {
  id: 'id',
  status: 'status',
  flags: 'object',
  tags: 'object?',
  meta: 'object?',
  ...lifecycle,
} as const

const versionOrder = ['family', 'created_at', 'id']
const recordOrder = ['created_at', 'id']
const runParent = { run_id: 'evaluation_runs' }

/** Parents come before their children. The head of a variant follows from its revisions. */
export const projectTables = {
  artifacts: { columns: { ...header, roles: 'integer' }, order: versionOrder, parents: {} },
  variants: {
    columns: { ...header, artifact_id: 'id', forked_from_revision_id: 'text?' },
    order: versionOrder,
    parents: { artifact_id: 'artifacts' },
  },
  revisions: {
    columns: {
      ...header,
      artifact_id: 'id',
      variant_id: 'id',
      version: 'integer',
      author: 'text',
      date: 'time',
      message: 'text?',
      data: 'object?',
      content_hash: 'text?',
      touched_artifact_ids: 'list?',
      origin_revision_id: 'text?',
      merged_revision_id: 'text?',
    },
    order: versionOrder,
    parents: { artifact_id: 'artifacts', variant_id: 'variants' },
  },
  pages: { columns: { hash: 'text', text: 'json' }, order: ['hash'], parents: {} },
  testcase_writes: {
    columns: { no: 'integer', testset_id: 'id', created_at: 'time', created_by_id: 'text' },
    order: ['no'],
    parents: { testset_id: 'artifacts' },
  },
  git_commits: {
    columns: { revision_id: 'id', artifact_id: 'id', commit_id: 'git_id', bytes: 'bytes' },
    order: ['revision_id'],
    parents: { revision_id: 'revisions', artifact_id: 'artifacts' },
  },
  git_objects: {
    columns: { artifact_id: 'id', object_id: 'git_id', type: 'git_type', bytes: 'bytes' },
    order: ['artifact_id', 'object_id'],
    parents: { artifact_id: 'artifacts' },
  },
  evaluation_runs: {
    columns: { ...record, name: 'text?', description: 'text?', data: 'object?', executor: 'executor' },
    order: recordOrder,
    parents: {},
  },
  evaluation_scenarios: {
    columns: { ...record, run_id: 'id', interval: 'integer?', timestamp: 'text?' },
    order: recordOrder,
    parents: runParent,
  },
  evaluation_results: {
    columns: {
      ...record,
      run_id: 'id',
      scenario_id: 'id',
      step_key: 'text',
      repeat_idx: 'integer',
      trace_id: 'text?',
      testcase_id: 'text?',
      hash_id: 'text?',
      error: 'json?',
      interval: 'integer?',
      timestamp: 'text?',
    },
    order: recordOrder,
    parents: { ...runParent, scenario_id: 'evaluation_scenarios' },
  },
  evaluation_metrics: {
    columns: {
      ...record,
      run_id: 'id',
      scenario_id: 'text',
      timestamp: 'text',
      interval: 'integer?',
      data: 'object?',
    },
    order: recordOrder,
    parents: runParent,
  },
  evaluation_queues: {
    columns: { ...record, run_id: 'id', name: 'text?', description: 'text?', data: 'object?' },
    order: recordOrder,
    parents: runParent,
  },
  queue_turns: {
    columns: {
      queue_id: 'id',
      scenario_id: 'id',
      repeat_idx: 'integer',
      user_id: 'text',
      state: 'assignment',
      at: 'time',
    },
    order: ['queue_id', 'scenario_id', 'repeat_idx', 'user_id'],
    parents: { queue_id: 'evaluation_queues', scenario_id: 'evaluation_scenarios' },
  },
  evaluation_manifests: {
    columns: { run_id: 'id', manifest: 'object' },
    order: ['run_id'],
    parents: runParent,
  },
  uses: {
    columns: { name: 'text', used_by: 'user', user_id: 'text' },
    order: ['name', 'used_by', 'user_id'],
    parents: {},
  },
  project_settings: {
    columns: { name: 'setting', value: 'json', updated_at: 'time', updated_by_id: 'text' },
    order: ['name'],
    parents: {},
  },
} as const satisfies Readonly<Record<string, ProjectTableShape>>

export type ProjectTable = keyof typeof projectTables
export const projectTableNames = Object.keys(projectTables) as readonly ProjectTable[]
/** The same table with plain types. */
export const tableShape = (table: ProjectTable): ProjectTableShape => projectTables[table]

/** A row without its project, by the names of `projectTables`. */
export type ProjectRow = Readonly<Record<string, string | number | Uint8Array | null>>

/** A testcase of one write, with its stored texts. */
export interface StoredTestcase {
  readonly place: number
  readonly id: string
  readonly data: string | null
  readonly flags: string | null
  readonly tags: string | null
  readonly meta: string | null
}

export interface ProjectRowReads {
  /**
   * A page of rows in the order of the table, after the last row of the page before. Rows that were created after
   * `createdUntil`, and rows whose parents were, are omitted.
   */
  projectRows(
    table: ProjectTable,
    page: {
      readonly projectId: string
      readonly after: ProjectRow | undefined
      readonly createdUntil: string
      readonly limit: number
    },
  ): Promise<readonly ProjectRow[]>
  /** The testcases of a write at positions above `after`, in order of position. */
  testcasesOfWrite(
    writeNo: number,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly StoredTestcase[]>
  /** Abandoned imports, by the project that they fill. */
  abandonedProjectImports(): Promise<readonly string[]>
}

export interface ProjectRowWrites {
  /**
   * Inserts rows. `conflict`: an id, or another unique key, is in use. `orphan`: a row names a parent that the project
   * does not have. Then the caller must abandon the transaction.
   */
  insertProjectRows(
    table: ProjectTable,
    rows: { readonly projectId: string; readonly rows: readonly ProjectRow[] },
  ): Promise<'inserted' | 'conflict' | 'orphan'>
  /** Makes the newest revision of every variant of the project its head. */
  setHeads(projectId: string): Promise<void>
  /** Deletes up to `rowsMax` rows of one table of a project that does not exist yet. True when none remain. */
  dropProjectRows(projectId: string, rowsMax: number): Promise<boolean>
  beginProjectImport(projectId: string, at: string): Promise<void>
  /** The heartbeat of an import into a project that does not exist yet. False: the import was abandoned. */
  continueProjectImport(projectId: string, at: string): Promise<boolean>
  /** Abandons imports whose last heartbeat is before this time: they cannot continue, and their rows can be dropped. */
  abandonProjectImports(before: string): Promise<void>
  endProjectImport(projectId: string): Promise<void>
}
