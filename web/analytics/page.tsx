// Analytics: the plots of a window of time, and the window split by the values of an attribute.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { breakdownQuery, overviewQuery } from '../app/analytics.ts'
import { AssayError } from '../app/api.ts'
import body from '../app/body.module.css'
import { Failure } from '../app/failure.tsx'
import { useCompletion } from '../app/use-completion.ts'
import { PageHead } from '../app/page.tsx'
import { Plots } from '../app/plots.tsx'
import { useSigned } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { LinkButton } from '../ui/copy.tsx'
import { FilterBar } from '../ui/filter/filter-bar.tsx'
import { withCondition } from '../ui/filter/language.ts'
import { count, duration, money, percent, shortCount } from '../ui/format.ts'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { fixedRange } from '../ui/time-range.ts'
import { TimeRangeMenu } from '../ui/time-range-menu.tsx'
import { analyticsSearch, type AnalyticsView } from './search.ts'
import styles from './page.module.css'
import { typedIn } from '../ui/typed-in.ts'

const route = getRouteApi('/p/$project/analytics')

const usualKeys = [
  'attributes.ag.type.span',
  'attributes.ag.meta.request.model',
  'attributes.ag.session.id',
  'attributes.ag.user.id',
  'attributes.otel.resource.service.name',
  'attributes.service.name',
  'attributes.ag.exception.type',
]

function Breakdown({ view, onView }: { view: AnalyticsView; onView: (view: AnalyticsView) => void }) {
  const { api, session } = useSigned()
  const id = useId()
  const by = view.by ?? 'attributes.ag.type.span'
  const range = view.range ?? '24h'
  const groups = useQuery(breakdownQuery(api, session.project.id, { ...view, range }, by))
  const most = Math.max(1, ...(groups.data ?? []).map(({ total }) => total))
  return (
    <section className={body['card']}>
      <form
        className={styles['by']}
        onSubmit={(event) => {
          event.preventDefault()
          const key = typedIn(event.currentTarget, 'by')
          if (key !== '') onView({ ...view, by: key.startsWith('attributes.') ? key : `attributes.${key}` })
        }}
      >
        <label htmlFor={id}>By</label>
        <input id={id} name="by" key={by} defaultValue={by} list={`${id}-keys`} spellCheck={false} />
        <datalist id={`${id}-keys`}>
          {usualKeys.map((key) => (
            <option key={key} value={key} />
          ))}
        </datalist>
      </form>
      {groups.isError && groups.data === undefined ? (
        <Failure error={groups.error} retry={() => void groups.refetch()} />
      ) : groups.data === undefined ? (
        <Skeleton rows={5} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keys
        <div className={body['wide']} tabIndex={0}>
          <table className={body['table']}>
            <thead>
              <tr>
                <th scope="col">Value</th>
                <th scope="col" data-align="right">
                  Count
                </th>
                <th scope="col" data-align="right">
                  Errors
                </th>
                <th scope="col" data-align="right">
                  p50
                </th>
                <th scope="col" data-align="right">
                  p95
                </th>
                <th scope="col" data-align="right">
                  Tokens
                </th>
                <th scope="col" data-align="right">
                  Cost
                </th>
              </tr>
            </thead>
            <tbody>
              {groups.data.map((group) => (
                <tr key={group.value}>
                  <td>
                    {group.value === '' ? (
                      <span className={body['faint']}>(none)</span>
                    ) : (
                      <Link
                        className={styles['value']}
                        to="/p/$project/analytics"
                        params={{ project: session.project.slug }}
                        search={{
                          ...view,
                          filter: withCondition(view.filter ?? '', {
                            field: by,
                            operator: '=',
                            value: JSON.stringify(group.value),
                          }),
                        }}
                        title="Only these"
                      >
                        {group.value}
                      </Link>
                    )}
                    <span className={styles['bar']} aria-hidden="true">
                      <i style={{ width: `${(group.total / most) * 100}%` }} />
                    </span>
                  </td>
                  <td data-align="right">{count(group.total)}</td>
                  <td data-align="right" className={group.errors > 0 ? body['bad'] : body['faint']}>
                    {percent(group.total === 0 ? 0 : group.errors / group.total)}
                  </td>
                  <td data-align="right">{duration(group.p50)}</td>
                  <td data-align="right">{duration(group.p95)}</td>
                  <td data-align="right">{shortCount(group.tokens)}</td>
                  <td data-align="right">{money(group.cost)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

export function AnalyticsPage() {
  const view = route.useSearch()
  const { api, session } = useSigned()
  const navigate = useNavigate()
  const range = view.range ?? '24h'
  const project = session.project.slug
  const window = { ...view, range }
  const completion = useCompletion(range)
  const overview = useQuery(overviewQuery(api, session.project.id, window))
  const viewChanged = (next: AnalyticsView): void =>
    void navigate({ to: '/p/$project/analytics', params: { project }, search: analyticsSearch(next) })
  useShortcuts([
    { id: 'filter', keys: '/', does: 'Filter', run: () => document.getElementById('filter')?.focus() },
  ])
  const fault =
    overview.error instanceof AssayError && overview.error.code === 'filter_invalid'
      ? overview.error.message
      : undefined
  return (
    <>
      <PageHead title="Analytics">
        <Segments
          label="What is counted"
          options={[
            { value: 'traces', name: 'Traces' },
            { value: 'spans', name: 'Spans' },
          ]}
          value={view.focus ?? 'traces'}
          onValue={(focus) => {
            const { focus: _, ...rest } = view
            viewChanged(focus === 'spans' ? { ...rest, focus: 'spans' } : rest)
          }}
        />
        <TimeRangeMenu range={range} onRange={(next) => viewChanged({ ...view, range: next })} />
        <LinkButton />
      </PageHead>
      <div className={styles['filter']}>
        <FilterBar
          inputId="filter"
          filter={view.filter ?? ''}
          onFilter={(filter) => viewChanged({ ...view, filter })}
          fields={completion.fields}
          onBegin={completion.begin}
          seenValues={completion.valuesOf}
          fault={fault}
        />
      </div>
      {overview.isError && fault === undefined && overview.data === undefined ? (
        <Failure error={overview.error} retry={() => void overview.refetch()} />
      ) : overview.data === undefined ? (
        fault === undefined && <Skeleton />
      ) : (
        <div className={body['body']}>
          {overview.data.sums.total === 0 ? (
            <Notice icon="analytics" title="Nothing to count here">
              <p>Widen the range of time, or take conditions out of the filter.</p>
            </Notice>
          ) : (
            <>
              <Plots
                overview={overview.data}
                window={window}
                project={project}
                onRange={(bounds) => viewChanged({ ...view, range: fixedRange(bounds) })}
              />
              <Breakdown view={view} onView={viewChanged} />
            </>
          )}
        </div>
      )}
    </>
  )
}
