// Reads the entries of environment revisions.
import { membersOf, hasTexts } from '../../ui/records.ts'
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
  readonly isGuarded: boolean
  readonly variantId: string | undefined
  readonly revisionId: string | undefined
  readonly entries: readonly Entry[]
}

const entryKinds = ['application', 'evaluator', 'workflow', 'testset', 'query'] as const

type Side = Entry['revision']
const isSide = hasTexts<Side>('id', 'slug')

/** The references of an entry by their names. */
const groupOf = (value: unknown): ReadonlyMap<string, Side> =>
  new Map(Object.entries(membersOf(value)).flatMap(([name, side]) => (isSide(side) ? [[name, side]] : [])))

/** The entries of an environment revision; empty groups are omitted. */
export function entriesOf(data: JsonObject | undefined): readonly Entry[] {
  return Object.entries(membersOf(data?.['references']))
    .flatMap(([name, references]): readonly Entry[] => {
      const group = groupOf(references)
      const kind =
        entryKinds.find((one) => group.has(`${one}_revision`)) ??
        (group.has('snippet_revision') ? 'workflow' : undefined)
      const word = kind !== undefined && !group.has(`${kind}_revision`) ? 'snippet' : kind
      const [artifact, variant, revision] = [
        group.get(`${word}`),
        group.get(`${word}_variant`),
        group.get(`${word}_revision`),
      ]
      if (kind === undefined || artifact === undefined || variant === undefined || revision === undefined)
        return []
      return [{ key: name, kind, artifact, variant, revision }]
    })
    .toSorted((a, b) => a.key.localeCompare(b.key))
}

export interface Deployment {
  readonly environment: string
  readonly isGuarded: boolean
  readonly entry: Entry
}

/** Deployments by artifact id. */
export function deploymentsByArtifact(
  environments: readonly Environment[],
): ReadonlyMap<string, readonly Deployment[]> {
  return Map.groupBy(
    environments.flatMap(({ slug, isGuarded, entries }) =>
      entries.map((entry) => ({ environment: slug, isGuarded, entry })),
    ),
    ({ entry }) => entry.artifact.id,
  )
}
