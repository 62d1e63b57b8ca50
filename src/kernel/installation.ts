// Finds the directories of the program and of its dependencies. A clone contains its dependencies; npm may
// install those of a package next to it.
import { existsSync, readFileSync } from 'node:fs'
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

const textOf = (...path: readonly string[]): string | undefined => {
  try {
    return readFileSync(join(programRoot, ...path), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** The commit that a clone is at; undefined: the program is no clone, or its head cannot be read without Git. */
function headOfClone(): string | undefined {
  const head = textOf('.git/HEAD')
  const branch = head?.startsWith('ref: ') === true ? head.slice('ref: '.length) : undefined
  if (branch === undefined) return head
  const packedLine = textOf('.git/packed-refs')
    ?.split('\n')
    .find((line) => line.endsWith(` ${branch}`))
  return textOf('.git', branch) ?? packedLine?.split(' ')[0]
}

/** Sentences for the operator about a build that is missing or old. */
export function buildProblems(): readonly string[] {
  const advice =
    'Run node_modules/.bin/node scripts/ensure-built.mjs in the installation and start the server again.'
  const head = headOfClone()
  const builtFrom = textOf('dist/server/.commit')
  const isOld = head !== undefined && builtFrom !== undefined && head !== builtFrom
  return [
    ...(existsSync(join(programRoot, 'web/dist/index.html')) ? [] : [`The pages are not built. ${advice}`]),
    ...(isOld
      ? [`This server was built from the commit ${builtFrom}, the clone is at ${head}. ${advice}`]
      : []),
  ]
}
