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
const dependencyFiles = (name: string): readonly string[] =>
  dependencyRoots.map((root) => `${root}/${name}/*`)

/**
 * The files that an isolated program reads: the bundled program is one file, besides files of the dependencies that it loads. The
 * sources, which only `npm run dev:server` runs, read all of the program and its dependencies.
 */
export const programFiles = (file: string, dependencies: readonly string[] = []): readonly string[] =>
  file.endsWith('.ts')
    ? [`${programRoot}/src/*`, `${programRoot}/package.json`, ...dependencyRoots.map((root) => `${root}/*`)]
    : [file, ...dependencies.flatMap(dependencyFiles)]
