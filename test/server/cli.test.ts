// The commands of the server, run as processes.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environmentName, flagName, settings } from '../../src/config.ts'
import { request } from '../support/api.ts'
import { run, runFile, serverProgram, type ProcessResult } from '../support/children.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { startServer, type RunningServer } from '../support/process.ts'
import { until } from '../support/eventually.ts'
import { amount, inDeep } from '../support/tier.ts'

const assay = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProcessResult> =>
  runFile(serverProgram, args, env)

const keyShape = /[A-Za-z0-9]{8}\.[0-9a-f]{64}/

/** Waits until the output of the server contains `part`, and returns the output. */
async function outputWith(server: RunningServer, part: string): Promise<string> {
  await until(() => server.output().includes(part), `the server writes ${part}`)
  return server.output()
}

describe.concurrent('assay', () => {
  test('--help lists every command and every setting with its help text', async () => {
    const { code, stdout, stderr } = await assay(['--help'])
    expect([code, stderr]).toEqual([0, ''])
    for (const words of [
      'serve',
      'migrate',
      'project create <name>',
      'demo',
      'key create [name]',
      'key list',
      'key revoke <prefix>',
      'verify <run>',
      'doctor',
    ]) {
      expect(stdout).toContain(`assay ${words}`)
    }
    for (const { name, help } of settings) {
      expect(stdout).toContain(`${flagName(name)}, ${environmentName(name)}`)
      expect(stdout).toContain(help)
    }
  })

  test('exits with code 2 for invalid settings and lists all of them', async () => {
    const { code, stdout, stderr } = await assay(['serve', '--port', 'abc', '--colour=red'], {
      ASSAY_LOG_LEVEL: 'loud',
      ASSAY_DATBASE_URL: 'postgres://x',
    })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^assay: The settings have 4 problems:/)
    for (const name of [
      '--port must be a whole number',
      '--colour',
      'ASSAY_LOG_LEVEL',
      'ASSAY_DATBASE_URL',
    ]) {
      expect(stderr).toContain(name)
    }
    expect(stderr).not.toContain('    at ')
  })

  test('names the setting of a port in use, and still prints the first key', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-test-'))
    const otherListener = createServer().listen(0, '127.0.0.1')
    await once(otherListener, 'listening')
    const { port } = otherListener.address() as AddressInfo
    const ports = { ASSAY_PORT: '0', ASSAY_OTLP_HTTP_PORT: '0', ASSAY_OTLP_GRPC_PORT: '0' }
    const outputs: string[] = []
    const listeners = ['ASSAY_OTLP_GRPC_PORT', 'ASSAY_PORT', 'ASSAY_OTLP_HTTP_PORT'].slice(0, amount(1, 3))
    for (const name of listeners) {
      const env = { ASSAY_DATA_DIR: directory, ...ports, [name]: String(port) }
      const { code, stdout, stderr } = await assay(['serve'], env)
      expect(code).toBe(2)
      expect(stderr).toMatch(new RegExp(`^assay: Port ${port} of 127.0.0.1 is in use.* or ${name}[.;]`))
      expect(stderr).not.toContain('    at ')
      outputs.push(stdout)
    }
    expect(outputs.map((stdout) => keyShape.test(stdout))).toEqual(listeners.map((_, i) => i === 0))
    otherListener.close()
    rmSync(directory, { recursive: true, force: true })
  })

  test('doctor reports problems and exits with code 1', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-test-'))
    const { code, stdout } = await assay(['doctor'], {
      ASSAY_DATA_DIR: directory,
      ASSAY_DATABASE_URL: 'postgres://nobody:s3cr3t@127.0.0.1:1/none',
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ok {4}runtime: Node v/m)
    expect(stdout).toMatch(/^WRONG relational store: PostgreSQL at ASSAY_DATABASE_URL cannot be used: /m)
    expect(stdout).toMatch(/^ok {4}trace store: /m)
    expect(stdout).not.toContain('s3cr3t')
    rmSync(directory, { recursive: true, force: true })
  })

  inDeep(() => {
    test('--help with a command, or the first word of several, prints only their help', async () => {
      const [command, group, server] = await Promise.all([
        assay(['key', 'create', '--help']),
        assay(['help', 'key']),
        assay(['serve', '-h']),
      ])
      expect(command.stdout).toMatch(
        /^ {2}assay key create \[name\] .*\n( {4}--(project|role|secrets|expires) .*\n){4}\n/,
      )
      expect(command.stdout).not.toContain('key list')
      expect(group.stdout.match(/^ {2}assay [a-z ]+/gm)?.map((line) => line.trim())).toEqual([
        'assay key create',
        'assay key list',
        'assay key revoke',
      ])
      for (const { stdout } of [command, group]) expect(stdout).not.toContain('ASSAY_')
      // Only the help of serve lists the settings.
      expect(server.stdout).toContain('ASSAY_PORT')
    })
  })
})

