// `npm run release -- 0.2.0 [--dry-run] [--to folder]`: cuts the changelog, sets the version, builds the packages with their
// checksums and the list of components, commits, tags, and prints the commands that publish. It pushes and publishes nothing.
// `--dry-run` makes the checks, and prints the changelog of the version and the steps.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { deepRuns } from '../test/support/deep-runs.ts'
import { cutChangelog } from './changelog.ts'

const root = join(import.meta.dirname, '..')
/** Files that a run of the deep tier writes. */
const filesOfRuns = ['test/deep-runs.md', 'test/costs.json']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, to: { type: 'string' } },
})
const [version = ''] = positionals
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('Usage: npm run release -- 0.2.0 [--dry-run] [--to folder]')
  process.exit(2)
}
const tag = `v${version}`
const folder = resolve(values.to ?? join(root, 'release', version))

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 2 ** 20,
  }).trim()
const git = (...args: readonly string[]): string => run('git', ...args)
const script = (name: string, ...args: readonly string[]): string =>
  run(process.execPath, join('scripts', name), ...args)
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8')

const { version: currentVersion } = JSON.parse(textOf('package.json')) as { readonly version: string }

/** Whether version `a` is above `b`. */
function isAbove(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => text.split('.').map(Number))
  const at = first?.findIndex((part, i) => part !== second?.[i]) ?? -1
  return at >= 0 && (first?.[at] ?? 0) > (second?.[at] ?? 0)
}

/** The reason why the newest run of the deep tier does not prove this commit, or undefined. */
function deepRunProblem(): string | undefined {
  const [newestRun] = deepRuns()
  if (newestRun === undefined) return 'No run of the deep tier is recorded: npm run test:deep.'
  const { commit, failures } = newestRun
  if (!/^[0-9a-f]+$/.test(commit))
    return `The newest run of the deep tier was on ${commit}: npm run test:deep.`
  const changedFiles = git('diff', '--name-only', commit, 'HEAD').split('\n')
  if (changedFiles.some((file) => file !== '' && !filesOfRuns.includes(file)))
    return `The newest run of the deep tier was on ${commit}, not on this commit: npm run test:deep.`
  return failures > 0 ? `The newest run of the deep tier has ${failures} failures.` : undefined
}

const isTreeClean = git('status', '--porcelain') === ''
const problems = [
  isTreeClean ? undefined : 'The tree has changes: commit them first.',
  isAbove(version, currentVersion) ? undefined : `The version has to be above ${currentVersion}.`,
  git('tag', '--list', tag) === '' ? undefined : `The tag ${tag} exists.`,
  deepRunProblem(),
].filter((problem) => problem !== undefined)
for (const problem of problems) console.error(problem)

const date = new Date().toISOString().slice(0, 10)
const changelog = cutChangelog(textOf('CHANGELOG.md'), { version, date })

/** Replaces a text in a file of the repository; every file has it, else the release is wrong. */
function replaceIn(name: string, pattern: RegExp | string, replacement: string): void {
  const text = textOf(name)
  const newText = text.replaceAll(pattern, replacement)
  if (newText === text) throw new Error(`${name} has no version ${currentVersion}.`)
  writeFileSync(join(root, name), newText)
}

/** Writes the version into the manifests, the lock file, the names of packages in documents, and the API document. */
function setVersion(): void {
  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  const [member, newMember] = [currentVersion, version].map((text) => `"version": "${text}"`)
  for (const name of ['package.json', 'sdk/package.json']) replaceIn(name, `  ${member}`, `  ${newMember}`)
  const lock = textOf('package-lock.json')
  const dependenciesAt = lock.indexOf('"dependencies"')
  writeFileSync(
    join(root, 'package-lock.json'),
    lock.slice(0, dependenciesAt).replaceAll(member ?? '', newMember ?? '') + lock.slice(dependenciesAt),
  )
  for (const name of ['README.md', ...globSync('docs/*.md', { cwd: root })]) {
    const packageName = new RegExp(
      `\\b(assay(?:-cli|-sdk)?)-${currentVersion.replaceAll('.', '\\.')}\\.tgz`,
      'g',
    )
    if (packageName.test(textOf(name))) replaceIn(name, packageName, `$1-${version}.tgz`)
  }
  script('openapi.ts')
  script('sdk.ts')
}

/** Packs the client without the members of its manifest that only this repository needs: npm publishes no private package. */
function packSdk(): void {
  const source = mkdtempSync(join(tmpdir(), 'assay-sdk-'))
  const manifest = JSON.parse(textOf('sdk/package.json')) as Readonly<Record<string, unknown>>
  const { private: _, scripts: __, ...published } = manifest
  writeFileSync(join(source, 'package.json'), JSON.stringify(published, undefined, 2))
  cpSync(join(root, 'sdk/README.md'), join(source, 'README.md'))
  script('build-sdk.ts', join(source, 'dist'))
  run('npm', 'pack', source, '--pack-destination', folder, '--silent', '--ignore-scripts')
  rmSync(source, { recursive: true })
}

function buildPackages(): readonly string[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  script('build-package.ts', folder)
  script('build-cli.ts', folder)
  packSdk()
  writeFileSync(join(folder, `assay-${version}.sbom.json`), `${script('sbom.ts')}\n`)
  const names = readdirSync(folder).toSorted()
  const sums = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  )
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  return names
}

const steps = [
  `CHANGELOG.md: "Unreleased" becomes ${version} (${date})`,
  `the version of package.json, sdk/package.json, package-lock.json, documents and docs/openapi.json: ${currentVersion} becomes ${version}`,
  `${folder}: the packages of the server, the command line and the client, the SBOM, SHA256SUMS`,
  `the commit "release: version ${version}" and the tag ${tag}`,
]
const publishing = (names: readonly string[]): string =>
  [
    'To publish:',
    `  git push origin HEAD ${tag}`,
    `  cd ${folder} && sha256sum --check SHA256SUMS`,
    ...names.filter((name) => name.endsWith('.tgz')).map((name) => `  npm publish ./${name}`),
  ].join('\n')

if (values['dry-run']) {
  console.log(['A release would write:', ...steps.map((step) => `- ${step}`)].join('\n'))
} else if (problems.length === 0) {
  try {
    setVersion()
    const names = buildPackages()
    git('commit', '--quiet', '--all', '--message', `release: version ${version}`)
    git('tag', '--annotate', tag, '--message', `Version ${version}`)
    console.log(publishing(names))
  } catch (error) {
    // The tree was clean, so this removes only what the release wrote.
    git('checkout', '--quiet', '--', '.')
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
if (problems.length > 0) process.exitCode = 1
