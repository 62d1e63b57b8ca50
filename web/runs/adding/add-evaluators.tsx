// More evaluators for a run: what was answered stays, and is judged by them, too.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { showToast } from '../../app/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Judges } from '../new/evaluators.tsx'
import type { Judge } from '../new/plan.ts'
import { storedJudges } from '../new/start.ts'
import { useKnown } from '../new/use-plan-records.ts'
import type { Run } from '../run-model.ts'
import form from '../../ui/form.module.css'
import styles from '../runs.module.css'

function AddForm({ run, onClose }: { run: Run; onClose: () => void }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const [judges, setJudges] = useState<readonly Judge[]>([])
  const { known, isRead } = useKnown({ evaluators: judges })
  const adding = useMutation({
    mutationFn: async () => {
      const before = (run.data?.steps ?? []).flatMap(({ type, references, origin }) => {
        const id = type === 'annotation' ? references['evaluator_revision']?.id : undefined
        return id === undefined ? [] : [[id, origin] as const]
      })
      const origins = await storedJudges(api, judges, known, setJudges)
      const evaluator_steps = Object.fromEntries([...origins, ...before])
      await api.simpleEvaluations.edit(run.id, { evaluation: { id: run.id, data: { evaluator_steps } } })
      await api.simpleEvaluations.start(run.id)
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'runs'] })
      showToast('They judge what is there now.')
      onClose()
    },
  })
  return (
    <form
      className={form['form']}
      onSubmit={(event) => {
        event.preventDefault()
        adding.mutate()
      }}
    >
      <Judges judges={judges} onJudges={setJudges} />
      {adding.isError && (
        <p className={styles['bad']} role="alert">
          <Icon name="alert" size={14} /> {adding.error.message}
        </p>
      )}
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={judges.length === 0 || !isRead || adding.isPending}>
          Add and judge
        </Button>
      </div>
    </form>
  )
}

export function AddEvaluators({ run, onClose }: { run: Run; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Add evaluators"
      description="They judge the answers that are there; nothing is asked again but what failed."
    >
      <AddForm run={run} onClose={onClose} />
    </Dialog>
  )
}