describe('assay serve', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
  const env = { ASSAY_DATA_DIR: dataDir }
  let server: RunningServer
  let secret: string
  beforeAll(async () => {
    server = await startServer({ dataDir, env: { ASSAY_API_KEY: '' } })
    secret = keyShape.exec(await outputWith(server, '/#key='))?.[0] ?? ''
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const statusWith = async (key: string): Promise<number> =>
    (
      await request(`${server.url}/api/projects/current`, {
        method: 'GET',
        authorization: `ApiKey ${key}`,
      })
    ).status

  test('prints its address, the first key, and an example request that a shell can run', async () => {
    expect(server.output()).toContain(`listens on ${server.url}`)
    expect(await statusWith(secret)).toBe(200)
    const command = /^ {2}(curl [\s\S]*?\}')$/m.exec(server.output())?.[1] ?? ''
    const { code, stdout } = await run('bash', ['-c', command])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ count: 1, application: { slug: 'hello' } })
  })

  test('key create creates a key that is valid at once, and key revoke revokes it at once', async () => {
    const creation = await assay(['key', 'create', 'ci', '--role', 'viewer'], env)
    expect([creation.code, creation.stderr]).toEqual([0, ''])
    const key = creation.stdout.trim()
    expect(key).toMatch(keyShape)
    expect(await statusWith(key)).toBe(200)
    const prefix = key.slice(0, 8)
    const keyList = await assay(['key', 'list'], env)
    expect(keyList.stdout).toMatch(new RegExp(`^${prefix} {2}viewer {2}ci {2}\\(`, 'm'))
    expect(keyList.stdout).toMatch(/first key/)
    expect(keyList.stdout).not.toMatch(keyShape)
    const revocation = await assay(['key', 'revoke', prefix], env)
    expect([revocation.code, revocation.stdout]).toEqual([0, `Revoked ${prefix}.\n`])
    expect(await statusWith(key)).toBe(401)
    expect((await assay(['key', 'revoke', prefix], env)).code).toBe(2)
    const { body } = await request(`${server.url}/api/audit/query`, {
      method: 'POST',
      authorization: `ApiKey ${secret}`,
      body: { entry: { method: 'COMMAND' } },
    })
    expect(body.entries).toMatchObject([
      { path: 'key revoke', operation: 'delete_project_key', resource_kind: 'key' },
      { path: 'key create', actor_prefix: 'command line', resource_kind: 'key', status_code: 200 },
    ])
  })

  test('verify reports whether the parts of a run are unchanged', async () => {
    const call = async (path: string, body: object) =>
      (await request(`${server.url}/api${path}`, { method: 'POST', authorization: `ApiKey ${secret}`, body }))
        .body
    const { application } = await call('/simple/applications/', {
      application: { slug: 'verified', data: { parameters: { tone: 'calm' } } },
    })
    const references = { application_revision: { id: application.revision_id } }
    const step = { key: 'app', type: 'invocation', origin: 'custom', references }
    const { runs } = await call('/evaluations/runs/', { runs: [{ data: { steps: [step] } }] })
    const intactRun = await assay(['verify', runs[0].id], env)
    expect(intactRun).toEqual({ code: 0, stdout: `ok    run ${runs[0].id}\n`, stderr: '' })
    const database = new DatabaseSync(join(dataDir, 'assay.sqlite'))
    const update = database
      .prepare(`update revisions set data = replace(data, 'calm', 'rude') where id = ?`)
      .run(application.revision_id)
    database.close()
    expect(update.changes).toBe(1)
    const alteredRun = await assay(['verify', runs[0].id], env)
    expect(alteredRun.code).toBe(1)
    expect(alteredRun.stdout).toMatch(
      /^WRONG app:application_revision: expected [0-9a-f]{64}, found [0-9a-f]{64}$/m,
    )
  })

  test('invalid arguments exit with code 2 and a message', async () => {
    const attempts = [
      { args: ['frobnicate'], message: "There is no command 'frobnicate'. See assay --help." },
      { args: ['serve', '-p', '9000'], message: "'assay serve' takes no '-p'." },
      { args: ['key', 'list', '--project', 'nowhere'], message: "There is no project 'nowhere'." },
      { args: ['key'], message: "There is no command 'key'. See assay key --help." },
      {
        args: ['project', 'create', 'Two', 'words'],
        message: "'assay project create <name>' takes no 'words'.",
      },
      {
        args: ['project', 'create', 'Spaced', '--slug', 'a b'],
        message: "--slug must be letters, digits, '_', '-' and '.', at most 255, not 'a b'.",
      },
      { args: ['key', 'revoke'], message: 'Pass the prefix of the key: its first eight characters.' },
      {
        args: ['key', 'create', '--role', 'emperor'],
        message: "--role must be viewer, editor or admin, not 'emperor'.",
      },
      { args: ['remap', '--project'], message: '--project needs a value.' },
      { args: ['key', 'create', '--role', '--project', 'default'], message: '--role needs a value.' },
      {
        args: ['key', 'create', '--expires', '90'],
        message: "--expires must be a date or a time, such as 2027-01-31 or 2027-01-31T09:00:00Z, not '90'.",
      },
      { args: ['verify'], message: 'Pass the id of the run.' },
      { args: ['verify', 'nowhere'], message: "There is no run 'nowhere'." },
    ]
    // Each attempt is a process.
    const chosenAttempts = attempts.slice(0, amount(3, attempts.length))
    const outcomes = await Promise.all(chosenAttempts.map(({ args }) => assay(args, env)))
    expect(outcomes).toEqual(
      chosenAttempts.map(({ message }) => ({ code: 2, stdout: '', stderr: `assay: ${message}\n` })),
    )
  })

  test('project create creates a project with its own key', async () => {
    const { code, stdout } = await assay(['project', 'create', 'Second project'], env)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Project second-project \([0-9a-f-]{36}\)$/m)
    const { body } = await request(`${server.url}/api/projects/current`, {
      method: 'GET',
      authorization: `ApiKey ${keyShape.exec(stdout)?.[0]}`,
    })
    expect(body).toMatchObject({ project_name: 'Second project', is_default_project: false })
  })

  inDeep(() => {
    test('demo fills a project of the running server and prints the link that opens it', async () => {
      const { code, stdout, stderr } = await assay(['demo', '--url', server.url], { ASSAY_DATA_DIR: dataDir })
      expect([code, stderr]).toEqual([0, ''])
      const [, key = ''] = /\/#key=(\S+)/.exec(stdout) ?? []
      const { body } = await request(`${server.url}/api/spans/sessions/query`, {
        method: 'POST',
        authorization: `ApiKey ${key}`,
        body: { windowing: { limit: 200 } },
      })
      expect(body.count).toBe(90)
    })

    test('demo with an admin key needs no access to the stores', async () => {
      const otherDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
      const { code, stdout, stderr } = await assay(['demo', '--url', server.url, '--key', secret], {
        ASSAY_DATA_DIR: otherDir,
      })
      expect([code, stderr]).toEqual([0, ''])
      expect(await statusWith(/\/#key=(\S+)/.exec(stdout)?.[1] ?? '')).toBe(200)
      const refusal = await assay(['demo', '--url', server.url, '--key', 'nobody'], {
        ASSAY_DATA_DIR: otherDir,
      })
      expect([refusal.code, refusal.stderr]).toEqual([
        2,
        expect.stringContaining('Use an admin key of its first project'),
      ])
      rmSync(otherDir, { recursive: true, force: true })
    })

    test('demo requires a running server with the same database', async () => {
      const otherDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
      const withoutServer = await assay(['demo', '--url', 'http://127.0.0.1:9'], { ASSAY_DATA_DIR: dataDir })
      expect([withoutServer.code, withoutServer.stderr]).toEqual([
        2,
        expect.stringContaining('Start one (assay serve'),
      ])
      const otherDatabase = await assay(['demo', '--url', server.url], { ASSAY_DATA_DIR: otherDir })
      expect([otherDatabase.code, otherDatabase.stderr]).toEqual([
        2,
        expect.stringContaining('uses another database'),
      ])
      rmSync(otherDir, { recursive: true, force: true })
    })
  })

  test('doctor checks the embedded engine through the running server', async () => {
    const { code, stdout } = await assay(['doctor'], { ...env, ASSAY_PORT: new URL(server.url).port })
    expect(stdout).toContain(`ok    server: ${server.url} is ready`)
    expect(stdout).toContain(`ok    trace store: embedded engine, in use by the server at ${server.url}`)
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('WRONG')])
  })

  test('ends on SIGINT with code 0; then doctor --deep reports no problem, and a second start prints no key', async () => {
    const exit = once(server.process, 'exit')
    server.process.kill('SIGINT')
    expect(await exit).toEqual([0, null])
    const deepCheck = await assay(['doctor', '--deep'], env)
    expect(deepCheck.stdout).not.toContain('WRONG')
    expect(deepCheck.stdout).toContain(`ok    relational store: SQLite answers, ${amount(2, 4)} project(s)\n`)
    expect(deepCheck.stdout).toMatch(/^ok {4}records: no damage$/m)
    expect(deepCheck.stdout).toMatch(
      /^ok {4}pages of testsets: \d+ revision\(s\) have all of their \d+ page\(s\); /m,
    )
    expect(deepCheck.stdout).toMatch(/^ok {4}spans: \d+ span\(s\), all with their facts$/m)
    expect(deepCheck.stdout).toMatch(/^ok {4}disk forecast: /m)
    expect(deepCheck.code).toBe(0)
    server = await startServer({ dataDir, env: { ASSAY_API_KEY: '' } })
    expect(await statusWith(secret)).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(server.output()).toContain('listens on')
    expect(server.output()).not.toMatch(keyShape)
    expect(server.output()).not.toContain('/#key=')
  })
})

const needInstallation = [
  'doctor',
  'restore confirm',
  'key list',
  'backup /nowhere',
  'key create',
  'project create a',
  'key revoke a',
  'secrets reseal',
  'remap',
  'reprice',
  'trace-store adopt',
  'trace-store migrate',
  'spans export /nowhere',
  'usage',
  'audit export',
  'verify a',
]
test.each(needInstallation.slice(0, amount(4, needInstallation.length)))(
  '%s refuses a folder without data, and creates nothing there',
  async (command) => {
    const folder = newDataDirectory()
    const dataDir = join(folder, 'data')
    const { code, stderr } = await assay(command.split(' '), { ASSAY_DATA_DIR: dataDir })
    expect(stderr).toContain(`There are no data in '${dataDir}'.`)
    expect(code).toBe(2)
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  },
)
