// Lists of records: the store filters by references, slugs and archive marks; this file filters by the rest.
import { jsonContains, type JsonObject } from '../kernel/json/value.ts'
import type {
  Artifact,
  Flags,
  Header,
  Level,
  ListFilter,
  RefMatch,
  Revision,
  Variant,
} from '../storage/contract/contract.ts'
import { fetchRecord, type Records } from './edit.ts'
import { roleBits, artifactFlags, revisionFlags, variantFlags, type Kind } from './kinds.ts'
import { versionNumber, type Reference } from './references/references.ts'
import { scan, type Page, type PageLimits, type Windowing } from './windowing.ts'
import type { KindScope } from './engine.ts'

export interface RecordFilter {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly message?: string | undefined
  readonly slug?: string | undefined
  readonly slugs?: readonly string[] | undefined
  readonly flags?: Flags | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
  readonly author?: string | undefined
  readonly authors?: readonly string[] | undefined
  readonly date?: string | undefined
  readonly dates?: readonly string[] | undefined
}

export interface ListQuery {
  readonly filter: RecordFilter
  readonly artifactRefs?: readonly Reference[] | undefined
  readonly variantRefs?: readonly Reference[] | undefined
  readonly revisionRefs?: readonly Reference[] | undefined
  /** Environments: only revisions that changed the entry of one of these artifacts. */
  readonly touchedArtifactIds?: readonly string[] | undefined
  readonly includeArchived: boolean
  readonly windowing: Windowing
}

/** References without members restrict nothing; an impossible version matches nothing. */
function refMatches(
  refs: readonly Reference[] | undefined,
  withVersion: boolean,
): readonly RefMatch[] | undefined {
  const usedRefs = (refs ?? []).filter(
    (ref) => ref.id !== undefined || ref.slug !== undefined || (withVersion && ref.version !== undefined),
  )
  if (usedRefs.length === 0) return undefined
  return usedRefs.map(({ id, slug, version }) => ({
    id,
    slug,
    version: withVersion && version !== undefined ? (versionNumber(version) ?? -1) : undefined,
  }))
}

const alternatives = <T>(
  single: T | undefined,
  values: readonly T[] | undefined,
): readonly T[] | undefined => {
  const allValues = [...(single === undefined ? [] : [single]), ...(values ?? [])]
  return allValues.length === 0 ? undefined : allValues
}

export const listFilter = (kind: Kind, query: ListQuery): ListFilter => ({
  family: kind.family,
  roleMask: kind.role === undefined ? undefined : roleBits[kind.role],
  includeArchived: query.includeArchived,
  slugs: alternatives(query.filter.slug, query.filter.slugs),
  artifactRefs: refMatches(query.artifactRefs, false),
  variantRefs: refMatches(query.variantRefs, false),
  revisionRefs: refMatches(query.revisionRefs, true),
  authors: alternatives(query.filter.author, query.filter.authors),
  dates: alternatives(query.filter.date, query.filter.dates),
})

/** Whether a text contains a part, regardless of case. An absent part is contained in every text. */
export const includesText = (text: string | undefined, part: string | undefined): boolean =>
  part === undefined || (text ?? '').toLowerCase().includes(part.toLowerCase())

/** Applies the part of a filter that needs the record as answers contain it. */
export function matchesFilter(
  record: Pick<Header, 'name' | 'description' | 'tags' | 'meta'> & {
    readonly flags: Flags
    readonly message?: string | undefined
  },
  filter: RecordFilter,
): boolean {
  return (
    includesText(record.name, filter.name) &&
    includesText(record.description, filter.description) &&
    includesText(record.message, filter.message) &&
    (filter.flags === undefined || jsonContains(record.flags, filter.flags)) &&
    (filter.tags === undefined || jsonContains(record.tags ?? {}, filter.tags)) &&
    (filter.meta === undefined || jsonContains(record.meta ?? {}, filter.meta))
  )
}

/** Whether any filter is applied outside the store. */
export const hasLocalFilter = ({ filter, touchedArtifactIds }: ListQuery): boolean =>
  [
    filter.name,
    filter.description,
    filter.message,
    filter.flags,
    filter.tags,
    filter.meta,
    touchedArtifactIds,
  ].some((part) => part !== undefined)

function flagsOf(record: Artifact | Variant | Revision): Flags {
  if ('version' in record) return revisionFlags(record)
  if ('artifact' in record)
    return variantFlags(record.family, { artifact: record.artifact, flags: record.flags })
  return artifactFlags(record)
}

const listMethods = { artifact: 'listArtifacts', variant: 'listVariants', revision: 'listRevisions' } as const

export function queryRecords<L extends Level>(
  { scope, kind }: KindScope,
  { level, query, limits }: { readonly level: L; readonly query: ListQuery; readonly limits: PageLimits },
): Promise<Page<Records[L]>> {
  const { read } = scope.store
  const filter = listFilter(kind, query)
  const touchedIds = query.touchedArtifactIds && new Set(query.touchedArtifactIds)
  const matches = (record: Artifact | Variant | Revision): boolean =>
    matchesFilter({ ...record, flags: flagsOf(record) }, query.filter) &&
    (touchedIds === undefined ||
      ('touchedArtifactIds' in record && record.touchedArtifactIds.some((id) => touchedIds.has(id))))
  return scan<Records[L], Records[L]>(query.windowing, limits, {
    cursor: (id) => fetchRecord({ reads: read, projectId: scope.projectId }, { kind, level, id }),
    fetch: async (bounds) => {
      const records: readonly (Artifact | Variant | Revision)[] = await read[listMethods[level]](
        scope.projectId,
        filter,
        bounds,
      )
      return records as readonly Records[L][]
    },
    isFiltered: hasLocalFilter(query),
    mapRecords: async (records) => records.map((record) => (matches(record) ? record : undefined)),
  })
}
