// The prompt programs: from parameters and inputs to a model request, and from the response to outputs.
// completion   one prompt, one response: a text, or the parsed JSON if a JSON format was requested; the message if the
//              model calls tools
// chat         a prompt followed by the conversation in `inputs.messages`; returns the message
// llm          a list of models with fallback to the next one; outputs by `response.format`
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { objectAt } from '../../workflows/builtins/schema-parts.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { hasToolCalls, messageJson, messageText, type ChatAnswer, type ChatRequest } from './chat.ts'
import { conversation } from './messages.ts'
import type { PromptPorts } from './prompt-ports.ts'
import { chatBody, modelTemplate, promptTemplate, responseFormat } from './request.ts'

/** The slug of the requested secret; null means none. */
function connectionOf(connection: Json | undefined): string | undefined {
  if (connection === undefined || connection === null) return undefined
  if (typeof connection === 'string') return connection
  throw badSettings(
    `The setting 'connection' must be the slug of a secret, not ${JSON.stringify(connection)}.`,
  )
}

/** The request of one model. */
export function chatRequest(
  llmConfig: JsonObject,
  {
    messages,
    extraSettings = {},
  }: { readonly messages: readonly JsonObject[]; readonly extraSettings?: JsonObject | undefined },
): ChatRequest {
  const connection = connectionOf(llmConfig['connection'])
  return {
    body: chatBody(llmConfig, { messages, extraSettings }),
    ...(connection === undefined ? {} : { connection }),
  }
}

/** The request of `parameters.prompt`; a chat appends the conversation of the inputs. */
export async function promptRequest(
  parameters: JsonObject,
  {
    inputs,
    ports,
    isChat,
  }: { readonly inputs: JsonObject; readonly ports: Pick<PromptPorts, 'render'>; readonly isChat: boolean },
): Promise<ChatRequest> {
  const { messages: templates, format, llmConfig } = promptTemplate(parameters, inputs)
  const messages = await ports.render({ messages: templates, format, values: inputs })
  return chatRequest(llmConfig, { messages: isChat ? [...messages, ...conversation(inputs)] : messages })
}

/** The JSON of a response, validated against the requested schema. */
async function validateJson(
  answer: ChatAnswer,
  {
    schema,
    ports,
  }: { readonly schema: JsonObject | undefined; readonly ports: Pick<PromptPorts, 'mismatch'> },
): Promise<Json> {
  const value = messageJson(answer.message)
  const mismatch = schema === undefined ? undefined : await ports.mismatch(schema, value)
  if (mismatch === undefined) return value
  const message = `The answer of the model does not match its schema: ${mismatch.path || 'it'} ${mismatch.reason}.`
  throw new StepFailure('schema_mismatch', message)
}

const withRole = (message: JsonObject): JsonObject => ({ ...message, role: message['role'] ?? 'assistant' })

/** A text, or the parsed JSON if a JSON response format is set. A message with tool calls is returned in full. */
export async function completionOutputs(
  parameters: JsonObject,
  { answer, ports }: { readonly answer: ChatAnswer; readonly ports: Pick<PromptPorts, 'mismatch'> },
): Promise<Json> {
  if (hasToolCalls(answer.message)) return withRole(answer.message)
  const format = objectAt(parameters, 'prompt', 'llm_config', 'response_format')
  switch (format?.['type']) {
    case 'json_schema':
      return validateJson(answer, { schema: objectAt(format, 'json_schema', 'schema'), ports })
    case 'json_object':
      return validateJson(answer, { schema: undefined, ports })
    default:
      return messageText(answer.message)
  }
}

export async function complete(
  parameters: JsonObject,
  inputs: JsonObject,
  ports: PromptPorts,
): Promise<Json> {
  const request = await promptRequest(parameters, { inputs, ports, isChat: false })
  return completionOutputs(parameters, { answer: await ports.chat(request), ports })
}

export async function chat(parameters: JsonObject, inputs: JsonObject, ports: PromptPorts): Promise<Json> {
  const { message } = await ports.chat(await promptRequest(parameters, { inputs, ports, isChat: true }))
  return withRole(message)
}

async function llmOutputs(
  response: JsonObject | undefined,
  {
    messages,
    answer,
    ports,
  }: { readonly messages: readonly JsonObject[]; readonly answer: ChatAnswer; readonly ports: PromptPorts },
): Promise<Json> {
  const message = withRole(answer.message)
  const format = response?.['format']
  if (hasToolCalls(message) && (format === 'text' || format === 'json')) return message
  switch (format) {
    case 'message':
      return message
    case 'text':
      return messageText(message)
    case 'json':
      return validateJson(answer, { schema: objectAt(response, 'schema'), ports })
    default:
      return [...messages, message]
  }
}

/** Calls the first model; if it fails, the next one, and so on. The last failure is thrown. */
export async function llm(parameters: JsonObject, inputs: JsonObject, ports: PromptPorts): Promise<Json> {
  const { llms } = parameters
  const models = Array.isArray(llms) ? llms.filter(isJsonObject) : []
  const response = objectAt(parameters, 'response')
  let failure = badSettings('The parameters name no model under llms.')
  for (const model of models) {
    const { messages, format } = modelTemplate(parameters, model)
    const renderedMessages = await ports.render({ messages, format, values: inputs })
    const conversationMessages = [...renderedMessages, ...conversation(inputs)]
    if (conversationMessages.length === 0) throw badSettings('There are no messages to send.')
    try {
      const answer = await ports.chat(
        chatRequest(model, { messages: conversationMessages, extraSettings: responseFormat(response) }),
      )
      return await llmOutputs(response, { messages: conversationMessages, answer, ports })
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error
      failure = error
    }
  }
  throw failure
}
