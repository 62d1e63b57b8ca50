// Runs `npm test` several times from fresh clones, to show that it is always green and how long it takes:
// `npm run test:rounds -- 10 [--busy]`. `--busy` runs two endless loops beside it. Each round appends a row to
// bench/results/test-rounds.md, so that rounds may be spread over days; the number of green ones in a row is printed.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { processorSeconds } from '../test/support/usage.ts'

interface RoundCosts {
  readonly test?: { readonly files: Readonly<Record<string, { readonly wall: number }>> }
}

const resultsPath = 'bench/results/test-rounds.md'
const header = `# Rounds of npm test

Written by \`npm run test:rounds\`: \`npm test\` in a fresh clone, with installation and build. A busy round runs beside two endless loops.

| commit | date | machine | minutes | processor minutes | result | slowest files |
| --- | --- | --- | --- | --- | --- | --- |
`
const busyLoops = 2
/** Endless, but ends when its parent was killed. */
const busyLoop =
  'const { ppid } = process; for (let i = 0; ; i++) if (i % 1e8 === 0 && process.ppid !== ppid) process.exit()'
const slowestFilesMax = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'boolean', default: false } },
})
const rounds = Number(positionals[0] ?? 1)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('Usage: npm run test:rounds -- 10 [--busy]')

const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
const machine = values.busy ? 'busy' : 'idle'

/** The files that took longest, of the run in this folder. */
function slowestFiles(folder: string): string {
  const path = join(folder, 'node_modules/.cache/tests/costs.json')
  if (!existsSync(path)) return ''
  const costs: RoundCosts = JSON.parse(readFileSync(path, 'utf8'))
  return Object.entries(costs.test?.files ?? {})
    .toSorted(([, a], [, b]) => b.wall - a.wall)
    .slice(0, slowestFilesMax)
    .map(([file, { wall }]) => `${file} ${Math.round(wall)} s`)
    .join(', ')
}

/** Green rounds of this commit since its last red one. */
function greenRounds(): number {
  const results = readFileSync(resultsPath, 'utf8')
    .split('\n')
    .map((line) => line.split(' | '))
    .filter(([first, , on]) => first === `| ${commit}` && on === machine)
    .map(([, , , , , result]) => result)
  return results.length - 1 - results.findLastIndex((result) => result !== 'green')
}

function runRound(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'assay-round-'))
  const loops: readonly ChildProcess[] = values.busy
    ? Array.from({ length: busyLoops }, () => spawn(process.execPath, ['-e', busyLoop], { stdio: 'ignore' }))
    : []
  const endLoops = (): void => loops.forEach((loop) => loop.kill('SIGKILL'))
  process.once('exit', endLoops)
  try {
    const [start, processorStart] = [performance.now(), processorSeconds()]
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '.', folder])
    execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder })
    const { status } = spawnSync('npm', ['test'], { cwd: folder, stdio: 'inherit' })
    const minutes = (performance.now() - start) / 60_000
    const processorMinutes = (processorSeconds() - processorStart) / 60
    const result = status === 0 ? 'green' : 'red'
    const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
    if (!existsSync(resultsPath)) appendFileSync(resultsPath, header)
    appendFileSync(
      resultsPath,
      `| ${commit} | ${date} | ${machine} | ${minutes.toFixed(1)} | ${processorMinutes.toFixed(1)} | ${result} | ${slowestFiles(folder)} |\n`,
    )
    return status === 0
  } finally {
    endLoops()
    process.off('exit', endLoops)
    rmSync(folder, { recursive: true, force: true })
  }
}

// A signal ends the loops too: they never end by themselves.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

for (let round = 1; round <= rounds; round++) {
  console.log(`round ${round} of ${rounds} on ${commit}, ${machine}`)
  const isGreen = runRound()
  console.log(`${isGreen ? 'green' : 'RED'}: ${greenRounds()} green rounds in a row on ${commit}, ${machine}`)
  if (!isGreen) process.exitCode = 1
}
