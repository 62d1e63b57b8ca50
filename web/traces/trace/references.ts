// The references of a span, grouped by record: one line with a link for each record.
import type { SpanReference } from '../../app/spans/span.ts'
import type { KindName } from '../../app/versions/kind-name.ts'

export interface NamedRecord {
  readonly kind: KindName
  readonly slug: string
  readonly variant: string | undefined
  readonly version: string | undefined
  /** The id of the most specific part: the revision, or else the variant, or else the artifact. */
  readonly id: string | undefined
}

export interface ReferencedRecords {
  readonly records: readonly NamedRecord[]
  /** References without a page. */
  readonly otherReferences: readonly SpanReference[]
}

const kinds: readonly KindName[] = ['application', 'evaluator', 'workflow', 'query', 'testset', 'environment']

export function referencedRecords(references: readonly SpanReference[]): ReferencedRecords {
  const byKey = new Map(references.map((one) => [one.attributes?.key ?? '', one]))
  const records = kinds.flatMap((kind): readonly NamedRecord[] => {
    const slug = byKey.get(kind)?.slug
    if (slug === undefined) return []
    const [variant, revision] = [byKey.get(`${kind}_variant`), byKey.get(`${kind}_revision`)]
    const id = revision?.id ?? variant?.id ?? byKey.get(kind)?.id
    return [{ kind, slug, variant: variant?.slug, version: revision?.version, id }]
  })
  const recordKeys = new Set(
    records.flatMap(({ kind }) => [kind, `${kind}_variant`, `${kind}_revision`] as string[]),
  )
  return {
    records,
    otherReferences: references.filter(({ attributes }) => !recordKeys.has(attributes?.key ?? '')),
  }
}
