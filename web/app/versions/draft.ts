// Uncommitted changes, stored in this browser: one draft per variant until it is committed or discarded.
import { writeLocal, readLocal } from '../../ui/browser/local-storage.ts'
import { createStore } from '../../ui/store.ts'
import type { Draft } from './draft-value.ts'

const cache = new Map<string, Draft | undefined>()

function readDraft(name: string): Draft | undefined {
  if (!cache.has(name)) cache.set(name, readLocal<Draft | null>(name, null) ?? undefined)
  return cache.get(name)
}

/** All drafts of this browser. Every change creates another object. */
export interface Drafts {
  readonly get: (name: string) => Draft | undefined
}
const drafts = createStore<Drafts>({ get: readDraft })
export const useDrafts = drafts.use

if (typeof window !== 'undefined') {
  // Another tab of this browser changed a draft.
  window.addEventListener('storage', () => {
    cache.clear()
    drafts.set({ get: readDraft })
  })
}

/** Undefined discards the draft. */
export function writeDraft(name: string, draft: Draft | undefined): void {
  cache.set(name, draft)
  writeLocal(name, draft ?? null)
  drafts.set({ get: readDraft })
}

/** The name of the draft of a variant. */
export const draftName = (projectId: string, variantId: string): string => `draft.${projectId}.${variantId}`

/** Setting undefined discards the draft. */
export function useDraft(
  projectId: string,
  variantId: string,
): readonly [Draft | undefined, (draft: Draft | undefined) => void] {
  const name = draftName(projectId, variantId)
  return [useDrafts().get(name), (draft) => writeDraft(name, draft)]
}
