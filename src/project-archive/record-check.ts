// Checks the records of versioning against each other: variants and revisions belong to the family of their artifact,
// and a fork names a revision of the archive. Memory holds artifacts, variants and forks, not revisions.
import type { ProjectRow } from '../storage/contract/contract.ts'
import { refusal } from './format.ts'
import type { ArchivePart } from './read-archive.ts'

interface Parent {
  readonly family: unknown
  readonly artifactId: unknown
}

export class RecordCheck {
  /** The artifacts and the variants by id. */
  readonly #parents = new Map<unknown, Parent>()
  /** The variants that were forked from a revision, by its id. */
  readonly #forks = new Map<unknown, { readonly family: unknown; readonly path: string }>()

  add({ kind, rows }: ArchivePart): void {
    if (kind === 'artifacts')
      for (const { id, family } of rows) this.#parents.set(id, { family, artifactId: id })
    if (kind === 'variants') for (const row of rows) this.#addVariant(row)
    if (kind === 'revisions') for (const row of rows) this.#addRevision(row)
  }

  #requireParent(
    path: string,
    { row, parentId }: { readonly row: ProjectRow; readonly parentId: unknown },
  ): void {
    const parent = this.#parents.get(parentId)
    if (parent === undefined) throw refusal(`${path} names a record that it does not have.`)
    for (const [name, value, expected] of [
      ['family', row['family'], parent.family],
      ['artifact_id', row['artifact_id'], parent.artifactId],
    ])
      if (value !== expected)
        throw refusal(
          `${String(name)} of ${path} is ${String(value)}, and ${String(expected)} in its parent.`,
        )
  }

  #addVariant(row: ProjectRow): void {
    const { id, family, artifact_id: artifactId, forked_from_revision_id: source } = row
    const path = `variant ${String(id)}`
    this.#requireParent(path, { row, parentId: artifactId })
    this.#parents.set(id, { family, artifactId })
    if (source !== null) this.#forks.set(source, { family, path })
  }

  #addRevision(row: ProjectRow): void {
    const { id, family, variant_id: variantId } = row
    this.#requireParent(`revision ${String(id)}`, { row, parentId: variantId })
    const fork = this.#forks.get(id)
    if (fork !== undefined && fork.family !== family)
      throw refusal(`forked_from_revision_id of ${fork.path} names a revision of another family.`)
    this.#forks.delete(id)
  }

  finish(): void {
    for (const [source, { path }] of this.#forks)
      throw refusal(
        `forked_from_revision_id of ${path} names the revision ${String(source)}, which it does not have.`,
      )
  }
}
