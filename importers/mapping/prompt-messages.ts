// Messages of prompts.

/** A text becomes one message of the user; a list is returned unchanged; undefined for other values. */
export function messagesOf(prompt: unknown): readonly unknown[] | undefined {
  if (typeof prompt === 'string') return [{ role: 'user', content: prompt }]
  return Array.isArray(prompt) ? prompt : undefined
}
