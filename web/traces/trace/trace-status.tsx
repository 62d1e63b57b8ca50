// Says that a trace is not finished, and since when nothing came.
import { useEffect, useState } from 'react'
import { ago } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { FollowedState } from './live.ts'
import styles from './trace-page.module.css'

const words = {
  growing: {
    name: 'Receiving spans',
    about: 'The root is here; more spans may follow. New ones appear by themselves.',
  },
  running: {
    name: 'Running',
    about: 'The root span has not arrived: programs send it when they end. New spans appear by themselves.',
  },
  root_missing: {
    name: 'Root missing',
    about:
      'The root span never arrived: the program still runs, was killed, or its exporter failed. Should it come, it appears by itself.',
  },
} as const

/** Drawn anew every second, apart from the page around it. */
function SinceLastSpan({ receivedMs }: { receivedMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return `last span ${ago(Math.min(receivedMs, nowMs), nowMs)}`
}

export function TraceStatus({ state, receivedMs }: { state: FollowedState; receivedMs: number }) {
  if (state === 'finished') return undefined
  const { name, about } = words[state]
  return (
    <span className={styles['state']} data-state={state} title={about}>
      <Icon name={state === 'root_missing' ? 'alert' : 'live'} size={12} />
      <b role="status">{name}</b>
      <SinceLastSpan receivedMs={receivedMs} />
    </span>
  )
}
