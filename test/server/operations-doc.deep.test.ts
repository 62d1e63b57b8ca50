// Runs the commands of docs/operations.md in their order. Addresses and paths of the document are replaced by those of
// the test, and `systemctl` starts and stops the server of the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, serverProgram, type ProcessResult } from '../support/children.ts'
import { startClickHouse, type ClickHouse } from '../support/clickhouse.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { freshDatabase, type FreshDatabase } from '../support/databases.ts'
import { freePort } from '../support/postgres.ts'
import { adminKey, startServer, type RunningServer } from '../support/process.ts'
import { s3Key, startS3, type S3Server } from '../support/s3-server.ts'

const root = join(import.meta.dirname, '../..')
const folder = newDataDirectory()
const settingsFile = join(folder, 'etc/assay.env')
let database: FreshDatabase
let clickhouse: ClickHouse
let storage: S3Server
let server: RunningServer | undefined

/** Blocks with these comments need a separate machine. test/layouts checks the unit, the image and the proxies. */
const skippedComments = [
  '# as root',
  '# with Docker',
  '# as the superuser of PostgreSQL',
  '# with the client tools of PostgreSQL',
]

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
/** Blocks of commands: those with a language are files. */
const blocks = Array.from(page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)).flatMap(([, language, text = '']) =>
  language === '' ? [text] : [],
)

/** The commands of a block. A backslash at the end of a line continues the command. */
const commandsOf = (block: string): readonly string[] =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const settings = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(settingsFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

function withTestAddresses(command: string): string {
  return command
    .replaceAll(/(?<![\w/.])\/(?=(?:var\/lib|backup|media\/usb|etc|tmp)\/)/g, `${folder}/`)
    .replaceAll('postgres://assay:password@db:5432/assay', database.location)
    .replaceAll('http://assay:password@traces:8123', clickhouse.url)
    .replaceAll('https://storage.example.org', storage.url)
    .replaceAll(/(?<=_(?:ACCESS|SECRET)_KEY=)…/g, s3Key)
    .replaceAll('http://127.0.0.1:8700', server?.url ?? '')
}

async function start(): Promise<void> {
  server = await startServer({ env: settings() })
}
async function stop(): Promise<void> {
  await server?.stop()
  server = undefined
}

/** Starts a second server like `npm start`, and stops it when it listens. */
async function tryStart(flags: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [serverProgram, 'serve', ...flags], {
    env: { PATH: process.env['PATH'] },
  })
  const exitEvent = once(child, 'exit')
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    if (output.includes('listens on')) break
  }
  expect(output).toContain('listens on')
  child.kill()
  await exitEvent
}

async function execute(command: string, exports: readonly string[]): Promise<void> {
  const [program, verb = '', ...rest] = command.split(' ')
  if (program === 'systemctl') {
    if (verb !== 'start') await stop()
    if (verb !== 'stop') await start()
  } else if (program === 'npm') {
    const port = String(await freePort())
    await tryStart(withTestAddresses(rest.slice(1).join(' ')).replace('8701', port).split(' '))
  } else {
    const outcome: ProcessResult = await run(
      'bash',
      ['-c', [...exports, command].map(withTestAddresses).join('\n')],
      {
        PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
        ASSAY_ADMIN_KEY: adminKey,
        ...settings(),
      },
    )
    // While the server runs, a move only copies and exits with code 1.
    const code = program === 'assay' && verb === 'move' && server !== undefined ? 1 : 0
    expect(outcome, command).toMatchObject({ code })
  }
}

beforeAll(async () => {
  database = await freshDatabase('postgres')
  clickhouse = await startClickHouse()
  storage = await startS3(join(folder, 'storage'))
  for (const name of ['bin', 'etc', 'var/lib', 'backup', 'media/usb', 'tmp'])
    mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(settingsFile, `ASSAY_DATA_DIR=${join(folder, 'var/lib/assay')}\n`)
  writeFileSync(join(folder, 'bin/assay'), `#!/bin/sh\nexec '${process.execPath}' '${serverProgram}' "$@"\n`)
  chmodSync(join(folder, 'bin/assay'), 0o755)
  await start()
})
afterAll(async () => {
  await stop()
  await storage.stop()
  await clickhouse.remove()
  await database.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('every command runs, except those that need a separate machine', async () => {
  const skippedBlocks: string[] = []
  let count = 0
  for (const block of blocks) {
    const [first = ''] = block.split('\n')
    if (skippedComments.includes(first)) {
      skippedBlocks.push(first)
      continue
    }
    const commands = commandsOf(block)
    const exports = commands.filter((command) => command.startsWith('export '))
    for (const command of commands) {
      if (exports.includes(command)) continue
      await execute(command, exports)
      count += 1
    }
  }
  expect(skippedBlocks).toEqual(skippedComments)
  expect(count).toBeGreaterThan(15)
})
