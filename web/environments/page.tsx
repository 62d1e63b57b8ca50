// web/environments: environments as a matrix of entries, their history, comparison and deployments.
// entries.ts is pure.
// Imports web/app and web/ui. Start here.
//
// The Environments page: deployments, history and comparison.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import body from '../app/body.module.css'
import { Failure } from '../app/failure.tsx'
import { CloneMenu } from '../app/git/clone-menu.tsx'
import { PageHead } from '../app/page.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { useEnvironments } from '../app/versions/queries.ts'
import type { Environment } from '../app/versions/entries.ts'
import { Button } from '../ui/button.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { CompareView } from './compare-view.tsx'
import { HistoryView } from './history-view.tsx'
import { Matrix } from './matrix.tsx'
import { NewEnvironment } from './new-environment.tsx'
import { PromoteDialog } from './promote.tsx'
import type { EnvironmentsView } from './url-state.ts'
import styles from './page.module.css'

const route = getRouteApi('/p/$project/environments')

function EnvironmentChoice({
  label,
  value,
  environments,
  onValue,
}: {
  label: string
  value: string | undefined
  environments: readonly Environment[]
  onValue: (slug: string) => void
}) {
  return (
    <select
      className={styles['select']}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onValue(event.target.value)}
    >
      {environments.map(({ id, slug, name }) => (
        <option key={id} value={slug}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** The environments that the URL selects, else the last two. */
function selectionOf(environments: readonly Environment[], view: EnvironmentsView) {
  const bySlug = (slug: string | undefined) => environments.find((one) => one.slug === slug)
  const environment = bySlug(view.of) ?? environments.at(-1)
  const otherEnvironment = bySlug(view.with) ?? environments.findLast((one) => one !== environment)
  return { environment, otherEnvironment }
}

function EnvironmentsContent({
  environments,
  view,
}: {
  environments: readonly Environment[]
  view: EnvironmentsView
}) {
  const { session } = useSession()
  const { environment, otherEnvironment } = selectionOf(environments, view)
  if (view.view === 'history')
    return environment && <HistoryView key={environment.id} environment={environment} />
  if (view.view === 'compare') {
    return environment === undefined || otherEnvironment === undefined ? (
      <p className={styles['sum']}>A comparison needs two environments.</p>
    ) : (
      <CompareView from={otherEnvironment} to={environment} />
    )
  }
  if (environments.every(({ entries }) => entries.length === 0)) {
    return (
      <Notice icon="environments" title="Nothing is deployed yet">
        <p>
          Open an{' '}
          <Link to="/p/$project/apps" params={{ project: session.project.slug }} className={styles['link']}>
            application
          </Link>{' '}
          and deploy a version. Programs then retrieve it by the name of the environment.
        </p>
      </Notice>
    )
  }
  return <Matrix environments={environments} />
}

export function EnvironmentsPage() {
  const view = route.useSearch()
  const { session } = useSession()
  const navigate = useNavigate()
  const canEdit = useHasRole('editor')
  const [isCreating, setIsCreating] = useState(false)
  const [isPromoting, setIsPromoting] = useState(false)
  const environments = useEnvironments()
  const { data } = environments
  const { environment, otherEnvironment } = selectionOf(data ?? [], view)
  const go = (search: EnvironmentsView): void =>
    void navigate({ to: '/p/$project/environments', params: { project: session.project.slug }, search })
  const { view: _, ...selection } = view
  return (
    <>
      <PageHead title="Environments">
        {data !== undefined && view.view === 'compare' && (
          <>
            <EnvironmentChoice
              label="From"
              value={otherEnvironment?.slug}
              environments={data}
              onValue={(slug) => go({ ...view, with: slug })}
            />
            to
          </>
        )}
        {data !== undefined && view.view !== undefined && (
          <EnvironmentChoice
            label="Environment"
            value={environment?.slug}
            environments={data}
            onValue={(slug) => go({ ...view, of: slug })}
          />
        )}
        {view.view === 'history' && environment !== undefined && (
          <CloneMenu kind="environment" slug={environment.slug} />
        )}
        <Segments
          label="View"
          value={view.view ?? 'matrix'}
          onValue={(value) => go(value === 'matrix' ? selection : { ...selection, view: value })}
          options={[
            { value: 'matrix', name: 'Deployments' },
            { value: 'history', name: 'History' },
            { value: 'compare', name: 'Compare' },
          ]}
        />
        {canEdit && (data?.length ?? 0) > 1 && (
          <Button icon="right" onClick={() => setIsPromoting(true)}>
            Promote…
          </Button>
        )}
        {canEdit && (
          <Button icon="plus" onClick={() => setIsCreating(true)}>
            New environment
          </Button>
        )}
      </PageHead>
      {environments.isError && data === undefined ? (
        <Failure error={environments.error} retry={() => void environments.refetch()} />
      ) : data === undefined ? (
        <Skeleton />
      ) : data.length === 0 ? (
        <Notice icon="environments" title="This project has no environments">
          <p>An environment records the deployed version of each application.</p>
        </Notice>
      ) : (
        <section className={body['body']} tabIndex={0} aria-label="Environments">
          <EnvironmentsContent environments={data} view={view} />
        </section>
      )}
      <PromoteDialog open={isPromoting} environments={data ?? []} onClose={() => setIsPromoting(false)} />
      <NewEnvironment open={isCreating} onClose={() => setIsCreating(false)} />
    </>
  )
}
