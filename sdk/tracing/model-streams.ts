// Combines the events of a streamed model call into one answer.
import { asMembers, type Members } from './model-calls.ts'

/** Collects the events of a stream; `answer` is the equivalent answer without streaming. */
export interface StreamedAnswer {
  add(event: Members): void
  answer(): Members
}

type Draft = Record<string, unknown>

const textAfter = (before: unknown, addition: unknown): unknown =>
  typeof addition === 'string' ? `${typeof before === 'string' ? before : ''}${addition}` : before

/** Merges a chunk into a message: texts are appended, tool calls merged by index, other fields set. */
function addDelta(message: Draft, delta: Members): void {
  for (const [key, value] of Object.entries(delta)) {
    if (key === 'tool_calls' && Array.isArray(value)) {
      const calls = (message[key] ??= []) as Draft[]
      for (const part of value.map(asMembers)) {
        const at = typeof part['index'] === 'number' ? part['index'] : 0
        const call = (calls[at] ??= { function: {} })
        const { index: _, function: functionCall, ...rest } = part
        Object.assign(call, rest)
        const functionDraft = call['function'] as Draft
        const { name, arguments: argumentText } = asMembers(functionCall)
        if (name !== undefined) functionDraft['name'] = name
        functionDraft['arguments'] = textAfter(functionDraft['arguments'], argumentText)
      }
    } else if (key === 'role') message[key] = value
    else if (typeof value === 'string') message[key] = textAfter(message[key], value)
    else if (value !== null) message[key] = value
  }
}

export function openaiStream(): StreamedAnswer {
  const message: Draft = {}
  const choices: { message: Draft; finish_reason?: unknown }[] = []
  let fullAnswer: Members | undefined
  return {
    add: (event) => {
      // The Responses API ends with the full answer.
      if (event['type'] === 'response.completed' || event['type'] === 'response.incomplete') {
        fullAnswer = asMembers(event['response'])
      }
      if (event['model'] !== undefined) message['model'] = event['model']
      if (event['usage'] !== undefined && event['usage'] !== null) message['usage'] = event['usage']
      for (const choicePart of Array.isArray(event['choices']) ? event['choices'].map(asMembers) : []) {
        const at = typeof choicePart['index'] === 'number' ? choicePart['index'] : 0
        const choice = (choices[at] ??= { message: {} })
        addDelta(choice.message, asMembers(choicePart['delta']))
        choice.finish_reason = choicePart['finish_reason'] ?? choice.finish_reason
      }
    },
    answer: () => fullAnswer ?? { ...message, choices },
  }
}

export function anthropicStream(): StreamedAnswer {
  const answer: Draft = {}
  const blocks: Draft[] = []
  const usage: Draft = {}
  const blockAt = (event: Members): Draft => (blocks[Number(event['index'] ?? 0)] ??= {})
  return {
    add: (event) => {
      if (event['type'] === 'message_start') {
        const { content: _, usage: startUsage, ...message } = asMembers(event['message'])
        Object.assign(answer, message)
        Object.assign(usage, startUsage)
      } else if (event['type'] === 'content_block_start') {
        Object.assign(blockAt(event), asMembers(event['content_block']))
      } else if (event['type'] === 'content_block_delta') {
        const block = blockAt(event)
        const { text, partial_json: json, thinking } = asMembers(event['delta'])
        if (text !== undefined) block['text'] = textAfter(block['text'], text)
        if (thinking !== undefined) block['thinking'] = textAfter(block['thinking'], thinking)
        if (json !== undefined) block['input'] = textAfter(block['input'], json)
      } else if (event['type'] === 'message_delta') {
        Object.assign(answer, asMembers(event['delta']))
        Object.assign(usage, asMembers(event['usage']))
      }
    },
    answer: () => ({ ...answer, content: blocks.map(withInput), usage }),
  }
}

/** The arguments of a tool call arrive as chunks of JSON text. */
function withInput(block: Draft): Draft {
  if (block['type'] !== 'tool_use' || typeof block['input'] !== 'string') return block
  try {
    return { ...block, input: JSON.parse(block['input']) as unknown }
  } catch {
    return block
  }
}
