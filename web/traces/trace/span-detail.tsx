// One span in full: what it is, what it cost, and its parts as tabs.
import { Link } from '@tanstack/react-router'
import { Fragment, useMemo } from 'react'
import { Section, SpanContent } from '../../app/span-content.tsx'
import { KindIcon } from '../../app/span-kind.tsx'
import { agOf, costOf, durationMs, modelOf, timeMs, tokensOf, type Span } from '../../app/span.ts'
import { ArtifactLink, slugAt } from '../../app/versions/artifact-link.tsx'
import { MarkedText } from '../../ui/content/plain-text.tsx'
import { CopyButton, Id } from '../../ui/copy.tsx'
import { count, duration, exactTime, money } from '../../ui/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { flatAttributes, keyPieces } from './attributes.ts'
import { Annotations } from './annotations.tsx'
import { Compare, type ComparedWith } from './compare.tsx'
import type { Outline } from './outline.ts'
import type { Annotation } from '../queries.ts'
import { referredBy } from './references.ts'
import type { TraceTab } from '../search.ts'
import styles from './span-detail.module.css'

function Facts({ span }: { span: Span }) {
  const tokens = agOf(span).metrics?.tokens?.cumulative
  const own = agOf(span).metrics?.duration?.incremental
  const facts: readonly (readonly [string, string | undefined, (string | undefined)?])[] = [
    ['Duration', duration(durationMs(span)), own === undefined ? undefined : `${duration(own)} of its own`],
    [
      'Tokens',
      tokensOf(span) === undefined ? undefined : count(tokensOf(span)),
      tokens === undefined ? undefined : `${count(tokens['prompt'])} in, ${count(tokens['completion'])} out`,
    ],
    ['Cost', costOf(span) === undefined ? undefined : money(costOf(span))],
    ['Model', modelOf(span)],
    ['Session', span.session_id],
    ['User', span.user_id],
  ]
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value, note]) =>
        value === undefined ? undefined : (
          <div key={name} title={note}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
      <div title={exactTime(span.start_time)}>
        <dt>Began</dt>
        <dd>{exactTime(span.start_time)}</dd>
      </div>
    </dl>
  )
}

function Attributes({ span }: { span: Span }) {
  const rows = useMemo(() => flatAttributes(span.attributes ?? {}), [span])
  return (
    <table className={styles['attributes']}>
      <tbody>
        {rows.map(([key, value]) => (
          <tr key={key}>
            <th scope="row">
              {keyPieces(key).map((piece, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- pieces have no ids
                <Fragment key={at}>
                  {piece}
                  <wbr />
                </Fragment>
              ))}
            </th>
            <td>
              <span>
                <MarkedText text={value.length > 2000 ? `${value.slice(0, 2000)}…` : value} />
              </span>
              <CopyButton label={`Copy ${key}`} text={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Events({ span, project }: { span: Span; project: string }) {
  const began = timeMs(span.start_time)
  const { records, others } = referredBy(span.references ?? [])
  return (
    <>
      {span.events !== undefined && (
        <Section title="Events">
          <ol className={styles['events']}>
            {span.events.map((event) => (
              <li key={`${event.timestamp} ${event.name}`}>
                <p>
                  <b>{event.name}</b>{' '}
                  <span title={exactTime(event.timestamp)}>+{duration(timeMs(event.timestamp) - began)}</span>
                </p>
                {event.attributes !== undefined && (
                  <JsonView value={event.attributes} name={`Attributes of ${event.name}`} />
                )}
              </li>
            ))}
          </ol>
        </Section>
      )}
      {span.links !== undefined && (
        <Section title="Links">
          <ul className={styles['events']}>
            {span.links.map((link) => (
              <li key={`${link.trace_id}${link.span_id}`}>
                <Link
                  className={styles['link']}
                  to="/p/$project/traces/$traceId"
                  params={{ project, traceId: link.trace_id }}
                  search={{ span: link.span_id }}
                >
                  {typeof link.attributes?.['key'] === 'string' ? link.attributes['key'] : 'span'}{' '}
                  {link.span_id}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {span.references !== undefined && (
        <Section title="References">
          <ul className={styles['events']}>
            {records.map(({ kind, slug, variant, version, id }) => (
              <li key={kind}>
                {kind}:{' '}
                <ArtifactLink
                  kind={kind}
                  slug={slug}
                  variant={variant}
                  version={version}
                  className={styles['link']}
                >
                  <b>{slugAt(slug, version)}</b>
                </ArtifactLink>{' '}
                {id !== undefined && <Id id={id} />}
              </li>
            ))}
            {others.map((reference) => (
              <li key={reference.attributes?.key ?? reference.id}>
                {reference.attributes?.key}: <b>{reference.slug ?? ''}</b>
                {reference.version !== undefined && ` @${reference.version}`}{' '}
                {reference.id !== undefined && <Id id={reference.id} />}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {span.events === undefined && span.links === undefined && span.references === undefined && (
        <p className={styles['nothing']}>This span has no events, links or references.</p>
      )}
    </>
  )
}

export function SpanDetail({
  span,
  project,
  tab,
  onTab,
  annotations,
  outline,
  other,
}: {
  span: Span
  outline: Outline
  other: ComparedWith
  project: string
  tab: TraceTab
  onTab: (tab: TraceTab) => void
  annotations: readonly Annotation[]
}) {
  const besides = (span.events?.length ?? 0) + (span.links?.length ?? 0) + (span.references?.length ?? 0)
  return (
    <article className={styles['detail']} aria-label={`Span ${span.span_name}`}>
      <header className={styles['head']}>
        <p>
          <KindIcon type={span.span_type} />
          <b>{span.span_name}</b>
          <span>{span.span_type}</span>
          <Id id={span.span_id} />
        </p>
        <Facts span={span} />
      </header>
      <Tabs
        label="Parts of the span"
        value={tab}
        onValue={onTab}
        tabs={[
          { value: 'content', name: 'Content', panel: () => <SpanContent span={span} /> },
          { value: 'attributes', name: 'Attributes', panel: () => <Attributes span={span} /> },
          {
            value: 'events',
            name: 'Events & links',
            count: besides,
            panel: () => <Events span={span} project={project} />,
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
            panel: () => <Compare span={span} outline={outline} other={other} />,
          },
          { value: 'raw', name: 'Raw', panel: () => <JsonView value={span} name="The span as answered" /> },
        ]}
      />
    </article>
  )
}
