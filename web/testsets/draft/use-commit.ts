// Commits, merges and discards the draft, with progress and cancellation.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { RequestControl } from '../../app/long-request.ts'
import { useSession } from '../../app/session.tsx'
import { showFailure, showToast } from '../../app/toasts.tsx'
import type { Revision, Variant } from '../queries.ts'
import { texts } from '../texts.ts'
import { commitDraft, isStale, mergeDraft, type CommitRequest } from './commit-requests.ts'
import { deltaOf } from './delta.ts'
import type { Changes } from './draft.ts'
import type { DraftHandle } from './use-draft.ts'

export interface DraftBarProps {
  readonly slug: string
  readonly variant: Variant
  readonly isDefault: boolean
  /** The revision that the draft changes. */
  readonly base: Revision
  readonly head: Revision | undefined
  readonly changes: Changes
  readonly draft: DraftHandle
  readonly onCommitted: () => void
}

/** The progress of the running commit, and the function that cancels it. */
function useCommitProgress() {
  const [rows, setRows] = useState<{ readonly done: number; readonly total: number }>()
  const activeController = useRef<AbortController>(undefined)
  return {
    rows,
    start: (): RequestControl => {
      const controller = new AbortController()
      activeController.current = controller
      setRows(undefined)
      return { signal: controller.signal, onProgress: (done, total) => setRows({ done, total }) }
    },
    cancel: () => activeController.current?.abort(),
    isCancelled: () => activeController.current?.signal.aborted === true,
  }
}

export type DraftDialog = 'commit' | 'stale' | 'discard'

export function useCommit({ slug, variant, base, changes, draft, onCommitted }: DraftBarProps) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<DraftDialog>()
  const progress = useCommitProgress()
  const request = (message: string): CommitRequest => ({
    variant,
    base,
    delta: deltaOf(changes),
    message,
    control: progress.start(),
  })
  const finish = async (toast: string): Promise<void> => {
    setDialog(undefined)
    await draft.deleteDraft()
    await client.invalidateQueries({ queryKey: [api.projectId, 'testsets'] })
    onCommitted()
    showToast(toast)
  }
  const onError = (error: unknown): void =>
    progress.isCancelled() ? showToast(texts.commitCancelled) : showFailure(error)
  const commitMutation = useMutation({
    mutationFn: async (message: string) => (await commitDraft(api, request(message))).testset_revision,
    onSuccess: (revision) => finish(`Version ${revision?.version ?? ''} is committed.`),
    onError: async (error) => {
      if (progress.isCancelled() || !isStale(error)) return onError(error)
      await client.invalidateQueries({ queryKey: [api.projectId, 'testsets', 'revision'] })
      setDialog('stale')
    },
  })
  const mergeMutation = useMutation({
    mutationFn: () => mergeDraft(api, request(commitMutation.variables ?? '')),
    onSuccess: async (conflictVariant) => {
      await finish(conflictVariant === undefined ? texts.draftMerged : texts.draftConflicts)
      if (conflictVariant === undefined) return
      void navigate({
        to: '/p/$project/testsets/$testset/merge',
        params: { project: session.project.slug, testset: slug },
        search: { into: variant.slug, from: conflictVariant.slug, draft: true },
      })
    },
    onError,
  })
  const isPending = commitMutation.isPending || mergeMutation.isPending
  return {
    dialog,
    setDialog,
    commitMutation,
    mergeMutation,
    progress: isPending ? progress : undefined,
    discard: () => finish('The draft was discarded.'),
  }
}
