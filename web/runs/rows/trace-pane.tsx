// The trace of a cell beside the table: its spans, and inputs and outputs of the selected one.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Failure } from '../../app/failure.tsx'
import { SpanContent } from '../../app/spans/span-content.tsx'
import { KindIcon } from '../../app/spans/span-kind.tsx'
import { useSession } from '../../app/session.tsx'
import { asSpan, costOf, durationMs, hasFailed, type Span } from '../../app/spans/span.ts'
import { spanInputsQuery } from '../../app/trials/trial-inputs.ts'
import { duration, money } from '../../ui/format.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { spanLines } from './span-lines.ts'
import styles from './rows.module.css'

/** The maximum of listed spans. The trace page shows further ones. */
const linesMax = 200

function SelectedSpan({ span }: { span: Span }) {
  const { api } = useSession()
  const { data, isError, error, refetch } = useQuery(spanInputsQuery(api, span.trace_id, span.span_id))
  if (isError) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={3} />
  return data === null ? undefined : <SpanContent span={data.span} />
}

export function TracePane({ traceId }: { traceId: string }) {
  const { api, session } = useSession()
  const [selectedId, setSelectedId] = useState<string>()
  const outline = useQuery({
    queryKey: [session.project.id, 'trace pane', traceId],
    queryFn: async ({ signal }) => (await api.traces.outline(traceId, { signal })).spans.map(asSpan),
  })
  const lines = useMemo(() => spanLines(outline.data ?? []), [outline.data])
  if (outline.isError) return <Failure error={outline.error} retry={() => void outline.refetch()} />
  if (outline.data === undefined) return <Skeleton rows={4} />
  const current = lines.find(({ span }) => span.span_id === selectedId) ?? lines[0]
  if (current === undefined) return <p className={styles['faint']}>This trace is not stored.</p>
  return (
    <div className={styles['trace']}>
      <ul aria-label="Spans of the trace">
        {lines.slice(0, linesMax).map(({ span, depth }) => (
          <li key={span.span_id} style={{ paddingLeft: depth * 14 }}>
            <button
              type="button"
              aria-pressed={span === current.span}
              data-failed={hasFailed(span)}
              onClick={() => setSelectedId(span.span_id)}
            >
              <KindIcon type={span.span_type} />
              <span>{span.span_name}</span>
              <small>
                {duration(durationMs(span))}
                {costOf(span) !== undefined && ` · ${money(costOf(span))}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
      <SelectedSpan key={current.span.span_id} span={current.span} />
      <Link
        className={styles['traceLink']}
        to="/p/$project/traces/$traceId"
        params={{ project: session.project.slug, traceId }}
        search={current.depth === 0 ? {} : { span: current.span.span_id }}
      >
        {lines.length > linesMax ? `All ${lines.length} spans` : 'Open full trace'}
      </Link>
    </div>
  )
}
