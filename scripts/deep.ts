// Runs the deep tier of the tests and the layouts: `npm run test:deep -- [--shard 1/4]`. A file that passed with the same
// content of everything it depends on is not run again, so that a killed run continues. When all files have passed or failed
// on a commit, test/deep-runs.md gets a row.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { parseArgs } from 'node:util'
import {
  createVitest,
  type Reporter,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import { knownFileCosts } from '../test/support/costs.ts'
import { addDeepRun } from '../test/support/deep-runs.ts'
import { FailureList } from '../test/support/failure-list.ts'
import { Progress } from '../test/support/progress.ts'
import { isDeep } from '../test/support/tier.ts'
import { fingerprintOf, isInDeepTier } from './deep-files.ts'

interface State {
  /** The fingerprint of each file when it passed. */
  readonly passed: Record<string, string>
  /** The commit on which each file failed last. */
  readonly failed: Record<string, string>
  /** The time of all runs on a commit. */
  readonly seconds: Record<string, number>
}

const statePath = 'node_modules/.cache/tests/deep.json'
const layoutsConfig = 'test/layouts/vitest.config.ts'
const layoutPackages = 'pgbouncer nginx-light postgresql prometheus python3-venv systemd'
const layoutTools =
  "command -v pgbouncer && command -v nginx && command -v promtool && ls /usr/lib/postgresql/*/bin/pg_dump /usr/lib/postgresql/*/bin/postgres && command -v systemd-analyze && python3 -c 'import ensurepip'"
/** Of a file without a stored cost. */
const unknownSeconds = 5

function readState(): State {
  try {
    return JSON.parse(readFileSync(statePath, 'utf8'))
  } catch {
    return { passed: {}, failed: {}, seconds: {} }
  }
}

function currentCommit(): string {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changes = git('status', '--porcelain', '--', '.', ':!test/deep-runs.md', ':!test/costs.json')
  return `${git('rev-parse', '--short=8', 'HEAD')}${changes === '' ? '' : ' with changes'}`
}

/** The files of a shard, all shards of about the same cost. */
function shardOf(files: readonly string[], shard: string): readonly string[] {
  const [index = 0, count = 0] = shard.split('/').map(Number)
  if (!(index >= 1 && index <= count)) throw new Error('--shard is its number and their count, as in 1/4.')
  const costs = knownFileCosts('deep', { onlyStored: true })
  const costOf = (file: string): number => costs.get(file)?.cpu ?? unknownSeconds
  const shards = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }))
  const sortedFiles = files.toSorted((a, b) => costOf(b) - costOf(a) || (a < b ? -1 : 1))
  for (const file of sortedFiles) {
    const lightest = shards.reduce((a, b) => (b.seconds < a.seconds ? b : a))
    lightest.seconds += costOf(file)
    lightest.files.push(file)
  }
  return shards[index - 1]?.files ?? []
}

function installLayoutPackages(): void {
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${layoutPackages}`
  const { status } = spawnSync('sh', ['-c', `{ ${layoutTools}; } >/dev/null 2>&1 || { ${install}; }`], {
    stdio: 'inherit',
  })
  if (status !== 0) console.error(`The layouts need these packages of Debian: ${layoutPackages}.`)
}

if (!isDeep) throw new Error('Run it with `npm run test:deep`.')
const { values } = parseArgs({ options: { shard: { type: 'string', default: '1/1' } } })

const build = spawnSync(process.execPath, ['scripts/ensure-built.mjs'], { stdio: 'inherit' })
if (build.status !== 0) process.exit(1)

const commit = currentCommit()
const state = readState()
const start = performance.now()
const secondsBefore = state.seconds[commit] ?? 0

function saveState(): void {
  state.seconds[commit] = secondsBefore + (performance.now() - start) / 1000
  mkdirSync(dirname(statePath), { recursive: true })
  writeFileSync(statePath, JSON.stringify(state, undefined, 2))
}

const fileOf = ({ moduleId }: { readonly moduleId: string }): string => relative('.', moduleId)
let fingerprints: ReadonlyMap<string, string> = new Map()

/** Stores each file that ends, so that a killed run continues after it. */
const recorder: Reporter = {
  onTestModuleEnd(module: TestModule) {
    const file = fileOf(module)
    if (module.state() === 'passed') {
      state.passed[file] = fingerprints.get(file) ?? ''
      delete state.failed[file]
    } else {
      state.failed[file] = commit
      delete state.passed[file]
    }
    saveState()
  },
}

const open = (config: string): Promise<Vitest> => {
  const reporters = [new Progress(), new FailureList(), recorder]
  return createVitest('test', { config, watch: false, reporters })
}
const runs = [
  { vitest: await open('vitest.config.ts'), has: isInDeepTier },
  { vitest: await open(layoutsConfig), has: () => true },
]
const specifications: { readonly vitest: Vitest; readonly specs: readonly TestSpecification[] }[] = []
for (const { vitest, has } of runs) {
  const specs = (await vitest.globTestSpecifications()).filter((spec) => has(fileOf(spec)))
  specifications.push({ vitest, specs })
}

const files = specifications.flatMap(({ specs }) => specs.map(fileOf))
fingerprints = new Map(files.map((file) => [file, fingerprintOf(file)]))
const isProved = (file: string): boolean => state.passed[file] === fingerprints.get(file)
const shardFiles = shardOf(files, values.shard)
const pendingFiles = new Set(shardFiles.filter((file) => !isProved(file)))
console.log(
  `The deep tier has ${files.length} files, shard ${values.shard} has ${shardFiles.length}. ${shardFiles.length - pendingFiles.size} are skipped: they passed before, and nothing that they depend on has changed.`,
)
if ([...pendingFiles].some((file) => file.endsWith('.layout.ts'))) installLayoutPackages()

let hasFailed = false
for (const { vitest, specs } of specifications) {
  const pendingSpecs = specs.filter((spec) => pendingFiles.has(fileOf(spec)))
  if (pendingSpecs.length > 0) {
    await vitest.standalone()
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(pendingSpecs)
    hasFailed ||= unhandledErrors.length > 0 || testModules.some((module) => !module.ok())
  }
  await vitest.close()
}
saveState()

const isFailed = (file: string): boolean => state.failed[file] === commit
const missingFiles = files.filter((file) => !isProved(file) && !isFailed(file))
if (missingFiles.length === 0) {
  addDeepRun({
    commit,
    date: new Date().toISOString().slice(0, 10),
    minutes: Math.ceil((state.seconds[commit] ?? 0) / 60),
    failures: files.filter((file) => !isProved(file)).length,
  })
  console.log('All files of the deep tier have run on this commit: see test/deep-runs.md.')
} else console.log(`${missingFiles.length} files of other shards have not run on this commit.`)
process.exit(hasFailed ? 1 : 0)
