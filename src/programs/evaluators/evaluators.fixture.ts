// Ports that answer from a table, and the shortest way to run an evaluator in a test.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import type { Judged, Ports } from './evaluator.ts'
import { renderedMessages } from '../prompts/messages.ts'
import { schemaCheck } from '../schema-check.ts'
import { judgementOutputs, runEvaluator } from './table.ts'

const refuse = (name: string) => (): never => {
  throw new Error(`the port ${name} was not expected to be used`)
}

export const fakePorts = (given: Partial<Ports> = {}): Ports => ({
  chat: refuse('chat'),
  embed: refuse('embed'),
  post: refuse('post'),
  runCode: refuse('runCode'),
  judgement: async (work) => judgementOutputs(work),
  render: async ({ messages, format, values }) => renderedMessages(messages, format, values),
  mismatch: async (schema, value) => schemaCheck(schema)(value)[0],
  ...given,
})

export interface Case {
  readonly outputs?: Json
  readonly expected?: Json
  readonly row?: JsonObject
  readonly trace?: JsonObject
  readonly ports?: Partial<Ports>
  readonly data?: JsonObject
  readonly judged?: Partial<Judged>
}

/** Judges `outputs` of a testcase whose `correct_answer` is `expected`. */
export function judge(key: string, parameters: JsonObject, given: Case = {}): Promise<JsonObject> {
  const row = { ...given.row, ...(given.expected === undefined ? {} : { correct_answer: given.expected }) }
  const judged: Judged = {
    inputs: row,
    testcase: { id: '1', data: { ...row, testcase_dedup_id: 'd' } },
    ...(given.outputs === undefined ? {} : { outputs: given.outputs }),
    ...(given.trace === undefined ? {} : { trace: given.trace }),
    ...given.judged,
  }
  return runEvaluator({ key, data: { ...given.data, parameters }, judged, ports: fakePorts(given.ports) })
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
