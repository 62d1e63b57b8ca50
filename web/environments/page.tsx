// web/environments: environments as a matrix of entries, their history, comparison and deployments.
// entries.ts is pure.
// Imports web/app and web/ui. Start here.
//
// Environments: what runs where, how it came to be, and how two of them differ.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import body from '../app/body.module.css'
import { Failure } from '../app/failure.tsx'
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
import type { EnvironmentsView } from './url-state.ts'
import styles from './page.module.css'

const route = getRouteApi('/p/$project/environments')

function Choice({
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

/** The two that are looked at: as the address says, else the last two. */
function chosenOf(environments: readonly Environment[], view: EnvironmentsView) {
  const named = (slug: string | undefined) => environments.find((one) => one.slug === slug)
  const of = named(view.of) ?? environments.at(-1)
  const other = named(view.with) ?? environments.findLast((one) => one !== of)
  return { of, other }
}

function Shown({ environments, view }: { environments: readonly Environment[]; view: EnvironmentsView }) {
  const { session } = useSession()
  const { of, other } = chosenOf(environments, view)
  if (view.view === 'history') return of && <HistoryView key={of.id} environment={of} />
  if (view.view === 'compare') {
    return of === undefined || other === undefined ? (
      <p className={styles['sum']}>There is only one environment.</p>
    ) : (
      <CompareView one={other} other={of} />
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
          and deploy one of its versions; programs then ask for it by the name of the environment.
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
  const mayEdit = useHasRole('editor')
  const [making, setMaking] = useState(false)
  const environments = useEnvironments()
  const { data } = environments
  const { of, other } = chosenOf(data ?? [], view)
  const go = (search: EnvironmentsView): void =>
    void navigate({ to: '/p/$project/environments', params: { project: session.project.slug }, search })
  const { view: _, ...chosen } = view
  return (
    <>
      <PageHead title="Environments">
        {data !== undefined && view.view === 'compare' && (
          <>
            <Choice
              label="From"
              value={other?.slug}
              environments={data}
              onValue={(slug) => go({ ...view, with: slug })}
            />
            to
          </>
        )}
        {data !== undefined && view.view !== undefined && (
          <Choice
            label="Environment"
            value={of?.slug}
            environments={data}
            onValue={(slug) => go({ ...view, of: slug })}
          />
        )}
        <Segments
          label="View"
          value={view.view ?? 'matrix'}
          onValue={(value) => go(value === 'matrix' ? chosen : { ...chosen, view: value })}
          options={[
            { value: 'matrix', name: 'What runs where' },
            { value: 'history', name: 'History' },
            { value: 'compare', name: 'Compare' },
          ]}
        />
        {mayEdit && (
          <Button icon="plus" onClick={() => setMaking(true)}>
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
          <p>An environment says which version of each application runs where.</p>
        </Notice>
      ) : (
        <section className={body['body']} tabIndex={0} aria-label="Environments">
          <Shown environments={data} view={view} />
        </section>
      )}
      <NewEnvironment open={making} onClose={() => setMaking(false)} />
    </>
  )
}
