// The draft of a variant, stored after each step.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { showFailure } from '../../app/toasts.tsx'
import { changesOf, emptyDraft, redo, undo, withStep, type Changes, type Draft, type Step } from './draft.ts'
import { draftKey, loadDraft, subscribeToOtherTabs, storeDraft } from './draft-store.ts'

export interface DraftHandle {
  /** The draft; undefined: there are no changes. */
  readonly draft: Draft | undefined
  /** Whether the stored draft is loaded. */
  readonly isLoaded: boolean
  readonly step: (base: { readonly id: string; readonly version: string }, step: Step) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Deletes the draft, after a commit or when it is discarded. */
  readonly deleteDraft: () => Promise<void>
}

export function useDraft(projectId: string, variantId: string | undefined): DraftHandle {
  const key = variantId === undefined ? undefined : draftKey(projectId, variantId)
  const [storedDraft, setStoredDraft] = useState<{
    readonly key: string | undefined
    readonly draft: Draft | undefined
  }>()
  const latestDraft = useRef<Draft | undefined>(undefined)

  useEffect(() => {
    if (key === undefined) return
    let isClosed = false
    const loadStoredDraft = async (): Promise<void> => {
      const draft = await loadDraft(key).catch(() => undefined)
      if (isClosed) return
      latestDraft.current = draft
      setStoredDraft({ key, draft })
    }
    void loadStoredDraft()
    const unsubscribe = subscribeToOtherTabs((name) => {
      if (name === key) void loadStoredDraft()
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
      latestDraft.current = draft
      setStoredDraft({ key, draft })
      await storeDraft(key, draft).catch(showFailure)
    },
    [key],
  )
  return useMemo(
    () => ({
      draft: storedDraft?.key === key ? storedDraft?.draft : undefined,
      isLoaded: storedDraft !== undefined && storedDraft.key === key,
      step: (base, step) => void update(withStep(latestDraft.current ?? emptyDraft(base), step)),
      undo: () => void (latestDraft.current && update(undo(latestDraft.current))),
      redo: () => void (latestDraft.current && update(redo(latestDraft.current))),
      deleteDraft: () => update(undefined),
    }),
    [storedDraft, key, update],
  )
}

/** The changes of a draft. */
export function useChanges(draft: Draft | undefined, columns: readonly string[] | undefined): Changes {
  const steps = draft?.done
  return useMemo(() => changesOf(columns ?? [], steps ?? []), [columns, steps])
}
