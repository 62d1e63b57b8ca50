// A merge, a pick or an undoing before it is done: what it would change, and the conflicts, all of them.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import type { MergeView } from '../url-state.ts'
import type { Conflict, Resolution } from './decisions.ts'

export interface Brought {
  readonly message?: string
  readonly resolutions?: readonly Resolution[]
  readonly base_revision_id?: string
  readonly dry_run?: boolean
  readonly windowing?: { readonly limit?: number; readonly next?: string }
}

const withoutRows = { include_testcases: false, include_testcase_ids: false } as const

/** Does what the address says: with `dry_run` it only tells. Undefined: the address says nothing. */
export function bring(
  api: Api,
  { into, from, pick, revert }: MergeView,
  sent: Brought,
  signal?: AbortSignal,
) {
  if (into === undefined) return undefined
  const testset_variant_ref = { slug: into }
  const options = { timeoutMs: 0, ...(signal === undefined ? {} : { signal }) }
  const body = { testset_variant_ref, ...withoutRows, ...(sent as object) }
  if (pick !== undefined) {
    return api.testsets.pick({ ...body, testset_revision_ref: { id: pick } }, options)
  }
  if (revert !== undefined) {
    return api.testsets.revert({ ...body, testset_revision_ref: { id: revert } }, options)
  }
  if (from === undefined) return undefined
  return api.testsets.merge({ ...body, source_testset_variant_ref: { slug: from } }, options)
}

export const planQuery = (api: Api, view: MergeView) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'merge', view],
    queryFn: async ({ signal }) => {
      const first = await bring(api, view, { dry_run: true }, signal)
      if (first === undefined) return null
      const conflicts = [...(first.merge.conflicts ?? [])] as Conflict[]
      let windowing = first.windowing
      while (windowing !== undefined) {
        const next = await bring(api, view, { dry_run: true, windowing }, signal)
        conflicts.push(...((next?.merge.conflicts ?? []) as readonly Conflict[]))
        windowing = next?.windowing
      }
      return { ...first.merge, conflicts }
    },
    // Looked at again when somebody else committed; not while somebody decides.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
