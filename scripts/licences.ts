// The licences of the packages inside of a bundle.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of the licences of all packages that these modules belong to. */
export function licencesOf(moduleIds: readonly string[]): string {
  const folders = new Set(
    moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []),
  )
  return [...folders]
    .toSorted()
    .flatMap((folder) =>
      globSync('{LICENSE,LICENCE,license}*', { cwd: folder })
        .slice(0, 1)
        .map(
          (name) => `${folder.split('/node_modules/').at(-1)}\n\n${readFileSync(join(folder, name), 'utf8')}`,
        ),
    )
    .join('\n---\n\n')
}
