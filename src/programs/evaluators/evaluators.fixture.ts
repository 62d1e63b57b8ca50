// Ports with fixed responses, and a short way to run an evaluator in a test.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import type { ProgramInput, Ports } from './evaluator.ts'
import { renderMessages } from '../prompts/messages.ts'
import { schemaCheck } from '../schema-check.ts'
import { pureEvaluatorOutputs, runEvaluator } from './table.ts'

const unexpectedCall = (name: string) => (): never => {
  throw new Error(`the port ${name} was not expected to be used`)
}

export const fakePorts = (overrides: Partial<Ports> = {}): Ports => ({
  chat: unexpectedCall('chat'),
  embed: unexpectedCall('embed'),
  post: unexpectedCall('post'),
  runCode: unexpectedCall('runCode'),
  evaluatePure: async (work) => pureEvaluatorOutputs(work),
  render: async ({ messages, format, values }) => renderMessages(messages, { format, values }),
  mismatch: async (schema, value) => schemaCheck(schema)(value)[0],
  ...overrides,
})

export interface Case {
  readonly outputs?: Json
  readonly expected?: Json
  readonly row?: JsonObject
  readonly trace?: JsonObject
  readonly ports?: Partial<Ports>
  readonly data?: JsonObject
  readonly input?: Partial<ProgramInput>
}

/** Evaluates `outputs` of a testcase whose `correct_answer` is `expected`. */
export function evaluate(key: string, parameters: JsonObject, testCase: Case = {}): Promise<JsonObject> {
  const row = {
    ...testCase.row,
    ...(testCase.expected === undefined ? {} : { correct_answer: testCase.expected }),
  }
  const input: ProgramInput = {
    inputs: row,
    testcase: { id: '1', data: { ...row, testcase_dedup_id: 'd' } },
    ...(testCase.outputs === undefined ? {} : { outputs: testCase.outputs }),
    ...(testCase.trace === undefined ? {} : { trace: testCase.trace }),
    ...testCase.input,
  }
  return runEvaluator({
    key,
    data: { ...testCase.data, parameters },
    input,
    ports: fakePorts(testCase.ports),
  })
}

export async function failureOf(work: Promise<unknown>): Promise<StepFailure> {
  try {
    await work
  } catch (error) {
    if (error instanceof StepFailure) return error
    throw error
  }
  throw new Error('it did not fail')
}
