// web/app/versions/naming: names of versions. version-name.ts is pure.
// Imports web/app. Start here.
//
// The name of a version: `v3`, or `Concise@3` where the application has several variants, whose versions count separately.

export interface NamedVersion {
  readonly version: string
  /** The slug or id of the variant. */
  readonly variant?: string | undefined
}

/** Names versions; without variants every name is `v3`. */
export type VersionNaming = (version: NamedVersion) => string

export const plainNaming: VersionNaming = ({ version }) => `v${version}`

/** The name in a sentence: `version 3`, or `Concise@3`. */
export const versionPhrase = (naming: VersionNaming, version: NamedVersion): string => {
  const name = naming(version)
  return name === plainNaming(version) ? `version ${version.version}` : name
}

export interface NamedVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string | undefined
  /** The id of the artifact. */
  readonly artifactId: string
}

/** Slugs of variants are unique in a project. */
export function namingOf(variants: readonly NamedVariant[]): VersionNaming {
  const siblings = Map.groupBy(variants, ({ artifactId }) => artifactId)
  const names = new Map(
    variants
      .filter(({ artifactId }) => (siblings.get(artifactId)?.length ?? 0) > 1)
      .flatMap(({ id, slug, name = slug }) => [
        [id, name],
        [slug, name],
      ]),
  )
  return ({ version, variant }) => {
    const name = names.get(variant ?? '')
    return name === undefined ? `v${version}` : `${name}@${version}`
  }
}
