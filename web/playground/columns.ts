// The compared revisions with their drafts. The first column of a variant edits the same draft as the page of the application.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../app/session.tsx'
import type { JsonObject, Revision } from '../app/versions/client.ts'
import { isEqual } from '../app/versions/delta.ts'
import { editedDraft } from '../app/versions/draft-value.ts'
import { draftName, useDrafts, writeDraft, type Drafts } from '../app/versions/draft.ts'
import type { GraphRevision, GraphVariant } from '../app/versions/history/graph-layout.ts'
import { graphQuery } from '../app/versions/queries.ts'
import { variantDraftOwner } from './column-drafts.ts'
import { letterOf, type Column } from './matrix.ts'

interface ColumnContext {
  readonly projectId: string
  readonly position: number
  readonly revisions: readonly Revision[]
  readonly drafts: Drafts
  readonly graph:
    | { readonly variants: readonly GraphVariant[]; readonly revisions: readonly GraphRevision[] }
    | undefined
}

function columnOf(revision: Revision, context: ColumnContext): Column {
  const { projectId, position, revisions, drafts, graph } = context
  const key = String(position)
  const { variant_id: variantId } = revision
  const variantRecord = graph?.variants.find(({ id }) => id === variantId)
  const variant = variantRecord?.name ?? variantRecord?.slug ?? revision.variant_slug
  const sharedName = draftName(projectId, variantId)
  const candidates = revisions.map((one) => ({ variantId: one.variant_id, revisionId: one.id }))
  const owner = variantDraftOwner(candidates, {
    id: variantId,
    // The revisions of a graph are sorted newest first.
    headId: graph?.revisions.find((one) => one.variant_id === variantId)?.id,
    startId: drafts.get(sharedName)?.start.revisionId,
  })
  const isOwner = owner === position
  const name = isOwner ? sharedName : `${sharedName}.${key}`
  const storedDraft = drafts.get(name)
  const draft = isOwner || storedDraft?.start.revisionId === revision.id ? storedDraft : undefined
  const data = draft?.data ?? revision.data ?? {}
  return {
    key,
    name: `${letterOf(position)} · ${variant}@${revision.version}`,
    variant,
    revision,
    data,
    draftName: name,
    isVariantDraft: isOwner,
    draft,
    isDraft: !isEqual(data, revision.data ?? {}),
  }
}

export interface Columns {
  readonly columns: readonly Column[]
  readonly isPending: boolean
  readonly error: unknown
  readonly refetch: () => void
  readonly setData: (key: string, data: JsonObject) => void
  /** Deletes the draft. */
  readonly discard: (key: string) => void
}

export function useColumns(first: Revision, ids: readonly string[]): Columns {
  const { api, session } = useSession()
  const drafts = useDrafts()
  const otherIds = ids.filter((id) => id !== first.id)
  const revisions = useQuery({
    queryKey: [session.project.id, 'versions', 'application', 'revisions', otherIds],
    queryFn: ({ signal }) => api.versions('application').revisions(otherIds, { signal }),
    enabled: otherIds.length > 0,
    staleTime: Infinity,
  })
  const graph = useQuery(graphQuery(api, 'application', first.artifact_slug))
  const columns = useMemo(() => {
    const byId = new Map([first, ...(revisions.data ?? [])].map((one) => [one.id, one]))
    const revisionList = (ids.length === 0 ? [first.id] : ids).flatMap((id) => byId.get(id) ?? [])
    const context = { projectId: session.project.id, revisions: revisionList, drafts, graph: graph.data }
    return revisionList.map((revision, position) => columnOf(revision, { ...context, position }))
  }, [first, revisions.data, graph.data, ids, drafts, session.project.id])
  return {
    columns,
    isPending: otherIds.length > 0 && revisions.isPending,
    error: revisions.error,
    refetch: () => void revisions.refetch(),
    setData: (key, data) => {
      const column = columns.find((one) => one.key === key)
      if (column === undefined) return
      writeDraft(column.draftName, editedDraft({ ...column, data }))
    },
    discard: (key) => {
      const column = columns.find((one) => one.key === key)
      if (column !== undefined) writeDraft(column.draftName, undefined)
    },
  }
}
