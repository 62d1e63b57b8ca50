// Names of refs: a branch per variant, a tag per environment. Slugs may contain dots where Git refuses them; those
// slugs have their dots escaped.

const isRefused = (slug: string): boolean => /\.\.|\.$|\.lock$/.test(slug)

const encoded = (slug: string): string => (isRefused(slug) ? slug.replaceAll('.', '%2e') : slug)

const branches = 'refs/heads/'
const environments = 'refs/tags/env/'

export const branchName = (variantSlug: string): string => `${branches}${encoded(variantSlug)}`
export const environmentTag = (environmentSlug: string): string =>
  `${environments}${encoded(environmentSlug)}`

/** The record that a ref of a push names. */
export interface NamedRef {
  readonly kind: 'branch' | 'environment'
  readonly slug: string
}

/** Undefined: the ref is neither a branch nor the tag of an environment. */
export function namedRef(name: string): NamedRef | undefined {
  const kind = name.startsWith(branches)
    ? 'branch'
    : name.startsWith(environments)
      ? 'environment'
      : undefined
  if (kind === undefined) return undefined
  const slug = name.slice((kind === 'branch' ? branches : environments).length)
  return { kind, slug: slug.replaceAll('%2e', '.') }
}
