// Stores drafts in IndexedDB after each step, so that a reload loses nothing, and notifies other tabs.
import type { Draft } from './draft.ts'

const databaseName = 'assay'
const storeName = 'drafts'
const channelName = 'assay drafts'
const storeError = 'The browser could not store the draft.'

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error(storeError)))
  })

let databasePromise: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  databasePromise ??= (() => {
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
    return resultOf(request)
  })()
  return databasePromise
}

/** The key of a variant's draft. */
export const draftKey = (projectId: string, variantId: string): string => `${projectId}/${variantId}`

export async function loadDraft(key: string): Promise<Draft | undefined> {
  const store = (await database()).transaction(storeName).objectStore(storeName)
  return (await resultOf(store.get(key))) as Draft | undefined
}

/** Undefined deletes the draft. */
export async function storeDraft(key: string, draft: Draft | undefined): Promise<void> {
  const transaction = (await database()).transaction(storeName, 'readwrite')
  const store = transaction.objectStore(storeName)
  if (draft === undefined) store.delete(key)
  else store.put(draft, key)
  // The page may close before the transaction would commit by itself.
  transaction.commit()
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(storeError)))
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel().postMessage(key)
}

let sharedChannel: BroadcastChannel | undefined
/** One channel per page: it does not receive its own messages. */
const channel = (): BroadcastChannel => (sharedChannel ??= new BroadcastChannel(channelName))

/** Calls the listener when another tab changed a draft. */
export function subscribeToOtherTabs(listener: (key: string) => void): () => void {
  const onMessage = ({ data }: MessageEvent): void => listener(String(data))
  channel().addEventListener('message', onMessage)
  return () => channel().removeEventListener('message', onMessage)
}
