// Events of the server, as long as somebody looks: a browser has few connections to a server, so a page that is not on the
// screen holds none.
import { useEffect, useRef } from 'react'
import type { EventStream } from '../../sdk/core/events.ts'

const againMs = 2000

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

async function follow(
  open: (signal: AbortSignal) => EventStream,
  onData: (data: unknown, event: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { data, event } of open(signal)) onData(data, event)
    } catch {
      // Whether the server is away is told by the bar; a stream only has to be there again when it is back.
    }
    await pause(againMs, signal)
  }
}

/** Follows what `open` opens while `on`; opened anew when `key` changes. */
export function useStream(
  key: string,
  on: boolean,
  open: (signal: AbortSignal) => EventStream,
  onData: (data: unknown, event: string) => void,
): void {
  const latest = useRef({ open, onData })
  useEffect(() => {
    latest.current = { open, onData }
  })
  useEffect(() => {
    if (!on) return
    let held: AbortController | undefined
    const seen = (): void => {
      if (document.hidden) {
        held?.abort()
        held = undefined
      } else if (held === undefined) {
        held = new AbortController()
        void follow(
          (signal) => latest.current.open(signal),
          (data, event) => latest.current.onData(data, event),
          held.signal,
        )
      }
    }
    seen()
    document.addEventListener('visibilitychange', seen)
    return () => {
      held?.abort()
      document.removeEventListener('visibilitychange', seen)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another key is another stream
  }, [key, on])
}
