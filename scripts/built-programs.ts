// The programs that the sources start by their URL: threads, and isolated processes. `new URL('x.ts', import.meta.url)` makes x.ts
// a program; the bundle has one file for each. build-server.ts and the tests (vitest.config.ts) find them here, so that a new thread or
// process runs built without a list.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '..')
export const builtFolder = join(root, 'dist/server')

/** Packages outside of the bundle: native code, WebAssembly, and files that are served. */
export const outsidePackages: readonly string[] = [
  '@jitl/quickjs-wasmfile-release-sync',
  'chdb',
  'pyodide',
  'swagger-ui-dist',
]

const startedPrograms = /new URL\(\s*'([^']+\.ts)',\s*import\.meta\.url,?\s*\)/g

const builtName = (source: string): string =>
  `${relative(join(root, 'src'), source).replaceAll('/', '-').replace(/\.ts$/, '')}.mjs`

/** The source files of all programs. */
export function programSources(): readonly string[] {
  const files = globSync('src/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') })
  const sources = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(startedPrograms)].map(([, specifier = '']) =>
      join(root, dirname(file), specifier),
    ),
  )
  return [...new Set(sources)].toSorted()
}

export const builtFile = (source: string): string => join(builtFolder, builtName(source))

/** The code of the source file `id` with the URLs of programs replaced. Lines stay where they are. */
export const withProgramUrls = (code: string, id: string, urlOf: (builtPath: string) => string): string =>
  code.replaceAll(startedPrograms, (expression, specifier: string) => {
    const lineBreaks = '\n'.repeat(expression.split('\n').length - 1)
    return urlOf(builtFile(join(dirname(id), specifier))) + lineBreaks
  })
