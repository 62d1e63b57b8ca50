// Cuts a version out of the changelog.

const unreleasedHeading = '## Unreleased'

/** The changelog with the content of "Unreleased" as this version, below a new empty "Unreleased". */
export function cutChangelog(
  text: string,
  { version, date }: { readonly version: string; readonly date: string },
): string {
  const lines = text.split('\n')
  const start = lines.indexOf(unreleasedHeading)
  if (start < 0) throw new Error(`CHANGELOG.md has no heading "${unreleasedHeading}".`)
  if (lines.some((line) => line.startsWith('## ') && line.split(' ')[1] === version))
    throw new Error(`CHANGELOG.md has version ${version} already.`)
  const next = lines.findIndex((line, i) => i > start && line.startsWith('## '))
  const changes = lines.slice(start + 1, next < 0 ? undefined : next)
  if (changes.every((line) => line === '' || line.startsWith('#')))
    throw new Error(`CHANGELOG.md has nothing below "${unreleasedHeading}".`)
  return lines.toSpliced(start + 1, 0, '', `## ${version} (${date})`).join('\n')
}
