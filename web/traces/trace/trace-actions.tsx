// Actions on a trace.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AddToTestset } from '../../app/add-to-testset/add-to-testset.tsx'
import { useHasRole, useSession } from '../../app/session.tsx'
import { showToast, showFailure } from '../../app/toasts.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './trace-page.module.css'

export function TraceActions({ traceId, spanId }: { traceId: string; spanId: string }) {
  const { api, session } = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const canEdit = useHasRole('editor')
  const [dialog, setDialog] = useState<'delete' | 'testset'>()
  const deleteMutation = useMutation({
    mutationFn: () => api.traces.delete(traceId),
    onSuccess: async () => {
      showToast('Trace deleted.')
      await navigate({ to: '/p/$project/traces', params: { project: session.project.slug } })
      await client.invalidateQueries({ queryKey: [session.project.id, 'traces'] })
    },
    onError: showFailure,
  })
  if (!canEdit) return undefined
  return (
    <>
      <Button icon="plus" onClick={() => setDialog('testset')}>
        Add to testset
      </Button>
      <IconButton icon="trash" label="Delete this trace" look="plain" onClick={() => setDialog('delete')} />
      <AddToTestset
        open={dialog === 'testset'}
        links={[{ trace_id: traceId, span_id: spanId }]}
        onClose={() => setDialog(undefined)}
      />
      <Dialog
        open={dialog === 'delete'}
        onClose={() => setDialog(undefined)}
        title="Delete this trace?"
        description="All its spans are deleted. This cannot be undone."
      >
        <div className={styles['decide']}>
          <Button onClick={() => setDialog(undefined)}>Cancel</Button>
          <Button look="main" disabled={deleteMutation.isPending} onClick={() => deleteMutation.mutate()}>
            Delete
          </Button>
        </div>
      </Dialog>
    </>
  )
}
