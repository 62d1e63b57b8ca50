// `npm run build:cli [folder]`: writes assay-cli-<version>.tgz, the command line without the server: one bundled file, no
// dependencies, Node 20 and newer. Administration needs the package of the server (scripts/build-package.ts).
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { licencesOf } from './licences.ts'

const root = join(import.meta.dirname, '..')
const target = mkdtempSync(join(tmpdir(), 'assay-cli-'))
/** The folder of the tarball: the first argument, or the root of the repository. */
const destination = process.argv[2] ?? root

const manifest: Readonly<Record<'version' | 'description' | 'license', string>> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

/** The program that replaces the server: its commands for administration need the package of the server. */
const serverStub = `
if (process.argv.includes('--version')) process.stdout.write('${manifest.version}\\n')
else {
process.stderr.write("assay: This command administers the server of a machine: install the package 'assay' there.\\n")
process.exitCode = 2
}
`

const bundle = await rolldown({
  input: join(root, 'cli/main.ts'),
  platform: 'node',
  transform: { target: 'node20' },
  plugins: [
    {
      name: 'without-server',
      resolveId: (id) => (id === '../src/main.ts' ? '\0server' : null),
      load: (id) => (id === '\0server' ? serverStub : null),
    },
  ],
})
mkdirSync(join(target, 'bin'))
const path = join(target, 'bin/assay.js')
const { output } = await bundle.write({ file: path, format: 'esm', codeSplitting: false })
await bundle.close()
chmodSync(path, 0o755)

const moduleIds = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), licencesOf(moduleIds))
writeFileSync(
  join(target, 'README.md'),
  '# @assay/cli\n\nThe command `assay` for any Assay server: `npx @assay/cli login <url>`, then `assay --help`. It needs Node 20 or newer.\n',
)
writeFileSync(
  join(target, 'package.json'),
  JSON.stringify(
    {
      name: '@assay/cli',
      version: manifest.version,
      description: `Command line of Assay: ${manifest.description}`,
      license: manifest.license,
      type: 'module',
      bin: { assay: 'bin/assay.js' },
      engines: { node: '>=20' },
    },
    null,
    2,
  ),
)
const pack = ['pack', target, '--pack-destination', destination, '--silent', '--ignore-scripts']
console.log(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim())
rmSync(target, { recursive: true })
