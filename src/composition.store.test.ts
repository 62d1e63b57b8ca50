// A start that fails closes everything that it opened before.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from './composition.ts'
import { loadConfig, UsageError, type Config } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dataDir, { recursive: true, force: true })
})

async function listenOn(port: number): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { server, port: address.port }
}

async function freePort(): Promise<number> {
  const { server, port } = await listenOn(0)
  server.close()
  await once(server, 'close')
  return port
}

const configOf = (ports: Readonly<Record<'port' | 'http' | 'grpc', number>>): Config =>
  loadConfig({
    ASSAY_DATA_DIR: dataDir,
    ASSAY_LOG_LEVEL: 'silent',
    ASSAY_PORT: String(ports.port),
    ASSAY_OTLP_HTTP_PORT: String(ports.http),
    ASSAY_OTLP_GRPC_PORT: String(ports.grpc),
  })

const openFiles = (): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)].filter((path) => path.startsWith(dataDir))
    } catch {
      // The descriptor of this listing itself is closed by now.
      return []
    }
  })

const childProcesses = (): string => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')

test('a start whose last step fails closes its ports and files and leaves no process', async () => {
  const children = childProcesses()
  const otherListener = await listenOn(0)
  const ports = { port: await freePort(), http: await freePort(), grpc: otherListener.port }
  await expect(serve(configOf(ports))).rejects.toThrow(UsageError)
  for (const port of [ports.port, ports.http]) (await listenOn(port)).server.close()
  expect(openFiles()).toEqual([])
  // SQLite removes its log when the last connection is closed.
  expect(readdirSync(dataDir)).toContain('assay.sqlite')
  expect(readdirSync(dataDir)).not.toContain('assay.sqlite-wal')
  expect(childProcesses()).toBe(children)
  otherListener.server.close()
})
