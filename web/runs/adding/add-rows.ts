// Adds rows to a run. Each becomes a scenario with an input; the run computes the missing results.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../app/session.tsx'
import { showToast, showFailure } from '../../app/toasts.tsx'
import { count } from '../../ui/format.ts'
import type { Run } from '../run-model.ts'

/** The input of a new row. */
export type NewRow = { readonly testcase_id: string } | { readonly trace_id: string }

export function useAddRows(run: Run) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const step = run.data?.steps?.find(({ type }) => type === 'input')
  const addMutation = useMutation({
    mutationFn: async (rows: readonly NewRow[]) => {
      const step_key = step?.key ?? ''
      const { scenarios } = await api.simpleEvaluations.addScenarios(run.id, { count: rows.length })
      const repeats = run.data?.repeats ?? 1
      await api.simpleEvaluations.populate(run.id, {
        results: rows.flatMap((row, index) =>
          Array.from({ length: repeats }, (_, repeat_idx) => ({
            run_id: run.id,
            scenario_id: scenarios[index]?.id ?? '',
            step_key,
            repeat_idx,
            status: 'success' as const,
            ...row,
          })),
        ),
      })
      await api.simpleEvaluations.start(run.id)
      return rows.length
    },
    onSuccess: (addedCount) => showToast(`Added ${count(addedCount)} ${addedCount === 1 ? 'row' : 'rows'}.`),
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: [session.project.id, 'runs'] }),
  })
  return { add: (rows: readonly NewRow[]) => addMutation.mutate(rows), isAdding: addMutation.isPending }
}
