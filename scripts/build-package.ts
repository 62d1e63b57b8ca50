// `npm run build:package`: writes assay-<version>.tgz, the built server, the pages and the command line as one npm package. `npm pack`
// alone cannot do it: .npmrc switches scripts off.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outsidePackages, root } from './built-programs.ts'

const target = join(root, 'dist/package')
/** The folder of the tarball: the first argument, or the root of the repository. */
const destination = process.argv[2] ?? root

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
const manifest = readJson('package.json') as Manifest
const { packages } = readJson('package-lock.json') as {
  readonly packages: Readonly<Record<string, { readonly version: string }>>
}

rmSync(target, { recursive: true, force: true })
run(process.execPath, 'scripts/ensure-built.mjs')
for (const path of [
  'dist/server',
  'src/http/openapi/descriptions.json',
  'src/programs/sandbox/python-harness.py',
  'web/dist',
  'README.md',
])
  cpSync(join(root, path), join(target, path), { recursive: true })
mkdirSync(join(target, 'bin'))
cpSync(join(root, 'scripts/launcher.sh'), join(target, 'bin/assay'))
chmodSync(join(target, 'bin/assay'), 0o755)

/** In the versions that were tested. */
const dependencies = outsidePackages.map((name) => [name, packages[`node_modules/${name}`]?.version])
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
