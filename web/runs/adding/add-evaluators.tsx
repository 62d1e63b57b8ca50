// Adds evaluators to a run. They evaluate the existing outputs.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { showToast } from '../../app/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Evaluators } from '../new/evaluators.tsx'
import type { PlannedEvaluator } from '../new/plan.ts'
import { storeEvaluators } from '../new/start.ts'
import { usePlanRecords } from '../new/use-plan-records.ts'
import type { Run } from '../run-model.ts'
import form from '../../ui/form.module.css'
import styles from '../runs.module.css'

function AddForm({ run, onClose }: { run: Run; onClose: () => void }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const [evaluators, setEvaluators] = useState<readonly PlannedEvaluator[]>([])
  const { records, isLoaded } = usePlanRecords({ evaluators })
  const addMutation = useMutation({
    mutationFn: async () => {
      const previousSteps = (run.data?.steps ?? []).flatMap(({ type, references, origin }) => {
        const id = type === 'annotation' ? references['evaluator_revision']?.id : undefined
        return id === undefined ? [] : [[id, origin] as const]
      })
      const origins = await storeEvaluators(api, { evaluators, records, onEvaluators: setEvaluators })
      const evaluator_steps = Object.fromEntries([...origins, ...previousSteps])
      await api.simpleEvaluations.edit(run.id, { evaluation: { id: run.id, data: { evaluator_steps } } })
      await api.simpleEvaluations.start(run.id)
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'runs'] })
      showToast('The new evaluators have started.')
      onClose()
    },
  })
  return (
    <form
      className={form['form']}
      onSubmit={(event) => {
        event.preventDefault()
        addMutation.mutate()
      }}
    >
      <Evaluators evaluators={evaluators} onEvaluators={setEvaluators} />
      {addMutation.isError && (
        <p className={styles['bad']} role="alert">
          <Icon name="alert" size={14} /> {addMutation.error.message}
        </p>
      )}
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="main"
          disabled={evaluators.length === 0 || !isLoaded || addMutation.isPending}
        >
          Add and evaluate
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
      isWide
      title="Add evaluators"
      description="The evaluators score the existing outputs. Only failed results are computed again."
    >
      <AddForm run={run} onClose={onClose} />
    </Dialog>
  )
}
