// `npm run bench:soak`: servers under mixed load while processes are killed, a database crashes, a disk fills and
// clocks jump. --minutes is the whole time (ten), shared by the worlds of soak/worlds.ts; --worlds names some
// (`steady`: no faults; memory, descriptors and threads must stay flat. `fleet`: four servers behind PgBouncer and
// nginx, for `--minutes 2`). No acknowledged write may be lost or duplicated, versions have no gap, no run is stuck,
// no server ends by itself or answers 500 (`--logs` names a folder for the output of a fleet); in a fleet, a program is
// called again only for cells that a kill interrupted. Numbers go to results/; the exit code is 1 when a check fails.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startProgram, type Program } from './soak/calls.ts'
import { check } from './soak/checks.ts'
import { fleetWorld } from './soak/fleet.ts'
import { prepare, startLoad } from './soak/load.ts'
import { growthFindings, growthRows, startSampling } from './soak/samples.ts'
import { embeddedWorld, serversWorld, steadyWorld, type World } from './soak/worlds.ts'
import { record, type Row } from './support/record.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    worlds: { type: 'string', default: 'embedded,servers' },
    logs: { type: 'string' },
  },
})
const worlds: ReadonlyMap<string, (logs?: string) => Promise<World>> = new Map([
  ['embedded', embeddedWorld],
  ['servers', serversWorld],
  ['steady', steadyWorld],
  ['fleet', fleetWorld],
])

interface SoakResult {
  readonly row: Row
  readonly findings: readonly string[]
  readonly notes: readonly string[]
  /** Resources of a server without faults. */
  readonly growth: readonly Row[]
}

/** Faults occur one after the other, each at least once. Returns the number of times by fault. */
async function runFaults({ faults }: World, minutes: number): Promise<ReadonlyMap<string, number>> {
  const until = performance.now() + minutes * 60_000
  const counts = new Map<string, number>()
  for (let i = 0; i < faults.length || performance.now() < until; i++) {
    const fault = faults[i % faults.length]
    if (fault === undefined) break
    console.log(`  ${fault.name}`)
    await fault.happen()
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1)
  }
  return counts
}

/** Waits for a server that is ready. The checks are about stored data, not about the time of a start. */
async function readyUrl(world: World): Promise<string> {
  for (let attempt = 0; attempt < 120; attempt++) {
    const [url] = world.urls()
    const isReady = url !== undefined && (await fetch(`${url}/ready`).catch(() => undefined))?.status === 200
    if (isReady) return url
    await sleep(1000)
  }
  throw new Error('no server became ready again')
}

const formatCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([description, count]) => `${description}: ${count}`)
    .join(', ')

/** Calls of the program against the cells of all runs, in a world that counts them. */
function callFindings(
  program: Program,
  { world, cells }: { readonly world: World; readonly cells: number },
): { readonly findings: readonly string[]; readonly notes: readonly string[] } {
  if (world.kills === undefined) return { findings: [], notes: [] }
  const counts = program.countsAfter({ kills: world.kills, outages: world.outages ?? [] })
  const repeatCount = counts.repeatedUnanswered + counts.repeatedAnswered + counts.unexplained.length
  return {
    findings: [
      ...counts.unexplained,
      ...(counts.cells === cells ? [] : [`${counts.cells} cells were called, and the runs have ${cells}`]),
    ],
    notes: [
      `${cells} cells, ${counts.calls} calls of the program; of the ${repeatCount} repeated ones, ${counts.repeatedUnanswered} repeat a call without an answer at a kill, ${counts.repeatedAnswered} one whose result was not stored at a kill`,
    ],
  }
}

async function soak(
  name: string,
  start: (logs?: string) => Promise<World>,
  minutes: number,
): Promise<SoakResult> {
  console.log(name)
  const world = await start(values.logs)
  const program = await startProgram(world.kills === undefined ? [50, 50] : [50, 2000])
  const load = startLoad(world, await prepare(await readyUrl(world), program.subject))
  const stopSampling = world.sampledPid && startSampling(world.sampledPid())
  const counts = await runFaults(world, minutes)
  const growth = stopSampling === undefined ? [] : growthRows(stopSampling())
  if (growth.length > 0) console.table(growth)
  await load.end()
  const { ledger } = load
  console.log('  checking')
  const { findings: violations, abandonedRuns, cells } = await check(await readyUrl(world), ledger)
  const calls = callFindings(program, { world, cells })
  const findings = [...violations, ...calls.findings, ...world.ended(), ...growthFindings(growth)]
  await world.stop()
  await program.subject.stop()
  const commits = [...ledger.commits.values()].reduce((sum, list) => sum + list.length, 0)
  return {
    row: {
      world: name,
      minutes,
      'commits acknowledged': commits,
      'spans acknowledged': ledger.spans.size,
      'runs started': ledger.runs.size,
      'of these with cells abandoned after four kills': abandonedRuns,
      findings: findings.length,
    },
    findings,
    growth,
    notes: [
      `faults: ${formatCounts(counts)}`,
      `answers by status: ${formatCounts(ledger.answers)}`,
      ...calls.notes,
      ...world.skipped.map((reason) => `skipped: ${reason}`),
    ].map((note) => `${name}: ${note}`),
  }
}

const names = values.worlds.split(',')
const results: SoakResult[] = []
for (const name of names) {
  const start = worlds.get(name)
  if (start === undefined) throw new Error(`There is no world '${name}'.`)
  results.push(await soak(name, start, Number(values.minutes) / names.length))
}
const findings = results.flatMap((result) => result.findings)
record(
  names.length === 1 ? `soak-${names[0]}` : 'soak',
  [...results.flatMap(({ notes }) => notes), ...findings.map((finding) => `WRONG: ${finding.slice(0, 600)}`)],
  results.map(({ row }) => row),
  ...results.map(({ growth }) => growth).filter((rows) => rows.length > 0),
)
process.exit(findings.length === 0 ? 0 : 1)
