import { expect, test } from 'vitest'
import { visibleVersions } from './version-filter.ts'

const revision = (variant: string, version: number) => ({
  id: `${variant}@${version}`,
  variant_id: variant,
  version: String(version),
  author: 'a',
  date: '2026-01-01',
})
const revisions = [
  ...Array.from({ length: 15 }, (_, version) => revision('main', version)),
  revision('other', 1),
]
const versionsOf = (selected: string) =>
  visibleVersions(revisions, { id: selected, variant_id: 'main' }).map(({ version }) => version)

test('the ten newest versions of the variant are listed, and an older one that is selected', () => {
  expect(versionsOf('main@14')).toEqual(['14', '13', '12', '11', '10', '9', '8', '7', '6', '5'])
  expect(versionsOf('main@2').at(-1)).toBe('2')
  expect(versionsOf('main@2')).toHaveLength(11)
})

test('the empty version 0 is not listed', () => {
  expect(versionsOf('main@0')).not.toContain('0')
})
