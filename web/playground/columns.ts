// The compared revisions, each with the draft that this browser stores for it.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../app/session.tsx'
import type { JsonObject, Revision } from '../app/versions/client.ts'
import { equal } from '../app/versions/delta.ts'
import { graphQuery } from '../app/versions/queries.ts'
import { useLocalStorage } from '../ui/browser/use-local-storage.ts'
import { letterOf, type Column } from './matrix.ts'

type Drafts = Readonly<Record<string, { readonly revisionId: string; readonly data: JsonObject }>>

interface ColumnContext {
  readonly position: number
  readonly drafts: Drafts
  /** Names of variants by id. */
  readonly variants: ReadonlyMap<string, string>
}

/** A draft belongs to its position and to its base revision. */
function columnOf(revision: Revision, { position, drafts, variants }: ColumnContext): Column {
  const key = String(position)
  const variant = variants.get(revision.variant_id) ?? revision.variant_slug
  const stored = revision.data ?? {}
  const draft = Object.hasOwn(drafts, key) ? drafts[key] : undefined
  const data = draft?.revisionId === revision.id ? draft.data : stored
  const name = `${letterOf(position)} · ${variant}@${revision.version}`
  return { key, name, variant, revision, data, isDraft: !equal(data, stored) }
}

export interface Columns {
  readonly columns: readonly Column[]
  readonly isPending: boolean
  readonly error: unknown
  readonly refetch: () => void
  readonly setDraft: (key: string, data: JsonObject) => void
  /** Deletes the draft. */
  readonly discard: (key: string) => void
}

export function useColumns(first: Revision, ids: readonly string[]): Columns {
  const { api, session } = useSession()
  const [drafts, setDrafts] = useLocalStorage<Drafts>(
    `playground.${session.project.id}.${first.artifact_id}`,
    {},
  )
  const others = ids.filter((id) => id !== first.id)
  const revisions = useQuery({
    queryKey: [session.project.id, 'versions', 'application', 'revisions', others],
    queryFn: ({ signal }) => api.versions('application').revisions(others, { signal }),
    enabled: others.length > 0,
    staleTime: Infinity,
  })
  const graph = useQuery(graphQuery(api, 'application', first.artifact_slug))
  const columns = useMemo(() => {
    const variants = new Map(graph.data?.variants.map(({ id, name, slug }) => [id, name ?? slug]))
    const byId = new Map([first, ...(revisions.data ?? [])].map((one) => [one.id, one]))
    return (ids.length === 0 ? [first.id] : ids).flatMap((id, position) => {
      const revision = byId.get(id)
      return revision === undefined ? [] : [columnOf(revision, { position, drafts, variants })]
    })
  }, [first, revisions.data, graph.data, ids, drafts])
  return {
    columns,
    isPending: others.length > 0 && revisions.isPending,
    error: revisions.error,
    refetch: () => void revisions.refetch(),
    setDraft: (key, data) => {
      const revisionId = columns.find((column) => column.key === key)?.revision.id ?? ''
      setDrafts({ ...drafts, [key]: { revisionId, data } })
    },
    discard: (key) =>
      setDrafts(Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== key))),
  }
}
