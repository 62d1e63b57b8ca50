// Finds the directories of the program and of its dependencies. A clone contains its dependencies; npm may
// install those of a package next to it.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The directory of package.json. */
export const programRoot = join(import.meta.dirname, '../..')

/** The directories that hold dependencies, the nearest first. */
export const dependencyRoots: readonly string[] = [
  join(programRoot, 'node_modules'),
  dirname(programRoot),
].filter((path) => basename(path) === 'node_modules' && existsSync(path))

/** All files of a dependency, as patterns of Node's permission model. */
export const dependencyFiles = (name: string): readonly string[] =>
  dependencyRoots.map((root) => `${root}/${name}/*`)
