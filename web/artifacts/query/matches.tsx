// The matches of a saved query in a time range: their number and the first rows. An edit of the filter updates them.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../../app/failure.tsx'
import { useSession } from '../../app/session.tsx'
import type { Span } from '../../app/spans/span.ts'
import { countQuery, listQuery } from '../../app/trace-list/list-queries.ts'
import { rangeDefault, tracesSearch, type TracesView } from '../../app/trace-list/url-state.ts'
import { useColumns } from '../../app/trace-list/use-columns.tsx'
import type { JsonObject } from '../../app/versions/client.ts'
import { useDebounced } from '../../ui/browser/use-debounced.ts'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { membersOf } from '../../ui/records.ts'
import { Table } from '../../ui/table/table.tsx'
import { TimeRangeMenu } from '../../ui/time/time-range-menu.tsx'
import { focusOf, rangeOf } from './query-filter.ts'
import { filterTextQuery } from './requests.ts'
import styles from './query.module.css'

const nounOf = ({ focus }: TracesView, total: number): string =>
  `${focus === 'spans' ? 'span' : 'trace'}${total === 1 ? '' : 's'}`

function Rows({ view }: { view: TracesView }) {
  const { api, session } = useSession()
  const navigate = useNavigate()
  const project = session.project.slug
  const list = useInfiniteQuery(listQuery(api, view))
  const { columns, card } = useColumns({ project, view, pages: list.data?.pages })
  if (list.isError) return <Failure error={list.error} retry={() => void list.refetch()} />
  if (list.data === undefined) return <Skeleton rows={6} />
  const spans = list.data.pages.flatMap((page) => page.spans)
  if (spans.length === 0) {
    return (
      <p className={styles['none']}>
        {list.hasNextPage
          ? `No match among the newest ${nounOf(view, 0)}. “Show traces” continues the search.`
          : `No ${nounOf(view, 0)} match in this time range.`}
      </p>
    )
  }
  const onOpen = ({ trace_id: traceId, span_id: span }: Span): void =>
    void navigate({
      to: '/p/$project/traces/$traceId',
      params: { project, traceId },
      search: view.focus === 'spans' ? { ...view, span } : view,
    })
  return (
    <div className={styles['rows']} aria-busy={list.isPlaceholderData}>
      <Table
        name="Matches"
        rows={spans}
        columns={columns}
        rowKey={({ trace_id: trace, span_id: span }) => `${trace}/${span}`}
        onOpen={onOpen}
        card={card}
      />
    </div>
  )
}

export function Matches({ data, meta = {} }: { data: JsonObject; meta: JsonObject | undefined }) {
  const { api, session } = useSession()
  const layout = membersOf(meta['view'])
  const [range, setRange] = useState(rangeOf(data, layout) ?? rangeDefault)
  const { filtering = {}, formatting = {} } = data
  const query = useDebounced(JSON.stringify({ filtering, formatting }))
  const debouncedQuery: JsonObject = JSON.parse(query)
  const filter = useQuery(filterTextQuery(api, debouncedQuery))
  const isReady = filter.data?.kind === 'text'
  const view = tracesSearch({
    ...layout,
    range,
    filter: filter.data?.kind === 'text' ? filter.data.text : undefined,
    focus: focusOf(debouncedQuery) === 'span' ? 'spans' : undefined,
  })
  const total = useQuery({ ...countQuery(api, view), enabled: isReady })
  if (filter.data?.kind === 'json') return undefined
  return (
    <section className={styles['matches']} aria-label="Matches">
      <header className={styles['head']}>
        <h3>Matches</h3>
        <output>{total.data === undefined ? '' : `${count(total.data)} ${nounOf(view, total.data)}`}</output>
        <TimeRangeMenu range={range} onRange={setRange} />
        <Link
          className={styles['go']}
          to="/p/$project/traces"
          params={{ project: session.project.slug }}
          search={view}
        >
          Show traces <Icon name="right" size={12} />
        </Link>
      </header>
      {isReady ? <Rows view={view} /> : <Skeleton rows={6} />}
    </section>
  )
}
