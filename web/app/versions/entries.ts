// Reads the entries of environment revisions.
import type { JsonObject } from './client.ts'
import type { KindName } from './kind-name.ts'

export interface Entry {
  readonly key: string
  /** The kind of the deployed record. */
  readonly kind: KindName
  readonly artifact: { readonly id: string; readonly slug: string }
  readonly variant: { readonly id: string; readonly slug: string }
  readonly revision: { readonly id: string; readonly slug: string; readonly version: string }
}

export interface Environment {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly guarded: boolean
  readonly variantId: string | undefined
  readonly revisionId: string | undefined
  readonly entries: readonly Entry[]
}

const entryKinds = ['application', 'evaluator', 'workflow', 'testset', 'query'] as const

type Group = Readonly<Record<string, Entry['revision'] | undefined>>

/** The entries of an environment revision; empty groups are omitted. */
export function entriesOf(data: JsonObject | undefined): readonly Entry[] {
  const references = (data?.['references'] ?? {}) as unknown as Readonly<Record<string, Group>>
  return Object.entries(references)
    .flatMap(([name, group]): readonly Entry[] => {
      const kind =
        entryKinds.find((one) => group[`${one}_revision`] !== undefined) ??
        (group['snippet_revision'] === undefined ? undefined : 'workflow')
      const word = kind !== undefined && group[`${kind}_revision`] === undefined ? 'snippet' : kind
      const [artifact, variant, revision] = [
        group[`${word}`],
        group[`${word}_variant`],
        group[`${word}_revision`],
      ]
      if (kind === undefined || artifact === undefined || variant === undefined || revision === undefined)
        return []
      return [{ key: name, kind, artifact, variant, revision }]
    })
    .toSorted((a, b) => a.key.localeCompare(b.key))
}

export interface Deployed {
  readonly environment: string
  readonly guarded: boolean
  readonly entry: Entry
}

/** Deployments by artifact id. */
export function deployedByArtifact(
  environments: readonly Environment[],
): ReadonlyMap<string, readonly Deployed[]> {
  return Map.groupBy(
    environments.flatMap(({ slug, guarded, entries }) =>
      entries.map((entry) => ({ environment: slug, guarded, entry })),
    ),
    ({ entry }) => entry.artifact.id,
  )
}
