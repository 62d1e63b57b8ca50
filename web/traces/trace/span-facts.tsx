// Duration, tokens and cost of a span, with links to its session, user, model and records.
import { membersOf } from '../../ui/records.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { agOf, costOf, durationMs, modelOf, tokensOf, type Span } from '../../app/spans/span.ts'
import { ArtifactLink, slugAt } from '../../app/versions/artifact-link.tsx'
import { count, duration, exactTime, money } from '../../ui/format.ts'
import type { TracesView } from '../../app/trace-list/url-state.ts'
import { conditionFor, listWith } from './list-links.ts'
import { referencedRecords } from './references.ts'
import styles from './span-detail.module.css'

function Fact({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div title={note}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A link to the list of traces with this value. */
function ValueLink({
  project,
  view,
  condition,
  children,
}: {
  project: string
  view: TracesView
  condition: string | undefined
  children: string
}) {
  if (condition === undefined) return children
  return (
    <Link
      to="/p/$project/traces"
      params={{ project }}
      search={listWith(view, condition)}
      className={styles['link']}
      title={`Traces with ${children}`}
    >
      {children}
    </Link>
  )
}

function Measures({ span }: { span: Span }) {
  const tokens = agOf(span).metrics?.tokens?.cumulative
  const ownDuration = agOf(span).metrics?.duration?.incremental
  const total = tokensOf(span)
  const cost = costOf(span)
  return (
    <>
      <Fact
        name="Duration"
        note={ownDuration === undefined ? undefined : `${duration(ownDuration)} of its own`}
      >
        {duration(durationMs(span))}
      </Fact>
      {total !== undefined && (
        <Fact
          name="Tokens"
          note={tokens && `${count(tokens['prompt'])} in, ${count(tokens['completion'])} out`}
        >
          {count(total)}
        </Fact>
      )}
      {cost !== undefined && <Fact name="Cost">{money(cost)}</Fact>}
    </>
  )
}

/** The field of the attribute that a span's model was read from. */
const modelField = (span: Span): string => {
  const response = membersOf(agOf(span).meta?.['response'])
  return `attributes.ag.meta.${typeof response?.model === 'string' ? 'response' : 'request'}.model`
}

export function SpanFacts({ span, project, view }: { span: Span; project: string; view: TracesView }) {
  const model = modelOf(span)
  const { session_id: session, user_id: user } = span
  const { records } = referencedRecords(span.references ?? [])
  return (
    <dl className={styles['facts']}>
      <Measures span={span} />
      {model !== undefined && (
        <Fact name="Model">
          <ValueLink project={project} view={view} condition={conditionFor(modelField(span), model)}>
            {model}
          </ValueLink>
        </Fact>
      )}
      {session !== undefined && (
        <Fact name="Session">
          <Link
            to="/p/$project/sessions/$sessionId"
            params={{ project, sessionId: session }}
            className={styles['link']}
          >
            {session}
          </Link>
        </Fact>
      )}
      {user !== undefined && (
        <Fact name="User">
          <ValueLink project={project} view={view} condition={conditionFor('user_id', user)}>
            {user}
          </ValueLink>
        </Fact>
      )}
      {records.map(({ kind, slug, variant, version }) => (
        <Fact key={kind} name={`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`}>
          <ArtifactLink
            kind={kind}
            slug={slug}
            variant={variant}
            version={version}
            className={styles['link']}
          >
            {slugAt(slug, version)}
          </ArtifactLink>
        </Fact>
      ))}
      <Fact name="Started">{exactTime(span.start_time)}</Fact>
    </dl>
  )
}
