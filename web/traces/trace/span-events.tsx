// Events, links and references of a span.
import { Link } from '@tanstack/react-router'
import { Section } from '../../app/spans/span-content.tsx'
import { timeMs, type Span } from '../../app/spans/span.ts'
import { ArtifactLink, slugAt } from '../../app/versions/artifact-link.tsx'
import { Id } from '../../ui/copy.tsx'
import { duration, exactTime } from '../../ui/format.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { referredBy } from './references.ts'
import styles from './span-detail.module.css'

export function SpanEvents({ span, project }: { span: Span; project: string }) {
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
