// The outside world of prompts: models, templates and schemas. Each function throws StepFailure only.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Mismatch } from '../schema-check.ts'
import type { TemplateFormat } from '../templates/template.ts'
import type { ChatAnswer, ChatRequest } from './chat.ts'

/** Messages whose texts are templates. */
export interface RenderWork {
  readonly messages: Json | undefined
  readonly format: TemplateFormat
  readonly values: JsonObject
}

export interface PromptPorts {
  chat(request: ChatRequest): Promise<ChatAnswer>
  /** Returns the messages as they are sent; an unknown placeholder fails. */
  render(work: RenderWork): Promise<readonly JsonObject[]>
  /** Returns the first reason why a value does not match a client's schema; undefined when it matches. */
  mismatch(schema: JsonObject, value: Json): Promise<Mismatch | undefined>
}
