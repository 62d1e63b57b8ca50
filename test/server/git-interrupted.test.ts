// Interrupted pushes: the client is killed, the connection is cut, or the server is killed. Afterwards all commits are
// applied or none, and the same push succeeds.
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
import { inDeep } from '../support/tier.ts'

const application = kindNamed('application')
const prompt = (text: string) => ({
  uri: 'user:custom:a:v1',
  parameters: { prompt: { messages: [{ role: 'system', content: text }] } },
})

async function createBot(server: string): Promise<Api> {
  const api = await newProject(server, { seedDefaults: false })
  const { variant } = await makeVariant(api, application, 'bot')
  await commitTo(api, application, variant.id, { data: prompt('first') })
  return api
}

const commitsPerBranch = 3
const fileBytes = 100_000
/** Random files cannot be compressed. */
const packBytesMin = 2 * commitsPerBranch * fileBytes

/** Clones the application and adds commits on two branches. */
async function cloneWithCommits(api: Api) {
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

/** The refs that the server has after the push. */
const refsAfterPush = async (folder: string, refs: readonly string[]): Promise<string> =>
  (await Promise.all(refs.map(async (ref) => `${await gitLine(folder, ['rev-parse', ref])} ${ref}`)))
    .toSorted()
    .join('\n')

interface Proxy {
  readonly url: string
  /** Resolves when the limit of bytes to the server is reached. */
  readonly limitReached: Promise<void>
}

/** Starts a proxy that passes about `bytesMax` bytes to the server. After that, `onLimit` gets the sockets of each chunk. */
async function startProxy(
  target: string,
  {
    bytesMax,
    onLimit,
  }: { readonly bytesMax: number; readonly onLimit: (sockets: readonly Socket[]) => void },
): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const openSockets = new Set<Socket>()
  let onReached: () => void = () => undefined
  const limitReached = new Promise<void>((resolve) => (onReached = resolve))
  let bytes = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const sockets = [client, upstream]
    for (const socket of sockets) {
      openSockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.forEach((peer) => peer.destroy()))
    }
    upstream.pipe(client)
    client.on('data', (chunk) => {
      if (bytes < bytesMax) upstream.write(chunk)
      bytes += chunk.length
      if (bytes < bytesMax) return
      // This includes later connections: the client repeats a request whose connection was cut.
      onLimit(sockets)
      onReached()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of openSockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const proxyPort = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${proxyPort}`, limitReached }
}

const halfPackBytes = packBytesMin / 2

describe.each(backends)('a push on %s', (backend) => {
  test('whose connection is cut within the pack applies nothing, and succeeds when it is repeated', async () => {
    const api = await createBot(serverOf(backend))
    const { folder, refs } = await cloneWithCommits(api)
    const refsBefore = await refsOf(api)
    const proxy = await startProxy(api.url, {
      bytesMax: halfPackBytes,
      onLimit: (sockets) => sockets.forEach((socket) => socket.destroy()),
    })
    const failedPush = await tryGit(folder, [
      'push',
      '-q',
      remoteOf(throughServer(api, proxy.url), 'apps/bot'),
      ...refs,
    ])
    expect(failedPush.code).not.toBe(0)
    expect(await refsOf(api)).toBe(refsBefore)
    await git(folder, ['push', '-q', remoteOf(api, 'apps/bot'), ...refs])
    expect(await refsOf(api)).toBe(await refsAfterPush(folder, refs))
    await cloneOf(remoteOf(api, 'apps/bot'))
  })

  inDeep(() => {
    test('whose client is killed within the pack applies nothing, and succeeds when it is repeated', async () => {
      const api = await createBot(serverOf(backend))
      const { folder, refs } = await cloneWithCommits(api)
      const refsBefore = await refsOf(api)
      // The pack stops, so that the client waits until it is killed.
      const proxy = await startProxy(api.url, { bytesMax: halfPackBytes, onLimit: () => undefined })
      const url = remoteOf(throughServer(api, proxy.url), 'apps/bot')
      // The client has its own process group: git passes the connection to another process.
      const client = spawn('git', ['push', '-q', url, ...refs], {
        cwd: folder,
        detached: true,
        stdio: 'ignore',
      })
      const clientEnd = new Promise((resolve) => client.once('close', resolve))
      await proxy.limitReached
      process.kill(-(client.pid ?? 0), 'SIGKILL')
      await clientEnd
      expect(await refsOf(api)).toBe(refsBefore)
      await git(folder, ['push', '-q', remoteOf(api, 'apps/bot'), ...refs])
      expect(await refsOf(api)).toBe(await refsAfterPush(folder, refs))
    })
  })
})

inDeep(() => {
  test('a server that is killed during a push has applied all of the push or nothing', async () => {
    let server = await startServer()
    onTestFinished(async () => {
      await server.kill()
      removeDataDir(server)
    })
    const bot = await createBot(server.url)
    const { folder, refs } = await cloneWithCommits(bot)
    const refsBefore = await refsOf(bot)
    const refsAfter = await refsAfterPush(folder, refs)
    // The server is killed in the middle of the pack, and at its last bytes.
    for (const bytesMax of [200_000, packBytesMin]) {
      const killedServer = server
      const proxy = await startProxy(killedServer.url, {
        bytesMax,
        onLimit: () => killedServer.process.kill('SIGKILL'),
      })
      const proxyRemote = remoteOf(throughServer(bot, proxy.url), 'apps/bot')
      await Promise.all([tryGit(folder, ['push', '-q', proxyRemote, ...refs]), proxy.limitReached])
      await killedServer.kill()
      server = await startServer({ dataDir: killedServer.dataDir })
      expect([refsBefore, refsAfter]).toContain(await refsOf(throughServer(bot, server.url)))
    }
    const url = remoteOf(throughServer(bot, server.url), 'apps/bot')
    await git(folder, ['push', '-q', url, ...refs])
    expect(await refsOf(throughServer(bot, server.url))).toBe(refsAfter)
    await cloneOf(url)
  })
})
