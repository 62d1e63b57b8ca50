// Names of refs: a branch per variant, a tag per environment. Slugs may contain dots where Git refuses them; those
// slugs have their dots escaped. The default variant is `main` if its slug was generated.
import type { Variant } from '../../storage/contract/contract.ts'

const isRefused = (slug: string): boolean => /\.\.|\.$|\.lock$/.test(slug)

const encodeSlug = (slug: string): string => (isRefused(slug) ? slug.replaceAll('.', '%2e') : slug)

const branchPrefix = 'refs/heads/'
const environmentPrefix = 'refs/tags/env/'

const generatedSlugPattern = /^[0-9a-f]{12}$/
const mainSlug = 'main'
/** `main` is taken by the default variant, and `%` is in no slug. */
const escapedMain = '%6dain'

type VariantName = Pick<Variant, 'id' | 'slug'>

/** Whether the branch of the default variant, the first of these, is `main` although its slug differs. */
const isMainGenerated = ([oldest]: readonly VariantName[]): boolean =>
  oldest !== undefined && generatedSlugPattern.test(oldest.slug)

/**
 * The branch of a variant among all variants of its artifact, the default one first. Later variants never change it,
 * even if one of them has the slug `main`.
 */
export function branchOf({ id, slug }: VariantName, variants: readonly VariantName[]): string {
  if (!isMainGenerated(variants)) return `${branchPrefix}${encodeSlug(slug)}`
  if (id === variants[0]?.id) return `${branchPrefix}${mainSlug}`
  return `${branchPrefix}${slug === mainSlug ? escapedMain : encodeSlug(slug)}`
}
export const environmentTag = (environmentSlug: string): string =>
  `${environmentPrefix}${encodeSlug(environmentSlug)}`

/** The record that a ref of a push names. */
export interface NamedRef {
  readonly kind: 'branch' | 'environment'
  readonly slug: string
}

/** Undefined: the ref is neither a branch nor the tag of an environment. */
export function namedRef(name: string): NamedRef | undefined {
  const kind = name.startsWith(branchPrefix)
    ? 'branch'
    : name.startsWith(environmentPrefix)
      ? 'environment'
      : undefined
  if (kind === undefined) return undefined
  const slug = name.slice((kind === 'branch' ? branchPrefix : environmentPrefix).length)
  return { kind, slug: slug === escapedMain ? mainSlug : slug.replaceAll('%2e', '.') }
}
