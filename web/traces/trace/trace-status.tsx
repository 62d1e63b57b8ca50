// The state of an unfinished trace, and the time since its last span.
import { nowMs as clockMs } from '../../ui/time/clock.ts'
import { useEffect, useState } from 'react'
import { ago } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { FollowedState } from './live.ts'
import styles from './trace-page.module.css'

const texts = {
  growing: {
    name: 'Receiving spans',
    about: 'The root span has arrived; more spans may follow. They appear here automatically.',
  },
  running: {
    name: 'Running',
    about: 'The root span has not arrived: programs send it when they end. New spans appear automatically.',
  },
  root_missing: {
    name: 'Root missing',
    about:
      'The root span never arrived: the program still runs, was killed, or its exporter failed. If it arrives later, it appears automatically.',
  },
} as const

/** Updates every second without the page around it. */
function SinceLastSpan({ receivedMs }: { receivedMs: number }) {
  const [nowMs, setNowMs] = useState(() => clockMs())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(clockMs()), 1000)
    return () => clearInterval(timer)
  }, [])
  return `last span ${ago(Math.min(receivedMs, nowMs), nowMs)}`
}

export function TraceStatus({ state, receivedMs }: { state: FollowedState; receivedMs: number }) {
  if (state === 'finished') return undefined
  const { name, about: description } = texts[state]
  return (
    <span className={styles['state']} data-state={state} title={description}>
      <Icon name={state === 'root_missing' ? 'alert' : 'live'} size={12} />
      <b role="status">{name}</b>
      <SinceLastSpan receivedMs={receivedMs} />
    </span>
  )
}
