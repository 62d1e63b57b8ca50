// web/runs/outcomes: verdicts of evaluators, and expected answers.
// Imports web/ui and web/runs. Start here.
//
// The columns of evaluators, and the testcase column with the expected answer.
import { headlineOf, type RunMetric, type Part } from '../run-model.ts'

/** One column per evaluator and subject: the verdict, and the other metrics beside it. */
export interface EvaluatorColumn {
  readonly part: Part
  readonly headline: RunMetric
  readonly otherMetrics: readonly RunMetric[]
}

export const evaluatorColumns = (
  evaluators: readonly Part[],
  metrics: readonly RunMetric[],
): readonly EvaluatorColumn[] =>
  evaluators.flatMap((part) => {
    const partMetrics = metrics.filter((one) => one.part.key === part.key)
    const headline = headlineOf(partMetrics)
    return headline === undefined
      ? []
      : [
          {
            part,
            headline,
            otherMetrics: partMetrics.filter((one) => one !== headline && one.unit !== 'share'),
          },
        ]
  })

/** Names that other tools and our evaluators use for the expected answer; the first match wins. */
const expectedNames = [
  'correct_answer',
  'expected_output',
  'expected_answer',
  'expected',
  'ground_truth',
  'reference_answer',
  'reference',
  'target',
] as const

/** The column of a testcase with the expected answer. */
export function expectedColumn(testcase: Readonly<Record<string, unknown>>): string | undefined {
  const names = new Map(Object.keys(testcase).map((name) => [name.toLowerCase(), name]))
  const expectedName = expectedNames.find((name) => names.has(name))
  return expectedName && names.get(expectedName)
}

export const textOfValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** The expected answer of a testcase as text. */
export function expectedOf(testcase: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const column = testcase && expectedColumn(testcase)
  return testcase === undefined || column === undefined ? undefined : textOfValue(testcase[column])
}
