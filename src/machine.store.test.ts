import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig, UsageError } from './config.ts'
import { restrictDataDirectory, makeDataDir, openPort } from './machine.ts'

async function listenAt({ host, port }: { readonly host: string; readonly port: number }): Promise<number> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('the error for a port in use names its setting, and that ports of OTLP can be turned off', async () => {
  const config = loadConfig({})
  const port = await openPort(config, { setting: 'port', port: 0 }, listenAt)
  const refusals = (['port', 'otlp_http_port'] as const).map((setting) =>
    openPort(config, { setting, port }, listenAt).catch((error: unknown) => error),
  )
  expect(await Promise.all(refusals)).toEqual([
    new UsageError(
      `Port ${port} of 127.0.0.1 is in use, perhaps by another Assay. Choose another with --port or ASSAY_PORT.`,
    ),
    new UsageError(
      `Port ${port} of 127.0.0.1 is in use, perhaps by another Assay. Choose another with --otlp-http-port or ASSAY_OTLP_HTTP_PORT; 0 turns it off.`,
    ),
  ])
})

test('the error for an address of another machine names the setting of the host', async () => {
  // 192.0.2.0/24 is reserved for documentation.
  const config = loadConfig({ ASSAY_HOST: '192.0.2.1' })
  await expect(openPort(config, { setting: 'port', port: 0 }, listenAt)).rejects.toEqual(
    new UsageError(
      "'192.0.2.1' is not an address of this machine. Choose another with --host or ASSAY_HOST.",
    ),
  )
})

test('another failure of a listener is passed on as it is', async () => {
  const failure = new Error('another failure')
  const opening = openPort(loadConfig({}), { setting: 'port', port: 1 }, () => Promise.reject(failure))
  await expect(opening).rejects.toBe(failure)
})

test('the data directory is created; a directory that cannot be created is refused with its name', () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-machine-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  makeDataDir(loadConfig({ ASSAY_DATA_DIR: join(directory, 'a/b') }))
  writeFileSync(join(directory, 'a/b/file'), '')
  const config = loadConfig({ ASSAY_DATA_DIR: join(directory, 'a/b/file') })
  expect(() => makeDataDir(config)).toThrow(
    `The data directory '${config.dataDir}' cannot be used: EEXIST: file already exists`,
  )
})

test('only the owner can access a new data directory; the permissions of an existing directory stay', () => {
  const parent = mkdtempSync(join(tmpdir(), 'assay-machine-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const dataDir = join(parent, 'data')
  const mode = (): number => statSync(dataDir).mode & 0o777
  makeDataDir(loadConfig({ ASSAY_DATA_DIR: dataDir }))
  expect(mode()).toBe(0o700)
  chmodSync(dataDir, 0o750)
  makeDataDir(loadConfig({ ASSAY_DATA_DIR: dataDir }))
  expect(mode()).toBe(0o750)
})

test('the start removes access of other users to the data directory and everything in it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-machine-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  mkdirSync(join(dataDir, 'columnar/store'), { recursive: true })
  const paths = ['secrets.key', 'secrets.key.former', 'assay.sqlite-wal', 'columnar/store/part.bin'].map(
    (name) => join(dataDir, name),
  )
  for (const path of paths) writeFileSync(path, '', { mode: 0o644 })
  for (const name of ['', 'columnar', 'columnar/store']) chmodSync(join(dataDir, name), 0o755)
  const config = loadConfig({ ASSAY_DATA_DIR: dataDir })
  const modeOf = (path: string): number => statSync(path).mode & 0o777
  expect(restrictDataDirectory(config)).toEqual({ restrictedCount: 7, openPaths: [] })
  expect(paths.map(modeOf)).toEqual([0o600, 0o600, 0o600, 0o600])
  expect(['', 'columnar', 'columnar/store'].map((name) => modeOf(join(dataDir, name)))).toEqual([
    0o700, 0o700, 0o700,
  ])
  expect(restrictDataDirectory(config)).toEqual({ restrictedCount: 0, openPaths: [] })
})

test("in a directory with other people's files only access to the files of Assay is removed", () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-machine-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  chmodSync(dataDir, 0o755)
  for (const name of ['secrets.key', 'notes.txt']) writeFileSync(join(dataDir, name), '', { mode: 0o644 })
  expect(restrictDataDirectory(loadConfig({ ASSAY_DATA_DIR: dataDir }))).toEqual({
    restrictedCount: 1,
    openPaths: [dataDir],
  })
  expect(statSync(join(dataDir, 'notes.txt')).mode & 0o777).toBe(0o644)
  expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600)
})
