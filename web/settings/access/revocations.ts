// Pending revocations of keys. A revocation can be undone for five seconds, then it is sent. Leaving the page sends it at once.
import { useEffect, useRef, useState } from 'react'
import { reactionMs } from '../../ui/time/clock.ts'
import { useChange } from '../parts.tsx'

const undoMs = 5000

export function useRevocations() {
  const [pendingPrefixes, setPendingPrefixes] = useState<readonly string[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const { mutate } = useChange(
    'keys',
    (api, prefix: string) => api.keys.delete(prefix),
    'Key revoked. Its sessions have ended.',
  )
  const send = useRef(mutate)
  useEffect(() => {
    send.current = mutate
  }, [mutate])
  useEffect(() => {
    const pendingTimers = timers.current
    const sendAll = (): void => {
      for (const [prefix, timer] of pendingTimers) {
        clearTimeout(timer)
        send.current(prefix)
      }
      pendingTimers.clear()
    }
    window.addEventListener('pagehide', sendAll)
    return () => {
      window.removeEventListener('pagehide', sendAll)
      sendAll()
    }
  }, [])
  const removePending = (prefix: string): void => {
    timers.current.delete(prefix)
    setPendingPrefixes((prefixes) => prefixes.filter((one) => one !== prefix))
  }
  return {
    pendingPrefixes,
    revoke: (prefix: string): void => {
      setPendingPrefixes((prefixes) => [...prefixes, prefix])
      const timer = setTimeout(() => {
        removePending(prefix)
        send.current(prefix)
      }, reactionMs(undoMs))
      timers.current.set(prefix, timer)
    },
    undo: (prefix: string): void => {
      clearTimeout(timers.current.get(prefix))
      removePending(prefix)
    },
  }
}
