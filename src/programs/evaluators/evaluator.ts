// Built-in evaluators: one small file each, listed in table.ts. An evaluator takes what is to be judged and its settings
// and answers outputs; those that need the world get it as ports. Every failure is a StepFailure.
// Those that need no world (`Judgement`) run in the workshop, because what they cost is decided by settings and outputs.
// May import ../failure.ts, ../templates, ../prompts and workflows/. Start with table.ts.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { PromptPorts } from '../prompts/prompt-ports.ts'
import type { CodeLanguage } from '../sandbox/child.ts'

export interface Testcase {
  readonly id?: string
  readonly data: JsonObject
}

export interface SpanAddress {
  readonly traceId: string
  readonly spanId: string
}

/** What an evaluator is given. */
export interface Judged {
  readonly inputs: JsonObject
  /** What the judged program answered; absent when a testcase alone is judged. */
  readonly outputs?: Json
  readonly testcase?: Testcase
  /** The judged trace as tracing answers it: `{trace_id, spans}`, or one root span. */
  readonly trace?: JsonObject
  /** The root span that is judged. */
  readonly link?: SpanAddress
  /** True when the outputs are those of another evaluator: such a thing must never be handed on. */
  readonly outputsOfEvaluator?: boolean
}

export interface HttpPost {
  readonly url: string
  readonly body: JsonObject
  readonly timeoutMs: number
}

export interface CodeRun {
  readonly code: string
  readonly language: CodeLanguage
  readonly functions: readonly string[]
  readonly argument: Json
  readonly timeoutMs: number
  readonly memoryMb: number
}

/** A judgement that needs no world, with the schema that its outputs must match. */
export interface JudgementWork {
  readonly key: string
  readonly settings: JsonObject
  readonly judged: Judged
  readonly schema?: JsonObject | undefined
}

export interface EmbeddingRequest {
  readonly model: string
  readonly texts: readonly string[]
  /** The slug of the secret to use; absent: chosen by the model. */
  readonly connection?: string | undefined
}

/** The world as programs see it. Each throws StepFailure only. */
export interface Ports extends PromptPorts {
  /** One vector for each text, in order. */
  embed(request: EmbeddingRequest): Promise<readonly (readonly number[])[]>
  /** Posts JSON and gives the JSON answered with a 2xx. */
  post(request: HttpPost): Promise<Json>
  /** What the function answered; undefined for nothing. */
  runCode(run: CodeRun): Promise<Json | undefined>
  /** Judges by one of the evaluators that need no world. */
  judgement(work: JudgementWork): Promise<JsonObject>
  /** The model of judges that name none. */
  defaultModel?(): Promise<string | undefined>
}

export interface Evaluation {
  readonly judged: Judged
  readonly settings: Settings
  readonly ports: Ports
}

export type Evaluator = (evaluation: Evaluation) => JsonObject | Promise<JsonObject>

/** An evaluator that needs no world. */
export type Judgement = (evaluation: Pick<Evaluation, 'judged' | 'settings'>) => JsonObject

/** Settings that were checked when they were committed, with defaults filled in. */
export type Settings = JsonObject
