// Events, links and references of a span.
import { Link } from '@tanstack/react-router'
import { Section } from '../../app/spans/span-content.tsx'
import { timeMs, type Span } from '../../app/spans/span.ts'
import { ArtifactLink, slugAt } from '../../app/versions/artifact-link.tsx'
import { Id } from '../../ui/copy.tsx'
import { duration, exactTime } from '../../ui/format.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { referencedRecords } from './references.ts'
import styles from './span-detail.module.css'

function Events({ events, startMs }: { events: NonNullable<Span['events']>; startMs: number }) {
  return (
    <Section title="Events">
      <ol className={styles['events']}>
        {events.map((event) => (
          <li key={`${event.timestamp} ${event.name}`}>
            <p>
              <b>{event.name}</b>{' '}
              <span title={exactTime(event.timestamp)}>+{duration(timeMs(event.timestamp) - startMs)}</span>
            </p>
            {event.attributes !== undefined && (
              <JsonView value={event.attributes} name={`Attributes of ${event.name}`} />
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Links({ links, project }: { links: NonNullable<Span['links']>; project: string }) {
  return (
    <Section title="Links">
      <ul className={styles['events']}>
        {links.map((link) => (
          <li key={`${link.trace_id}${link.span_id}`}>
            <Link
              className={styles['link']}
              to="/p/$project/traces/$traceId"
              params={{ project, traceId: link.trace_id }}
              search={{ span: link.span_id }}
            >
              {typeof link.attributes?.['key'] === 'string' ? link.attributes['key'] : 'span'} {link.span_id}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function References({ references }: { references: NonNullable<Span['references']> }) {
  const { records, otherReferences } = referencedRecords(references)
  return (
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
        {otherReferences.map((reference) => (
          <li key={reference.attributes?.key ?? reference.id}>
            {reference.attributes?.key}: <b>{reference.slug ?? ''}</b>
            {reference.version !== undefined && ` @${reference.version}`}{' '}
            {reference.id !== undefined && <Id id={reference.id} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function SpanEvents({ span, project }: { span: Span; project: string }) {
  const { events, links, references } = span
  if (events === undefined && links === undefined && references === undefined) {
    return <p className={styles['nothing']}>This span has no events, links or references.</p>
  }
  return (
    <>
      {events !== undefined && <Events events={events} startMs={timeMs(span.start_time)} />}
      {links !== undefined && <Links links={links} project={project} />}
      {references !== undefined && <References references={references} />}
    </>
  )
}
