// The edge between the names and the waterfall: dragged or moved by arrow keys; a double click or Home resets it.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './span-tree.module.css'

const leastPx = 120
const mostPx = 1200
const stepPx = 16

export const clampedWidth = (px: number): number => Math.round(Math.min(mostPx, Math.max(leastPx, px)))

/** Reports the horizontal distance from the start of a drag until it ends. */
function followPointer(start: PointerEvent<HTMLElement>, onMoved: (distancePx: number) => void): void {
  const { currentTarget: element, clientX: fromX } = start
  element.setPointerCapture(start.pointerId)
  const onPointerMove = (event: globalThis.PointerEvent): void => onMoved(event.clientX - fromX)
  const onPointerUp = (): void => {
    element.removeEventListener('pointermove', onPointerMove)
    element.removeEventListener('pointerup', onPointerUp)
    element.removeEventListener('pointercancel', onPointerUp)
  }
  element.addEventListener('pointermove', onPointerMove)
  element.addEventListener('pointerup', onPointerUp)
  element.addEventListener('pointercancel', onPointerUp)
}

export function NameWidth({
  widthPx,
  onWidth,
}: {
  /** Undefined: as wide as the layout makes it. */
  widthPx: number | undefined
  onWidth: (px: number | undefined) => void
}) {
  const bar = useRef<HTMLDivElement>(null)
  const currentPx = (): number => widthPx ?? bar.current?.parentElement?.clientWidth ?? leastPx
  const dragStarted = (event: PointerEvent<HTMLDivElement>): void => {
    event.preventDefault()
    const fromPx = currentPx()
    followPointer(event, (distancePx) => onWidth(clampedWidth(fromPx + distancePx)))
  }
  const keyPressed = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -stepPx, ArrowRight: stepPx }[event.key]
    if (step !== undefined) onWidth(clampedWidth(currentPx() + (event.shiftKey ? step * 4 : step)))
    else if (event.key === 'Home') onWidth(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={bar}
      className={styles['edge']}
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the names"
      aria-valuenow={widthPx ?? 0}
      aria-valuemin={leastPx}
      aria-valuemax={mostPx}
      aria-valuetext={widthPx === undefined ? 'automatic' : `${widthPx} pixels`}
      title="Drag to resize, double-click to reset"
      tabIndex={0}
      onPointerDown={dragStarted}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={keyPressed}
    />
  )
}
