// The resize handle between the names and the waterfall. Dragging and arrow keys move it; a double click or Home resets it.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import styles from './span-tree.module.css'

const minPx = 120
const maxPx = 1200
const stepPx = 16

export const clampedWidth = (px: number): number => Math.round(Math.min(maxPx, Math.max(minPx, px)))

/** Reports the horizontal distance from the start of a drag until it ends. */
function followPointer(start: PointerEvent<HTMLElement>, onMove: (distancePx: number) => void): void {
  const { currentTarget: element, clientX: fromX } = start
  element.setPointerCapture(start.pointerId)
  const onPointerMove = (event: globalThis.PointerEvent): void => onMove(event.clientX - fromX)
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
  /** The width of the names; undefined: the layout determines it. */
  widthPx: number | undefined
  onWidth: (px: number | undefined) => void
}) {
  const bar = useRef<HTMLDivElement>(null)
  const currentPx = (): number => widthPx ?? bar.current?.parentElement?.clientWidth ?? minPx
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.preventDefault()
    const fromPx = currentPx()
    followPointer(event, (distancePx) => onWidth(clampedWidth(fromPx + distancePx)))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
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
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      aria-valuetext={widthPx === undefined ? 'automatic' : `${widthPx} pixels`}
      title="Drag to resize, double-click to reset"
      tabIndex={0}
      onPointerDown={onPointerDown}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
