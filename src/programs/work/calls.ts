// The calls that programs make into the sandbox pool: all work whose cost a client controls.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { PureEvaluatorWork } from '../evaluators/evaluator.ts'
import { pureEvaluatorOutputs } from '../evaluators/table.ts'
import type { Rendering } from '../prompts/prompt-ports.ts'
import { renderedMessages } from '../prompts/messages.ts'
import { schemaCheck, type Mismatch } from '../schema-check.ts'

export interface SchemaWork {
  readonly schema: JsonObject
  readonly value: Json
  /** Report every mismatch, not only the first. */
  readonly all: boolean
}

export const programCalls = {
  evaluatePure: (work: PureEvaluatorWork): JsonObject => pureEvaluatorOutputs(work),
  render: ({ messages, format, values }: Rendering): readonly JsonObject[] =>
    renderedMessages(messages, { format, values }),
  mismatches: ({ schema, value, all }: SchemaWork): readonly Mismatch[] =>
    schemaCheck(schema, { all })(value),
} as const

export type ProgramCalls = typeof programCalls
