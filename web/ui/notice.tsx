// An empty or error state with the next step, and the loading state.
import { useEffect, useState, type ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export function Notice({
  icon,
  title,
  tone = 'calm',
  children,
}: {
  icon: IconName
  title: string
  tone?: 'calm' | 'bad'
  children?: ReactNode
}) {
  return (
    <div className={styles['notice']} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={icon} size={20} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** True once waiting takes longer than a person notices. */
export function useLate(isWaiting: boolean, ms = 200): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsLate(true), ms)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isWaiting, ms])
  return isWaiting && isLate
}

/** Grey lines as placeholders, visible after 200 ms. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  const isLate = useLate(true)
  return (
    <div className={styles['skeleton']} aria-busy="true">
      <span className="hidden-text">Loading…</span>
      {isLate && Array.from({ length: rows }, (_, index) => <i key={index} data-width={(index * 7) % 5} />)}
    </div>
  )
}
