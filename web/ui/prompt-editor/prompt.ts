// A prompt as an immutable value, and functions that change it. Members that the editor does not know stay unchanged.

export interface PromptMessage {
  readonly role: string
  /** A text, or parts such as images. */
  readonly content?: string | null | readonly unknown[]
  readonly [member: string]: unknown
}

export type ModelSettings = Readonly<Record<string, unknown>>

export interface Prompt {
  readonly messages: readonly PromptMessage[]
  readonly template_format?: string
  readonly input_keys?: readonly string[]
  readonly llm_config?: ModelSettings
  readonly [member: string]: unknown
}

export const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const
export const templateFormats = ['curly', 'mustache', 'fstring', 'jinja2'] as const

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMessage = (value: unknown): value is PromptMessage =>
  isObject(value) && typeof value['role'] === 'string'

/** The prompt in the parameters of a revision, if the editor supports it. */
export function promptOf(parameters: unknown): Prompt | undefined {
  const prompt =
    isObject(parameters) && Object.hasOwn(parameters, 'prompt') ? parameters['prompt'] : undefined
  if (!isObject(prompt)) return undefined
  const { messages, llm_config: settings } = prompt
  if (!Array.isArray(messages) || !messages.every(isMessage)) return undefined
  if (settings === undefined) return { ...prompt, messages }
  return isObject(settings) ? { ...prompt, messages, llm_config: settings } : undefined
}

const withMessages = (prompt: Prompt, messages: readonly PromptMessage[]): Prompt => ({ ...prompt, messages })

export const changeMessage = (prompt: Prompt, at: number, message: PromptMessage): Prompt =>
  withMessages(prompt, prompt.messages.with(at, message))

export const removeMessage = (prompt: Prompt, at: number): Prompt =>
  withMessages(prompt, prompt.messages.toSpliced(at, 1))

/** Moves a message one position up (-1) or down (1). */
export function moveMessage(prompt: Prompt, at: number, by: -1 | 1): Prompt {
  const message = prompt.messages[at]
  if (message === undefined || at + by < 0 || at + by >= prompt.messages.length) return prompt
  return withMessages(prompt, prompt.messages.toSpliced(at, 1).toSpliced(at + by, 0, message))
}

/** Appends a message with the role that usually follows. */
export function addMessage(prompt: Prompt): Prompt {
  const last = prompt.messages.at(-1)?.role
  const role = last === undefined ? 'system' : last === 'user' ? 'assistant' : 'user'
  return withMessages(prompt, [...prompt.messages, { role, content: '' }])
}

/** A tool call for a few-shot example; the result is the next message, with the role `tool`. */
export const newToolCall = {
  id: 'call_1',
  type: 'function',
  function: { name: 'look_up', arguments: '{}' },
} as const

/** Changes a setting of the model; undefined removes it. */
export function changeSetting(prompt: Prompt, name: string, value: unknown): Prompt {
  const otherSettings = Object.entries(prompt.llm_config ?? {}).filter(([otherName]) => otherName !== name)
  const entries = value === undefined ? otherSettings : [...otherSettings, [name, value] as const]
  const order = Object.keys(prompt.llm_config ?? {})
  const positionOf = (settingName: string): number =>
    order.includes(settingName) ? order.indexOf(settingName) : order.length
  return {
    ...prompt,
    llm_config: Object.fromEntries(entries.toSorted(([a], [b]) => positionOf(a) - positionOf(b))),
  }
}
