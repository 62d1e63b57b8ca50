// Serves a repository over HTTP for the real `git`.
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Repository } from '../objects/repository.ts'
import { packLimits } from '../pack/pack.ts'
import { advertise, answerFetch, answerPush } from './wire.ts'

/** The address of a remote; the server ends with the test. */
export async function serveRepository(repository: Repository): Promise<string> {
  const signal = new AbortController().signal
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      const header = request.headers['git-protocol']
      const protocol = typeof header === 'string' ? header : undefined
      if (url.pathname.endsWith('/info/refs')) {
        const isFetch = url.searchParams.get('service') === 'git-upload-pack'
        const service = isFetch ? 'git-upload-pack' : 'git-receive-pack'
        response.setHeader('content-type', `application/x-${service}-advertisement`)
        response.end(await advertise(repository, { service, protocol }))
        return
      }
      const payload = await buffer(request)
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(payload) : payload
      const service = url.pathname.endsWith('/git-upload-pack') ? 'git-upload-pack' : 'git-receive-pack'
      response.setHeader('content-type', `application/x-${service}-result`)
      if (service === 'git-receive-pack')
        response.end(await answerPush(repository, { body, limits: packLimits, signal }))
      else await pipeline(Readable.from(answerFetch(repository, { body, protocol })), response)
    }
    answer().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}/repository`
}
