// Whether the server responds. Every request reports its outcome; during an outage a probe checks until the server is back,
// and then all visible queries are refetched.
import { basePath } from '../ui/browser/base-path.ts'
import { createStore } from '../ui/store.ts'

export type Connection = 'online' | 'offline' | 'unreachable'

const probeMs = 1500

function createConnection() {
  const state = createStore<Connection>('online')
  let timer: ReturnType<typeof setTimeout> | undefined
  const probe = async (): Promise<void> => {
    const isReady = await fetch(`${basePath}/ready`, { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    timer = undefined
    if (isReady) state.set('online')
    else reportUnreachable()
  }
  const reportUnreachable = (): void => {
    state.set(navigator.onLine ? 'unreachable' : 'offline')
    timer ??= setTimeout(() => void probe(), probeMs)
  }
  return {
    state,
    probe,
    reportUnreachable,
    /** A response arrived. During an outage only the probe decides, so that one late response does not hide the outage. */
    reportReachable: (): void => {
      if (timer === undefined) state.set('online')
    },
  }
}

const { state, probe, reportUnreachable, reportReachable } = createConnection()
export { reportUnreachable, reportReachable }

export const onConnection = (listener: (state: Connection) => void): (() => void) =>
  state.subscribe(() => listener(state.get()))

export const useConnection = state.use

if (typeof window !== 'undefined') {
  window.addEventListener('offline', reportUnreachable)
  window.addEventListener('online', () => void probe())
}
