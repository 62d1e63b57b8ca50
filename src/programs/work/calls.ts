// The calls that programs make into the sandbox pool: all work whose cost a client controls.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { PureEvaluatorWork } from '../evaluators/evaluator.ts'
import { pureEvaluatorOutputs } from '../evaluators/table.ts'
import type { RenderWork } from '../prompts/prompt-ports.ts'
import { renderMessages } from '../prompts/messages.ts'
import { schemaCheck, type Mismatch } from '../schema-check.ts'

export interface SchemaWork {
  readonly schema: JsonObject
  readonly value: Json
  /** Report every mismatch, not only the first. */
  readonly isExhaustive: boolean
}

export const programCalls = {
  evaluatePure: (work: PureEvaluatorWork): JsonObject => pureEvaluatorOutputs(work),
  render: ({ messages, format, values }: RenderWork): readonly JsonObject[] =>
    renderMessages(messages, { format, values }),
  mismatches: ({ schema, value, isExhaustive }: SchemaWork): readonly Mismatch[] =>
    schemaCheck(schema, { isExhaustive })(value),
} as const

export type ProgramCalls = typeof programCalls
