// The results of evaluator functions, in our own form and in that of autoevals: `{ name, score, metadata }`.
import type { Testcase } from '../generated/schemas.ts'

export type Data = Readonly<Record<string, unknown>>

/** The input of an evaluator function. */
export interface Judged<Output, Row extends object = Data> {
  /** The row. */
  readonly inputs: Row
  /** The result of the task. */
  readonly outputs: Output
  /** The row with its id, tags and meta. */
  readonly testcase: Testcase
  /** The trace of the task. */
  readonly traceId: string
  /** For scorers of autoevals: the column `input` of the row, or the row without its expected answer. */
  readonly input: unknown
  /** For scorers of autoevals: the result of the task. */
  readonly output: Output
  /** The column `expected` or `correct_answer` of the row. */
  readonly expected: unknown
}

/** The result of an evaluator: a number is a score, a boolean a success; an object is stored as it is. */
export type Judgment = number | boolean | Data

/** An evaluator function of the program. */
export type LocalEvaluator<Output, Row extends object = Data> = (
  judged: Judged<Output, Row>,
) => Judgment | Promise<Judgment>

/** A scorer of autoevals, or any function that takes some of `{ input, output, expected }` and returns a judgment. */
export type Scorer = (judged: never) => unknown

/** Thrown when an evaluator returns a value that is no judgment. */
export class InvalidJudgmentError extends TypeError {
  override readonly name = 'InvalidJudgmentError'
}

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The input of an evaluator, from a row and the result of the task. */
export function evaluatorInput<Output>(
  evaluated: Pick<Judged<Output>, 'inputs' | 'outputs' | 'testcase' | 'traceId'>,
): Judged<Output> {
  const { inputs, outputs } = evaluated
  const { expected: expectedOutput, correct_answer: correct, ...rest } = inputs
  return {
    ...evaluated,
    input: inputs['input'] ?? rest,
    output: outputs,
    expected: expectedOutput ?? correct,
  }
}

/** The stored outputs of a judgment. Throws for other values; the evaluation of the row fails then. */
export function outputsOf(judgment: unknown): Data {
  if (typeof judgment === 'boolean') return { success: judgment }
  if (typeof judgment === 'number' && Number.isFinite(judgment)) return { score: judgment }
  if (!isData(judgment)) {
    const text = Number.isNaN(judgment) ? 'NaN' : JSON.stringify(judgment)
    throw new InvalidJudgmentError(
      `An evaluator returns a number, true, false or an object, not ${text ?? typeof judgment}.`,
    )
  }
  const { name, error, ...outputs } = judgment
  if (!('score' in judgment) || typeof name !== 'string') return judgment
  if (error !== undefined && error !== null)
    throw error instanceof Error
      ? error
      : new Error(typeof error === 'string' ? error : JSON.stringify(error))
  const { score } = judgment
  if (
    score !== null &&
    typeof score !== 'boolean' &&
    !(typeof score === 'number' && Number.isFinite(score))
  ) {
    throw new InvalidJudgmentError(`A score is a number; ${name} returned ${JSON.stringify(score)}.`)
  }
  return outputs
}
