// The Model Context Protocol on the port of the interface: tools for assistants, for the same keys. Without sessions, as its
// specification of 2026 has it; clients of earlier ones are answered, too.
import { z } from 'zod'
import { bytesRoute, type Route } from '../route.ts'
import type { AnswerParts } from './answer.ts'
import { refuseUnknown, type Reachable } from './hosts.ts'

export interface McpParts extends AnswerParts {
  readonly config: Reachable
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
      const { request, publicUrl } = call
      refuseUnknown(parts.config, { host: request.host, origin: request.headers.origin, publicUrl })
      const { answerMcp } = await import('./answer.ts')
      await answerMcp(parts, call, caller)
      return undefined
    },
  })
