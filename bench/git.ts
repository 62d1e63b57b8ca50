// `npm run bench:git -- --artifacts 1000 --revisions 20 --rows 100000`: clones of the whole project, of applications one after the
// other, and of one testset, with the ordinary Git client. `--only project` leaves the last two out. Exit code 1 when
// `git fsck --strict` finds an error in the clone of the project or of the testset.
import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { newDataDirectory } from '../test/support/data-directory.ts'
import { firstKey, removeDataDir, startServer } from '../test/support/process.ts'
import { fillArtifacts, post } from './support/artifacts.ts'
import { record, type Row } from './support/record.ts'

const { values } = parseArgs({
  options: {
    artifacts: { type: 'string', default: '50' },
    revisions: { type: 'string', default: '20' },
    rows: { type: 'string', default: '10000' },
    only: { type: 'string' },
  },
})
const size = { artifacts: Number(values.artifacts), revisions: Number(values.revisions) }
const testsetRows = Number(values.rows)
const rowsPerRequest = 10_000
const folder = newDataDirectory()
const execute = promisify(execFile)
const rows: Row[] = []

const server = await startServer()
const remote = `${server.url.replace('://', `://x:${firstKey}@`)}/git/default`

/** The processor time of the server so far, in seconds; the kernel counts hundredths. */
const processorSeconds = (): number => {
  const [, fields = ''] = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

/** The largest memory of the server so far, in MiB. */
const peakMiB = (): number => {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const target = join(folder, 'clone')

const clone = (path: string, ...options: readonly string[]): Promise<number> => {
  rmSync(target, { recursive: true, force: true })
  return measure(() => execute('git', ['clone', '-q', ...options, `${remote}${path}`, target]))
}

const inClone = (...args: readonly string[]): Promise<number> =>
  measure(() => execute('git', ['-C', target, ...args]))

let reportedSeconds = 0

/** The processor time is that since the last report: on a busy machine it is the better measure. */
function report(step: string, milliseconds: readonly number[]): void {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number): string =>
    `${Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)} ms`
  const seconds = processorSeconds()
  const row = {
    step,
    clones: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    max: at(1),
    'server CPU s': (seconds - reportedSeconds).toFixed(1),
    'peak MiB': peakMiB(),
  }
  reportedSeconds = seconds
  console.log(row)
  rows.push(row)
}

async function cloneAll(...options: readonly string[]): Promise<readonly number[]> {
  const times: number[] = []
  for (let no = 0; no < size.artifacts; no++) times.push(await clone(`/applications/app-${no}`, ...options))
  return times
}

const testcasesFrom = (from: number) =>
  Array.from({ length: Math.min(rowsPerRequest, testsetRows - from) }, (_, i) => ({
    data: { question: `What is ${from + i}? ${'context '.repeat(20)}`, answer: String(from + i) },
  }))

async function fillTestset(): Promise<void> {
  const { testset } = (await post(server.url, '/simple/testsets/', {
    testset: { slug: 'rows', data: { testcases: testcasesFrom(0) } },
  })) as { readonly testset: { readonly id: string } }
  for (let from = rowsPerRequest; from < testsetRows; from += rowsPerRequest) {
    await post(server.url, '/testsets/revisions/commit', {
      testset_revision: { testset_id: testset.id, delta: { rows: { add: testcasesFrom(from) } } },
      include_testcases: false,
      include_testcase_ids: false,
    })
  }
}

/** The project is cloned first: no artifact is cached. */
async function measureProject(): Promise<void> {
  report(`clone the project of ${size.artifacts} applications, first time`, [await clone('')])
  await inClone('fsck', '--strict')
  report('clone it again', [await clone('')])
  report('fetch without news', [await inClone('fetch', '-q')])
  await post(server.url, '/simple/applications/', {
    application: { slug: 'newest', data: { parameters: {} } },
  })
  report('fetch one new application', [await inClone('fetch', '-q')])
  report('clone it, --depth 1', [await clone('', '--depth', '1')])
}

async function measureArtifacts(): Promise<void> {
  await fillTestset()
  report(`clone an application of ${size.revisions} revisions, first time`, await cloneAll())
  report('clone it again', await cloneAll())
  report('clone it, --depth 1', await cloneAll('--depth', '1'))
  report(`clone a testset of ${testsetRows} rows, first time`, [await clone('/testsets/rows')])
  await inClone('fsck', '--strict')
  report('clone it again', [await clone('/testsets/rows')])
  report('clone it, --depth 1', [await clone('/testsets/rows', '--depth', '1')])
}

try {
  await fillArtifacts(server.url, size)
  console.log(`filled; peak ${peakMiB()} MiB`)
  reportedSeconds = processorSeconds()
  await measureProject()
  if (values.only !== 'project') await measureArtifacts()
  record(
    'git',
    [
      `${size.artifacts} applications of ${size.revisions} revisions; a testset of ${testsetRows} rows`,
      `Load average at the end: ${loadavg().map(Math.round).join(', ')}`,
    ],
    rows,
  )
} finally {
  await server.stop()
  removeDataDir(server)
  rmSync(folder, { recursive: true, force: true })
}
