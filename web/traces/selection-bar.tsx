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
import styles from './selection-bar.module.css'

/** Splits the key of a row, `trace/span`. */
const spanLinkOf = (key: string): { readonly trace_id: string; readonly span_id: string } => {
  const [trace_id = '', span_id = ''] = key.split('/')
  return { trace_id, span_id }
}

type Action = 'delete' | 'testset' | 'annotate' | 'queue'

function EditButtons({ onAction }: { onAction: (action: Action) => void }) {
  return (
    <>
      <Button icon="plus" onClick={() => onAction('testset')}>
        Add to testset
      </Button>
      <Button icon="note" onClick={() => onAction('annotate')}>
        Annotate
      </Button>
      <Button icon="task" onClick={() => onAction('queue')}>
        New queue
      </Button>
      <Button icon="trash" look="danger" onClick={() => onAction('delete')}>
        Delete
      </Button>
    </>
  )
}

function DeleteDialog({
  traceIds,
  open,
  onClose,
  onDone,
}: {
  traceIds: readonly string[]
  open: boolean
  onClose: () => void
  onDone: () => void
}) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const deleteMutation = useMutation({
    mutationFn: async () => {
      for (const traceId of traceIds) await api.traces.delete(traceId)
    },
    onSuccess: () => {
      showToast(`${traceIds.length} ${traceIds.length === 1 ? 'trace' : 'traces'} deleted.`)
      onDone()
    },
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: [session.project.id, 'traces'] }),
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Delete ${traceIds.length} ${traceIds.length === 1 ? 'trace' : 'traces'}?`}
      description="All their spans are deleted. This cannot be undone."
    >
      <div className={styles['decide']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="main" disabled={deleteMutation.isPending} onClick={() => deleteMutation.mutate()}>
          {deleteMutation.isPending ? 'Deleting…' : 'Delete'}
        </Button>
      </div>
    </Dialog>
  )
}

/** The button that compares two selected traces; hidden for any other number. */
function CompareButton({ traceIds }: { traceIds: readonly string[] }) {
  const { session } = useSession()
  const navigate = useNavigate()
  const [traceId, otherId] = traceIds
  if (traceId === undefined || otherId === undefined || traceIds.length > 2) return null
  const onCompare = (): void =>
    void navigate({
      to: '/p/$project/traces/$traceId',
      params: { project: session.project.slug, traceId },
      search: { tab: 'compare', with: otherId },
    })
  return (
    <Button icon="compare" onClick={onCompare}>
      Compare
    </Button>
  )
}

export function SelectionBar({
  selectedIds,
  onDone,
}: {
  selectedIds: ReadonlySet<string>
  onDone: () => void
}) {
  const canEdit = useHasRole('editor')
  const [action, setAction] = useState<Action>()
  const links = [...selectedIds].map(spanLinkOf)
  const traceIds = [...new Set(links.map(({ trace_id }) => trace_id))]
  const onClose = (): void => setAction(undefined)
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Selected rows">
      <b>{selectedIds.size} selected</b>
      <CompareButton traceIds={traceIds} />
      {canEdit && <EditButtons onAction={setAction} />}
      <Button look="quiet" onClick={onDone}>
        Clear selection
      </Button>
      <DeleteDialog open={action === 'delete'} traceIds={traceIds} onClose={onClose} onDone={onDone} />
      <Dialog
        open={action === 'annotate'}
        onClose={onClose}
        title={`Annotate ${links.length} ${links.length === 1 ? 'span' : 'spans'}`}
        description="Each of them gets the same annotation."
      >
        <NewAnnotation links={links} onDone={onClose} />
      </Dialog>
      <NewQueue open={action === 'queue'} presetSource={{ kind: 'traces', traceIds }} onClose={onClose} />
      <AddToTestset open={action === 'testset'} links={links} onClose={onClose} />
    </div>
  )
}
