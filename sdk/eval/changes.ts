// Compares a run with a base run, row by row.
import type { Assay } from '../client.ts'
import type { ComparedRow, ComparedScenario } from '../generated/schemas.ts'

/** A value that differs from that of the base run. */
export interface RowChange {
  /** The row in the base run. */
  readonly testcaseId: string | undefined
  /** The slug of the evaluator. */
  readonly evaluator: string
  /** The path in its outputs, such as `score`. */
  readonly path: string
  /** The value of the base run. */
  readonly before: number | boolean
  /** The value of this run. */
  readonly after: number | boolean
}

type Value = number | boolean

interface RowValue {
  readonly evaluator: string
  readonly path: string
  readonly value: Value
}

const isValue = (value: unknown): value is Value => typeof value === 'number' || typeof value === 'boolean'

/** The prefix of metrics from the outputs of an evaluator; the others are its duration, costs and tokens. */
export const outputsPath = 'attributes.ag.data.outputs.'

/** The values of the evaluators of a scenario, by evaluator and path. */
const valuesOf = (scenario: ComparedScenario | undefined): ReadonlyMap<string, RowValue> =>
  new Map(
    Object.entries(scenario?.values ?? {}).flatMap(([evaluator, values]) =>
      Object.entries(values).flatMap(([path, value]) =>
        path.startsWith(outputsPath) && isValue(value)
          ? [[`${evaluator} ${path}`, { evaluator, path: path.slice(outputsPath.length), value }] as const]
          : [],
      ),
    ),
  )

function changesOf({ testcase_id: testcaseId, runs: [base, run] }: ComparedRow): readonly RowChange[] {
  const baseValues = valuesOf(base)
  return [...valuesOf(run)].flatMap(([key, { evaluator, path, value: after }]) => {
    const before = baseValues.get(key)?.value
    return before === undefined || before === after ? [] : [{ testcaseId, evaluator, path, before, after }]
  })
}

const pageRows = 500

/** The values that changed since the base run; rows are matched by their dedup id. */
export async function changesSince(
  assay: Assay,
  { baseline, runId }: { readonly baseline: string; readonly runId: string },
): Promise<readonly RowChange[]> {
  const changes: RowChange[] = []
  let windowing: object | undefined = { limit: pageRows }
  while (windowing !== undefined) {
    const page = await assay.runs.compare({
      runs: [{ run_id: baseline }, { run_id: runId }],
      match: 'testcase_dedup_id',
      windowing,
    })
    changes.push(...page.comparison.rows.flatMap(changesOf))
    windowing = page.windowing
  }
  return changes
}
