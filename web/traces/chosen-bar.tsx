// Actions on the selected rows.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasRole, useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { AddToTestset } from '../app/add-to-testset/add-to-testset.tsx'
import { NewQueue } from '../app/queues/new-queue.tsx'
import { NewAnnotation } from './new-annotation.tsx'
import styles from './chosen-bar.module.css'

/** `trace/span` as the table has it. */
const parts = (key: string): { readonly trace_id: string; readonly span_id: string } => {
  const [trace_id = '', span_id = ''] = key.split('/')
  return { trace_id, span_id }
}

export function ChosenBar({ chosen, onDone }: { chosen: ReadonlySet<string>; onDone: () => void }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const mayEdit = useHasRole('editor')
  const [asks, setAsks] = useState<'delete' | 'testset' | 'annotate' | 'queue'>()
  const links = [...chosen].map(parts)
  const traceIds = [...new Set(links.map(({ trace_id }) => trace_id))]
  const [first, second] = traceIds
  const navigate = useNavigate()
  const removal = useMutation({
    mutationFn: async () => {
      for (const traceId of traceIds) await api.traces.delete(traceId)
    },
    onSuccess: () => {
      showToast(`${traceIds.length} ${traceIds.length === 1 ? 'trace was' : 'traces were'} deleted.`)
      onDone()
    },
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: [session.project.id, 'traces'] }),
  })
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Selected rows">
      <b>{chosen.size} selected</b>
      {first !== undefined && second !== undefined && traceIds.length === 2 && (
        <Button
          icon="compare"
          onClick={() =>
            void navigate({
              to: '/p/$project/traces/$traceId',
              params: { project: session.project.slug, traceId: first },
              search: { tab: 'compare', with: second },
            })
          }
        >
          Compare
        </Button>
      )}
      {mayEdit && (
        <>
          <Button icon="plus" onClick={() => setAsks('testset')}>
            Add to testset
          </Button>
          <Button icon="note" onClick={() => setAsks('annotate')}>
            Annotate
          </Button>
          <Button icon="task" onClick={() => setAsks('queue')}>
            Queue
          </Button>
          <Button icon="trash" look="danger" onClick={() => setAsks('delete')}>
            Delete
          </Button>
        </>
      )}
      <Button look="quiet" onClick={onDone}>
        Clear
      </Button>
      <Dialog
        open={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={`Delete ${traceIds.length} ${traceIds.length === 1 ? 'trace' : 'traces'}?`}
        description="All their spans are deleted. This cannot be undone."
      >
        <div className={styles['decide']}>
          <Button onClick={() => setAsks(undefined)}>Cancel</Button>
          <Button look="main" disabled={removal.isPending} onClick={() => removal.mutate()}>
            {removal.isPending ? 'Deleting…' : 'Delete'}
          </Button>
        </div>
      </Dialog>
      <Dialog
        open={asks === 'annotate'}
        onClose={() => setAsks(undefined)}
        title={`Annotate ${links.length} ${links.length === 1 ? 'span' : 'spans'}`}
        description="Each gets the same annotation."
      >
        <NewAnnotation links={links} onDone={() => setAsks(undefined)} />
      </Dialog>
      <NewQueue
        open={asks === 'queue'}
        given={{ kind: 'traces', traceIds }}
        onClose={() => setAsks(undefined)}
      />
      <AddToTestset open={asks === 'testset'} links={links} onClose={() => setAsks(undefined)} />
    </div>
  )
}
