// Streams testsets of any size: rows to and from the server, differences and conflicts page by page.
import { at, type CallOptions, type Core } from '../core/core.ts'
import { testcases } from '../generated/testcases.ts'
import { testsets } from '../generated/testsets.ts'
import type {
  CreateSimpleTestsetFromFileResponse,
  DiffTestsetRevisionsRequest,
  MergeConflict,
  MergeResolution,
  MergeResponse,
  MergeTestsetVariantsRequest,
  RetrieveTestsetRevisionRequest,
  Testcase,
  TestsetDiffRow,
} from '../generated/schemas.ts'
import { rowForm, type Rows } from './row-file.ts'

/** The target of rows: a new testset, or the next revision of an existing one. */
export type RowTarget =
  | { readonly slug?: string; readonly name?: string; readonly description?: string; readonly tags?: object }
  | {
      readonly id: string
      /** Rows that equal those of the newest revision create no revision. */
      readonly ifChanged?: boolean
    }

/** A row whose columns have a type: `assay.testsets.readRows<{ question: string }>(…)`. */
export type TypedRow<Row extends object> = Omit<Testcase, 'data'> & {
  /** The columns, and the id by which the server tells equal rows apart. */
  readonly data: Row & { readonly testcase_dedup_id?: string }
}

/** Reads and writes rows of testsets of any size. */
export type TestsetStreams = ReturnType<typeof testsetStreams>

const pageRows = 1_000

export function testsetStreams(core: Core) {
  const { retrieve, diff, merge } = testsets(core)
  const cases = testcases(core)

  /** Every row of a revision, in order. The revision is resolved once, before the first row. */
  async function* readRows<Row extends object = Testcase['data']>(
    ref: RetrieveTestsetRevisionRequest,
    options?: CallOptions & { readonly pageSize?: number },
  ): AsyncGenerator<TypedRow<Row>> {
    const { pageSize = pageRows, ...call } = options ?? {}
    const response = await retrieve({ ...ref, include_testcases: false, include_testcase_ids: false }, call)
    const id = response.testset_revision?.id
    if (id === undefined) throw new TypeError('There is no such revision of a testset.')
    // The type of the columns is a promise of the caller.
    for await (const row of cases.query(
      { testset_revision_ref: { id }, windowing: { limit: pageSize } },
      call,
    )) {
      yield row as TypedRow<Row>
    }
  }

  /** Streams rows into one revision, all or nothing. Not retried, because the rows cannot be read twice. */
  async function writeRows(
    target: RowTarget,
    rows: Rows,
    options?: CallOptions,
  ): Promise<CreateSimpleTestsetFromFileResponse> {
    const isNew = !('id' in target)
    const fields = isNew
      ? Object.fromEntries(Object.entries(target).map(([name, value]) => [`testset_${name}`, value]))
      : { if_changed: target.ifChanged }
    const { bytes, contentType } = await rowForm({ fields, rows })
    const path = isNew ? '/api/simple/testsets/upload' : `/api/simple/testsets/${at(target.id)}/upload`
    const headers = { ...options?.headers, 'Content-Type': contentType }
    // A slow source of rows must not run into the time limit.
    return core.json(`POST ${path}`, { bytes, options: { timeoutMs: 0, ...options, headers, retries: 0 } })
  }

  /** The differences of two revisions, row by row. */
  async function* diffRows(
    body: DiffTestsetRevisionsRequest,
    options?: CallOptions,
  ): AsyncGenerator<TestsetDiffRow> {
    let page = await diff({ ...body, include_rows: true }, options)
    yield* page.diff.rows ?? []
    while (page.windowing !== undefined) {
      page = await diff({ ...body, include_rows: true, windowing: page.windowing }, options)
      yield* page.diff.rows ?? []
    }
  }

  /** The conflicts between two variants. Writes nothing. */
  async function* mergeConflicts(
    body: MergeTestsetVariantsRequest,
    options?: CallOptions,
  ): AsyncGenerator<MergeConflict> {
    let page = await merge({ ...body, dry_run: true }, options)
    yield* page.merge.conflicts ?? []
    while (page.windowing !== undefined) {
      page = await merge({ ...body, dry_run: true, windowing: page.windowing }, options)
      yield* page.merge.conflicts ?? []
    }
  }

  /** Merges; `decide` resolves each conflict. Throws a MergeConflictError if one stays unresolved. */
  async function mergeDeciding(
    body: MergeTestsetVariantsRequest,
    decide: (
      conflict: MergeConflict,
    ) => Omit<MergeResolution, 'testcase_dedup_id' | 'occurrence'> | undefined,
    options?: CallOptions,
  ): Promise<MergeResponse> {
    const resolutions: MergeResolution[] = []
    for await (const conflict of mergeConflicts(body, options)) {
      const decision = decide(conflict)
      const { testcase_dedup_id, occurrence } = conflict
      if (decision !== undefined) resolutions.push({ testcase_dedup_id, occurrence, ...decision })
    }
    return merge({ ...body, ...(resolutions.length > 0 ? { resolutions } : {}) }, options)
  }

  return { readRows, writeRows, diffRows, mergeConflicts, mergeDeciding }
}
