// `npm run bench:soak`: servers under mixed load while processes are killed, a database crashes, a disk fills and clocks jump.
// --minutes is the whole time (ten), shared by the worlds of soak/worlds.ts; --worlds names some
// (`steady`: no faults; memory, descriptors and threads must stay flat). Nothing acknowledged may be
// lost, versions have no gap, no run is stuck, no server ends by itself or answers 500. Numbers go to results/; the exit code is 1
// when something is wrong.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startSubject, type Subject } from '../test/support/subject.ts'
import { check } from './soak/checks.ts'
import { prepare, startLoad } from './soak/load.ts'
import { growthFindings, growthRows, startSampling } from './soak/samples.ts'
import { embeddedWorld, serversWorld, steadyWorld, type World } from './soak/worlds.ts'
import { record, type Row } from './support/record.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    worlds: { type: 'string', default: 'embedded,servers' },
  },
})
const worlds: ReadonlyMap<string, () => Promise<World>> = new Map([
  ['embedded', embeddedWorld],
  ['servers', serversWorld],
  ['steady', steadyWorld],
])

interface Soaked {
  readonly row: Row
  readonly findings: readonly string[]
  readonly notes: readonly string[]
  /** Resources of a server without faults. */
  readonly growth: readonly Row[]
}

/** Faults come one after the other; answers how often each did. */
async function suffer({ faults }: World, minutes: number): Promise<ReadonlyMap<string, number>> {
  const until = performance.now() + minutes * 60_000
  const counts = new Map<string, number>()
  for (let i = 0; performance.now() < until; i++) {
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

async function soak(
  name: string,
  start: () => Promise<World>,
  subject: Subject,
  minutes: number,
): Promise<Soaked> {
  console.log(name)
  const world = await start()
  const load = startLoad(world, await prepare(await readyUrl(world), subject))
  const stopSampling = world.sampledPid && startSampling(world.sampledPid())
  const counts = await suffer(world, minutes)
  const growth = stopSampling === undefined ? [] : growthRows(stopSampling())
  await load.end()
  const { ledger } = load
  console.log('  checking')
  const { findings: wrong, givenUp } = await check(await readyUrl(world), ledger)
  const findings = [...wrong, ...world.ended(), ...growthFindings(growth)]
  await world.stop()
  const commits = [...ledger.commits.values()].reduce((sum, list) => sum + list.length, 0)
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, count]) => `${what}: ${count}`)
      .join(', ')
  return {
    row: {
      world: name,
      minutes,
      'commits acknowledged': commits,
      'spans acknowledged': ledger.spans.size,
      'runs started': ledger.runs.size,
      'of these with cells given up after three kills': givenUp,
      findings: findings.length,
    },
    findings,
    growth,
    notes: [
      `${name}: faults: ${listed(counts)}`,
      `${name}: answers by status: ${listed(ledger.answers)}`,
      ...world.skipped.map((what) => `${name}: skipped: ${what}`),
    ],
  }
}

const subject = await startSubject(async ({ body }) => {
  await sleep(50)
  return { outputs: body.data.inputs.correct_answer }
})
const names = values.worlds.split(',')
const soaked: Soaked[] = []
for (const name of names) {
  const start = worlds.get(name)
  if (start === undefined) throw new Error(`There is no world '${name}'.`)
  soaked.push(await soak(name, start, subject, Number(values.minutes) / names.length))
}
await subject.stop()
const findings = soaked.flatMap((one) => one.findings)
record(
  'soak',
  [...soaked.flatMap(({ notes }) => notes), ...findings.map((finding) => `WRONG: ${finding.slice(0, 600)}`)],
  soaked.map(({ row }) => row),
  ...soaked.map(({ growth }) => growth).filter((rows) => rows.length > 0),
)
process.exit(findings.length === 0 ? 0 : 1)
