// The draft of a variant, stored after each step.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { showFailure } from '../../app/toasts.tsx'
import { changesOf, emptyDraft, redo, undo, withStep, type Changes, type Draft, type Step } from './draft.ts'
import { draftKey, loadDraft, onDraftElsewhere, storeDraft } from './draft-store.ts'

export interface DraftHandle {
  /** Undefined: there are no changes. */
  readonly draft: Draft | undefined
  /** False until the stored draft is loaded. */
  readonly isRead: boolean
  readonly step: (base: { readonly id: string; readonly version: string }, step: Step) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Deletes the draft, after a commit or when it is discarded. */
  readonly forget: () => Promise<void>
}

export function useDraft(projectId: string, variantId: string | undefined): DraftHandle {
  const key = variantId === undefined ? undefined : draftKey(projectId, variantId)
  const [storedDraft, setStoredDraft] = useState<{
    readonly key: string | undefined
    readonly draft: Draft | undefined
  }>()
  const latest = useRef<Draft | undefined>(undefined)

  useEffect(() => {
    if (key === undefined) return
    let isClosed = false
    const read = async (): Promise<void> => {
      const draft = await loadDraft(key).catch(() => undefined)
      if (isClosed) return
      latest.current = draft
      setStoredDraft({ key, draft })
    }
    void read()
    const unsubscribe = onDraftElsewhere((name) => {
      if (name === key) void read()
    })
    return () => {
      isClosed = true
      unsubscribe()
    }
  }, [key])

  const update = useCallback(
    async (next: Draft | undefined): Promise<void> => {
      if (key === undefined) return
      // A draft without steps to undo or redo is deleted.
      const draft = next !== undefined && next.done.length + next.undone.length > 0 ? next : undefined
      latest.current = draft
      setStoredDraft({ key, draft })
      await storeDraft(key, draft).catch(showFailure)
    },
    [key],
  )
  return useMemo(
    () => ({
      draft: storedDraft?.key === key ? storedDraft?.draft : undefined,
      isRead: storedDraft !== undefined && storedDraft.key === key,
      step: (base, step) => void update(withStep(latest.current ?? emptyDraft(base), step)),
      undo: () => void (latest.current && update(undo(latest.current))),
      redo: () => void (latest.current && update(redo(latest.current))),
      forget: () => update(undefined),
    }),
    [storedDraft, key, update],
  )
}

/** The changes of a draft. */
export function useChanges(draft: Draft | undefined, columns: readonly string[] | undefined): Changes {
  const steps = draft?.done
  return useMemo(() => changesOf(columns ?? [], steps ?? []), [columns, steps])
}
