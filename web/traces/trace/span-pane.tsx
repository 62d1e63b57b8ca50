// The right side of the page: the selected span.
import { useQuery } from '@tanstack/react-query'
import { Failure } from '../../app/failure.tsx'
import { useSession } from '../../app/session.tsx'
import type { Span } from '../../app/spans/span.ts'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { annotationsQuery, spanQuery, type Annotation } from '../queries.ts'
import type { TraceView } from '../../app/trace-list/url-state.ts'
import type { Outline } from './outline.ts'
import { SpanDetail, type SpanDetailProps } from './span-detail.tsx'

const plural = (value: number, noun: string): string => `${value} ${noun}${value === 1 ? '' : 's'}`

function MissingSpan({ outline, spanId }: { outline: Outline; spanId: string }) {
  const children = outline.nodes[outline.indexById.get(spanId) ?? -1]?.children.length ?? 0
  return (
    <Notice icon="live" title="This span has not arrived">
      <p>
        {plural(children, 'span')} {children === 1 ? 'names' : 'name'} it as the parent. Programs send a span
        when it ends: it still runs, was killed, or its exporter failed. It appears here by itself when it
        arrives.
      </p>
    </Notice>
  )
}

/** The span with its content; undefined until it is loaded. */
export function useSpan(
  { traceId, outline }: { readonly traceId: string; readonly outline: Outline },
  spanId: string,
) {
  const { api } = useSession()
  const isMissing = outline.nodes[outline.indexById.get(spanId) ?? -1]?.span.isPlaceholder === true
  const query = useQuery(spanQuery(api, { traceId, spanId: isMissing ? '' : spanId }))
  const span = query.data?.span_id === spanId ? query.data : undefined
  return { query, span, isMissing }
}

const isAbout = (annotation: Annotation, spanId: string): boolean =>
  JSON.stringify(annotation.links ?? '').includes(spanId)

export function SpanPane({
  traceId,
  selectedId,
  outline,
  spanResult: { query, span, isMissing },
  ...rest
}: {
  traceId: string
  selectedId: string
  outline: Outline
  spanResult: ReturnType<typeof useSpan>
  view: TraceView
} & Omit<SpanDetailProps, 'span' | 'annotations' | 'project'>) {
  const { api, session } = useSession()
  const annotations = useQuery({
    ...annotationsQuery(api, traceId),
    // The span itself comes first.
    enabled: span !== undefined,
  })
  if (isMissing) return <MissingSpan outline={outline} spanId={selectedId} />
  if (query.isError && span === undefined) {
    return <Failure error={query.error} retry={() => void query.refetch()} />
  }
  if (span === undefined) return <Skeleton />
  return (
    <SpanDetail
      key={selectedId}
      {...rest}
      outline={outline}
      span={span satisfies Span}
      project={session.project.slug}
      annotations={(annotations.data ?? []).filter((one) => isAbout(one, selectedId))}
    />
  )
}
