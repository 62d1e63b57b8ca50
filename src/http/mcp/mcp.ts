// The Model Context Protocol on the port of the interface: tools for assistants, for the same keys. Without sessions, as its
// specification of 2026 has it; clients of earlier ones are answered, too.
import { createMcpHandler } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { mcpServer } from '../../../mcp/server.ts'
import { AuditTrail } from '../../access/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import { bytesRoute, storedKey, type Call, type Caller, type Route } from '../route.ts'
import { refuseUnknown, type Reachable } from './hosts.ts'
import { clientInside } from './inside.ts'

export interface McpParts {
  readonly clock: Clock
  readonly version: string
  readonly config: Reachable
}

type Received = Call<Uint8Array, undefined, undefined>

/** One entry for each call of a tool, before its answer leaves; what the tool asked of the interface has its own. */
const recorder =
  ({ clock }: McpParts, { request }: Received, { key, project, scope }: Caller) =>
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

export const mcpRoute = (parts: McpParts): Route =>
  bytesRoute({
    method: 'POST',
    path: '/mcp',
    outside: true,
    operationId: 'call_mcp',
    summary: 'The Model Context Protocol: tools for assistants, by the role of the key.',
    access: 'viewer',
    // A page that a browser is lured to must not call tools with somebody's cookie.
    sessions: false,
    bytesOf: ['application/json'],
    inflates: true,
    answer: z.unknown(),
    answerTypes: ['application/json', 'text/event-stream'],
    handle: async (call, caller) => {
      const { request, reply, publicUrl } = call
      refuseUnknown(parts.config, { host: request.host, origin: request.headers.origin, publicUrl })
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
      return undefined
    },
  })
