import { expect, test } from 'vitest'
import { branchOf, namedRef } from './ref-names.ts'

const variantsOf = (...slugs: readonly string[]) => slugs.map((slug) => ({ id: `id of ${slug}`, slug }))
const branchesOf = (...slugs: readonly string[]): readonly string[] => {
  const variants = variantsOf(...slugs)
  return variants.map((variant) => branchOf(variant, variants).replace('refs/heads/', ''))
}

test('a default variant with a generated slug is main, also beside a variant with that slug', () => {
  expect(branchesOf('d09c553e7821')).toEqual(['main'])
  expect(branchesOf('d09c553e7821', 'main', 'other')).toEqual(['main', '%6dain', 'other'])
  expect(namedRef('refs/heads/%6dain')).toEqual({ kind: 'branch', slug: 'main' })
})

test('other variants have their slug, with dots escaped where Git refuses them', () => {
  expect(branchesOf('bot.main', 'd09c553e7821', 'main')).toEqual(['bot.main', 'd09c553e7821', 'main'])
  expect(branchesOf('a..b')).toEqual(['a%2e%2eb'])
  expect(namedRef('refs/heads/a%2e%2eb')).toEqual({ kind: 'branch', slug: 'a..b' })
})
