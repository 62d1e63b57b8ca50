// Commits spans as rows. A toast offers to undo the commit.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { useSession } from '../session.tsx'
import { showToast, showFailure } from '../toasts.tsx'
import type { SpanLinks } from './links.ts'

/** An existing testset, or the name of a new one. */
export type Target =
  | { readonly kind: 'existing'; readonly id: string; readonly name: string }
  | { readonly kind: 'new'; readonly name: string }

interface AddResult {
  readonly name: string
  /** Archives a new testset, or reverts the revision of an existing one. */
  readonly undo: () => Promise<unknown>
}

interface AddRequest {
  readonly target: Target
  readonly links: SpanLinks
  readonly mapping: Readonly<Record<string, string>>
}

async function addRows(api: Api, { target, links, mapping }: AddRequest, testsetId: string): Promise<string> {
  const { testset_revision: revision } = await api.testsets.addSpans({
    testset_id: testsetId,
    spans: links,
    mapping,
    message: `Add ${links.length} ${links.length === 1 ? 'row' : 'rows'} from traces`,
    include_testcases: false,
  })
  if (revision === undefined) throw new Error(`Nothing was added to ${target.name}.`)
  return revision.id
}

async function addSpans(api: Api, request: AddRequest): Promise<AddResult> {
  const { target } = request
  if (target.kind === 'existing') {
    const id = await addRows(api, request, target.id)
    const undo = async (): Promise<void> => {
      const { merge } = await api.testsets.revert({
        testset_revision_ref: { id },
        mode: 'undo',
        message: 'Undo: add rows from traces',
        include_testcases: false,
        include_testcase_ids: false,
      })
      if (merge.status === 'conflicts')
        throw new Error('The rows have changed since. Revert the version in the history of the testset.')
    }
    return { name: target.name, undo }
  }
  const { testset } = await api.simpleTestsets.create({
    testset: { name: target.name, data: { testcases: [] } },
  })
  const id = String(testset?.id)
  try {
    await addRows(api, request, id)
  } catch (error) {
    // A new testset is useless without its rows, so it is archived.
    await api.simpleTestsets.archive(id)
    throw error
  }
  return { name: target.name, undo: () => api.simpleTestsets.archive(id) }
}

export function useAddSpans(onDone: () => void) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: [session.project.id, 'testsets'] })
  const undoMutation = useMutation({
    mutationFn: ({ undo }: AddResult) => undo(),
    onSuccess: async (_, { name }) => {
      showToast(`Removed the rows from ${name}.`)
      await refetch()
    },
    onError: showFailure,
  })
  return useMutation({
    mutationFn: (request: AddRequest) => addSpans(api, request),
    onSuccess: async (result, { links }) => {
      const rows = links.length === 1 ? '1 row' : `${links.length} rows`
      showToast(`Added ${rows} to ${result.name}.`, { label: 'Undo', run: () => undoMutation.mutate(result) })
      onDone()
      await refetch()
    },
    onError: showFailure,
  })
}
