// Uncommitted changes, stored in this browser: one draft per variant until it is committed or discarded.
import { useCallback, useSyncExternalStore } from 'react'
import { writeLocal, readLocal } from '../../ui/browser/local-storage.ts'
import type { JsonObject } from './client.ts'

export interface DraftSide {
  readonly revisionId: string
  readonly version: string
}

export interface Draft {
  /** The revision that was edited. */
  readonly start: DraftSide
  /** The head at the start of the edit; a commit on another head is rejected. */
  readonly base: DraftSide
  readonly data: JsonObject
}

const cache = new Map<string, Draft | undefined>()
const listeners = new Set<() => void>()

function draftOf(name: string): Draft | undefined {
  if (!cache.has(name)) cache.set(name, readLocal<Draft | null>(name, null) ?? undefined)
  return cache.get(name)
}

if (typeof window !== 'undefined') {
  // Another window of this browser changed a draft.
  window.addEventListener('storage', () => {
    cache.clear()
    for (const listener of listeners) listener()
  })
}

const nameOf = (projectId: string, variantId: string): string => `draft.${projectId}.${variantId}`

/** Setting undefined discards the draft. */
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
      cache.set(name, next)
      writeLocal(name, next ?? null)
      for (const listener of listeners) listener()
    },
    [name],
  )
  return [draft, setDraft]
}
