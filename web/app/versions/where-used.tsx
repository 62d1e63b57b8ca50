// Lists the uses of an artifact or one of its revisions: environments, runs, and revisions that embed it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import body from '../body.module.css'
import { Failure } from '../failure.tsx'
import { useKeyNames, useSession } from '../session.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { ArtifactLink } from './artifact-link.tsx'
import type { KindName } from './kind-name.ts'
import { usesQuery } from './queries.ts'
import styles from './where-used.module.css'

function Authorship({
  author,
  date,
  message,
}: {
  author: string | undefined
  date: string | undefined
  message?: string | undefined
}) {
  const names = useKeyNames()
  if (author === undefined || date === undefined) return undefined
  return (
    <span className={styles['who']}>
      {message !== undefined && <q>{message}</q>} {names.get(author) ?? 'unknown'},{' '}
      <time title={exactTime(date)}>{ago(date)}</time>
    </span>
  )
}

function Card({
  title,
  icon,
  emptyText,
  hasMore,
  children,
}: {
  title: string
  icon: IconName
  emptyText: string
  hasMore: boolean
  children: readonly ReactNode[]
}) {
  return (
    <section className={body['card']}>
      <h2>
        <Icon name={icon} size={12} /> {title}
      </h2>
      {children.length === 0 ? (
        <p className={body['faint']}>{emptyText}</p>
      ) : (
        <ul className={styles['list']}>{children}</ul>
      )}
      {hasMore && <p className={body['faint']}>Only the newest are listed.</p>}
    </section>
  )
}

const embedderKind = (flags: Readonly<Record<string, boolean>>): KindName =>
  flags['is_application'] === true ? 'application' : flags['is_evaluator'] === true ? 'evaluator' : 'workflow'

export function WhereUsed({
  kind,
  artifactId,
  revisionId,
}: {
  kind: KindName
  artifactId: string
  /** The revision; the person can switch to all versions. */
  revisionId?: string | undefined
}) {
  const { api, session } = useSession()
  const [isAllVersions, setIsAllVersions] = useState(revisionId === undefined)
  const target = { kind, artifactId, revisionId: isAllVersions ? undefined : revisionId }
  const uses = useQuery(usesQuery(api, target))
  const project = session.project.slug
  const subject = isAllVersions ? `this ${kind}` : 'this version'
  return (
    <div className={styles['uses']}>
      {revisionId !== undefined && (
        <Segments
          label="Versions"
          value={isAllVersions ? 'all' : 'one'}
          onValue={(value) => setIsAllVersions(value === 'all')}
          options={[
            { value: 'one', name: 'This version' },
            { value: 'all', name: 'Any version' },
          ]}
        />
      )}
      {uses.data === undefined ? (
        uses.isError ? (
          <Failure error={uses.error} retry={() => void uses.refetch()} />
        ) : (
          <Skeleton rows={4} />
        )
      ) : (
        <div className={styles['cards']}>
          <Card
            title="Environments"
            icon="flag"
            emptyText={`No environment runs ${subject}.`}
            hasMore={uses.data.more.environments}
          >
            {uses.data.environments.map((use) => (
              <li key={`${use.environment.id} ${use.key}`}>
                <Link
                  to="/p/$project/environments"
                  params={{ project }}
                  search={{ view: 'history', of: use.environment.slug ?? '' }}
                >
                  <b>{use.environment.slug}</b> <code>{use.key}</code> version {use.revision.version}
                </Link>
                <Authorship author={use.author} date={use.date} message={use.message} />
              </li>
            ))}
          </Card>
          <Card title="Runs" icon="task" emptyText={`No run uses ${subject}.`} hasMore={uses.data.more.runs}>
            {uses.data.runs.map((run) => (
              <li key={run.id}>
                <Link to="/p/$project/runs/$run" params={{ project, run: run.id }} search={{}}>
                  <b>{run.name ?? 'Run'}</b> {run.status}, as {run.steps.join(', ')}
                </Link>
                <Authorship author={run.created_by_id} date={run.created_at} />
              </li>
            ))}
          </Card>
          <Card
            title="Embeds"
            icon="link"
            emptyText={`Nothing embeds ${subject}.`}
            hasMore={uses.data.more.embeds}
          >
            {uses.data.embeds.map((use) => (
              <li key={use.workflow_revision.id}>
                <ArtifactLink
                  kind={embedderKind(use.flags)}
                  slug={use.workflow.slug ?? ''}
                  variant={use.workflow_variant.slug}
                  version={use.workflow_revision.version}
                >
                  <b>{use.workflow.slug}</b> version {use.workflow_revision.version}
                  {use.is_head && ' (newest)'}
                </ArtifactLink>
                <Authorship author={use.author} date={use.date} message={use.message} />
              </li>
            ))}
          </Card>
        </div>
      )}
    </div>
  )
}
