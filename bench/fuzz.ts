// `npm run fuzz -- --minutes 5`: hostile requests of every kind on separate servers, half the time on each relational
// backend (--form selects one). --seed repeats a run, --targets selects parts, --record writes the numbers to
// bench/results/. Each finding is written to a file with its request; exit code 1 when there are any.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import { attack, type Finding, type Report } from '../test/fuzz/attack.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    targets: { type: 'string' },
    form: { type: 'string', default: 'sqlite,postgres' },
    'per-target': { type: 'string', default: '200' },
    'memory-mb': { type: 'string', default: '2048' },
    record: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const minutes = Number(values.minutes)
const startedMs = performance.now()
const elapsedMinutes = (): number => (performance.now() - startedMs) / 60_000

const directory = mkdtempSync(join(tmpdir(), 'assay-fuzz-'))
let findingCount = 0

function write(finding: Finding): void {
  const { request } = finding
  const body = request?.body
  const file = join(directory, `${findingCount++}-${finding.target}.json`)
  const summary = {
    ...finding,
    request:
      request === undefined
        ? undefined
        : { ...request, body: body === undefined ? undefined : Buffer.from(body).toString('base64') },
  }
  writeFileSync(file, JSON.stringify(summary, undefined, 2))
  console.log(
    `  ${finding.target} ${request?.method ?? ''} ${request?.path.slice(0, 100) ?? ''}: ${finding.reason.slice(0, 300)}\n    ${file}`,
  )
}

function section(
  backend: string,
  { requests, counts, slowestMs, memoryBytesPeak, findings }: Report,
): string {
  const byTarget = Map.groupBy(counts, ([targetStatus]) => targetStatus.split(' ')[0] ?? '')
  const lines = [...byTarget].map(([target, targetCounts]) => {
    const statuses = targetCounts
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([targetStatus, count]) => `${targetStatus.split(' ')[1]}: ${count}`)
    return `| ${target} | ${targetCounts.reduce((sum, [, count]) => sum + count, 0)} | ${statuses.join(', ')} |`
  })
  return `## ${backend}

${requests} hostile requests; ${findings.length} findings. The slowest answer took ${(slowestMs / 1000).toFixed(1)} s; the process took at
most ${Math.round(memoryBytesPeak / 2 ** 20)} MiB of memory.

| target | requests | answers by status |
|---|---|---|
${lines.join('\n')}
`
}

const summary = (parts: readonly string[]): string => `# Fuzzing

\`npm run fuzz -- --minutes ${minutes} --seed ${seed}\`, ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores
(${cpus()[0]?.model ?? 'unknown'}); ${elapsedMinutes().toFixed(1)} minutes.

${parts.join('\n')}`

async function attackOn(backend: string, minutesMax: number): Promise<Report> {
  const postgres = backend === 'postgres' ? await startPostgres() : undefined
  const startMinutes = elapsedMinutes()
  let reportedCount = 0
  const reportFindings = (findings: readonly Finding[]): void => {
    for (const finding of findings.slice(reportedCount)) write(finding)
    reportedCount = findings.length
  }
  const report = await attack({
    seed,
    env: postgres === undefined ? {} : { ASSAY_DATABASE_URL: `${postgres.url}/postgres` },
    perTarget: Number(values['per-target']),
    memoryBytesMax: Number(values['memory-mb']) * 2 ** 20,
    hasEnded: () => elapsedMinutes() - startMinutes >= minutesMax,
    ...(values.targets === undefined ? {} : { targets: values.targets.split(',') }),
    onRound: (round, { findings, requests }) => {
      console.log(`${backend}, round ${round}: ${requests} requests, ${findings.length} findings`)
      reportFindings(findings)
    },
  })
  reportFindings(report.findings)
  await postgres?.stop()
  return report
}

console.log(`seed ${seed}; findings are written to ${directory}`)
const backends = values.form.split(',')
const sections: string[] = []
for (const backend of backends)
  sections.push(section(backend, await attackOn(backend, minutes / backends.length)))
const text = summary(sections)
console.log(text)
if (values.record) {
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(`bench/results/${new Date().toISOString().slice(0, 10)}-fuzz.md`, text)
}
process.exit(findingCount === 0 ? 0 : 1)
