// Uses the values of annotations as measures of the annotated spans.
import type { AnalyticsQuery, Measure } from '../contract/contract.ts'

export type Column = readonly [name: string, sql: string]

export const selectList = (columns: readonly Column[]): string =>
  columns.map(([name, sql]) => `${sql} AS ${name}`).join(', ')

/** The values of all annotations of a span as lists, in the columns that the measure reads. */
function listColumns({ number, values, count, annotations }: Measure, i: number): readonly Column[] {
  if (annotations === undefined) return []
  const { where } = annotations
  return [
    ...(number === undefined ? [] : [[`number_${i}`, `groupArrayIf(${number}, ${where})`] as const]),
    ...(values === undefined ? [] : [[`values_${i}`, `groupArrayArrayIf(${values}, ${where})`] as const]),
    ...(count === undefined ? [] : [[`count_${i}`, `sumIf(${count}, ${where})`] as const]),
  ]
}

/** The spans, identified by `trace` and `span`, with their columns and the values of their annotations. */
export function withAnnotations(
  spans: string,
  columns: readonly Column[],
  { measures, sharded }: AnalyticsQuery & { readonly sharded: boolean },
): string {
  const sources = measures.flatMap(({ annotations }) => (annotations === undefined ? [] : [annotations]))
  if (sources.length === 0) return spans
  const lists = measures.flatMap(listColumns)
  const ofTrace = sources.some((source) => source.ofTrace)
  const linkIds = ['trace_id', ...(ofTrace ? [] : ['span_id'])].map((id) => `JSONExtractString(l, '${id}')`)
  const keys = ofTrace ? 'trace = link_key' : `concat(trace, '.', span) = link_key`
  // An annotation with several links to a span or trace counts once there.
  return `SELECT ${[...columns, ...lists].map(([name]) => name).join(', ')} FROM (${spans}) AS annotated_spans
    ${sharded ? 'GLOBAL ' : ''}ANY LEFT JOIN (
      SELECT link_key, ${selectList(lists)} FROM spans FINAL
      ARRAY JOIN arrayDistinct(arrayMap(l -> concat(${linkIds.join(`, '.', `)}), links)) AS link_key
      WHERE project_id = {project:UUID} AND trace_type = 'annotation'
        AND (${sources.map(({ where }) => `(${where})`).join(' OR ')})
      GROUP BY link_key
    ) AS annotations ON ${keys}`
}
