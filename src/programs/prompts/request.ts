// Builds the model request of a prompt, except for rendering: the server renders in a separate process, the SDK in its
// own, and both send the same request.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { objectAt } from '../../workflows/builtins/schema-parts.ts'
import { badInputs, badSettings } from '../failure.ts'
import { templateFormat, type TemplateFormat } from '../templates/template.ts'

/** Messages to render, with their settings. */
export interface PromptTemplate {
  readonly messages: Json | undefined
  readonly format: TemplateFormat
  readonly llmConfig: JsonObject
}

/** Settings that are not sent to the model. */
const internalSettings: ReadonlySet<string> = new Set(['connection', 'template_format'])

/** The body of a model call. Settings are sent unchanged; null means not set. */
export function chatBody(
  llmConfig: JsonObject,
  {
    messages,
    extraSettings = {},
  }: { readonly messages: readonly JsonObject[]; readonly extraSettings?: JsonObject | undefined },
): JsonObject {
  const { model } = llmConfig
  if (typeof model !== 'string' || model === '') throw badSettings('The prompt names no model.')
  const settings = Object.entries(llmConfig).filter(
    ([key, value]) => !internalSettings.has(key) && value !== null,
  )
  return { ...Object.fromEntries(settings), messages, ...extraSettings }
}

function refuseMissing(prompt: JsonObject, inputs: JsonObject): void {
  const keys = prompt['input_keys']
  if (!Array.isArray(keys)) return
  const missingKeys = keys.filter((key: Json) => typeof key === 'string' && !Object.hasOwn(inputs, key))
  if (missingKeys.length > 0) throw badInputs(`Inputs are missing: ${missingKeys.join(', ')}.`)
}

/** The template of `parameters.prompt`. */
export function promptTemplate(parameters: JsonObject, inputs: JsonObject): PromptTemplate {
  const prompt = objectAt(parameters, 'prompt')
  if (prompt === undefined) throw badSettings('There is no prompt in the parameters.')
  refuseMissing(prompt, inputs)
  return {
    messages: prompt['messages'],
    format: templateFormat(prompt['template_format']),
    llmConfig: objectAt(prompt, 'llm_config') ?? {},
  }
}

/** The template of one of `parameters.llms`. */
export const modelTemplate = (parameters: JsonObject, model: JsonObject): PromptTemplate => ({
  messages: parameters['messages'] ?? [],
  format: templateFormat(model['template_format']),
  llmConfig: model,
})

/** The response format to request from a provider, by `parameters.response`. */
export function responseFormat(response: JsonObject | undefined): JsonObject {
  if (response?.['format'] !== 'json') return {}
  const schema = objectAt(response, 'schema')
  return {
    response_format:
      schema === undefined
        ? { type: 'json_object' }
        : { type: 'json_schema', json_schema: { name: 'answer', schema } },
  }
}
