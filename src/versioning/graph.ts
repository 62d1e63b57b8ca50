// All variants of an artifact with their revisions, without payloads, for drawing a revision graph.
import type { Revision, Variant } from '../storage/contract/contract.ts'
import { notFound, type KindScope } from './engine.ts'
import { fetchRecord } from './edit.ts'
import { recordLabel } from './kinds.ts'
import { listFilter } from './query.ts'
import { referenceWithIdOrSlug, type Reference } from './references/references.ts'
import { insufficientReference } from './references/resolve-reference.ts'
import { scan, type Page, type PageLimits, type Windowing } from './windowing.ts'

export interface Graph {
  readonly variants: readonly Variant[]
  /** Revisions of all variants, newest first. */
  readonly revisions: Page<Revision>
}

/** The most variants of a graph, more than a page can show. Further ones are omitted. */
export const variantsMax = 1000

export async function graphOf(
  { scope, kind }: KindScope,
  input: { readonly artifact: Reference; readonly windowing: Windowing; readonly limits: PageLimits },
): Promise<Graph> {
  const { projectId, store } = scope
  const key = referenceWithIdOrSlug(input.artifact)
  if (key === undefined)
    throw insufficientReference(kind, {
      suffix: '',
      neededRefs: `the id or slug of ${recordLabel(kind, 'artifact')}`,
    })
  const artifact = await store.read.artifact(projectId, kind.family, { id: key.id, slug: key.slug })
  if (artifact === undefined) throw notFound(kind, 'artifact')
  const filter = {
    ...listFilter(kind, { filter: {}, includeArchived: true, windowing: {} }),
    roleMask: undefined,
    artifactRefs: [{ id: artifact.id }],
  }
  const bounds = {
    order: 'ascending',
    limit: variantsMax,
    after: undefined,
    from: undefined,
    to: undefined,
  } as const
  const variants = await store.read.listVariants(projectId, filter, bounds)
  const revisions = await scan<Revision, Revision>(input.windowing, input.limits, {
    cursor: (id) => fetchRecord({ reads: store.read, projectId }, { kind, level: 'revision', id }),
    fetch: (bounds) => store.read.listRevisions(projectId, filter, bounds, { withData: false }),
    isFiltered: false,
    mapRecords: async (records) => records,
  })
  return { variants, revisions }
}
