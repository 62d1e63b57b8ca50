// The groups of a time range as a table: sums, shares and percentiles, sorted by a column. Every number links to its list.
import { Link } from '@tanstack/react-router'
import { joinConditions, metricPaths, type Group } from '../app/analytics/analytics.ts'
import body from '../app/body.module.css'
import { Button } from '../ui/button.tsx'
import { csvText } from '../ui/csv.ts'
import { count, decimal, duration, money, percent, shortCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { downloadFile } from '../ui/browser/download.ts'
import { fieldOf, groupCondition, measureCondition, measureName, restCondition, valueName } from './fields.ts'
import { addsUp, colourOfGroup, shareMetric, shareOf, tableRows, totalsOf } from './groups.ts'
import { groupFieldIds, withoutMembers, type AnalyticsView, type Metric } from './url-state.ts'
import styles from './groups-table.module.css'

const columns: readonly { readonly metric: Metric; readonly name: string }[] = [
  { metric: 'total', name: 'Count' },
  { metric: 'errors', name: 'Errors' },
  { metric: 'p50', name: 'p50' },
  { metric: 'p95', name: 'p95' },
  { metric: 'tokens', name: 'Tokens' },
  { metric: 'cost', name: 'Cost' },
]

/** The columns, with one for the selected measure. */
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

/** The sort of the list behind a number. */
const sorts: Readonly<Record<Metric, 'duration' | 'tokens' | 'cost' | undefined>> = {
  total: undefined,
  errors: undefined,
  p50: 'duration',
  p95: 'duration',
  tokens: 'tokens',
  cost: 'cost',
  measured: undefined,
}

function conditionOf(group: Group, groups: readonly Group[], view: AnalyticsView): string {
  const fields = groupFieldIds(view)
  if (group.values !== undefined) return groupCondition(fields, group.values, view.focus)
  return restCondition(
    fields,
    groups.flatMap(({ values }) => (values === undefined ? [] : [values])),
    view.focus,
  )
}

/** The data and callbacks that all rows of the table share. */
interface TableContext {
  readonly groups: readonly Group[]
  /** The colours of groups in the plots; absent: the plots have no groups. */
  readonly colours?: ReadonlyMap<string, string>
  readonly view: AnalyticsView
  readonly range: string
  readonly project: string
  readonly onView: (view: AnalyticsView) => void
}

/** A number that links to the traces or spans behind it. */
function ListLink({ group, metric, table }: { group: Group; metric: Metric; table: TableContext }) {
  const { groups, view, range, project } = table
  const filter = joinConditions(
    view.filter,
    conditionOf(group, groups, view),
    metric === 'errors' ? `${metricPaths(view.focus).errors} > 0` : undefined,
    metric === 'measured' && view.measure !== undefined ? measureCondition(view.measure) : undefined,
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
      {formats[metric](group[metric])}
    </Link>
  )
}

function SortButton({
  metric,
  name,
  table: { view, onView },
}: (typeof columns)[number] & { table: TableContext }) {
  return (
    <button
      type="button"
      className={styles['sort']}
      onClick={() => onView(metric === 'total' ? withoutMembers(view, 'sort') : { ...view, sort: metric })}
    >
      {name}
      {metric === (view.sort ?? 'total') && <Icon name="down" size={10} />}
    </button>
  )
}

function GroupRow({ group, table }: { group: Group; table: TableContext }) {
  const { groups, colours, view, project } = table
  const share = shareOf(group, totalsOf(groups), view.sort ?? 'total')
  return (
    <tr>
      {groupFieldIds(view).map((field, i) => (
        <td key={field}>
          {i === 0 && colours !== undefined && (
            <span
              className={styles['swatch']}
              style={{ background: `var(${colourOfGroup(colours, group.values)})` }}
              aria-hidden="true"
            />
          )}
          <GroupValue group={group} fieldIndex={i} view={view} project={project} field={field} />
        </td>
      ))}
      <td className={styles['share']}>
        <span className={styles['bar']} aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
        </span>
        {percent(share)}
      </td>
      {columnsOf(view).map(({ metric }) => (
        <td
          key={metric}
          data-align="right"
          className={metric === 'errors' && group.errors > 0 ? body['bad'] : undefined}
        >
          <ListLink group={group} metric={metric} table={table} />
        </td>
      ))}
    </tr>
  )
}

function TotalsRow({ groups, view }: TableContext) {
  const totals = totalsOf(groups)
  return (
    <tr>
      <th scope="row" colSpan={groupFieldIds(view).length + 1}>
        Total
      </th>
      {columnsOf(view).map(({ metric }) => (
        <td key={metric} data-align="right">
          {addsUp(metric) ? formats[metric](totals[metric]) : ''}
        </td>
      ))}
    </tr>
  )
}

function downloadGroups({ groups, view }: TableContext): void {
  const names = groupFieldIds(view).map((id) => fieldOf(id).name)
  const measure = view.measure && columnsOf(view).at(-1)?.name
  const rows = csvText(tableRows(names, groups, view.sort ?? 'total', measure))
  downloadFile(new Blob([rows], { type: 'text/csv' }), `analytics by ${names.join(' and ')}.csv`)
}

export function GroupsTable(table: TableContext) {
  const { groups, view } = table
  const fields = groupFieldIds(view).map(fieldOf)
  const sort = view.sort ?? 'total'
  const shareName = columns.find(({ metric }) => metric === shareMetric(sort))?.name.toLowerCase()
  return (
    <section className={body['card']}>
      <div className={styles['head']}>
        <h2>By {fields.map(({ name }) => name.toLowerCase()).join(' and ')}</h2>
        <Button icon="download" onClick={() => downloadGroups(table)}>
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
              {columnsOf(view).map(({ metric, name }) => (
                <th
                  key={metric}
                  scope="col"
                  data-align="right"
                  aria-sort={metric === sort ? 'descending' : undefined}
                >
                  <SortButton metric={metric} name={name} table={table} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <GroupRow key={JSON.stringify(group.values ?? 'rest')} group={group} table={table} />
            ))}
          </tbody>
          <tfoot>
            <TotalsRow {...table} />
          </tfoot>
        </table>
      </section>
    </section>
  )
}

/** The value of one field of a group. It links to the page, filtered by this value. */
function GroupValue({
  group,
  fieldIndex,
  field,
  view,
  project,
}: {
  group: Group
  fieldIndex: number
  field: string
  view: AnalyticsView
  project: string
}) {
  if (group.values === undefined) return fieldIndex === 0 ? <span>All others</span> : null
  const value = group.values[fieldIndex]
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
