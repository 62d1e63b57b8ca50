// The prompt programs: from parameters and inputs to the request of a model, and from its answer to outputs.
//   completion   one prompt, one answer: a text, or the JSON it spells when a JSON format was asked for
//   chat         a prompt followed by the conversation in `inputs.messages`: the message
//   llm          a list of models, the next of which is asked when one fails; outputs by `response.format`
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { objectAt } from '../../workflows/builtins/words.ts'
import type { Ports } from '../evaluators/evaluator.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { messageJson, messageText, type ChatAnswer, type ChatRequest } from './chat.ts'
import { conversation } from './messages.ts'
import { chatBody, modelTemplate, promptTemplate, responseFormat } from './request.ts'

/** The world of prompts. */
type PromptPorts = Pick<Ports, 'chat' | 'render' | 'mismatch'>

/** The slug of the secret that was named; null means not named. */
function connectionOf(named: Json | undefined): string | undefined {
  if (named === undefined || named === null) return undefined
  if (typeof named === 'string') return named
  throw badSettings(`The setting 'connection' must be the slug of a secret, not ${JSON.stringify(named)}.`)
}

/** The request of one model. */
export function chatRequest(
  llmConfig: JsonObject,
  messages: readonly JsonObject[],
  more: JsonObject = {},
): ChatRequest {
  const connection = connectionOf(llmConfig['connection'])
  return {
    body: chatBody(llmConfig, messages, more),
    ...(connection === undefined ? {} : { connection }),
  }
}

/** The request of `parameters.prompt`; the conversation of the inputs follows when the program is a chat. */
export async function promptRequest(
  parameters: JsonObject,
  inputs: JsonObject,
  { ports, isChat }: { readonly ports: Pick<Ports, 'render'>; readonly isChat: boolean },
): Promise<ChatRequest> {
  const { messages: templates, format, llmConfig } = promptTemplate(parameters, inputs)
  const said = await ports.render({ messages: templates, format, values: inputs })
  return chatRequest(llmConfig, isChat ? [...said, ...conversation(inputs)] : said)
}

/** The JSON of an answer, checked by the schema it was asked to follow. */
async function checkedJson(
  answer: ChatAnswer,
  schema: JsonObject | undefined,
  ports: Pick<Ports, 'mismatch'>,
): Promise<Json> {
  const value = messageJson(answer.message)
  const fault = schema === undefined ? undefined : await ports.mismatch(schema, value)
  if (fault === undefined) return value
  const message = `The answer of the model does not match its schema: ${fault.path || 'it'} ${fault.reason}.`
  throw new StepFailure('schema_mismatch', message)
}

/** A text, or the JSON it spells when a JSON response format is set. */
export async function completionOutputs(
  parameters: JsonObject,
  answer: ChatAnswer,
  ports: Pick<Ports, 'mismatch'>,
): Promise<Json> {
  const format = objectAt(parameters, 'prompt', 'llm_config', 'response_format')
  switch (format?.['type']) {
    case 'json_schema':
      return checkedJson(answer, objectAt(format, 'json_schema', 'schema'), ports)
    case 'json_object':
      return checkedJson(answer, undefined, ports)
    default:
      return messageText(answer.message)
  }
}

export async function complete(
  parameters: JsonObject,
  inputs: JsonObject,
  ports: PromptPorts,
): Promise<Json> {
  const request = await promptRequest(parameters, inputs, { ports, isChat: false })
  return completionOutputs(parameters, await ports.chat(request), ports)
}

export async function chat(parameters: JsonObject, inputs: JsonObject, ports: PromptPorts): Promise<Json> {
  const { message } = await ports.chat(await promptRequest(parameters, inputs, { ports, isChat: true }))
  return { ...message, role: message['role'] ?? 'assistant' }
}

async function llmOutputs(
  response: JsonObject | undefined,
  said: readonly JsonObject[],
  answer: ChatAnswer,
  ports: PromptPorts,
): Promise<Json> {
  const message: JsonObject = { ...answer.message, role: answer.message['role'] ?? 'assistant' }
  switch (response?.['format']) {
    case 'message':
      return message
    case 'text':
      return messageText(message)
    case 'json':
      return checkedJson(answer, objectAt(response, 'schema'), ports)
    default:
      return [...said, message]
  }
}

/** Asks the first model; when that fails, the next, and so on. The last failure counts. */
export async function llm(parameters: JsonObject, inputs: JsonObject, ports: PromptPorts): Promise<Json> {
  const { llms } = parameters
  const models = Array.isArray(llms) ? llms.filter(isJsonObject) : []
  const response = objectAt(parameters, 'response')
  let failure = badSettings('The parameters name no model under llms.')
  for (const model of models) {
    const { messages, format } = modelTemplate(parameters, model)
    const rendered = await ports.render({ messages, format, values: inputs })
    const said = [...rendered, ...conversation(inputs)]
    if (said.length === 0) throw badSettings('There are no messages to send.')
    try {
      const answer = await ports.chat(chatRequest(model, said, responseFormat(response)))
      return await llmOutputs(response, said, answer, ports)
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error
      failure = error
    }
  }
  throw failure
}
