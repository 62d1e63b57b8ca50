// Converts the body of a chat request to the options of a provider package. Settings without an option are returned
// apart: they go into the body of the provider unchanged.
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
} from '@ai-sdk/provider'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../kernel/json/value.ts'
import { ownMember } from '../../../kernel/own.ts'
import { badSettings } from '../../failure.ts'
import { convertMessages } from './messages.ts'

export interface ConvertedRequest {
  readonly options: LanguageModelV4CallOptions
  /** Settings for the body of the provider. */
  readonly unknownSettings: JsonObject
}

type Option<Name extends keyof LanguageModelV4CallOptions> = NonNullable<LanguageModelV4CallOptions[Name]>
type Tool = LanguageModelV4FunctionTool | LanguageModelV4ProviderTool

type Schema = LanguageModelV4FunctionTool['inputSchema']
const isSchema = (value: unknown): value is Schema => isJsonObject(value)
const noMembers: JsonObject = {}
const emptySchema = { type: 'object', properties: {} } as const

/** `{type: 'function', function}`; or a tool of the provider by its id, such as `anthropic.web_search_20250305`. */
function convertTool(tool: Json): Tool {
  const definition = isJsonObject(tool) ? tool['function'] : undefined
  if (isJsonObject(definition) && typeof definition['name'] === 'string') {
    const { name, description, parameters, strict } = definition
    return {
      type: 'function',
      name,
      inputSchema: isSchema(parameters) ? parameters : emptySchema,
      ...(typeof description === 'string' ? { description } : {}),
      ...(typeof strict === 'boolean' ? { strict } : {}),
    }
  }
  const { id, name, args } = isJsonObject(tool) ? tool : noMembers
  if (typeof id === 'string' && id.includes('.') && typeof name === 'string') {
    const [provider = '', ...rest] = id.split('.')
    return {
      type: 'provider',
      id: `${provider}.${rest.join('.')}`,
      name,
      args: isJsonObject(args) ? { ...args } : {},
    }
  }
  throw badSettings('A tool of the prompt has neither a function with a name nor the id of a provider tool.')
}

function convertToolChoice(choice: Json): Option<'toolChoice'> {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { type: choice }
  const chosenFunction = isJsonObject(choice) ? choice['function'] : undefined
  if (isJsonObject(chosenFunction) && typeof chosenFunction['name'] === 'string')
    return { type: 'tool', toolName: chosenFunction['name'] }
  throw badSettings("The setting 'tool_choice' must be auto, none, required, or name a function.")
}

function convertFormat(format: Json): Option<'responseFormat'> {
  const type = isJsonObject(format) ? format['type'] : undefined
  if (type === 'json_object') return { type: 'json' }
  if (type !== 'json_schema' || !isJsonObject(format)) return { type: 'text' }
  const { name, description, schema } = isJsonObject(format['json_schema']) ? format['json_schema'] : {}
  return {
    type: 'json',
    ...(isSchema(schema) ? { schema } : {}),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  }
}

const numberNames = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  seed: 'seed',
} as const

const efforts: ReadonlySet<unknown> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
const isEffort = (value: unknown): value is Option<'reasoning'> => efforts.has(value)

/** Settings that only the chat form has. Other providers refuse them, so they are not sent. */
const chatFormSettings: ReadonlySet<string> = new Set([
  'model',
  'stream',
  'stream_options',
  'n',
  'user',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'parallel_tool_calls',
])

/** One setting as an option; undefined: the packages have none for it. */
function convertSetting(name: string, value: Json): Partial<LanguageModelV4CallOptions> | undefined {
  const numberName = Object.entries(numberNames).find(([chatName]) => chatName === name)?.[1]
  if (numberName !== undefined) return typeof value === 'number' ? { [numberName]: value } : undefined
  switch (name) {
    case 'stop':
      return {
        stopSequences: (isJsonList(value) ? value : [value]).filter((item) => typeof item === 'string'),
      }
    case 'tools':
      return isJsonList(value) && value.length > 0 ? { tools: value.map(convertTool) } : {}
    case 'tool_choice':
      return { toolChoice: convertToolChoice(value) }
    case 'response_format':
      return { responseFormat: convertFormat(value) }
    case 'reasoning_effort':
      return isEffort(value) ? { reasoning: value } : undefined
    default:
      return chatFormSettings.has(name) ? {} : undefined
  }
}

export function convertRequest(body: JsonObject): ConvertedRequest {
  const { messages, ...settings } = body
  const options: LanguageModelV4CallOptions = {
    prompt: convertMessages(isJsonList(messages) ? messages.filter(isJsonObject) : []),
  }
  const unknownSettings: Record<string, Json> = {}
  for (const [name, value] of Object.entries(settings)) {
    const convertedValue = convertSetting(name, value)
    if (convertedValue === undefined) Object.assign(unknownSettings, { [name]: value })
    else Object.assign(options, convertedValue)
  }
  return { options, unknownSettings }
}

/** Objects are merged, so that `generationConfig` adds to the settings that the package wrote there. */
export const mergeBody = (body: JsonObject, unknownSettings: JsonObject): JsonObject => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(unknownSettings).map(([name, value]) => {
      const current = ownMember(body, name)
      return [name, isJsonObject(current) && isJsonObject(value) ? { ...current, ...value } : value]
    }),
  ),
})
