// Built-in evaluators: one small file each, listed in table.ts. An evaluator takes its input and settings and returns
// outputs; those that call the outside world get it as ports. Every failure is a StepFailure.
// Evaluators without ports (`PureEvaluator`) run in the sandbox pool, because settings and outputs decide their cost.
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

/** The input of a program; an evaluator also gets outputs, trace and link. */
export interface ProgramInput {
  readonly inputs: JsonObject
  /** The outputs to evaluate; absent when only a testcase is evaluated. */
  readonly outputs?: Json
  readonly testcase?: Testcase
  /** The evaluated trace in wire form: `{trace_id, spans}`, or one root span. */
  readonly trace?: JsonObject
  /** The evaluated root span. */
  readonly link?: SpanAddress
  /** Whether the outputs come from another evaluator; such outputs are never passed on. */
  readonly hasEvaluatorOutputs?: boolean
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

/** A call of an evaluator without ports, with the schema of its outputs. */
export interface PureEvaluatorWork {
  readonly key: string
  readonly settings: JsonObject
  readonly input: ProgramInput
  readonly schema?: JsonObject | undefined
}

export interface EmbeddingRequest {
  readonly model: string
  readonly texts: readonly string[]
  /** The slug of the secret to use; absent: chosen by the model. */
  readonly connection?: string | undefined
}

/** The outside world of programs. Every method throws only StepFailure. */
export interface Ports extends PromptPorts {
  /** One vector for each text, in order. */
  embed(request: EmbeddingRequest): Promise<readonly (readonly number[])[]>
  /** Posts JSON and returns the JSON of a 2xx response. */
  post(request: HttpPost): Promise<Json>
  /** The return value of the function; undefined for nothing. */
  runCode(run: CodeRun): Promise<Json | undefined>
  /** Runs an evaluator without ports. */
  evaluatePure(work: PureEvaluatorWork): Promise<JsonObject>
  /** The model of judges without one. */
  defaultModel?(): Promise<string | undefined>
}

export interface Evaluation {
  readonly input: ProgramInput
  readonly settings: Settings
  readonly ports: Ports
}

export type Evaluator = (evaluation: Evaluation) => JsonObject | Promise<JsonObject>

/** An evaluator without ports. */
export type PureEvaluator = (evaluation: Pick<Evaluation, 'input' | 'settings'>) => JsonObject

/** Settings that were validated at their commit, with defaults filled in. */
export type Settings = JsonObject
