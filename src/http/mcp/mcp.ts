// src/http/mcp: serves the Model Context Protocol on the port of the API: tools for assistants, with the same keys.
// The route is stateless, as the specification of 2026 defines; clients of earlier versions work, too.
// Start here; answer.ts answers the calls, hosts.ts checks host names and origins.
import { z } from 'zod'
import { bytesRoute, type Route } from '../route.ts'
import type { AnswerParts } from './answer.ts'
import { refuseForeignCalls, type ListenAddress } from './hosts.ts'

export interface McpParts extends AnswerParts {
  readonly config: ListenAddress
}

export const mcpRoute = (parts: McpParts): Route =>
  bytesRoute({
    method: 'POST',
    path: '/mcp',
    outside: true,
    operationId: 'call_mcp',
    summary: 'The Model Context Protocol: tools for assistants, by the role of the key.',
    access: 'viewer',
    // A malicious page must not call tools with the visitor's cookie.
    sessions: false,
    bytesOf: ['application/json'],
    inflates: true,
    answer: z.unknown(),
    answerTypes: ['application/json', 'text/event-stream'],
    handle: async (call, caller) => {
      const { request, publicUrl } = call
      refuseForeignCalls(parts.config, { host: request.host, origin: request.headers.origin, publicUrl })
      const { answerMcp } = await import('./answer.ts')
      await answerMcp(parts, call, caller)
      return undefined
    },
  })
