// What a call of the Model Context Protocol is answered, by the protocol's library and our tools. Both are loaded with the
// first call (mcp.ts): most servers have no assistants, and they would be a tenth of a start.
import { createMcpHandler } from '@modelcontextprotocol/server'
import { mcpServer } from '../../../mcp/server.ts'
import { AuditTrail } from '../../access/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import { storedKey, type Call, type Caller } from '../route.ts'
import { clientInside } from './inside.ts'

export interface AnswerParts {
  readonly clock: Clock
  readonly version: string
}

export type Received = Call<Uint8Array, undefined, undefined>

/** One entry for each call of a tool, before its answer leaves; what the tool asked of the interface has its own. */
const recorder =
  ({ clock }: AnswerParts, { request }: Received, { key, project, scope }: Caller) =>
  async (tool: string, status: number): Promise<void> => {
    const trail = new AuditTrail(scope.store, clock, {
      projectId: project.id,
      actorId: key.id,
      actorPrefix: key.prefix,
      method: request.method,
      path: `/mcp/${tool}`,
      operation: 'call_tool',
      remoteAddress: request.ip,
      requestId: request.id,
    })
    await trail.finish(status)
  }

/** The request as the library of the protocol takes it. */
function webRequest({ request, body, publicUrl }: Received): Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]): readonly [string, string][] =>
    value === undefined || name === 'content-length' || name === 'content-encoding'
      ? []
      : [[name, String(value)]],
  )
  return new Request(`${publicUrl}/mcp`, {
    method: 'POST',
    headers: new Headers(headers),
    body: new Uint8Array(body),
  })
}

export async function answerMcp(parts: AnswerParts, call: Received, caller: Caller): Promise<void> {
  const { request, reply } = call
  const handler = createMcpHandler(
    () =>
      mcpServer({
        assay: clientInside(request),
        role: storedKey(caller).role,
        version: parts.version,
        record: recorder(parts, call, caller),
      }),
    {
      onerror: (error) => request.log.debug({ err: error }, 'a request of the Model Context Protocol'),
      responseMode: 'json',
      // Nothing is told later: the tools of a key do not change while it is used.
      maxSubscriptions: 0,
    },
  )
  const response = await handler.fetch(webRequest(call))
  const type = response.headers.get('content-type')
  if (type !== null) void reply.type(type)
  await reply.code(response.status).send(await response.text())
}
