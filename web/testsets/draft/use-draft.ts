// The draft of a variant as pages use it: what it comes to, and each step kept before the next one can be made.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { showFailure } from '../../app/toasts.tsx'
import { changesOf, done, emptyDraft, redone, undone, type Changes, type Draft, type Step } from './draft.ts'
import { draftKey, keepDraft, keptDraft, onDraftElsewhere } from './draft-store.ts'

export interface DraftHandle {
  /** Undefined: nothing was changed. */
  readonly draft: Draft | undefined
  /** False until this browser was asked. */
  readonly isRead: boolean
  readonly step: (base: { readonly id: string; readonly version: string }, step: Step) => void
  readonly undo: () => void
  readonly redo: () => void
  /** After a commit, or when it is thrown away. */
  readonly forget: () => Promise<void>
}

export function useDraft(projectId: string, variantId: string | undefined): DraftHandle {
  const key = variantId === undefined ? undefined : draftKey(projectId, variantId)
  const [kept, setKept] = useState<{ readonly key: string | undefined; readonly draft: Draft | undefined }>()
  const latest = useRef<Draft | undefined>(undefined)

  useEffect(() => {
    if (key === undefined) return
    let gone = false
    const read = async (): Promise<void> => {
      const found = await keptDraft(key).catch(() => undefined)
      if (gone) return
      latest.current = found
      setKept({ key, draft: found })
    }
    void read()
    const quiet = onDraftElsewhere((changed) => {
      if (changed === key) void read()
    })
    return () => {
      gone = true
      quiet()
    }
  }, [key])

  const become = useCallback(
    async (next: Draft | undefined): Promise<void> => {
      if (key === undefined) return
      // A draft of nothing is none, once nothing can be done again either.
      const whole = next !== undefined && next.done.length + next.undone.length > 0 ? next : undefined
      latest.current = whole
      setKept({ key, draft: whole })
      await keepDraft(key, whole).catch(showFailure)
    },
    [key],
  )
  return useMemo(
    () => ({
      draft: kept?.key === key ? kept?.draft : undefined,
      isRead: kept !== undefined && kept.key === key,
      step: (base, step) => void become(done(latest.current ?? emptyDraft(base), step)),
      undo: () => void (latest.current && become(undone(latest.current))),
      redo: () => void (latest.current && become(redone(latest.current))),
      forget: () => become(undefined),
    }),
    [kept, key, become],
  )
}

/** What a draft comes to, where its base is shown. */
export function useChanges(draft: Draft | undefined, columns: readonly string[] | undefined): Changes {
  const steps = draft?.done
  return useMemo(() => changesOf(columns ?? [], steps ?? []), [columns, steps])
}
