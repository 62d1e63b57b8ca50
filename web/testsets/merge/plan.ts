// Requests for a merge, cherry-pick or revert: a dry run that lists all conflicts, and the merge itself.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { recordsWith } from '../../ui/records.ts'
import type { MergeView } from '../url-state.ts'
import { rowsByIdQuery, withoutRows } from '../queries.ts'
import { namingSide, rowNames, type ChangedRow } from './conflict-rows.ts'
import type { Conflict, Resolution } from './decisions.ts'

export interface MergeOptions {
  readonly message?: string
  readonly resolutions?: readonly Resolution[]
  readonly base_revision_id?: string
  readonly dry_run?: boolean
  readonly windowing?: object
  readonly signal?: AbortSignal
}

/** Runs the merge of the URL, or plans it with `dry_run`. Undefined: the URL is incomplete. */
export function runMerge(
  api: Api,
  { into, from, pick, revert, draft: _, signal, ...options }: MergeView & MergeOptions,
) {
  if (into === undefined) return undefined
  const testset_variant_ref = { slug: into }
  const call = { timeoutMs: 0, ...(signal === undefined ? {} : { signal }) }
  const body = { testset_variant_ref, ...withoutRows, ...options }
  if (pick !== undefined) {
    return api.testsets.pick({ ...body, testset_revision_ref: { id: pick } }, call)
  }
  if (revert !== undefined) {
    return api.testsets.revert({ ...body, testset_revision_ref: { id: revert } }, call)
  }
  if (from === undefined) return undefined
  return api.testsets.merge({ ...body, source_testset_variant_ref: { slug: from } }, call)
}

export const planQuery = (api: Api, view: MergeView) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'merge', view],
    queryFn: async ({ signal }) => {
      const firstPage = await runMerge(api, { ...view, dry_run: true, signal })
      if (firstPage === undefined) return null
      const conflicts = [...(firstPage.merge.conflicts ?? [])] as Conflict[]
      let windowing = firstPage.windowing
      while (windowing !== undefined) {
        const next = await runMerge(api, { ...view, dry_run: true, windowing, signal })
        conflicts.push(...((next?.merge.conflicts ?? []) as readonly Conflict[]))
        windowing = next?.windowing
      }
      return { ...firstPage.merge, conflicts }
    },
    // Refetched only when another person has committed, not while the user decides.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Rows above this number have no name in the list of conflicts. */
const namedRowsMax = 1000

/**
 * The names of rows in conflict. These rows differ between the base and the target of the merge, so the diff has them.
 * The cost of the request grows with the changes, not with the rows.
 */
export const conflictRowsQuery = (
  api: Api,
  { base, target }: { readonly base: string | undefined; readonly target: string | undefined },
) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'conflict rows', base, target],
    queryFn: async ({ client, signal }) => {
      const { diff } = await api.testsets.diff(
        {
          testset_revision_ref: { id: target ?? '' },
          base_testset_revision_ref: { id: base ?? '' },
          kinds: ['edited', 'removed'],
          windowing: { limit: namedRowsMax },
        },
        { signal },
      )
      const rows = recordsWith<ChangedRow>(diff.rows, 'testcase_dedup_id')
      const ids = rows.flatMap((row) => namingSide(row)?.testcase_id ?? [])
      const testcases = ids.length === 0 ? [] : await client.fetchQuery(rowsByIdQuery(api, ids))
      return rowNames(rows, new Map(testcases.map(({ id, data }) => [id, data])))
    },
    enabled: base !== undefined && target !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
