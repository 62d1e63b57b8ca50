// Processes that run work of clients inherit nothing, and always end with the server.
import { closeSync, openSync, readFileSync, readlinkSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, type Api, type Body } from '../support/api.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { childPids, isolation } from '../support/work.ts'

let server: RunningServer
let api: Api
/** A file that the server inherits from the process of the test. */
const inheritedFile = openSync(import.meta.filename, 'r')
beforeAll(async () => {
  server = await startServer({ inherited: inheritedFile, env: { ASSAY_WORK_SECONDS_MAX: '600' } })
  api = await newProject(server.url)
})
afterAll(async () => {
  closeSync(inheritedFile)
  await server.kill()
  removeDataDir(server)
})

const pidOf = (): number => server.process.pid ?? 0

const linksOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))

/** Each level references the next one twice, and the last one matches nothing. */
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

/** Starts a process of each kind and returns their ids. They start together: a process ends after an idle minute. */
async function startProcesses(): Promise<readonly number[]> {
  await Promise.all([
    invoke('auto_custom_code_run', { code: 'function evaluate() { return 1 }' }),
    invoke('auto_custom_code_run', { code: 'def evaluate(): return 1', runtime: 'python' }),
    invoke('auto_contains_json', { schema: { type: 'object' } }),
  ])
  const pids = childPids(pidOf())
  expect(pids).toHaveLength(3)
  return pids
}

test('processes that run work of clients inherit nothing and cannot gain privileges', async () => {
  const pids = await startProcesses()
  const serverLinks = linksOf(pidOf())
  expect(serverLinks).toContain(import.meta.filename)
  for (const pid of pids) {
    const links = linksOf(pid)
    const openFiles = links.filter((link) => link !== '/dev/null' && !link.startsWith('anon_inode:'))
    expect(openFiles.filter((link) => serverLinks.includes(link) || !/^(?:pipe|socket):/.test(link))).toEqual(
      [],
    )
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
    // An ended process is a zombie until its new parent reads its status.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('processes with endless work end when the server is killed', async () => {
  const pids = await startProcesses()
  const cpuSecondsBefore = pids.map(cpuSecondsOf)
  const invocations = [
    invoke('auto_custom_code_run', { code: 'function evaluate() { for (;;); }', timeout_ms: 60_000 }),
    invoke('auto_custom_code_run', {
      code: 'def evaluate():\n  while True: pass',
      runtime: 'python',
      timeout_ms: 60_000,
    }),
    invoke('auto_contains_json', { schema: doublingSchema }),
  ]
  // No finite work takes that long here.
  await expect
    .poll(() => pids.every((pid, i) => cpuSecondsOf(pid) - (cpuSecondsBefore[i] ?? 0) > 1))
    .toBe(true)
  await server.kill()
  await Promise.all(invocations)
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
})
