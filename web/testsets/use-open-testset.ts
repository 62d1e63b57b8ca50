// Loads a testset for its page: the records, the revision on the screen, its draft, and the state of the URL.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi, useHasRole, useSession } from '../app/session.tsx'
import { useDraft, type DraftHandle } from './draft/use-draft.ts'
import {
  revisionByIdQuery,
  revisionQuery,
  testsetQuery,
  variantsQuery,
  type Revision,
  type Variant,
} from './queries.ts'
import type { NamedTestset } from './testset-menu.tsx'
import { addressOf, gridSearch, type GridView as View } from './url-state.ts'

const route = getRouteApi('/p/$project/testsets/$testset')

/** A loaded testset: its revision, draft and rights. */
export interface OpenTestset {
  readonly slug: string
  readonly name: string
  /** The record of the testset; undefined: it is not loaded. */
  readonly testset: NamedTestset | undefined
  readonly version: string | undefined
  readonly variant: Variant
  readonly variants: readonly Variant[]
  readonly isDefault: boolean
  readonly revision: Revision
  readonly head: Revision | undefined
  readonly draft: DraftHandle
  readonly hasDraft: boolean
  readonly isArchived: boolean
  readonly isEditable: boolean
  readonly view: View
  readonly onView: (view: View, replace?: boolean) => void
  /** Opens the newest version. */
  readonly onOpenNewest: () => void
}

interface Address {
  readonly slug: string
  /** The version in the URL; undefined: the newest one. */
  readonly version: string | undefined
  readonly variant: Variant | undefined
  readonly view: View
}

/** The revision on the screen with its draft. A newer revision is offered, but does not replace it by itself. */
function useOpenRevision({ slug, version, variant, view }: Address) {
  const api = useApi()
  const side = view.variant === undefined ? {} : { variant: view.variant }
  const head = useQuery(revisionQuery(api, { slug, ...side }))
  const draft = useDraft(api.projectId, variant?.id)
  const [pinnedRevision, setPinnedRevision] = useState<Revision>()
  // The query cache may hold an older head.
  const newest = head.isFetchedAfterMount ? (head.data ?? undefined) : undefined
  if (newest !== undefined && pinnedRevision?.variant_id !== newest.variant_id) setPinnedRevision(newest)
  const namedRevision = useQuery({
    ...revisionQuery(api, { slug, ...side, ...(version === undefined ? {} : { version }) }),
    enabled: version !== undefined,
  })
  const baseId = draft.draft?.baseId
  const isBasePinned = baseId === undefined || baseId === pinnedRevision?.id
  const base = useQuery(revisionByIdQuery(api, isBasePinned ? undefined : baseId))
  const draftRevision = isBasePinned ? pinnedRevision : (base.data ?? undefined)
  const query = version === undefined ? head : namedRevision
  return {
    head: newest,
    draft,
    revision:
      version === undefined
        ? draft.isLoaded
          ? draftRevision
          : undefined
        : (namedRevision.data ?? undefined),
    isAbsent: query.isSuccess && query.data === null,
    error: query.error ?? undefined,
    retry: () => void query.refetch(),
    showNewest: () => setPinnedRevision(undefined),
  }
}

/** The URL state of the page, and functions that change it. */
function usePageUrl() {
  const { testset: param } = route.useParams()
  const view = route.useSearch()
  const { session } = useSession()
  const navigate = useNavigate()
  const { slug, version } = addressOf(param)
  const navigateTo = (testset: string, to: { readonly search: View; readonly replace: boolean }): void =>
    void navigate({
      to: '/p/$project/testsets/$testset',
      params: { project: session.project.slug, testset },
      ...to,
    })
  return {
    slug,
    version,
    view,
    onView: (next: View, replace = false): void => navigateTo(param, { search: gridSearch(next), replace }),
    openNewest: (): void => {
      const { row: _, column: __, open: ___, ...rest } = view
      navigateTo(slug, { search: rest, replace: false })
    },
  }
}

/** All data of the page. `open` is undefined until everything is loaded. */
export function useOpenTestset() {
  const { slug, version, view, onView, openNewest } = usePageUrl()
  const api = useApi()
  const canEdit = useHasRole('editor')
  const testset = useQuery(testsetQuery(api, slug))
  const variants = useQuery(variantsQuery(api, slug))
  const [defaultVariant] = variants.data ?? []
  const variant =
    view.variant === undefined ? defaultVariant : variants.data?.find((one) => one.slug === view.variant)
  const { head, draft, revision, ...queryState } = useOpenRevision({ slug, version, variant, view })
  const name = testset.data?.name ?? slug
  const isArchived = testset.data?.deleted_at !== undefined
  const hasDraft = draft.draft !== undefined && draft.draft.baseId === revision?.id
  const isNewest = draft.draft === undefined && revision?.id === head?.id
  const onOpenNewest = (): void => {
    queryState.showNewest()
    openNewest()
  }
  const common = { slug, name, version, head, draft, hasDraft, isArchived, view, onView, onOpenNewest }
  const open: OpenTestset | undefined =
    variant === undefined || revision === undefined
      ? undefined
      : {
          ...common,
          testset: testset.data ?? undefined,
          variant,
          variants: variants.data ?? [],
          isDefault: variant.id === defaultVariant?.id,
          revision,
          isEditable: canEdit && !isArchived && (hasDraft || isNewest),
        }
  return {
    name,
    view,
    onView,
    open,
    isUnknown: testset.data === null,
    isVersionUnknown: queryState.isAbsent || (variants.isSuccess && variant === undefined),
    error: testset.error ?? variants.error ?? queryState.error,
    retry: (): void => {
      void testset.refetch()
      void variants.refetch()
      queryState.retry()
    },
  }
}
