// Bundles the program with its packages into dist/server: the server and the command line in chunks that commands load when they need them, and
// each program of a thread or an isolated process (built-programs.ts) as one file. `npm start`, the tests and the npm package run the
// bundle: it starts with a few reads of files instead of 1,700. See docs/adr/093-bundle-the-server.md.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { rolldown, type InputOptions, type OutputOptions, type Plugin } from 'rolldown'
import { builtFile, builtFolder, programSources, root, withProgramUrls } from './built-programs.ts'
import { licencesOf } from './licences.ts'
import { sourceLines } from './source-lines.ts'

/** Imports that the bundle leaves to Node; the last two are optional and not installed. */
const external = [/^chdb(\/|$)/, 'pyodide', 'pg-native', 'pg-cloudflare']

const fromBundle = (path: string): string => {
  const specifier = relative(builtFolder, path)
  return JSON.stringify(specifier.startsWith('.') ? specifier : `./${specifier}`)
}

/** Modules find their files (package.json, the pages, data) from the place of their source, as without a bundle. */
const sourcePaths: Plugin = {
  name: 'source-paths',
  transform(code, id) {
    if (id.includes('/node_modules/') || !code.includes('import.meta')) return undefined
    const withPrograms = withProgramUrls(
      code,
      id,
      (built) => `new URL('./${basename(built)}', import.meta['url'])`,
    )
    return {
      code: withPrograms
        .replaceAll('import.meta.url', `new URL(${fromBundle(id)}, import.meta['url']).href`)
        .replaceAll(
          'import.meta.dirname',
          `__fileURLToPath(new URL(${fromBundle(dirname(id))}, import.meta['url']))`,
        )
        .replaceAll("import.meta['url']", 'import.meta.url')
        .replace(
          /(?<=__fileURLToPath[^]*)$/,
          "\nimport { fileURLToPath as __fileURLToPath } from 'node:url'",
        ),
      // Lines are the same, and columns of these few lines do not matter.
      map: null,
    }
  },
}

async function write(input: InputOptions, output: OutputOptions): Promise<readonly string[]> {
  const bundle = await rolldown({
    platform: 'node',
    external,
    plugins: [sourcePaths],
    // Names of functions and classes are part of messages and logs.
    treeshake: true,
    logLevel: 'warn',
    ...input,
  })
  const { output: files } = await bundle.write({
    format: 'esm',
    sourcemap: 'hidden',
    keepNames: true,
    ...output,
  })
  await bundle.close()
  const chunks = files.filter((file) => file.type === 'chunk')
  for (const { fileName, map } of chunks) {
    if (map === null) continue
    const path = join(builtFolder, fileName)
    writeFileSync(`${path}.lines`, sourceLines(map, path))
    rmSync(`${path}.map`)
  }
  return chunks.flatMap((chunk) => chunk.moduleIds)
}

const startMs = performance.now()
rmSync(builtFolder, { recursive: true, force: true })
const program = write(
  { input: { main: join(root, 'src/main.ts'), assay: join(root, 'cli/main.ts') } },
  { dir: builtFolder, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
)
const startedPrograms = programSources().map((source) =>
  write({ input: source }, { file: builtFile(source), codeSplitting: false }),
)
const modules = (await Promise.all([program, ...startedPrograms])).flat()
writeFileSync(join(builtFolder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(modules))
const bytes = globSync('*.mjs', { cwd: builtFolder })
  .map((name) => readFileSync(join(builtFolder, name)).length)
  .reduce((sum, length) => sum + length, 0)
const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
console.log(`Server built in ${seconds} s: ${(bytes / 1e6).toFixed(1)} MB.`)
