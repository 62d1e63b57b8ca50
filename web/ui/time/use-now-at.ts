// The current time as state, without a timer per second.
import { useEffect, useState } from 'react'
import { nowMs as clockMs } from './clock.ts'

/** The time now, read again when it reaches one of the moments. */
export function useNowAt(moments: readonly number[]): number {
  const [nowMs, setNowMs] = useState(() => clockMs())
  const next = moments.filter((moment) => moment > nowMs).toSorted((a, b) => a - b)[0]
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(() => setNowMs(clockMs()), next - clockMs() + 1)
    return () => clearTimeout(timer)
  }, [next])
  return nowMs
}
