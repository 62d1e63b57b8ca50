// Cutting a version out of the changelog, and the checks before a release (scripts/release.ts).
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cutChangelog } from '../../scripts/changelog.ts'
import { runFile } from '../support/children.ts'

const changelog = `# Changelog

For the person who runs Assay. Newest on top.

## Unreleased

### Fixed

- A line.

## 0.1.0

- The first version.
`
const release = { version: '0.2.0', date: '2026-11-20' }

test('the content of "Unreleased" becomes the version with its date, below a new empty "Unreleased"', () => {
  expect(cutChangelog(changelog, release)).toBe(
    changelog.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 (2026-11-20)\n'),
  )
})

test('a changelog of "Unreleased" alone is cut into its first version', () => {
  expect(cutChangelog('## Unreleased\n\n- A line.\n', release)).toBe(
    '## Unreleased\n\n## 0.2.0 (2026-11-20)\n\n- A line.\n',
  )
})

test.each([
  ['no heading', '# Changelog\n\n## 0.1.0\n', 'has no heading "## Unreleased"'],
  ['nothing to release', '## Unreleased\n\n### Fixed\n\n## 0.1.0\n\n- A line.\n', 'has nothing below'],
  ['the version', `${changelog}\n## 0.2.0 (2026-11-01)\n`, 'has version 0.2.0 already'],
])('a changelog with %s is refused', (_, text, message) => {
  expect(() => cutChangelog(text, release)).toThrow(message)
})

test('a version is cut once: the second time there is nothing to release', () => {
  expect(() => cutChangelog(cutChangelog(changelog, release), { ...release, version: '0.3.0' })).toThrow(
    'has nothing below',
  )
})

test('a dry run names what is missing for a release, and the steps, and writes nothing', async () => {
  const before = readFileSync('CHANGELOG.md', 'utf8')
  const { code, stdout, stderr } = await runFile('scripts/release.ts', ['0.0.1', '--dry-run'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('The version has to be above ')])
  expect(stdout).toContain('the tag v0.0.1')
  expect(readFileSync('CHANGELOG.md', 'utf8')).toBe(before)
})

test('a version that is none is refused with the usage', async () => {
  const { code, stderr } = await runFile('scripts/release.ts', ['next'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('Usage: npm run release')])
})
