// A trace as one turn of a conversation: the last message of the user and the answer.
import { conversationIn } from '../ui/content/blocks.ts'
import type { Message } from '../ui/content/messages.ts'

const messageOf = (role: string, value: unknown): readonly Message[] => {
  if (value === undefined || value === null) return []
  const text = onlyText(value)
  return [
    {
      role,
      name: undefined,
      finish: undefined,
      rest: undefined,
      source: value,
      parts: [text === undefined ? { kind: 'other', value } : { kind: 'text', text, rest: undefined }],
    },
  ]
}

/** The text of a value that is one text, or an object with one text in it. */
function onlyText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const members = Object.values(value)
  return members.length === 1 && typeof members[0] === 'string' ? members[0] : undefined
}

/** The last question and the answer, without the earlier messages that a program sends with each request. */
export function turnOf(inputs: unknown, outputs: unknown): readonly Message[] {
  const messages = conversationIn(inputs)
  const question = messages?.findLast(({ role }) => role === 'user')
  const answer = conversationIn(outputs)
  return [
    ...(question === undefined ? messageOf('user', inputs) : [question]),
    ...(answer ?? messageOf('assistant', outputs)),
  ]
}
