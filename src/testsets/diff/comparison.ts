// A comparison of two lists, from what is stored to the rows of one page. Runs in the thread of comparison-thread.ts when the
// lists differ in many rows.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RelationalReads } from '../../storage/contract/contract.ts'
import { testcaseId } from '../identity.ts'
import { loadTestcases } from '../kept/staging.ts'
import { listReads } from '../kept/stored-list.ts'
import type { ListRoot } from '../pages/store.ts'
import type { Testcase } from '../rows.ts'
import { testcaseBatchRows } from '../write.ts'
import { diffLists, diffRows, type DiffKind, type DiffRow, type ListDiff } from './diff.ts'

export interface Comparison extends Pick<ListDiff, 'counts' | 'columns'> {
  /** Absent when only the counts were asked for. */
  readonly rows: readonly DiffRow[] | undefined
  readonly hasMore: boolean
}

export interface ComparisonSource {
  readonly reads: Pick<RelationalReads, 'pageTexts' | 'testcases'>
  readonly projectId: string
}

/** Plain data: it is sent to a thread. */
export interface ComparisonInput {
  readonly base: ListRoot
  readonly target: ListRoot
  /** The testset of the base, where the target is of another one. */
  readonly otherTestsetId: string | undefined
  readonly salt: string
  readonly kinds: readonly DiffKind[]
  readonly includeRows: boolean
  readonly from: number
  readonly limit: number
}

/** Testcases in batches, so that an embedded store serves others between two of them. */
async function* testcaseBatches(
  source: ComparisonSource,
  ids: readonly string[],
): AsyncGenerator<Iterable<Testcase>> {
  // Nothing else is read of the store.
  const { projectId } = source
  const reads = source.reads as RelationalReads
  for (let i = 0; i < ids.length; i += testcaseBatchRows) {
    if (i > 0) await nextTurn()
    yield (await loadTestcases({ reads, projectId }, ids.slice(i, i + testcaseBatchRows))).values()
  }
}

/** Across testsets equal content counts as equal: the id that the content would have in the other one. */
const idsIn =
  (source: ComparisonSource, scope: { readonly testsetId: string; readonly salt: string }) =>
  async (ids: readonly string[]) => {
    const mapped = new Map<string, string>()
    for await (const batch of testcaseBatches(source, ids)) {
      for (const { id, data } of batch) mapped.set(id, testcaseId(data, scope))
    }
    return mapped
  }

export async function compareLists(source: ComparisonSource, input: ComparisonInput): Promise<Comparison> {
  const { base, target, otherTestsetId: testsetId, salt, kinds, from, limit } = input
  const pages = listReads(source.reads as RelationalReads, source.projectId)
  const diff = await diffLists(pages, {
    base,
    target,
    ...(testsetId === undefined ? {} : { baseIdOf: idsIn(source, { testsetId, salt }) }),
  })
  const { counts, columns } = diff
  if (!input.includeRows) return { counts, columns, rows: undefined, hasMore: false }
  const load = async (ids: readonly string[]): Promise<ReadonlyMap<string, Testcase>> => {
    const loaded = new Map<string, Testcase>()
    for await (const batch of testcaseBatches(source, ids))
      for (const each of batch) loaded.set(each.id, each)
    return loaded
  }
  return {
    counts,
    columns,
    ...(await diffRows({ pages, base, target, load }, { diff, kinds, from, limit })),
  }
}
