// Processes that run work of clients: their environment, and that they end with the server in every case.
import { closeSync, openSync, readFileSync, readlinkSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, type Api, type Body } from '../support/api.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { childPids, isolation } from '../support/work.ts'

let server: RunningServer
let api: Api
/** A file that the process has open that starts the server: this one. */
const inherited = openSync(import.meta.filename, 'r')
beforeAll(async () => {
  server = await startServer({ inherited, env: { ASSAY_WORK_SECONDS_MAX: '600' } })
  api = await newProject(server.url)
})
afterAll(async () => {
  closeSync(inherited)
  await server.kill()
  removeDataDir(server)
})

const pidOf = (): number => server.process.pid ?? 0

const linksOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))

/** Each level asks the next one twice, and the last one matches nothing. */
const doublingSchema: Body = {
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: 45 }, (_, i) => [
      `d${i}`,
      i === 44 ? { type: 'null' } : { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  ),
}

const invoke = (key: string, parameters: Body): Promise<unknown> =>
  api
    .post(`/services/${key}/v0/invoke`, { data: { parameters, inputs: {}, outputs: '{"a":1}' } })
    .catch(() => undefined)

test('they inherit nothing and can gain no privileges', async () => {
  await invoke('auto_custom_code_run', { code: 'function evaluate() { return 1 }' })
  await invoke('auto_custom_code_run', { code: 'def evaluate(): return 1', runtime: 'python' })
  await invoke('auto_contains_json', { schema: { type: 'object' } })
  const pids = childPids(pidOf())
  expect(pids).toHaveLength(3)
  const ofServer = linksOf(pidOf())
  expect(ofServer).toContain(import.meta.filename)
  for (const pid of pids) {
    const links = linksOf(pid)
    const openFiles = links.filter((link) => link !== '/dev/null' && !link.startsWith('anon_inode:'))
    expect(openFiles.filter((link) => ofServer.includes(link) || !/^(?:pipe|socket):/.test(link))).toEqual([])
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    if (isolation.privileges.length > 0) expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
  }
})

const cpuSecondsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const isRunning = (pid: number): boolean => {
  try {
    // One that has ended, and whose new parent has not asked for its status yet, is a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('they end when the server is killed while they are busy with endless work', async () => {
  const pids = childPids(pidOf())
  const before = pids.map(cpuSecondsOf)
  const underWay = [
    invoke('auto_custom_code_run', { code: 'function evaluate() { for (;;); }', timeout_ms: 60_000 }),
    invoke('auto_custom_code_run', {
      code: 'def evaluate():\n  while True: pass',
      runtime: 'python',
      timeout_ms: 60_000,
    }),
    invoke('auto_contains_json', { schema: doublingSchema }),
  ]
  // More than any work that ends takes here.
  await expect.poll(() => pids.every((pid, i) => cpuSecondsOf(pid) - (before[i] ?? 0) > 1)).toBe(true)
  await server.kill()
  await Promise.all(underWay)
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
})
