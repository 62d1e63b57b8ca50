// The queue actions of a run: open its queue, or queue its failures.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasRole, useSession } from '../session.tsx'
import { Button } from '../../ui/button.tsx'
import { NewQueue } from './new-queue.tsx'

/** The queue of a run: one that a person created, else the default one. */
function useQueueOf(runId: string, isQueue: boolean): string | undefined {
  const { api, session } = useSession()
  const { data } = useQuery({
    queryKey: [session.project.id, 'queues', 'of run', runId],
    queryFn: async ({ signal }) => {
      const { queues } = await api.queues.query({ queue: { run_id: runId } }, { signal })
      const createdQueue = queues.find(({ flags }) => flags?.['is_default'] !== true)
      return (createdQueue ?? queues[0])?.id ?? null
    },
    enabled: isQueue,
  })
  return data ?? undefined
}

export function RunQueues({
  run,
}: {
  run: { readonly id: string; readonly flags?: Readonly<Record<string, boolean>> }
}) {
  const { session } = useSession()
  const navigate = useNavigate()
  const canEdit = useHasRole('editor')
  const [isOpen, setIsOpen] = useState(false)
  const isQueue = run.flags?.['is_queue'] === true
  const queue = useQueueOf(run.id, isQueue)
  return (
    <>
      {queue !== undefined && (
        <Button
          icon="task"
          onClick={() =>
            void navigate({
              to: '/p/$project/queues/$queue',
              params: { project: session.project.slug, queue },
            })
          }
        >
          Open queue
        </Button>
      )}
      {canEdit && !isQueue && (
        <>
          <Button icon="task" onClick={() => setIsOpen(true)}>
            Queue failures
          </Button>
          <NewQueue
            open={isOpen}
            presetSource={{ kind: 'failures', runId: run.id }}
            onClose={() => setIsOpen(false)}
          />
        </>
      )}
    </>
  )
}
