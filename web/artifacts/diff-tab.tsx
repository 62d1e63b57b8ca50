// The difference between the selected revision and another one.
import { useId } from 'react'
import type { Revision } from '../app/versions/client.ts'
import type { GraphRevision, GraphVariant } from '../app/versions/history/graph-layout.ts'
import type { PageKind } from '../app/versions/kinds.ts'
import { RevisionDiff } from '../app/versions/diff/revision-diff.tsx'
import styles from './page.module.css'

/** The previous revision of the variant. */
export const previousRevision = (
  revision: Pick<Revision, 'variant_id' | 'version'>,
  revisions: readonly GraphRevision[],
): GraphRevision | undefined =>
  revisions.find(
    (one) => one.variant_id === revision.variant_id && one.version === String(Number(revision.version) - 1),
  )

/** The maximum of options in the select. */
const choicesMax = 500

export function DiffTab({
  kind,
  revision,
  graph,
  base,
  onBase,
}: {
  kind: PageKind
  revision: Revision
  graph: { readonly variants: readonly GraphVariant[]; readonly revisions: readonly GraphRevision[] }
  base: string | undefined
  onBase: (id: string | undefined) => void
}) {
  const id = useId()
  const names = new Map(graph.variants.map((variant) => [variant.id, variant.name ?? variant.slug]))
  const baseId = base ?? previousRevision(revision, graph.revisions)?.id
  const choices = graph.revisions
    .filter((one) => one.id !== revision.id && one.copied_from_revision_id === undefined)
    .slice(0, choicesMax)
  const options = choices.some((one) => one.id === baseId)
    ? choices
    : [...graph.revisions.filter((one) => one.id === baseId), ...choices]
  return (
    <>
      <div className={styles['bar']}>
        <label htmlFor={id}>From</label>
        <select id={id} value={baseId ?? ''} onChange={(event) => onBase(event.target.value || undefined)}>
          {baseId === undefined && <option value="">nothing</option>}
          {options.map((one) => (
            <option key={one.id} value={one.id}>
              {names.get(one.variant_id)} v{one.version}
              {one.message === undefined ? '' : `: ${one.message.slice(0, 60)}`}
            </option>
          ))}
        </select>
        <span>
          to {names.get(revision.variant_id)} v{revision.version}
        </span>
      </div>
      <RevisionDiff kind={kind} base={baseId} target={revision.id} />
    </>
  )
}
