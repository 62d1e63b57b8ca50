// `npm run bench:backup -- --rounds 20`: backups of an embedded server under ingest and commits, in rounds. In some
// rounds the backup is killed and repeated, in some the server is killed while the backup runs. Each backup is restored
// and must have everything that was acknowledged before it: spans with their values and commits with their content
// hash. Prints a line per round; exit code 1 when anything is missing.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runFile, serverProgram } from '../test/support/children.ts'
import { newDataDirectory } from '../test/support/data-directory.ts'
import { firstKey, startServer, type RunningServer } from '../test/support/process.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(values.rounds)

const spansPerRequest = 20
/** The number of compared commits, chosen at random. */
const commitsCompared = 200
const folder = newDataDirectory()
const dataDir = join(folder, 'data')
const backups = join(folder, 'backups')

const call = (url: string, path: string, body: unknown): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { Authorization: firstKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** An acknowledged write, with the time of its answer. */
interface AcknowledgedWrite {
  readonly at: number
  readonly id: string
}
const spans: AcknowledgedWrite[] = []
const commits: (AcknowledgedWrite & { readonly hash: string })[] = []

function newSpans(): readonly object[] {
  const traceId = randomBytes(16).toString('hex')
  const start = BigInt(Date.now()) * 1_000_000n
  return Array.from({ length: spansPerRequest }, () => ({
    traceId,
    spanId: randomBytes(8).toString('hex'),
    name: 'answer',
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 1_000_000n),
    attributes: [{ key: 'input', value: { stringValue: randomBytes(500).toString('hex') } }],
  }))
}

async function sendSpans(url: string): Promise<void> {
  const newBatch = newSpans() as readonly { readonly traceId: string; readonly spanId: string }[]
  const answer = await call(url, '/api/otlp/v1/traces', {
    resourceSpans: [{ scopeSpans: [{ spans: newBatch }] }],
  })
  await answer.text()
  if (!answer.ok) return
  const at = Date.now()
  for (const { traceId, spanId } of newBatch) spans.push({ at, id: `${traceId} ${spanId}` })
}

async function commit(url: string): Promise<void> {
  const slug = `app-${randomBytes(6).toString('hex')}`
  const data = { parameters: { prompt: { messages: [{ role: 'user', content: slug }] } } }
  const answer = await call(url, '/api/simple/applications/', { application: { slug, data } })
  const text = await answer.text()
  if (answer.ok) commits.push({ at: Date.now(), id: slug, hash: revisionText(JSON.parse(text)) })
}

/** The parts of an answer that a restore must keep. */
const revisionText = (body: { readonly application?: unknown }): string => JSON.stringify(body.application)

/** Sends until it is stopped, and repeats requests while the server is down. */
function startLoad(url: () => string): { readonly stop: () => Promise<void> } {
  const stopController = new AbortController()
  const repeat = async (work: (at: string) => Promise<void>): Promise<void> => {
    while (!stopController.signal.aborted) await work(url()).catch(() => sleep(50))
  }
  const workers = [repeat(sendSpans), repeat(sendSpans), repeat(commit)]
  return {
    stop: async () => {
      stopController.abort()
      await Promise.all(workers)
    },
  }
}

const backup = () => runFile(serverProgram, ['backup', backups], { ASSAY_DATA_DIR: dataDir })

/** Starts a backup and kills it after a while. */
async function killBackup(): Promise<void> {
  const child = spawn(process.execPath, [serverProgram, 'backup', backups], {
    env: { PATH: process.env['PATH'], ASSAY_DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  await sleep(300 + Math.random() * 1500)
  child.kill('SIGKILL')
  await exit
}

/** Everything that was acknowledged before this time and is not on the server. */
async function findMissing(url: string, before: number): Promise<readonly string[]> {
  const answer = await fetch(`${url}/api/spans/export`, {
    method: 'POST',
    headers: { Authorization: firstKey },
  })
  const lines = (await answer.text()).split('\n').filter((line) => line !== '')
  const storedSpans = new Set(
    lines.map((line) => {
      const { trace_id, span_id } = JSON.parse(line) as {
        readonly trace_id: string
        readonly span_id: string
      }
      return `${trace_id} ${span_id}`
    }),
  )
  const missingIds = spans.filter(({ at, id }) => at < before && !storedSpans.has(id)).map(({ id }) => id)
  const earlierCommits = commits.filter(({ at }) => at < before)
  for (const { id, hash } of earlierCommits.toSorted(() => Math.random() - 0.5).slice(0, commitsCompared)) {
    const answer = await call(url, '/api/simple/applications/query', { application_refs: [{ slug: id }] })
    const { applications = [] } = (await answer.json()) as { readonly applications?: readonly unknown[] }
    if (JSON.stringify(applications[0]) !== hash) missingIds.push(id)
  }
  return missingIds
}

async function restoreAndCompare(point: string): Promise<readonly string[]> {
  const restoredDir = join(folder, 'restored')
  rmSync(restoredDir, { recursive: true, force: true })
  const { code, stderr } = await runFile(serverProgram, ['restore', backups], { ASSAY_DATA_DIR: restoredDir })
  if (code !== 0) throw new Error(`restore: ${stderr}`)
  const server = await startServer({ dataDir: restoredDir })
  let missingIds: readonly string[] = []
  for (let attempt = 0; attempt < 50; attempt++) {
    // The inbox is written to the trace store in the background.
    missingIds = await findMissing(server.url, Date.parse(point))
    if (missingIds.length === 0) break
    await sleep(400)
  }
  await server.stop()
  const doctor = await runFile(serverProgram, ['doctor', '--deep'], {
    ASSAY_DATA_DIR: restoredDir,
    ASSAY_PORT: '1',
  })
  return /have no facts|have only facts|damage of|missing/.test(doctor.stdout)
    ? [...missingIds, doctor.stdout]
    : missingIds
}

/** A backup without a server locks the trace store for a moment, so the start is repeated, as by systemd. */
async function restartServer(): Promise<RunningServer> {
  for (;;) {
    try {
      return await startServer({ dataDir })
    } catch {
      await sleep(500)
    }
  }
}

let server: RunningServer = await startServer({ dataDir })
let isComplete = true
for (let round = 1; round <= rounds; round++) {
  // The load stops before the comparison, so that the stores grow evenly however long a comparison takes.
  const activeLoad = startLoad(() => server.url)
  await sleep(500 + Math.random() * 1500)
  const kind = ['quiet', 'backup killed', 'server killed'][round % 3]
  if (kind === 'backup killed') await killBackup()
  const backupRun = backup()
  if (kind === 'server killed') {
    await sleep(Math.random() * 1200)
    await server.kill()
    server = await restartServer()
  }
  let exit = await backupRun
  const firstCode = exit.code
  if (exit.code !== 0) exit = await backup()
  const point = /as of (\S+)/.exec(exit.stdout)?.[1]
  if (point === undefined) throw new Error(`backup: ${exit.stderr}`)
  await activeLoad.stop()
  const missingIds = await restoreAndCompare(point)
  if (missingIds.length > 0) isComplete = false
  console.log(
    `${round} ${kind}: ${firstCode === 0 ? 'backed up' : 'backed up at the second attempt'}, ${spans.length} spans and ${commits.length} commits acknowledged so far, ${missingIds.length} missing ${missingIds.slice(0, 2).join(', ')}`,
  )
}
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exitCode = isComplete ? 0 : 1
