// A deployed prompt, and its request to a model after filling in the variables. Client and server render templates with
// the same code; test/vectors/prompts.json has examples that both are tested with.
import { isJsonObject, type JsonObject } from '../../src/kernel/json/value.ts'
import { StepFailure } from '../../src/programs/failure.ts'
import { conversation, renderMessages } from '../../src/programs/prompts/messages.ts'
import {
  chatBody,
  modelTemplate,
  promptTemplate,
  responseFormat,
  type PromptTemplate,
} from '../../src/programs/prompts/request.ts'
import { contentHash } from '../testsets/identity.ts'

/** A prompt cannot be rendered: a variable is missing, or the template is invalid. */
export class PromptError extends Error {
  /** The name of the class, which survives minification. */
  override readonly name = 'PromptError'
}

/** The references of spans to the prompt. */
export type PromptReferences = Readonly<
  Record<
    string,
    {
      /** The id of the record. */
      readonly id?: string
      /** The slug of the record. */
      readonly slug?: string
      /** The number of the revision. */
      readonly version?: string
    }
  >
>

/** `server`: just fetched; `cache`: still fresh; `stale`: expired, refetched in the background; `fallback`: the fallback. */
export type PromptSource = 'server' | 'cache' | 'stale' | 'fallback'

/** One part of a message that is more than text. */
export type PromptPart =
  | {
      /** Text. */
      type: 'text'
      /** The text. */
      text: string
    }
  | {
      /** An image. */
      type: 'image_url'
      /** The image. */
      image_url: {
        /** An address, or a data URL. */
        url: string
        /** The resolution that the model sees. */
        detail?: 'auto' | 'low' | 'high'
      }
    }
  | {
      /** Audio. */
      type: 'input_audio'
      /** The audio. */
      input_audio: {
        /** The bytes as base64. */
        data: string
        /** The format of the bytes. */
        format: 'wav' | 'mp3'
      }
    }
  | {
      /** A file. */
      type: 'file'
      /** The file. */
      file: {
        /** The bytes as base64. */
        file_data?: string
        /** The id of a file that the provider stores. */
        file_id?: string
        /** The name of the file. */
        filename?: string
      }
    }

/** A call of a tool in a message of the model. */
export interface PromptToolCall {
  /** The id that the message with the result repeats. */
  id: string
  /** Models call functions only. */
  type: 'function'
  /** The call. */
  function: {
    /** The name of the function. */
    name: string
    /** The arguments as JSON text. */
    arguments: string
  }
}

/** A message of a request, in the format of OpenAI-compatible providers. */
export type PromptMessage =
  | {
      /** Instructions for the model. */
      role: 'system'
      /** The text. */
      content: string
      /** The name of the author, if several have one role. */
      name?: string
    }
  | {
      /** Instructions for the model, in the words of newer models. */
      role: 'developer'
      /** The text. */
      content: string
      /** The name of the author, if several have one role. */
      name?: string
    }
  | {
      /** A message of the user. */
      role: 'user'
      /** Text, or parts with text, images, audio and files. */
      content: string | PromptPart[]
      /** The name of the author, if several have one role. */
      name?: string
    }
  | {
      /** A response of the model. */
      role: 'assistant'
      /** The text; absent or null beside calls of tools. */
      content?: string | null
      /** The name of the author, if several have one role. */
      name?: string
      /** The tools that the model calls. */
      tool_calls?: PromptToolCall[]
    }
  | {
      /** The result of a tool. */
      role: 'tool'
      /** The result as text. */
      content: string
      /** The id of the call. */
      tool_call_id: string
    }

/**
 * A request to a model: `model`, `messages` and settings, in the format of OpenAI-compatible providers:
 * `openai.chat.completions.create(prompt.format(values))`. Mutable, as the types of these libraries ask for.
 */
export interface PromptRequest {
  /** The name of the model. */
  model: string
  /** The rendered messages. */
  messages: PromptMessage[]
  /** The other settings of the prompt, such as `temperature`. */
  [setting: string]: unknown
}

/** The content of a prompt. */
export interface PromptContent {
  /** The committed parameters: `{prompt: {messages, llm_config, template_format}}`. */
  readonly parameters: JsonObject
  /** Whether the conversation in the variable `messages` is appended to the messages of the prompt. */
  readonly isChat?: boolean
  /** The version of the revision. */
  readonly version?: string
  /** The content hash of the revision. */
  readonly contentHash?: string
  /** The references of spans that use the prompt. */
  readonly references?: PromptReferences
  /** The hash of the parameters, if already computed. */
  readonly hash?: string
}

function templateOf(parameters: JsonObject, variables: JsonObject): PromptTemplate {
  const { llms } = parameters
  const model = Array.isArray(llms) ? llms.find(isJsonObject) : undefined
  if (model === undefined || isJsonObject(parameters['prompt'])) return promptTemplate(parameters, variables)
  return modelTemplate(parameters, model)
}

/** A prompt. It is immutable. */
export class Prompt {
  /** The committed parameters. */
  readonly parameters: JsonObject
  /** Whether the variable `messages` is a conversation that follows the messages of the prompt. */
  readonly isChat: boolean
  /** The version of the revision; undefined for a fallback. */
  readonly version: string | undefined
  /** Equal if and only if the parameters are equal, including embedded ones. */
  readonly hash: string
  /** The content hash of the revision. */
  readonly contentHash: string | undefined
  /** The references of spans that use the prompt. */
  readonly references: PromptReferences
  /** Where the prompt is from. */
  readonly source: PromptSource
  /** Why the prompt is not from the server. */
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

  /** The request to a model with these variables. Throws a PromptError that names a missing variable. */
  format(variables: Readonly<Record<string, unknown>> = {}): PromptRequest {
    // As on the wire: only JSON values can be variables.
    const values: JsonObject = JSON.parse(JSON.stringify(variables))
    try {
      const { messages, format, llmConfig } = templateOf(this.parameters, values)
      const templateMessages = renderMessages(messages, { format, values })
      const allMessages = this.isChat ? [...templateMessages, ...conversation(values)] : templateMessages
      const response = this.parameters['response']
      const extraSettings = responseFormat(isJsonObject(response) ? response : undefined)
      return chatBody(llmConfig, { messages: allMessages, extraSettings }) as PromptRequest
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error
      throw new PromptError(error.message, { cause: error })
    }
  }
}

/** Called with every prompt that a program gets; tracing links it to model calls. */
export const promptListeners = new Set<(prompt: Prompt) => void>()
