// Messages of prompts.

/** A text is one message of the user; a list is taken as it is; undefined for other values. */
export function messagesOf(prompt: unknown): readonly unknown[] | undefined {
  if (typeof prompt === 'string') return [{ role: 'user', content: prompt }]
  return Array.isArray(prompt) ? prompt : undefined
}
