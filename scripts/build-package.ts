// `npm run build:package`: writes assay-<version>.tgz, the server, the pages and the command line as one npm package. Node
// strips no types below node_modules, so the TypeScript is compiled. `npm pack` alone cannot do it: .npmrc switches scripts off.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist/package')
/** The folder of the tarball: the first argument, or the root of the repository. */
const destination = process.argv[2] ?? root

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
const manifest = readJson('package.json') as Manifest
const { packages } = readJson('package-lock.json') as {
  readonly packages: Readonly<Record<string, { readonly version: string }>>
}

rmSync(target, { recursive: true, force: true })
run(process.execPath, 'scripts/ensure-built.mjs')
run('tsc', '-p', 'tsconfig.package.json')

// The compiler rewrites imports only. Paths of worker threads, processes and their files are strings: rewrite them here.
const modules = globSync('**/*.js', { cwd: target }).map((name) => join(target, name))
const texts = modules.map((path) => {
  const text = readFileSync(path, 'utf8').replaceAll(/(?<=')((?:\.{0,2}\/)*[\w/-]+)\.ts(?=')/g, '$1.js')
  writeFileSync(path, text)
  return text
})

for (const path of [
  'src/http/openapi/descriptions.json',
  'src/programs/sandbox/python-harness.py',
  'web/dist',
  'README.md',
])
  cpSync(join(root, path), join(target, path), { recursive: true })
mkdirSync(join(target, 'bin'))
cpSync(join(root, 'scripts/launcher.sh'), join(target, 'bin/assay'))
chmodSync(join(target, 'bin/assay'), 0o755)

/** The pages are bundled: only dependencies that the compiled code names are needed, in the versions that were tested. */
const dependencies = Object.keys(manifest.dependencies)
  .filter((name) => texts.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`)))
  .map((name) => [name, packages[`node_modules/${name}`]?.version])
writeFileSync(
  join(target, 'package.json'),
  JSON.stringify(
    {
      name: 'assay',
      version: manifest.version,
      description: manifest.description,
      license: manifest.license,
      type: 'module',
      bin: { assay: 'bin/assay' },
      engines: { node: '>=22' },
      dependencies: Object.fromEntries(dependencies),
      optionalDependencies: manifest.optionalDependencies,
    },
    null,
    2,
  ),
)
console.log(run('npm', 'pack', target, '--pack-destination', destination, '--silent').trim())
