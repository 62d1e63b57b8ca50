// Runs the checks of a change side by side, as many as there are cores. One argument selects them:
// `static` runs everything but tests; `all` builds, then runs the whole test suite beside them (`npm test`); `quick` checks the
// changed files only (`npm run quick`). The output of a check is printed if it fails; its time and that of each stage always.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { processorSeconds } from '../test/support/usage.ts'

interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** Prints while it runs, for checks that take minutes. */
  readonly streams?: boolean
}

const npmScript = (name: string): Check => ({ name, command: ['npm', 'run', '--silent', name] })

// The longest first, so that no long check runs alone at the end.
const staticChecks: readonly Check[] = [
  'check:lint',
  'check:types',
  'check:unused',
  'check:sources',
  'check:openapi',
  'check:sdk',
  'check:format',
  'check:docs',
].map(npmScript)

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

/** The commit that changes are measured from: where this branch left main. On main itself that is the last commit. */
function baseCommit(): string {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', 'main'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'HEAD'
}

function quickChecks(): readonly Check[] {
  const base = baseCommit()
  const changedFiles = [
    ...git('diff', '--name-only', base).split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter((file) => /\.(tsx?|mjs|js)$/.test(file) && existsSync(file))
  const basicChecks = ['check:types', 'check:imports', 'check:tests', 'check:format'].map(npmScript)
  if (changedFiles.length === 0) return basicChecks
  const lint = { name: 'lint of changed files', command: ['oxlint', '--type-aware', ...changedFiles] }
  const tests = {
    name: 'unit tests of changed files',
    command: [
      'vitest',
      'run',
      '--project',
      'unit*',
      '--changed',
      base,
      '--passWithNoTests',
      '--reporter=dot',
    ],
    streams: true,
  }
  return [tests, ...basicChecks, lint]
}

const suite: Check = { name: 'tests', command: ['vitest', 'run'], streams: true }
const build: Check = { name: 'build', command: ['node', 'scripts/ensure-built.mjs'], streams: true }

function checksOf(selection: string | undefined): readonly Check[] {
  if (selection === 'static') return staticChecks
  if (selection === 'all') return [suite, ...staticChecks]
  if (selection === 'quick') return quickChecks()
  throw new Error('Usage: node scripts/checks.ts static | all | quick')
}

/** Runs one check and returns whether it passed. */
function passes({ name, command, streams = false }: Check): Promise<boolean> {
  const [program = '', ...args] = command
  const start = performance.now()
  if (streams) console.log(`running ${name}`)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const child = spawn(program, args, {
    stdio: ['ignore', streams ? 'inherit' : 'pipe', streams ? 'inherit' : 'pipe'],
  })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)))
  child.on('close', (code) => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    if (code !== 0) process.stdout.write(Buffer.concat(output))
    console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name}  ${seconds} s`)
    resolve(code === 0)
  })
  return promise
}

const [selection] = process.argv.slice(2)
const pendingChecks = [...checksOf(selection)]
const failedChecks: string[] = []
const start = performance.now()

async function work(): Promise<void> {
  for (let check = pendingChecks.shift(); check !== undefined; check = pendingChecks.shift()) {
    if (!(await passes(check))) failedChecks.push(check.name)
  }
}

if (selection === 'all' && !(await passes(build))) process.exit(1)
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`
console.log(
  `all checks: ${minutes((performance.now() - start) / 1000)}, ${minutes(processorSeconds())} of processor time`,
)
if (failedChecks.length > 0) {
  console.error(`Failed: ${failedChecks.join(', ')}. See their output above.`)
  process.exitCode = 1
}
