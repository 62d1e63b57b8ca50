// Comparing two testset revisions, of one testset or of two.
import type { RelationalReads, Revision } from '../../storage/contract/contract.ts'
import { requirePosition } from '../reading/cursor.ts'
import { diffLists, diffRows, type DiffKind, type DiffRow, type ListDiff } from './diff.ts'
import { testcaseId } from '../identity.ts'
import { loadTestcases } from '../kept/staging.ts'
import { listOf, listReads, type TestsetSettings } from '../kept/stored-list.ts'
import { testcaseBatchRows } from '../write.ts'

export interface Comparison extends Pick<ListDiff, 'counts' | 'columns'> {
  /** Absent when only the counts were asked for. */
  readonly rows: readonly DiffRow[] | undefined
  readonly hasMore: boolean
}

interface Source {
  readonly reads: RelationalReads
  readonly projectId: string
}

/** Across testsets equal content counts as equal: the id that the content would have in the other one. */
const idsIn =
  (settings: TestsetSettings, source: Source, testsetId: string) => async (ids: readonly string[]) => {
    const mapped = new Map<string, string>()
    for (let i = 0; i < ids.length; i += testcaseBatchRows) {
      const found = await loadTestcases(source, ids.slice(i, i + testcaseBatchRows))
      for (const { id, data } of found.values()) {
        mapped.set(id, testcaseId(data, { testsetId, salt: settings.salt }))
      }
    }
    return mapped
  }

export async function compareRevisions(
  settings: TestsetSettings,
  source: Source,
  sides: { readonly base: Revision | undefined; readonly target: Revision },
  options: {
    readonly kinds: readonly DiffKind[]
    readonly includeRows: boolean
    readonly limit: number
    readonly next: string | undefined
  },
): Promise<Comparison> {
  const base = listOf(sides.base)
  const target = listOf(sides.target)
  const pages = listReads(source.reads, source.projectId)
  const isOneTestset = sides.base === undefined || sides.base.artifact.id === sides.target.artifact.id
  const diff = await diffLists(pages, {
    base,
    target,
    ...(isOneTestset || sides.base === undefined
      ? {}
      : { baseIdOf: idsIn(settings, source, sides.base.artifact.id) }),
  })
  const { counts, columns } = diff
  if (!options.includeRows) return { counts, columns, rows: undefined, hasMore: false }
  const from = options.next === undefined ? 0 : requirePosition(options.next)
  const load = (ids: readonly string[]) => loadTestcases(source, ids)
  const window = { kinds: options.kinds, from, limit: options.limit }
  return { counts, columns, ...(await diffRows({ pages, base, target, load }, diff, window)) }
}
