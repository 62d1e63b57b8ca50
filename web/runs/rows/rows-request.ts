// The request for rows that are filtered or sorted by metrics. The server treats several subjects of one run as several runs.
import type { Parts } from '../run-model.ts'
import type { RowsView, MetricCondition } from '../url-state.ts'

interface Metric {
  readonly evaluator: string
  readonly path: string
  readonly run: number
}

/** The index of the subject that a step belongs to. */
function positionOf({ subjects, evaluators }: Parts, key: string): number {
  const subject = evaluators.find((part) => part.key === key)?.subject?.key ?? key
  return Math.max(
    0,
    subjects.findIndex((part) => part.key === subject),
  )
}

/** Parses `step path`; a step may contain spaces. Undefined: the run has no such step. */
function metricOf(parts: Parts, text: string): Metric | undefined {
  const part = [...parts.evaluators, ...parts.subjects].find(({ key }) => text.startsWith(`${key} `))
  if (part === undefined) return undefined
  return { evaluator: part.key, path: text.slice(part.key.length + 1), run: positionOf(parts, part.key) }
}

const filterOf = (parts: Parts, { step, path, min, max, is }: MetricCondition) => ({
  evaluator: step,
  path,
  run: positionOf(parts, step),
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
  ...(is === undefined ? {} : { is: [is] }),
})

/** Undefined: the view lists all rows in their original order, for which there is a cheaper request. */
export function rowsRequest({
  runId,
  parts,
  view: { sort, where = [] },
}: {
  readonly runId: string
  readonly parts: Parts
  readonly view: RowsView
}) {
  const isDescending = sort?.startsWith('-') === true
  const metric = sort === undefined ? undefined : metricOf(parts, isDescending ? sort.slice(1) : sort)
  if (metric === undefined && where.length === 0) return undefined
  const runs =
    parts.subjects.length === 0
      ? [{ run_id: runId }]
      : parts.subjects.map(({ key }) => ({ run_id: runId, application_step_key: key }))
  return {
    runs,
    filters: where.map((one) => filterOf(parts, one)),
    ...(metric === undefined
      ? {}
      : {
          sort: {
            ...metric,
            by: 'value' as const,
            order: isDescending ? ('descending' as const) : ('ascending' as const),
          },
        }),
  }
}
