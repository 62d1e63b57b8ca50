// Whether the server answers. Every request tells; while it does not, we knock until it does, and then everything that
// is on the screen is asked again.
import { useSyncExternalStore } from 'react'
import { basePath } from '../ui/browser/base-path.ts'

export type Connection = 'online' | 'offline' | 'away'

const knockMs = 1500
let state: Connection = 'online'
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(state: Connection) => void>()

function become(next: Connection): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener(next)
}

async function knock(): Promise<void> {
  const answers = await fetch(`${basePath}/ready`, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  timer = undefined
  if (answers) become('online')
  else reportUnreachable()
}

export function reportUnreachable(): void {
  become(navigator.onLine ? 'away' : 'offline')
  timer ??= setTimeout(() => void knock(), knockMs)
}

/** An answer arrived; while we knock, only the knock decides, so that one late answer does not hide an outage. */
export function reportReachable(): void {
  if (timer === undefined) become('online')
}

export function onConnection(listener: (state: Connection) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(onConnection, () => state)

if (typeof window !== 'undefined') {
  window.addEventListener('offline', reportUnreachable)
  window.addEventListener('online', () => void knock())
}
