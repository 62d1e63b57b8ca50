// Pushes that end in the middle: the client is killed, the connection is cut, the server is killed. Afterwards all commits
// are applied or none, and the same push succeeds.
import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { git, gitLine, tryGit } from '../../src/git/objects/test-support.ts'
import { backends, newProject, serverOf, throughServer, type Api } from '../support/api.ts'
import { cloneOf, commitAll, remoteOf } from '../support/git-clones.ts'
import { commitTo, kindNamed, makeVariant } from '../support/kinds.ts'
import { removeDataDir, startServer } from '../support/process.ts'

const application = kindNamed('application')
const prompt = (text: string) => ({
  uri: 'user:custom:a:v1',
  parameters: { prompt: { messages: [{ role: 'system', content: text }] } },
})

async function newBot(server: string): Promise<Api> {
  const api = await newProject(server, { seedDefaults: false })
  const { variant } = await makeVariant(api, application, 'bot')
  await commitTo(api, application, variant.id, { data: prompt('first') })
  return api
}

const commitsPerBranch = 3
const fileBytes = 100_000
/** Random files do not shrink. */
const packBytesMin = 2 * commitsPerBranch * fileBytes

/** A clone with new commits on two branches. */
async function preparedClone(api: Api) {
  const folder = await cloneOf(remoteOf(api, 'apps/bot'))
  const main = await gitLine(folder, ['branch', '--show-current'])
  for (const branch of [main, 'side']) {
    await git(folder, ['checkout', '-q', '-B', branch])
    for (let i = 0; i < commitsPerBranch; i++) {
      await writeFile(join(folder, 'messages/01-system.md'), `${branch} ${i}\n`)
      await writeFile(join(folder, 'own.bin'), randomBytes(fileBytes))
      await commitAll(folder, `${branch} ${i}`)
    }
  }
  return { folder, main, refs: [main, 'side'] }
}

const refsOf = async (api: Api): Promise<string> =>
  (await gitLine('/', ['ls-remote', '--heads', remoteOf(api, 'apps/bot')]))
    .split('\n')
    .map((line) => line.replace(/\t.*\//, ' '))
    .toSorted()
    .join('\n')

/** The refs after the push. */
const pushedRefs = async (folder: string, refs: readonly string[]): Promise<string> =>
  (await Promise.all(refs.map(async (ref) => `${await gitLine(folder, ['rev-parse', ref])} ${ref}`)))
    .toSorted()
    .join('\n')

interface Proxy {
  readonly url: string
  /** Resolves when the limit of bytes to the server is reached. */
  readonly reached: Promise<void>
}

/** Passes about this many bytes to the server and no more; from then on `onLimit` gets the two sockets of each chunk. */
async function proxyTo(
  target: string,
  {
    bytesMax,
    onLimit,
  }: { readonly bytesMax: number; readonly onLimit: (sockets: readonly Socket[]) => void },
): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let onReached: () => void = () => undefined
  const reached = new Promise<void>((resolve) => (onReached = resolve))
  let bytes = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const sockets = [client, upstream]
    for (const socket of sockets) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.forEach((peer) => peer.destroy()))
    }
    upstream.pipe(client)
    client.on('data', (chunk) => {
      if (bytes < bytesMax) upstream.write(chunk)
      bytes += chunk.length
      if (bytes < bytesMax) return
      // Also for later connections: the client sends a cut request once more.
      onLimit(sockets)
      onReached()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const address = server.address()
  const proxyPort = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${proxyPort}`, reached }
}

const halfOfThePack = packBytesMin / 2

describe.each(backends)('a push on %s', (backend) => {
  test('whose connection is cut in the pack applies nothing, and succeeds again', async () => {
    const api = await newBot(serverOf(backend))
    const { folder, refs } = await preparedClone(api)
    const before = await refsOf(api)
    const proxy = await proxyTo(api.url, {
      bytesMax: halfOfThePack,
      onLimit: (sockets) => sockets.forEach((socket) => socket.destroy()),
    })
    const interrupted = await tryGit(folder, [
      'push',
      '-q',
      remoteOf(throughServer(api, proxy.url), 'apps/bot'),
      ...refs,
    ])
    expect(interrupted.code).not.toBe(0)
    expect(await refsOf(api)).toBe(before)
    await git(folder, ['push', '-q', remoteOf(api, 'apps/bot'), ...refs])
    expect(await refsOf(api)).toBe(await pushedRefs(folder, refs))
    await cloneOf(remoteOf(api, 'apps/bot'))
  })

  test('whose client is killed in the pack applies nothing, and succeeds again', async () => {
    const api = await newBot(serverOf(backend))
    const { folder, refs } = await preparedClone(api)
    const before = await refsOf(api)
    // The pack stops, so that the client waits until it is killed.
    const proxy = await proxyTo(api.url, { bytesMax: halfOfThePack, onLimit: () => undefined })
    const url = remoteOf(throughServer(api, proxy.url), 'apps/bot')
    // A group of its own: git passes the connection to another process.
    const client = spawn('git', ['push', '-q', url, ...refs], {
      cwd: folder,
      detached: true,
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => client.once('close', resolve))
    await proxy.reached
    process.kill(-(client.pid ?? 0), 'SIGKILL')
    await ended
    expect(await refsOf(api)).toBe(before)
    await git(folder, ['push', '-q', remoteOf(api, 'apps/bot'), ...refs])
    expect(await refsOf(api)).toBe(await pushedRefs(folder, refs))
  })
})

test('a server that is killed during a push has applied all of it or nothing', async () => {
  let server = await startServer()
  onTestFinished(async () => {
    await server.kill()
    removeDataDir(server)
  })
  const bot = await newBot(server.url)
  const { folder, refs } = await preparedClone(bot)
  const before = await refsOf(bot)
  const after = await pushedRefs(folder, refs)
  // In the middle of the pack, and with its last bytes.
  for (const bytesMax of [200_000, packBytesMin]) {
    const running = server
    const proxy = await proxyTo(running.url, { bytesMax, onLimit: () => running.process.kill('SIGKILL') })
    const through = remoteOf(throughServer(bot, proxy.url), 'apps/bot')
    await Promise.all([tryGit(folder, ['push', '-q', through, ...refs]), proxy.reached])
    await running.kill()
    server = await startServer({ dataDir: running.dataDir })
    expect([before, after]).toContain(await refsOf(throughServer(bot, server.url)))
  }
  const url = remoteOf(throughServer(bot, server.url), 'apps/bot')
  await git(folder, ['push', '-q', url, ...refs])
  expect(await refsOf(throughServer(bot, server.url))).toBe(after)
  await cloneOf(url)
}, 300_000)
