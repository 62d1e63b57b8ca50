// When sessions and users were active, and what their spans sum up to.
import type { Activity, ActivityQuery } from '../contract/contract.ts'
import type { Run } from './reader.ts'

export async function activityQuery(run: Run, query: ActivityQuery): Promise<readonly Activity[]> {
  const { column, by, order, bounds, limit } = query
  const leads = `bitTest(leads, ${column === 'session_id' ? 0 : 1})`
  const total = (of: string): string => `ifNull(sumIf(spans.${of}, ${leads}), 0)`
  const rows = await run<Activity>(
    `SELECT assumeNotNull(${column}) AS id, ${by} AS time, min(start_time) AS first, max(start_time) AS last,
       uniqExact(trace_id) AS traces, count() AS spans, ${total('errors')} AS errors,
       ${total('tokens')} AS tokens, ${total('cost')} AS cost
     FROM spans FINAL
     WHERE project_id = {project:UUID} AND ${column} IS NOT NULL
     GROUP BY id HAVING ${bounds.sql}
     ORDER BY time ${order === 'descending' ? 'DESC' : 'ASC'} LIMIT {limit:UInt32} WITH TIES`,
    { ...bounds.params, limit },
  )
  const sign = order === 'descending' ? -1 : 1
  return [...rows].sort((a, b) =>
    a.time === b.time ? (a.id < b.id ? -1 : 1) : a.time < b.time ? -sign : sign,
  )
}
