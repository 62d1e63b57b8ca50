// Which rows of a run are asked for, in the words of the server: several subjects of one run are several runs side by side there.
import type { Parts } from '../run-model.ts'
import type { RowsView, Where } from '../url-state.ts'

interface Metric {
  readonly evaluator: string
  readonly path: string
  readonly run: number
}

/** The position of the subject that a step is about. */
function positionOf({ subjects, evaluators }: Parts, key: string): number {
  const subject = evaluators.find((part) => part.key === key)?.subject?.key ?? key
  return Math.max(
    0,
    subjects.findIndex((part) => part.key === subject),
  )
}

/** The step and the path of `step path`; a step may have blanks in its name. Undefined: the run has no such step. */
function metricOf(parts: Parts, text: string): Metric | undefined {
  const part = [...parts.evaluators, ...parts.subjects].find(({ key }) => text.startsWith(`${key} `))
  if (part === undefined) return undefined
  return { evaluator: part.key, path: text.slice(part.key.length + 1), run: positionOf(parts, part.key) }
}

const filterOf = (parts: Parts, { step, path, min, max, is }: Where) => ({
  evaluator: step,
  path,
  run: positionOf(parts, step),
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
  ...(is === undefined ? {} : { is: [is] }),
})

/** Undefined: rows in the order in which they were made, all of them, which is cheaper to ask for. */
export function rowsAsked(runId: string, parts: Parts, { sort, where = [] }: RowsView) {
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
