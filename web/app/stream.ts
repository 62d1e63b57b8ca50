// Subscribes to server-sent events while the page is visible. A browser has few connections per server, so hidden pages hold none.
import { useEffect, useRef } from 'react'
import type { EventStream } from '../../sdk/core/events.ts'
import { pause } from '../ui/time/pause.ts'

const reconnectMs = 2000

async function follow(
  open: (signal: AbortSignal) => EventStream,
  onData: (data: unknown, event: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { data, event } of open(signal)) onData(data, event)
    } catch {
      // The connection bar shows an outage; the stream only reconnects.
    }
    await pause(reconnectMs, signal)
  }
}

/** Opens the stream while it is enabled, and reopens it when `key` changes. */
export function useStream(
  key: string,
  isEnabled: boolean,
  open: (signal: AbortSignal) => EventStream,
  onData: (data: unknown, event: string) => void,
): void {
  const latestCallbacks = useRef({ open, onData })
  useEffect(() => {
    latestCallbacks.current = { open, onData }
  })
  useEffect(() => {
    if (!isEnabled) return
    let controller: AbortController | undefined
    const onVisibility = (): void => {
      if (document.hidden) {
        controller?.abort()
        controller = undefined
      } else if (controller === undefined) {
        controller = new AbortController()
        void follow(
          (signal) => latestCallbacks.current.open(signal),
          (data, event) => latestCallbacks.current.onData(data, event),
          controller.signal,
        )
      }
    }
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      controller?.abort()
      document.removeEventListener('visibilitychange', onVisibility)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another key is another stream
  }, [key, isEnabled])
}
