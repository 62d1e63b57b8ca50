// What can be done with the chosen spans at once.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay, useSigned } from '../app/session.tsx'
import { say, sayFailure } from '../app/toasts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { AddToTestset } from '../app/add-to-testset.tsx'
import { NewQueue } from '../app/queues/new-queue.tsx'
import { NewAnnotation } from './new-annotation.tsx'
import styles from './chosen-bar.module.css'

/** `trace/span` as the table has it. */
const parts = (key: string): { readonly trace_id: string; readonly span_id: string } => {
  const [trace_id = '', span_id = ''] = key.split('/')
  return { trace_id, span_id }
}

export function ChosenBar({ chosen, onDone }: { chosen: ReadonlySet<string>; onDone: () => void }) {
  const { api, session } = useSigned()
  const client = useQueryClient()
  const mayEdit = useMay('editor')
  const [asks, setAsks] = useState<'delete' | 'testset' | 'annotate' | 'queue'>()
  const links = [...chosen].map(parts)
  const traceIds = [...new Set(links.map(({ trace_id }) => trace_id))]
  const removal = useMutation({
    mutationFn: async () => {
      for (const traceId of traceIds) await api.traces.delete(traceId)
    },
    onSuccess: () => {
      say(`${traceIds.length} ${traceIds.length === 1 ? 'trace is' : 'traces are'} gone.`)
      onDone()
    },
    onError: sayFailure,
    onSettled: () => client.invalidateQueries({ queryKey: [session.project.id, 'traces'] }),
  })
  return (
    <div className={styles['bar']} role="toolbar" aria-label="With the chosen ones">
      <b>{chosen.size} chosen</b>
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
        description="All their spans are gone when this is done. There is no way back."
      >
        <div className={styles['decide']}>
          <Button onClick={() => setAsks(undefined)}>Keep</Button>
          <Button look="main" disabled={removal.isPending} onClick={() => removal.mutate()}>
            {removal.isPending ? 'Deleting…' : 'Delete'}
          </Button>
        </div>
      </Dialog>
      <Dialog
        open={asks === 'annotate'}
        onClose={() => setAsks(undefined)}
        title={`Annotate ${links.length} ${links.length === 1 ? 'span' : 'spans'}`}
        description="Each gets the same judgment."
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
