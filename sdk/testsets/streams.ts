// Testsets of any size: rows in and out as they come, differences and conflicts page by page.
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

/** Where rows go: into a new testset, or as all rows of one that is there, as its next revision. */
export type RowTarget =
  | { readonly slug?: string; readonly name?: string; readonly description?: string; readonly tags?: object }
  | { readonly id: string }

export type TestsetStreams = ReturnType<typeof testsetStreams>

const pageRows = 1_000

export function testsetStreams(core: Core) {
  const { retrieve, diff, merge } = testsets(core)
  const cases = testcases(core)

  /** Every row of a revision, in order. Which revision is decided once, before the first row. */
  async function* readRows(
    ref: RetrieveTestsetRevisionRequest,
    options?: CallOptions & { readonly pageSize?: number },
  ): AsyncGenerator<Testcase> {
    const { pageSize = pageRows, ...call } = options ?? {}
    const response = await retrieve({ ...ref, include_testcases: false, include_testcase_ids: false }, call)
    const id = response.testset_revision?.id
    if (id === undefined) throw new TypeError('There is no such revision of a testset.')
    yield* cases.query({ testset_revision_ref: { id }, windowing: { limit: pageSize } }, call)
  }

  /** Sends rows as they come; one revision is made of all of them, or none. Not tried again: the rows are gone by then. */
  async function writeRows(
    target: RowTarget,
    rows: Rows,
    options?: CallOptions,
  ): Promise<CreateSimpleTestsetFromFileResponse> {
    const isNew = !('id' in target)
    const fields = isNew
      ? Object.fromEntries(Object.entries(target).map(([name, value]) => [`testset_${name}`, value]))
      : {}
    const { bytes, contentType } = await rowForm({ fields, rows })
    const path = isNew ? '/api/simple/testsets/upload' : `/api/simple/testsets/${at(target.id)}/upload`
    const headers = { ...options?.headers, 'Content-Type': contentType }
    // What is sent slowly is not late.
    return core.json(`POST ${path}`, { bytes, options: { timeoutMs: 0, ...options, headers, retries: 0 } })
  }

  /** What changed between two revisions, row by row. */
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

  /** What two variants contradict each other in; nothing is written. */
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

  /** Merges with each conflict decided by `decide`; one that it leaves undecided is thrown as a MergeConflictError. */
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
