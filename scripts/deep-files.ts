// Which files the deep tier has, and what each depends on.
import { globSync, statSync } from 'node:fs'
import { createHash, hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { importsOf, textOf } from './sources.ts'

type Edges = (file: string) => readonly string[]

const isCode = (file: string): boolean => /\.(tsx?|m?js)$/.test(file)
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const memoized = <T>(compute: (file: string) => T): ((file: string) => T) => {
  const values = new Map<string, T>()
  return (file) => {
    const known = values.get(file)
    if (known !== undefined) return known
    const value = compute(file)
    values.set(file, value)
    return value
  }
}

/** Everything that can be reached from the files, with them. */
function closure(files: readonly string[], edges: Edges): ReadonlySet<string> {
  const reached = new Set(files)
  for (const file of reached) for (const next of edges(file)) reached.add(next)
  return reached
}

const imports = memoized((file) => importsOf(file).filter((path) => isCode(path) && isFile(path)))

/** Whether a file of tests has more to prove in the deep tier. */
export const isInDeepTier = (file: string): boolean =>
  file.includes('.deep.test.') || closure([file], imports).has('test/support/tier.ts')

/** Folders whose files tests read one by one. */
const readFolders = ['docs', 'deploy', 'monitoring', 'examples']
const filesBelow = memoized((folder) => globSync(`${folder}/**/*`).filter(isFile))

/** Imports, and every other file whose path is in the text: programs that tests start, documents that they read. */
const mentions = memoized((file): readonly string[] => {
  if (!isCode(file) || file.startsWith('dist/')) return []
  const text = textOf(file)
  const paths = [...text.matchAll(/['"`]([\w@./-]+\.\w+)['"`]/g)].flatMap(([, path = '']) => [
    normalize(join(dirname(file), path)),
    normalize(path),
  ])
  const folders = readFolders.filter((folder) => new RegExp(`['"\`/]${folder}\\b`).test(text))
  return [
    ...paths.filter((path) => !path.startsWith('..') && !path.startsWith('/') && isFile(path)),
    ...(file.includes('.test.') || file.startsWith('test/') ? folders.flatMap(filesBelow) : []),
  ]
})

const hashOf = memoized((file) => hash('sha256', readFileSync(file)))

/** Records of runs, which change with each of them. */
const records = ['test/deep-runs.md', 'test/costs.json']

const sharedFiles = memoized(() => {
  const data = globSync(['{test,src,importers,web,cli,sdk}/**/fixtures/**/*', 'test/**/*'], {
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  }).filter((file) => !isCode(file) && !records.includes(file))
  // Stamps and tables of lines change with comments.
  const builds = globSync(['dist/server/**/*', 'web/dist/**/*']).filter(
    (file) => !/\/\.(built|commit)$|\.lines$/.test(file),
  )
  return [...data, ...builds, 'package-lock.json'].filter(isFile)
})

const setupFiles = (file: string): readonly string[] => [
  'test/support/seed.ts',
  'test/support/each-file.ts',
  file.startsWith('web/test/') ? 'web/test/setup.ts' : 'test/support/global-setup.ts',
]

/** Changes when anything changes that the file depends on: its imports, data of tests, packages, the built server and pages. */
export function fingerprintOf(file: string): string {
  const files = new Set([...closure([file, ...setupFiles(file)], mentions), ...sharedFiles('')])
  const digest = createHash('sha256')
  for (const path of [...files].toSorted()) digest.update(`${path}\0${hashOf(path)}\n`)
  return digest.digest('hex')
}
