// Compares two testset revisions, of one testset or of two.
import type { RelationalReads, Revision } from '../../storage/contract/contract.ts'
import { listOf, listReads, type TestsetSettings } from '../stored/stored-list.ts'
import { differingRows } from '../pages/shared.ts'
import { requirePosition } from '../reading/cursor.ts'
import { compareInThread } from './comparison-work.ts'
import { compareLists, type Comparison, type ComparisonInput } from './comparison.ts'

/** More rows are compared or merged in a thread: they would block the main thread for over a tenth of a second. */
export const mainThreadRowsMax = 4000

interface ComparisonRequest extends Pick<ComparisonInput, 'kinds' | 'includeRows' | 'limit'> {
  readonly source: { readonly reads: RelationalReads; readonly projectId: string }
  readonly sides: { readonly base: Revision | undefined; readonly target: Revision }
  readonly next: string | undefined
}

export async function compareRevisions(
  settings: Pick<TestsetSettings, 'salt'>,
  { source, sides, kinds, includeRows, limit, next }: ComparisonRequest,
): Promise<Comparison> {
  const isOneTestset = sides.base === undefined || sides.base.artifact.id === sides.target.artifact.id
  const input: ComparisonInput = {
    base: listOf(sides.base),
    target: listOf(sides.target),
    otherTestsetId: isOneTestset ? undefined : sides.base?.artifact.id,
    salt: settings.salt,
    kinds,
    includeRows,
    from: next === undefined ? 0 : requirePosition(next),
    limit,
  }
  const pages = listReads(source.reads, source.projectId)
  const rows = await differingRows(pages, [input.base, input.target])
  return rows + (includeRows ? limit : 0) > mainThreadRowsMax
    ? compareInThread(source, input)
    : compareLists(source, input)
}
