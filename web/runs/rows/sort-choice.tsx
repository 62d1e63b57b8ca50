// The order of rows: by any metric of the run.
import type { RunMetric } from '../run-model.ts'
import { metricName } from './row-filter.tsx'
import { valueKey } from './scenario-rows.ts'
import styles from './rows.module.css'

export function SortChoice({
  runMetrics,
  sort,
  onSort,
}: {
  runMetrics: readonly RunMetric[]
  /** The sort metric as step and path; with a leading minus, descending. */
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}) {
  return (
    <select
      className={styles['sort']}
      aria-label="Sort rows by"
      value={sort ?? ''}
      onChange={({ target }) => onSort(target.value === '' ? undefined : target.value)}
    >
      <option value="">Testset order</option>
      {runMetrics.flatMap((metric) => {
        const key = valueKey(metric.part.key, metric.path)
        return [
          <option key={key} value={key}>
            {metricName(metric)}, lowest first
          </option>,
          <option key={`-${key}`} value={`-${key}`}>
            {metricName(metric)}, highest first
          </option>,
        ]
      })}
    </select>
  )
}
