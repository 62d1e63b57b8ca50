// Compares two stored lists and returns one page of differing rows. Runs in the worker thread of comparison-thread.ts
// when the lists differ in many rows.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { RelationalReads } from '../../storage/contract/contract.ts'
import { testcaseId } from '../identity.ts'
import { loadTestcases } from '../stored/staging.ts'
import { listReads } from '../stored/stored-list.ts'
import type { ListRoot } from '../pages/store.ts'
import type { Testcase } from '../rows.ts'
import { testcaseBatchRows } from '../write.ts'
import { diffLists, diffRows, type DiffKind, type DiffRow, type ListDiff } from './diff.ts'

export interface Comparison extends Pick<ListDiff, 'counts' | 'columns'> {
  /** Absent when only the counts were requested. */
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
  /** The testset of the base, when the target belongs to another one. */
  readonly otherTestsetId: string | undefined
  readonly salt: string
  readonly kinds: readonly DiffKind[]
  readonly includeRows: boolean
  readonly from: number
  readonly limit: number
}

/** Loads testcases in batches and yields to the event loop between them. */
async function* testcaseBatches(
  source: ComparisonSource,
  ids: readonly string[],
): AsyncGenerator<Iterable<Testcase>> {
  // loadTestcases calls no other read of the store.
  const { projectId } = source
  const reads = source.reads as RelationalReads
  for (let i = 0; i < ids.length; i += testcaseBatchRows) {
    if (i > 0) await yieldToEventLoop()
    yield (await loadTestcases({ reads, projectId }, ids.slice(i, i + testcaseBatchRows))).values()
  }
}

/** The ids that testcases would have in the other testset. Equal content then has equal ids across testsets. */
const idsIn =
  (source: ComparisonSource, scope: { readonly testsetId: string; readonly salt: string }) =>
  async (ids: readonly string[]) => {
    const mappedIds = new Map<string, string>()
    for await (const batch of testcaseBatches(source, ids)) {
      for (const { id, data } of batch) mappedIds.set(id, testcaseId(data, scope))
    }
    return mappedIds
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
    const testcases = new Map<string, Testcase>()
    for await (const batch of testcaseBatches(source, ids))
      for (const testcase of batch) testcases.set(testcase.id, testcase)
    return testcases
  }
  return {
    counts,
    columns,
    ...(await diffRows({ pages, base, target, load }, { diff, kinds, from, limit })),
  }
}
