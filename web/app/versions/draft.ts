// What somebody changed and has not committed: kept in this browser, one for each variant, until it is committed or thrown away.
import { useCallback, useSyncExternalStore } from 'react'
import { writeLocal, readLocal } from '../../ui/browser/local-storage.ts'
import type { JsonObject } from './client.ts'

export interface DraftSide {
  readonly revisionId: string
  readonly version: string
}

export interface Draft {
  /** What the changes were made to. */
  readonly start: DraftSide
  /** The head that was there; a commit goes on top of it and of no other. */
  readonly base: DraftSide
  readonly data: JsonObject
}

const held = new Map<string, Draft | undefined>()
const listeners = new Set<() => void>()

function draftOf(name: string): Draft | undefined {
  if (!held.has(name)) held.set(name, readLocal<Draft | null>(name, null) ?? undefined)
  return held.get(name)
}

if (typeof window !== 'undefined') {
  // Another window of this browser changed it.
  window.addEventListener('storage', () => {
    held.clear()
    for (const listener of listeners) listener()
  })
}

const nameOf = (projectId: string, variantId: string): string => `draft.${projectId}.${variantId}`

/** Undefined throws the draft away. */
export function useDraft(
  projectId: string,
  variantId: string,
): readonly [Draft | undefined, (draft: Draft | undefined) => void] {
  const name = nameOf(projectId, variantId)
  const draft = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => draftOf(name),
  )
  const setDraft = useCallback(
    (next: Draft | undefined) => {
      held.set(name, next)
      writeLocal(name, next ?? null)
      for (const listener of listeners) listener()
    },
    [name],
  )
  return [draft, setDraft]
}
