// What can be done with a run: stop it, compute what is missing or failed, see what it was made of.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RunQueues } from '../app/queues/run-queues.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { AddMenu } from './adding/add-menu.tsx'
import { CompareWith } from './compare/runs-strip.tsx'
import { Manifest } from './manifest.tsx'
import { planOf } from './new/plan.ts'
import { isActive, type Run } from './run-model.ts'
import button from '../ui/button.module.css'

export function RunActions({ run }: { run: Run }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayEdit = useHasRole('editor')
  const [shows, setShows] = useState(false)
  const options = {
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: [session.project.id, 'runs'] }),
  }
  const stop = useMutation({
    mutationFn: () => api.simpleEvaluations.stop(run.id),
    onSuccess: () => showToast('The run is stopped. What was finished stays.'),
    ...options,
  })
  const again = useMutation({
    mutationFn: () => api.simpleEvaluations.start(run.id),
    onSuccess: () => showToast('What failed or is missing is computed again.'),
    ...options,
  })
  const isClosed = run.flags?.['is_closed'] === true
  return (
    <>
      {mayEdit && isActive(run.status) && (
        <Button icon="cross" disabled={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      )}
      {mayEdit && !isClosed && (run.status === 'errors' || run.status === 'cancelled') && (
        <Button icon="refresh" disabled={again.isPending} onClick={() => again.mutate()}>
          Retry failed
        </Button>
      )}
      {mayEdit && !isClosed && run.flags?.['is_live'] !== true && <AddMenu run={run} />}
      {mayEdit && (
        <Link
          className={button['button']}
          to="/p/$project/runs"
          params={{ project: session.project.slug }}
          search={{ new: planOf(run) }}
        >
          <Icon name="redo" size={14} /> Same again with…
        </Link>
      )}
      <RunQueues run={run} />
      <CompareWith
        ids={[run.id]}
        label="Compare with…"
        onAdded={(other) =>
          // This one is what is looked at; the other is what it is held against.
          void navigate({
            to: '/p/$project/runs/compare',
            params: { project: session.project.slug },
            search: { ids: `${other},${run.id}` },
          })
        }
      />
      <Button icon="note" onClick={() => setShows(true)}>
        Manifest
      </Button>
      <LinkButton />
      <Manifest run={run} open={shows} onClose={() => setShows(false)} />
    </>
  )
}
