// Two panes with a separator that is moved by dragging or arrow keys. The browser stores the share.
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useLocalStorage } from './browser/use-local-storage.ts'
import styles from './split.module.css'

const shareMin = 0.15
const clamp = (share: number): number => Math.min(1 - shareMin, Math.max(shareMin, share))

export function Split({
  name,
  first,
  second,
  share: initialShare = 0.5,
}: {
  /** The name under which the share is stored. */
  name: string
  first: ReactNode
  /** The second pane; absent: the first one fills the space, and stays mounted when the second appears. */
  second?: ReactNode
  share?: number
}) {
  const [share, setShare] = useLocalStorage(`split.${name}`, initialShare)
  const box = useRef<HTMLDivElement>(null)
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.preventDefault()
    const bar = event.currentTarget
    bar.setPointerCapture(event.pointerId)
    const onMove = (next: globalThis.PointerEvent): void => {
      const bounds = box.current?.getBoundingClientRect()
      if (bounds !== undefined) setShare(clamp((next.clientX - bounds.left) / bounds.width))
    }
    const onEnd = (): void => {
      bar.removeEventListener('pointermove', onMove)
      bar.removeEventListener('pointerup', onEnd)
    }
    bar.addEventListener('pointermove', onMove)
    bar.addEventListener('pointerup', onEnd)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key]
    if (step !== undefined) setShare(clamp(share + step))
  }
  return (
    <div
      ref={box}
      className={styles['split']}
      data-single={second === undefined}
      style={{ gridTemplateColumns: second === undefined ? '1fr' : `${share}fr 1px ${1 - share}fr` }}
    >
      <div className={styles['pane']}>{first}</div>
      {second !== undefined && (
        <div
          className={styles['bar']}
          role="separator"
          aria-orientation="vertical"
          aria-label="Resize panes"
          aria-valuenow={Math.round(share * 100)}
          aria-valuemin={shareMin * 100}
          aria-valuemax={100 - shareMin * 100}
          tabIndex={0}
          onPointerDown={onPointerDown}
          onKeyDown={onKeyDown}
        />
      )}
      {second !== undefined && <div className={styles['pane']}>{second}</div>}
    </div>
  )
}
