// The groups of a window as a table: sums, shares and percentiles, sorted by a column. Every number leads to its list.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { joinConditions, metricPaths, type Group } from '../app/analytics/analytics.ts'
import body from '../app/body.module.css'
import { Button } from '../ui/button.tsx'
import { csvText } from '../ui/csv.ts'
import { count, decimal, duration, money, percent, shortCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { downloadFile } from '../ui/browser/download.ts'
import { fieldOf, groupCondition, measureExists, measureName, restCondition, valueName } from './fields.ts'
import { addsUp, colourOfGroup, shareMetric, shareOf, tableRows, totalsOf } from './groups.ts'
import { groupedBy, without, type AnalyticsView, type Metric } from './search.ts'
import styles from './groups-table.module.css'

const columns: readonly { readonly metric: Metric; readonly name: string }[] = [
  { metric: 'total', name: 'Count' },
  { metric: 'errors', name: 'Errors' },
  { metric: 'p50', name: 'p50' },
  { metric: 'p95', name: 'p95' },
  { metric: 'tokens', name: 'Tokens' },
  { metric: 'cost', name: 'Cost' },
]

/** With the number that somebody chose. */
const columnsOf = ({ measure, stat }: AnalyticsView): typeof columns =>
  measure === undefined
    ? columns
    : [...columns, { metric: 'measured', name: `${measureName(measure)} ${stat ?? 'mean'}` }]

const formats: Readonly<Record<Metric, (value: number | undefined) => string>> = {
  total: count,
  errors: count,
  p50: duration,
  p95: duration,
  tokens: shortCount,
  cost: money,
  measured: decimal,
}

/** How the list that a number leads to is sorted. */
const sorts: Readonly<Record<Metric, 'duration' | 'tokens' | 'cost' | undefined>> = {
  total: undefined,
  errors: undefined,
  p50: 'duration',
  p95: 'duration',
  tokens: 'tokens',
  cost: 'cost',
  measured: undefined,
}

function conditionOf(group: Group, all: readonly Group[], view: AnalyticsView): string {
  const fields = groupedBy(view)
  if (group.values !== undefined) return groupCondition(fields, group.values, view.focus)
  return restCondition(
    fields,
    all.flatMap(({ values }) => (values === undefined ? [] : [values])),
    view.focus,
  )
}

export function GroupsTable({
  groups,
  colours,
  view,
  range,
  project,
  onView,
}: {
  groups: readonly Group[]
  /** Of the groups in the plots; absent: the plots have none. */
  colours?: ReadonlyMap<string, string>
  view: AnalyticsView
  range: string
  project: string
  onView: (view: AnalyticsView) => void
}) {
  const fields = groupedBy(view).map(fieldOf)
  const shownColumns = columnsOf(view)
  const sort = view.sort ?? 'total'
  const totals = totalsOf(groups)
  const shareName = columns.find(({ metric }) => metric === shareMetric(sort))?.name.toLowerCase()
  const listLink = (group: Group, metric: Metric, children: ReactNode) => {
    const filter = joinConditions(
      view.filter,
      conditionOf(group, groups, view),
      metric === 'errors' ? `${metricPaths(view.focus).errors} > 0` : undefined,
      metric === 'measured' && view.measure !== undefined ? measureExists(view.measure) : undefined,
    )
    return (
      <Link
        className={styles['number']}
        to="/p/$project/traces"
        params={{ project }}
        search={{
          filter,
          range,
          ...(view.focus === undefined ? {} : { focus: view.focus }),
          ...(sorts[metric] === undefined ? {} : { sort: sorts[metric] }),
        }}
      >
        {children}
      </Link>
    )
  }
  const downloaded = (): void => {
    const names = fields.map(({ name }) => name)
    const rows = csvText(tableRows(names, groups, sort, view.measure && shownColumns.at(-1)?.name))
    downloadFile(new Blob([rows], { type: 'text/csv' }), `analytics by ${names.join(' and ')}.csv`)
  }
  return (
    <section className={body['card']}>
      <div className={styles['head']}>
        <h2>By {fields.map(({ name }) => name.toLowerCase()).join(' and ')}</h2>
        <Button icon="download" onClick={downloaded}>
          CSV
        </Button>
      </div>
      <section className={body['wide']} tabIndex={0} aria-label="Groups">
        <table className={`${body['table']} ${styles['table']}`}>
          <thead>
            <tr>
              {fields.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Share of {shareName}</th>
              {shownColumns.map(({ metric, name }) => (
                <th
                  key={metric}
                  scope="col"
                  data-align="right"
                  aria-sort={metric === sort ? 'descending' : undefined}
                >
                  <button
                    type="button"
                    className={styles['sort']}
                    onClick={() =>
                      onView(metric === 'total' ? without(view, 'sort') : { ...view, sort: metric })
                    }
                  >
                    {name}
                    {metric === sort && <Icon name="down" size={10} />}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={JSON.stringify(group.values ?? 'rest')}>
                {fields.map(({ id }, i) => (
                  <td key={id}>
                    {i === 0 && colours !== undefined && (
                      <span
                        className={styles['swatch']}
                        style={{ background: `var(${colourOfGroup(colours, group.values)})` }}
                        aria-hidden="true"
                      />
                    )}
                    <GroupValue group={group} at={i} view={view} project={project} field={id} />
                  </td>
                ))}
                <td className={styles['share']}>
                  <span className={styles['bar']} aria-hidden="true">
                    <i style={{ width: `${shareOf(group, totals, sort) * 100}%` }} />
                  </span>
                  {percent(shareOf(group, totals, sort))}
                </td>
                {shownColumns.map(({ metric }) => (
                  <td
                    key={metric}
                    data-align="right"
                    className={metric === 'errors' && group.errors > 0 ? body['bad'] : undefined}
                  >
                    {listLink(group, metric, formats[metric](group[metric]))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={fields.length + 1}>
                Total
              </th>
              {shownColumns.map(({ metric }) => (
                <td key={metric} data-align="right">
                  {addsUp(metric) ? formats[metric](totals[metric]) : ''}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  )
}

/** A value narrows the page to it. */
function GroupValue({
  group,
  at,
  field,
  view,
  project,
}: {
  group: Group
  at: number
  field: string
  view: AnalyticsView
  project: string
}) {
  if (group.values === undefined) return at === 0 ? <span>All others</span> : null
  const value = group.values[at]
  return (
    <Link
      className={value === null ? styles['none'] : styles['value']}
      to="/p/$project/analytics"
      params={{ project }}
      search={{
        ...view,
        filter: joinConditions(view.filter, groupCondition([field], [value], view.focus)),
      }}
      title="Show only this group"
    >
      {valueName(value)}
    </Link>
  )
}
