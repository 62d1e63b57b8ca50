// One span: its facts, and its content, attributes, events and annotations as tabs.
import { SpanContent } from '../../app/spans/span-content.tsx'
import { KindIcon } from '../../app/spans/span-kind.tsx'
import type { Span } from '../../app/spans/span.ts'
import { Id } from '../../ui/copy.tsx'
import { JsonView } from '../../ui/json/json-view.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Annotation } from '../queries.ts'
import type { TraceTab, TraceView } from '../../app/trace-list/url-state.ts'
import { Annotations } from './annotations.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Compare, type OtherTrace } from './compare.tsx'
import { ancestorsOf, type Outline } from './outline.ts'
import { SpanAttributes } from './span-attributes.tsx'
import { SpanEvents } from './span-events.tsx'
import { SpanFacts } from './span-facts.tsx'
import styles from './span-detail.module.css'

export interface SpanDetailProps {
  readonly span: Span
  readonly outline: Outline
  readonly other: OtherTrace
  readonly project: string
  readonly view: TraceView
  readonly onTab: (tab: TraceTab) => void
  readonly onSelect: (spanId: string) => void
  readonly annotations: readonly Annotation[]
}

function SpanHead({
  span,
  outline,
  project,
  view,
  onSelect,
}: Omit<SpanDetailProps, 'annotations' | 'onTab' | 'other'>) {
  return (
    <header className={styles['head']}>
      <Breadcrumb ancestors={ancestorsOf(outline, span.span_id)} onSelect={onSelect} />
      <p>
        <KindIcon type={span.span_type} />
        <b>{span.span_name}</b>
        <span>{span.span_type}</span>
        <Id id={span.span_id} />
      </p>
      <SpanFacts span={span} project={project} view={view} />
    </header>
  )
}

export function SpanDetail(props: SpanDetailProps) {
  const { span, project, view, onTab, onSelect, annotations, outline, other } = props
  const extraCount = (span.events?.length ?? 0) + (span.links?.length ?? 0) + (span.references?.length ?? 0)
  return (
    <article className={styles['detail']} aria-label={`Span ${span.span_name}`}>
      <SpanHead {...props} />
      <Tabs
        label="Parts of the span"
        value={view.tab ?? 'content'}
        onValue={onTab}
        tabs={[
          { value: 'content', name: 'Content', panel: () => <SpanContent span={span} /> },
          {
            value: 'attributes',
            name: 'Attributes',
            panel: () => <SpanAttributes span={span} project={project} view={view} />,
          },
          {
            value: 'events',
            name: 'Events & links',
            count: extraCount,
            panel: () => <SpanEvents span={span} project={project} />,
          },
          {
            value: 'annotations',
            name: 'Annotations',
            count: annotations.length,
            panel: () => <Annotations span={span} annotations={annotations} />,
          },
          {
            value: 'compare',
            name: 'Compare',
            panel: () => <Compare span={span} outline={outline} other={other} onSelect={onSelect} />,
          },
          { value: 'raw', name: 'Raw', panel: () => <JsonView value={span} name="Span JSON" /> },
        ]}
      />
    </article>
  )
}
