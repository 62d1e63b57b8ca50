// Two panes and a bar between them that can be dragged, or moved by arrow keys. The share is remembered.
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useLocalStorage } from './browser/local-storage.ts'
import styles from './split.module.css'

const least = 0.15
const clamped = (share: number): number => Math.min(1 - least, Math.max(least, share))

export function Split({
  name,
  first,
  second,
  share: given = 0.5,
}: {
  /** Under which the share is remembered. */
  name: string
  first: ReactNode
  /** Absent: the first has all the room, and stays what it is when the second comes. */
  second?: ReactNode
  share?: number
}) {
  const [share, setShare] = useLocalStorage(`split.${name}`, given)
  const box = useRef<HTMLDivElement>(null)
  const dragBegan = (event: PointerEvent<HTMLDivElement>): void => {
    event.preventDefault()
    const bar = event.currentTarget
    bar.setPointerCapture(event.pointerId)
    const moved = (next: globalThis.PointerEvent): void => {
      const bounds = box.current?.getBoundingClientRect()
      if (bounds !== undefined) setShare(clamped((next.clientX - bounds.left) / bounds.width))
    }
    const ended = (): void => {
      bar.removeEventListener('pointermove', moved)
      bar.removeEventListener('pointerup', ended)
    }
    bar.addEventListener('pointermove', moved)
    bar.addEventListener('pointerup', ended)
  }
  const keyPressed = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key]
    if (step !== undefined) setShare(clamped(share + step))
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
          aria-label="Width of the panes"
          aria-valuenow={Math.round(share * 100)}
          aria-valuemin={least * 100}
          aria-valuemax={100 - least * 100}
          tabIndex={0}
          onPointerDown={dragBegan}
          onKeyDown={keyPressed}
        />
      )}
      {second !== undefined && <div className={styles['pane']}>{second}</div>}
    </div>
  )
}
