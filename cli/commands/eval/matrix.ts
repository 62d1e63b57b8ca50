// The results of a file as a matrix: a row for each test, a column for each prompt with a provider.
import type { RunCell, RunRow, RunStep } from '../../../sdk/shared/run-rows.ts'
import type { ImportedEvaluator } from '../../../importers/importer.ts'
import type { Style } from '../../terminal/style.ts'
import { tableOf } from '../../terminal/table.ts'
import { isRecord } from '../shared.ts'

export interface Assertion {
  readonly evaluator: string
  readonly passed: boolean
  readonly score?: number
  /** Why the evaluator failed. */
  readonly error?: string
}

export interface TestResult {
  readonly application: string
  readonly passed: boolean
  readonly output?: unknown
  /** Why the application failed. */
  readonly error?: string
  readonly trace_id?: string
  readonly assertions: readonly Assertion[]
}

export interface MatrixRow {
  readonly vars: Readonly<Record<string, unknown>>
  readonly results: readonly TestResult[]
}

/**
 * The column of the testset with the expected value of an evaluator; undefined if the evaluator applies to every row.
 */
export const expectedColumnOf = ({ data }: Pick<ImportedEvaluator, 'data'>): string | undefined => {
  const { parameters } = data
  const column = isRecord(parameters) ? parameters['correct_answer_key'] : undefined
  return typeof column === 'string' ? column : undefined
}

const errorText = ({ error }: RunCell): string | undefined =>
  error === undefined ? undefined : (error.message ?? error.code ?? 'unknown error')

function assertionOf(evaluator: string, cell: RunCell | undefined): Assertion {
  if (cell === undefined) return { evaluator, passed: false, error: 'not run' }
  const outputs = isRecord(cell.outputs) ? cell.outputs : {}
  const { success, score } = outputs
  const error = errorText(cell)
  return {
    evaluator,
    passed: error === undefined && (success === true || (success === undefined && Number(score) >= 0.5)),
    ...(typeof score === 'number' ? { score } : {}),
    ...(error === undefined ? {} : { error }),
  }
}

export interface MatrixInput {
  readonly rows: readonly RunRow[]
  readonly steps: readonly RunStep[]
  /** The columns with the expected values, by slug of the evaluator. */
  readonly columns: ReadonlyMap<string, string | undefined>
  /** Names of applications by step. */
  readonly nameOf: (step: RunStep) => string
}

const slugOfStep = ({ name }: RunStep): string => name.split('@')[0] ?? name

function resultOf(
  { cells, inputs = {} }: RunRow,
  { step, steps, columns, nameOf }: Omit<MatrixInput, 'rows'> & { readonly step: RunStep },
): TestResult {
  const cell = cells.find((candidate) => candidate.step === step.key)
  const error = cell === undefined ? 'not run' : errorText(cell)
  const evaluatorSteps = steps.filter(
    ({ type, inputs: inputKeys }) => type === 'annotation' && inputKeys.includes(step.key),
  )
  const assertions = evaluatorSteps.flatMap((evaluatorStep) => {
    const column = columns.get(slugOfStep(evaluatorStep))
    const isApplicable = column === undefined || (inputs[column] ?? null) !== null
    const verdict = cells.find((candidate) => candidate.step === evaluatorStep.key)
    // Evaluators do not run after a failed application.
    const isDue = isApplicable && (verdict !== undefined || error === undefined)
    return isDue ? [assertionOf(slugOfStep(evaluatorStep), verdict)] : []
  })
  return {
    application: nameOf(step),
    passed: error === undefined && assertions.every(({ passed }) => passed),
    ...(error === undefined ? { output: cell?.outputs } : { error }),
    ...(cell?.trace_id === undefined ? {} : { trace_id: cell.trace_id }),
    assertions,
  }
}

export const matrixOf = ({ rows, ...input }: MatrixInput): readonly MatrixRow[] =>
  rows.map((row) => ({
    vars: Object.fromEntries(
      Object.entries(row.inputs ?? {}).filter(
        ([name]) => !name.startsWith('expected_') && !/^(?:__|testcase_)/.test(name),
      ),
    ),
    results: input.steps
      .filter(({ type }) => type === 'invocation')
      .map((step) => resultOf(row, { ...input, step })),
  }))

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

/** `pass Lima`, or `FAIL Rome [capitals-contains]`. */
function cellText({ passed, output, error, assertions }: TestResult): string {
  const failedEvaluators = assertions
    .filter((assertion) => !assertion.passed)
    .map(({ evaluator }) => evaluator)
  return `${passed ? 'pass' : 'FAIL'}  ${error ?? textOf(output)}${failedEvaluators.length === 0 ? '' : `  [${failedEvaluators.join(', ')}]`}`
}

/** The number of passed tests, and of all tests, by application. */
export const summaryOf = (matrix: readonly MatrixRow[]) =>
  (matrix[0]?.results ?? []).map(({ application }, i) => ({
    application,
    passed: matrix.filter(({ results }) => results[i]?.passed === true).length,
    total: matrix.length,
  }))

export function matrixText(
  matrix: readonly MatrixRow[],
  { width, style }: { readonly width: number; readonly style: Style },
): string {
  const table = tableOf<MatrixRow>(
    [
      { name: 'TEST', of: ({ vars }) => Object.values(vars).map(textOf).join(' · ') },
      ...(matrix[0]?.results ?? []).map(({ application }, i) => ({
        name: application,
        of: ({ results }: MatrixRow) => {
          const result = results[i]
          return result === undefined ? '' : cellText(result)
        },
        paint: (text: string, { results }: MatrixRow) =>
          results[i]?.passed === true ? style.green(text) : style.red(text),
      })),
    ],
    matrix,
    { width, head: style.dim },
  )
  const totals = summaryOf(matrix).map(
    ({ application, passed, total }) => `${application}: ${passed} of ${total} passed`,
  )
  return [table, '', ...totals].join('\n')
}
