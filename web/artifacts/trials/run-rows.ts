// The rows of a run as data for a trial: for each row and each subject the trace of the output, and the testcase.
import { recordsWith } from '../../ui/records.ts'
import type { TrialSource } from '../url-state.ts'

export interface RunStep {
  readonly key: string
  readonly type: 'input' | 'invocation' | 'annotation'
}

interface RunResult {
  readonly scenario_id: string
  readonly step_key: string
  readonly trace_id?: string
  readonly testcase_id?: string
}

export interface RunRow {
  /** The number of the row, counted from 1 as on the page of the run. */
  readonly number: number
  /** The step of the subject, if the run has several. */
  readonly subject: string | undefined
  readonly source: TrialSource & { readonly trace: string }
}

/** A row without a finished output is omitted. A run without subjects evaluates the traces of its input. */
export function runRowsOf({
  steps,
  firstNumber,
  scenarioIds,
  results,
}: {
  readonly steps: readonly RunStep[]
  readonly firstNumber: number
  readonly scenarioIds: readonly string[]
  readonly results: readonly object[]
}): readonly RunRow[] {
  const keysOfType = (type: RunStep['type']) =>
    steps.filter((step) => step.type === type).map(({ key }) => key)
  const subjects = keysOfType('invocation')
  const outputs = subjects.length === 0 ? keysOfType('input') : subjects
  const byScenario = Map.groupBy(recordsWith<RunResult>(results, 'scenario_id'), (one) => one.scenario_id)
  return scenarioIds.flatMap((id, index) => {
    const scenarioResults = byScenario.get(id) ?? []
    const testcase = scenarioResults.find((one) => one.testcase_id !== undefined)?.testcase_id
    return outputs.flatMap((key) => {
      const trace = scenarioResults.find((one) => one.step_key === key)?.trace_id
      if (trace === undefined) return []
      const source = { trace, ...(testcase === undefined ? {} : { testcase }) }
      return [{ number: firstNumber + index, subject: subjects.length > 1 ? key : undefined, source }]
    })
  })
}
