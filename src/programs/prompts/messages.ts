// Renders the messages of a prompt.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { badInputs, badSettings } from '../failure.ts'
import { renderTemplate, type TemplateFormat } from '../templates/template.ts'
import { OutputLimit } from '../templates/values.ts'

/** Renders every text inside a content part, such as the text itself or the url of an image. */
function renderPart(part: Json, render: (text: string) => string): Json {
  if (typeof part === 'string') return render(part)
  if (Array.isArray(part)) return part.map((item: Json) => renderPart(item, render))
  if (!isJsonObject(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, key === 'type' ? value : renderPart(value, render)]),
  )
}

function renderMessage(message: Json, render: (text: string) => string): JsonObject {
  if (!isJsonObject(message) || typeof message['role'] !== 'string') {
    throw badSettings('A message of the prompt has no role.')
  }
  const { content } = message
  if (content === undefined || content === null) return message
  return { ...message, content: renderPart(content, render) }
}

/** Renders `messages`; an unknown placeholder throws. */
export function renderMessages(
  messages: Json | undefined,
  {
    format,
    values,
    limit = new OutputLimit(),
  }: {
    readonly format: TemplateFormat
    readonly values: JsonObject
    readonly limit?: OutputLimit | undefined
  },
): readonly JsonObject[] {
  if (!Array.isArray(messages)) throw badSettings('The prompt has no messages.')
  const render = (text: string): string => renderTemplate(format, { text, values, limit })
  return messages.map((message: Json) => renderMessage(message, render))
}

/** The messages of a conversation, unchanged from the inputs. */
export function conversation(inputs: JsonObject): readonly JsonObject[] {
  const { messages } = inputs
  if (messages === undefined) return []
  if (!Array.isArray(messages)) throw badInputs("The input 'messages' must be a list of messages.")
  return messages.map((message: Json) => {
    if (isJsonObject(message) && typeof message['role'] === 'string') return message
    throw badInputs("An item of the input 'messages' has no role.")
  })
}
