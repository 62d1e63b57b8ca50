// Drafts in this browser: kept at each step, so that a reload loses nothing. Other tabs of the same browser are told.
import type { Draft } from './draft.ts'

const databaseName = 'assay'
const storeName = 'drafts'
const channelName = 'assay drafts'
const unkept = 'The browser could not keep the draft.'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error(unkept)))
  })

let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opened ??= (() => {
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
    return settled(request)
  })()
  return opened
}

/** Names the draft of a variant in a project. */
export const draftKey = (projectId: string, variantId: string): string => `${projectId}/${variantId}`

export async function keptDraft(key: string): Promise<Draft | undefined> {
  const store = (await database()).transaction(storeName).objectStore(storeName)
  return (await settled(store.get(key))) as Draft | undefined
}

/** Undefined: there is none any more. */
export async function keepDraft(key: string, draft: Draft | undefined): Promise<void> {
  const transaction = (await database()).transaction(storeName, 'readwrite')
  const store = transaction.objectStore(storeName)
  if (draft === undefined) store.delete(key)
  else store.put(draft, key)
  // Without waiting for the page, which may be about to go.
  transaction.commit()
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(unkept)))
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel().postMessage(key)
}

let held: BroadcastChannel | undefined
/** One for this page: it does not hear itself. */
const channel = (): BroadcastChannel => (held ??= new BroadcastChannel(channelName))

/** Calls when another tab changed a draft. */
export function onDraftElsewhere(changed: (key: string) => void): () => void {
  const heard = ({ data }: MessageEvent): void => changed(String(data))
  channel().addEventListener('message', heard)
  return () => channel().removeEventListener('message', heard)
}
