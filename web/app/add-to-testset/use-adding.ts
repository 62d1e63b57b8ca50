// Commits spans as rows, and takes the commit back when asked.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { useSession } from '../session.tsx'
import { showToast, showFailure } from '../toasts.tsx'
import type { SpanLinks } from './links.ts'

/** A testset that is there, or the name of a new one. */
export type Target =
  | { readonly kind: 'existing'; readonly id: string; readonly name: string }
  | { readonly kind: 'new'; readonly name: string }

interface Added {
  readonly name: string
  /** Takes back what was added: a new testset is archived, else its revision is reverted. */
  readonly undo: () => Promise<unknown>
}

interface Adding {
  readonly target: Target
  readonly links: SpanLinks
  readonly mapping: Readonly<Record<string, string>>
}

async function addRows(api: Api, { target, links, mapping }: Adding, testsetId: string): Promise<string> {
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

async function added(api: Api, adding: Adding): Promise<Added> {
  const { target } = adding
  if (target.kind === 'existing') {
    const id = await addRows(api, adding, target.id)
    const undo = async (): Promise<void> => {
      const { merge } = await api.testsets.revert({
        testset_revision_ref: { id },
        mode: 'undo',
        message: 'Undo: add rows from traces',
        include_testcases: false,
        include_testcase_ids: false,
      })
      if (merge.status === 'conflicts')
        throw new Error('The rows were changed since. Revert the revision in its history.')
    }
    return { name: target.name, undo }
  }
  const { testset } = await api.simpleTestsets.create({
    testset: { name: target.name, data: { testcases: [] } },
  })
  const id = String(testset?.id)
  try {
    await addRows(api, adding, id)
  } catch (error) {
    // A testset without rows is not what was asked for.
    await api.simpleTestsets.archive(id)
    throw error
  }
  return { name: target.name, undo: () => api.simpleTestsets.archive(id) }
}

export function useAdding(onDone: () => void) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const reread = () => client.invalidateQueries({ queryKey: [session.project.id, 'testsets'] })
  const undoing = useMutation({
    mutationFn: ({ undo }: Added) => undo(),
    onSuccess: async (_, { name }) => {
      showToast(`The rows were removed from ${name} again.`)
      await reread()
    },
    onError: showFailure,
  })
  return useMutation({
    mutationFn: (adding: Adding) => added(api, adding),
    onSuccess: async (done, { links }) => {
      const rows = links.length === 1 ? '1 row' : `${links.length} rows`
      showToast(`Added ${rows} to ${done.name}.`, { label: 'Undo', run: () => undoing.mutate(done) })
      onDone()
      await reread()
    },
    onError: showFailure,
  })
}
