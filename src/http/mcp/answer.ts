// Answers calls of the Model Context Protocol with the protocol's library and our tools. The first call loads this file
// (mcp.ts): most servers serve no assistants, and loading takes a tenth of the start time.
import { createMcpHandler } from '@modelcontextprotocol/server'
import { mcpServer } from '../../../mcp/server.ts'
import { AuditTrail } from '../../access/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import { storedKey, type Call, type Caller } from '../route.ts'
import { inProcessClient } from './in-process-client.ts'

export interface AnswerParts {
  readonly clock: Clock
  readonly version: string
}

export type McpCall = Call<Uint8Array, undefined, undefined>

/**
 * Writes one audit entry per tool call, before its answer leaves. The API requests of the tool have their own
 * entries.
 */
const auditRecorder =
  (
    { clock }: AnswerParts,
    {
      mcpCall: { request },
      caller: { key, project, scope },
    }: { readonly mcpCall: McpCall; readonly caller: Caller },
  ) =>
  async (tool: string, status: number): Promise<void> => {
    const trail = new AuditTrail(scope.store, {
      clock,
      attempt: {
        projectId: project.id,
        actorId: key.id,
        actorPrefix: key.prefix,
        method: request.method,
        path: `/mcp/${tool}`,
        operation: 'call_tool',
        remoteAddress: request.ip,
        requestId: request.id,
      },
    })
    await trail.finish(status)
  }

/** Converts the request for the protocol's library. */
function webRequest({ request, body, publicUrl }: McpCall): Request {
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

export async function answerMcp(parts: AnswerParts, call: McpCall, caller: Caller): Promise<void> {
  const { request, reply } = call
  const handler = createMcpHandler(
    () =>
      mcpServer({
        assay: inProcessClient(request),
        role: storedKey(caller).role,
        version: parts.version,
        record: auditRecorder(parts, { mcpCall: call, caller }),
      }),
    {
      onerror: (error) => request.log.debug({ err: error }, 'error in a Model Context Protocol request'),
      responseMode: 'json',
      // No notifications are sent: the tools of a key do not change while it is used.
      maxSubscriptions: 0,
    },
  )
  const response = await handler.fetch(webRequest(call))
  const type = response.headers.get('content-type')
  if (type !== null) void reply.type(type)
  await reply.code(response.status).send(await response.text())
}
