// Events of coding agents: Claude Code and Codex describe their work as log records without a span. Each such event
// becomes a span with gen_ai attributes (docs/adr/059-spans-of-coding-agents.md). The ids are derived from the
// content, so that a record that is sent again replaces its span.
import { createHash } from 'node:crypto'
import { ownMember } from '../../kernel/own.ts'
import { plainNumber, valueText, type OpenObject, type Value } from '../value.ts'
import type { Attributes, OtlpSpan } from './span.ts'

export interface LogRecord {
  readonly name: string
  readonly time: bigint
  readonly observed: bigint
  readonly attributes: OpenObject
  readonly body: Value
  readonly dropped?: number | undefined
}

/** A span without its position in the request. */
export type AgentSpan = Omit<OtlpSpan, 'index' | 'resource' | 'scope'>

/** The span attributes for an event. Undefined: the event becomes no span. */
type Read = (event: Attributes) => Attributes | undefined

interface Agent {
  /** The attribute with the session id. */
  readonly session: string
  /** The attribute with the prompt id. A trace is one prompt and the work on it; without prompt ids, one session. */
  readonly prompt?: string
  /** The event that becomes the root of the trace. */
  readonly root: string
  readonly events: Readonly<Record<string, Read>>
}

/** A number, possibly sent as text. 0 for anything else. */
const countOf = (event: Attributes, key: string): number => {
  const value = plainNumber(ownMember(event, key))
  const count = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  return Number.isFinite(count) ? count : 0
}

const textMessage = (role: string, content: Value | undefined): Value =>
  content === undefined ? null : valueText([{ role, parts: [{ type: 'text', content }] }])

const userPrompt: Read = (event) => ({
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.input.messages': textMessage('user', event['prompt']),
})

const response: Read = (event) => ({
  'gen_ai.output.messages': textMessage('assistant', event['response']),
})

const toolCall: Read = (event) => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': event['tool_name'] ?? null,
  'gen_ai.tool.call.id': event['tool_use_id'] ?? event['call_id'] ?? null,
  'gen_ai.tool.call.arguments': event['tool_input'] ?? event['arguments'] ?? null,
  'gen_ai.tool.call.result': event['output'] ?? null,
})

const failedCall: Read = (event) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': event['model'] ?? null,
})

/** Cached tokens are reported in addition to the input, as in Anthropic's API. */
const claudeCall: Read = (event) => {
  const [readTokens, createdTokens] = [
    countOf(event, 'cache_read_tokens'),
    countOf(event, 'cache_creation_tokens'),
  ]
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': event['model'] ?? null,
    'gen_ai.usage.input_tokens': countOf(event, 'input_tokens') + readTokens + createdTokens,
    'gen_ai.usage.output_tokens': countOf(event, 'output_tokens'),
    'gen_ai.usage.cache_read.input_tokens': readTokens,
    'gen_ai.usage.cache_creation.input_tokens': createdTokens,
    'gen_ai.usage.cost': event['cost_usd'] ?? null,
  }
}

/** The last event of a response. Another event of the same kind has no counts. */
const codexCall: Read = (event) =>
  event['event.kind'] !== 'response.completed' || event['input_token_count'] === undefined
    ? undefined
    : {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': event['model'] ?? null,
        'gen_ai.usage.input_tokens': countOf(event, 'input_token_count'),
        'gen_ai.usage.output_tokens': countOf(event, 'output_token_count'),
        'gen_ai.usage.cache_read.input_tokens': countOf(event, 'cached_token_count'),
        'gen_ai.usage.reasoning.output_tokens': countOf(event, 'reasoning_token_count'),
      }

const agents: Readonly<Record<string, Agent>> = {
  claude_code: {
    session: 'session.id',
    prompt: 'prompt.id',
    root: 'user_prompt',
    events: {
      user_prompt: userPrompt,
      api_request: claudeCall,
      api_error: failedCall,
      tool_result: toolCall,
      assistant_response: response,
    },
  },
  codex: {
    session: 'conversation.id',
    root: 'conversation_starts',
    events: {
      conversation_starts: () => ({ 'gen_ai.operation.name': 'invoke_agent' }),
      user_prompt: (event) => ({ 'gen_ai.input.messages': textMessage('user', event['prompt']) }),
      sse_event: codexCall,
      tool_result: toolCall,
    },
  },
}

/** The event name is in the body (Claude Code) or in an attribute (Codex), never in the field for it. */
const eventName = /^(claude_code|codex)\.([a-z_]+)$/

const idOf = (digits: number, ...content: readonly Value[]): string =>
  createHash('sha256').update(valueText(content)).digest('hex').slice(0, digits)

const textOf = (event: Attributes, key: string | undefined): string | undefined => {
  const value = key === undefined ? '' : ownMember(event, key)
  return typeof value === 'string' ? value : undefined
}

const millisecond = 1_000_000n
/** Longer values are not durations of events. */
const durationMsMax = 7 * 24 * 3600 * 1000

/** The span of a coding agent's event. Undefined for all other records. */
export function agentSpan({ attributes: event, body, time, observed }: LogRecord): AgentSpan | undefined {
  const name = [body, event['event.name']].find(
    (text): text is string => typeof text === 'string' && eventName.test(text),
  )
  const [, agentName = '', kind = ''] = eventName.exec(name ?? '') ?? []
  const agent = ownMember(agents, agentName)
  const attributes = agent === undefined ? undefined : ownMember(agent.events, kind)?.(event)
  if (name === undefined || agent === undefined || attributes === undefined) return undefined
  const [session, prompt] = [textOf(event, agent.session), textOf(event, agent.prompt)]
  if (session === undefined || session === '' || prompt === undefined) return undefined
  const root = idOf(16, agentName, session, prompt, 'root')
  const isRoot = kind === agent.root
  const end = time || observed
  const duration = BigInt(Math.round(Math.min(Math.max(countOf(event, 'duration_ms'), 0), durationMsMax)))
  const isFailed = kind === 'api_error' || event['success'] === 'false'
  return {
    traceId: idOf(32, agentName, session, prompt),
    ...(isRoot ? { spanId: root } : { spanId: idOf(16, name, String(end), event), parentSpanId: root }),
    name,
    kind: 0,
    statusCode: isFailed ? 2 : 0,
    statusMessage: isFailed ? (textOf(event, 'error') ?? '') : '',
    startTimeUnixNano: end > duration * millisecond ? end - duration * millisecond : end,
    endTimeUnixNano: end,
    attributes: attributesOf(event, {
      ...attributes,
      'gen_ai.agent.name': agentName,
      'gen_ai.conversation.id': session,
      'gen_ai.request.user': event['user.id'] ?? null,
    }),
    events: [],
    links: [],
    traceState: '',
    flags: 0,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** The event as sent, with the added attributes that have a value. */
const attributesOf = (event: Attributes, extraAttributes: Attributes): Attributes => ({
  ...event,
  ...Object.fromEntries(Object.entries(extraAttributes).filter(([, value]) => value !== null)),
})
