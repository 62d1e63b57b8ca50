// A prompt as it is deployed, and what it says to a model once its variables are filled in. The texts are filled in by the
// code that the server runs, so that both say the same; test/vectors/prompts.json holds examples that both are tried on.
import { isJsonObject, type Json, type JsonObject } from '../../src/kernel/json/value.ts'
import { StepFailure } from '../../src/programs/failure.ts'
import { conversation, renderedMessages } from '../../src/programs/prompts/messages.ts'
import {
  chatBody,
  modelTemplate,
  promptTemplate,
  responseFormat,
  type PromptTemplate,
} from '../../src/programs/prompts/request.ts'
import { contentHash } from '../testsets/identity.ts'

/** A prompt and its variables do not fit: something is missing, or the template cannot be read. */
export class PromptError extends Error {
  override readonly name = 'PromptError'
}

/** What `references` of spans say about the prompt. */
export type PromptReferences = Readonly<
  Record<string, { readonly id?: string; readonly slug?: string; readonly version?: string }>
>

/** `server`: just read; `cache`: read not long ago; `stale`: read longer ago, asked for anew meanwhile; `fallback`: yours. */
export type PromptSource = 'server' | 'cache' | 'stale' | 'fallback'

/** What a model is asked: `model`, `messages` and settings, as providers that are compatible with OpenAI take it. */
export interface PromptRequest {
  readonly model: string
  readonly messages: readonly JsonObject[]
  readonly [setting: string]: Json
}

/** What a prompt is made of. */
export interface PromptContent {
  /** As committed: `{prompt: {messages, llm_config, template_format}}`. */
  readonly parameters: JsonObject
  /** The conversation in the variable `messages` follows the messages of the prompt. */
  readonly isChat?: boolean
  readonly version?: string
  /** Of the revision, as the server tells it. */
  readonly contentHash?: string
  readonly references?: PromptReferences
  /** Of the parameters, where it is known already. */
  readonly hash?: string
}

function templateOf(parameters: JsonObject, variables: JsonObject): PromptTemplate {
  const { llms } = parameters
  const model = Array.isArray(llms) ? llms.find(isJsonObject) : undefined
  if (model === undefined || isJsonObject(parameters['prompt'])) return promptTemplate(parameters, variables)
  return modelTemplate(parameters, model)
}

/** One prompt; it never changes. */
export class Prompt {
  readonly parameters: JsonObject
  readonly isChat: boolean
  readonly version: string | undefined
  /** Equal exactly when the parameters are, embedded ones included. */
  readonly hash: string
  readonly contentHash: string | undefined
  readonly references: PromptReferences
  readonly source: PromptSource
  /** Why it is not the server's. */
  readonly error: unknown

  constructor(content: PromptContent, source: PromptSource, error?: unknown) {
    this.parameters = content.parameters
    this.isChat =
      content.isChat ?? (!('prompt' in content.parameters) && Array.isArray(content.parameters['llms']))
    this.version = content.version
    this.contentHash = content.contentHash
    this.references = content.references ?? {}
    this.hash = content.hash ?? contentHash(content.parameters)
    this.source = source
    this.error = error
  }

  /** What a model is asked with these variables. Throws a PromptError that names what is missing. */
  format(variables: Readonly<Record<string, unknown>> = {}): PromptRequest {
    // As on the wire: what is no JSON has no place in a prompt.
    const values = JSON.parse(JSON.stringify(variables)) as JsonObject
    try {
      const { messages, format, llmConfig } = templateOf(this.parameters, values)
      const rendered = renderedMessages(messages, format, values)
      const all = this.isChat ? [...rendered, ...conversation(values)] : rendered
      const response = this.parameters['response']
      const more = responseFormat(isJsonObject(response) ? response : undefined)
      return chatBody(llmConfig, all, more) as PromptRequest
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error
      throw new PromptError(error.message, { cause: error })
    }
  }
}
