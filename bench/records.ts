// `npm run bench:records`: wall and processor time of lists, lookups and the polls of the runner on SQLite, and of requests for a large
// testset, at two sizes. SQLite answers on the main thread, so a statement whose cost grows with the store delays every other request.
// BENCH_SIZES names the factors (default 1 and 10): a store of factor 10 has 5,000 runs, 20,000 artifacts, 200 projects, 200,000
// revisions, a million results, audit entries and receipts, 200,000 waiting tasks; and a testset of 2,000,000 rows. BENCH_ONLY selects
// one of the parts `records` and `testset`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, loadavg } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../src/storage/relational/sqlite.ts'
import { costRows, type Cost, type SizeCosts } from './support/cost.ts'
import { cases, type CaseStore, type Case } from './support/record-cases.ts'
import { fill, rowsOf, runsPerFactor, tables } from './support/record-tables.ts'
import { record } from './support/record.ts'
import { measureTestset } from './support/testset-sizes.ts'

const sizes = (process.env['BENCH_SIZES'] ?? '1,10').split(',').map(Number)
const parts = (process.env['BENCH_ONLY'] ?? 'records,testset').split(',')
const testsetRows = 200_000
const callsMax = 50
const caseMsMax = 3_000

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

async function measureCase(store: CaseStore, call: Case[1]): Promise<Cost> {
  await call(store)
  const [times, processorTimes]: [number[], number[]] = [[], []]
  const until = performance.now() + caseMsMax
  while (times.length < callsMax && (times.length < 3 || performance.now() < until)) {
    const [start, before] = [performance.now(), process.cpuUsage()]
    await call(store)
    const { user, system } = process.cpuUsage(before)
    processorTimes.push((user + system) / 1000)
    times.push(performance.now() - start)
  }
  return { ms: median(times), processorMs: median(processorTimes) }
}

async function measureRecords(factor: number): Promise<ReadonlyMap<string, Cost>> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-records-'))
  const path = join(directory, 'assay.sqlite')
  await (await openSqlite(path)).close()
  fill(path, factor)
  const store = await openSqlite(path)
  const newestRun = `01900000-0001-7000-8000-${String(runsPerFactor * factor).padStart(12, '0')}`
  const caseStore: CaseStore = { read: store.read, write: (work) => store.write(work), newestRun }
  const costs = new Map<string, Cost>()
  for (const [name, call] of cases) {
    costs.set(name, await measureCase(caseStore, call))
    console.log(factor, name, costs.get(name))
  }
  await store.close()
  rmSync(directory, { recursive: true, force: true })
  return costs
}

const load = (): string => `load average ${loadavg()[0]?.toFixed(1)}`

if (parts.includes('records')) {
  const [sizeCosts, notes]: [SizeCosts[], string[]] = [[], []]
  for (const factor of sizes) {
    sizeCosts.push({ size: `size ${factor}`, costs: await measureRecords(factor) })
    const counts = tables.map(
      (tableSpec) => `${rowsOf(tableSpec, factor)} ${tableSpec.table.replace('evaluation_', '')}`,
    )
    notes.push(`size ${factor}: ${counts.join(', ')}; ${load()}`)
  }
  const method = `SQLite, median per call, up to ${callsMax} calls; ratio: processor time of the last size to that of the first`
  record('records', [method, ...notes], costRows('statement', sizeCosts))
}

if (parts.includes('testset')) {
  const [sizeCosts, notes]: [SizeCosts[], string[]] = [[], []]
  for (const factor of sizes) {
    const rows = testsetRows * factor
    const { costs, note } = await measureTestset(rows)
    sizeCosts.push({ size: `${rows / 1000}k rows`, costs })
    notes.push(`${note}; ${load()}`)
  }
  const method =
    'SQLite, requests to a server: median wall time, mean processor time; ratio: processor time of the last size to that of the first'
  record('testset-rows', [method, ...notes], costRows('request', sizeCosts))
}
