// Merge, pick and revert: three-way merges of lists that end in one commit on a variant.
import { AssayError } from '../../kernel/errors.ts'
import type { Scope } from '../../access/scope.ts'
import type { Revision, Variant } from '../../storage/contract/contract.ts'
import { commitPrepared } from '../../versioning/commit.ts'
import type { Engine } from '../../versioning/engine.ts'
import { kinds } from '../../versioning/kinds.ts'
import { beforeTransaction } from '../../versioning/prefetch.ts'
import type { CommitContext, PreparedPayload } from '../../versioning/payload.ts'
import { compareRevisions, mainThreadRowsMax } from '../diff/compare.ts'
import { commonAncestor } from './lineage.ts'
import { mergeLists, type MergeCounts, type MergeInput } from './merge.ts'
import { mergeInThread } from './merge-work.ts'
import { differingRows } from '../pages/shared.ts'
import type { ListRoot } from '../pages/store.ts'
import type { MergeConflict, Resolution, Strategy } from './resolutions.ts'
import { readOnlyTestset } from '../stored/read-only.ts'
import { listOf, prepareList, type TestsetSettings } from '../stored/stored-list.ts'
import type { TestsetContext } from '../write.ts'

export interface MergeReport {
  readonly status: 'merged' | 'up_to_date' | 'mergeable' | 'conflicts'
  readonly base: Revision | undefined
  readonly ours: Revision | undefined
  readonly theirs: Revision
  readonly counts: MergeCounts
  /** The unresolved conflicts. */
  readonly openConflicts: readonly MergeConflict[]
}

export interface MergeRequest {
  /** The target variant of the commit. */
  readonly variant: Variant
  readonly theirs: Revision
  /** The base of the three-way merge; `ancestor`: the newest commit that both sides share. */
  readonly base: Revision | 'ancestor'
  /** Commits the rows of theirs unchanged instead of merging. */
  readonly isRestore: boolean
  /** The revision whose history becomes part of the variant. */
  readonly mergedRevisionId: string | undefined
  readonly message: string
  readonly baseRevisionId: string | undefined
  readonly strategy: Strategy | undefined
  readonly resolutions: readonly Resolution[]
  readonly isDryRun: boolean
}

export interface MergeResult {
  readonly report: MergeReport
  /** The new revision, or the head when there was nothing to commit; undefined for a dry run. */
  readonly revision: Revision | undefined
}

/** Cancels the preparation of a commit. */
class NoCommit extends Error {
  readonly report: MergeReport
  constructor(report: MergeReport) {
    super(report.status)
    this.report = report
  }
}

interface Outcome {
  readonly report: MergeReport
  readonly commit: (() => Promise<ListRoot>) | undefined
}

async function restoreRows(
  { reads, scope }: Pick<CommitContext, 'reads' | 'scope'>,
  { ours, theirs }: { readonly ours: Revision | undefined; readonly theirs: Revision },
): Promise<Outcome> {
  const target = listOf(theirs)
  const source = { reads, projectId: scope.projectId }
  const onlyCounts = { kinds: [], includeRows: false, limit: 0, next: undefined }
  // Both revisions have one testset, so equal content has equal ids and the salt is unused.
  const { counts } = await compareRevisions(
    { salt: '' },
    { source, sides: { base: ours, target: theirs }, ...onlyCounts },
  )
  const { added, removed, edited, moved } = counts
  const isEqual = added + removed + edited + moved === 0
  return {
    report: {
      status: isEqual ? 'up_to_date' : 'mergeable',
      base: undefined,
      ours,
      theirs,
      counts: { added, removed, edited, moved, conflicts: 0, resolved: 0 },
      openConflicts: [],
    },
    commit: isEqual ? undefined : async () => target,
  }
}

async function mergeRevisions(
  testset: TestsetContext,
  {
    context,
    request,
  }: { readonly context: Pick<CommitContext, 'reads' | 'scope' | 'head'>; readonly request: MergeRequest },
): Promise<Outcome> {
  const { head: ours } = context
  const { theirs } = request
  if (request.isRestore) return restoreRows(context, { ours, theirs })
  const source = { reads: context.reads, projectId: context.scope.projectId }
  const base =
    request.base !== 'ancestor'
      ? request.base
      : ours === undefined
        ? undefined
        : await commonAncestor(source, { ours, theirs })
  const input: MergeInput = {
    base: listOf(base),
    ours: listOf(ours),
    theirs: listOf(theirs),
    resolutions: request.resolutions,
    ...(request.strategy === undefined ? {} : { strategy: request.strategy }),
    resolutionsLoc: ['body', 'resolutions'],
  }
  if ((await differingRows(testset.pages, [input.base, input.ours, input.theirs])) > mainThreadRowsMax) {
    const { root, ...result } = await mergeInThread(testset, { input, shouldCommit: !request.isDryRun })
    return { report: { base, ours, theirs, ...result }, commit: root && (async () => root) }
  }
  const outcome = await mergeLists(testset, input)
  const { status, counts } = outcome
  const openConflicts = outcome.status === 'conflicts' ? outcome.openConflicts : []
  return {
    report: { status, base, ours, theirs, counts, openConflicts },
    commit: outcome.status === 'mergeable' ? outcome.commit : undefined,
  }
}

const headOf = async (scope: Scope, variant: Variant): Promise<Revision | undefined> =>
  variant.headRevisionId === undefined
    ? undefined
    : scope.store.read.revision(scope.projectId, 'testset', { id: variant.headRevisionId })

async function dryRun(
  settings: TestsetSettings,
  { scope, request }: { readonly scope: Scope; readonly request: MergeRequest },
): Promise<MergeResult> {
  const head = await headOf(scope, request.variant)
  const source = { reads: scope.store.read, projectId: scope.projectId }
  const testset = readOnlyTestset(settings, { ...source, testsetId: request.variant.artifact.id })
  const { report } = await mergeRevisions(testset, {
    context: { ...beforeTransaction(scope), scope, head },
    request,
  })
  return { report, revision: undefined }
}

/** Merges and commits. With open conflicts nothing is committed, and the report lists them. */
export async function commitMerge(
  engine: Engine,
  {
    settings,
    scope,
    request,
  }: { readonly settings: TestsetSettings; readonly scope: Scope; readonly request: MergeRequest },
): Promise<MergeResult> {
  const { variant, theirs, message, mergedRevisionId, baseRevisionId } = request
  if (theirs.artifact.id !== variant.artifact.id) {
    throw new AssayError(
      'reference_mismatch',
      `The revision '${theirs.id}' and the variant '${variant.id}' belong to different testsets.`,
    )
  }
  if (request.isDryRun) return dryRun(settings, { scope, request })
  let report: MergeReport | undefined
  const prepare = (context: CommitContext): Promise<PreparedPayload> =>
    prepareList(settings, {
      context,
      createList: async (testset) => {
        const outcome = await mergeRevisions(testset, { context, request })
        report = outcome.report
        if (outcome.commit === undefined) throw new NoCommit(outcome.report)
        return outcome.commit()
      },
      dependsOnStart: true,
    })
  const input = { variantId: variant.id, baseRevisionId, header: {}, message, mergedRevisionId }
  try {
    const { revision } = await commitPrepared({ engine, scope, kind: kinds.testset }, { input, prepare })
    if (report === undefined) throw new Error('a merge was committed without a report')
    return { report: { ...report, status: 'merged' }, revision }
  } catch (error) {
    if (!(error instanceof NoCommit)) throw error
    return { report: error.report, revision: error.report.ours }
  }
}
