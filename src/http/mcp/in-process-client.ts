// An SDK client of this server in the same process. The usual routes answer its requests, with their roles, limits and
// audit, but without a connection.
import type { FastifyRequest } from 'fastify'
import { Assay } from '../../../sdk/client.ts'

/** Sends requests on behalf of another request: with its key, address and request id. */
export function inProcessClient(request: FastifyRequest): Assay {
  const { server: app, ip, id } = request
  const { authorization = '' } = request.headers
  const injectFetch: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const answer = await app.inject({
      method: (init?.method ?? 'GET') as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      url: `${pathname}${search}`,
      headers: { ...(init?.headers as Record<string, string>), 'x-request-id': id },
      remoteAddress: ip,
      ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
      ...(init?.signal === undefined || init.signal === null ? {} : { signal: init.signal }),
    })
    const headers = Object.entries(answer.headers).flatMap(([name, value]): readonly [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: new Headers(headers),
    })
  }
  return new Assay({
    url: 'http://inside',
    headers: { Authorization: authorization },
    fetch: injectFetch,
    // The caller of the tool retries.
    retries: 0,
  })
}
