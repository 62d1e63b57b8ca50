// An overview of the trace in 40 pixels, for any number of spans. A click selects the span that ran at that time.
import { useEffect, useRef, type MouseEvent } from 'react'
import { kindOf } from '../../app/spans/span-kind.tsx'
import { colourOf } from '../../ui/browser/colour.ts'
import type { Outline } from './outline.ts'
import styles from './minimap.module.css'

const heightPx = 40

/** The height of a line, as large as the depth of the trace allows. */
const lineOf = ({ nodes }: Outline): number => {
  const levels = nodes.reduce((most, { depth }) => Math.max(most, depth + 1), 1)
  return Math.max(2, Math.min(8, Math.floor(heightPx / levels)))
}

function drawMap(element: HTMLCanvasElement, outline: Outline): void {
  const { clientWidth: width } = element
  const scale = window.devicePixelRatio
  element.width = width * scale
  element.height = heightPx * scale
  const context = element.getContext('2d')
  if (context === null || width === 0) return
  context.scale(scale, scale)
  const lengthMs = Math.max(0.001, outline.endMs - outline.startMs)
  const linePx = lineOf(outline)
  const lines = Math.floor(heightPx / linePx)
  const colours = new Map<string, string>()
  const colour = (token: string): string => {
    const cachedColour = colours.get(token)
    if (cachedColour !== undefined) return cachedColour
    const resolvedColour = colourOf(document.body, token)
    colours.set(token, resolvedColour)
    return resolvedColour
  }
  for (const { span, depth } of outline.nodes) {
    if (span.isPlaceholder === true) continue
    context.fillStyle = colour(span.hasFailed ? '--bad' : kindOf(span.type).token)
    const x = ((span.startMs - outline.startMs) / lengthMs) * width
    const length = Math.max(1, ((span.endMs - span.startMs) / lengthMs) * width)
    context.fillRect(x, Math.min(depth, lines - 1) * linePx, length, Math.max(1.5, linePx - 1.5))
  }
}

export function Minimap({ outline, onSelect }: { outline: Outline; onSelect: (spanId: string) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const draw = (): void => drawMap(element, outline)
    draw()
    const resizeObserver = new ResizeObserver(draw)
    resizeObserver.observe(element)
    const themeObserver = new MutationObserver(draw)
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resizeObserver.disconnect()
      themeObserver.disconnect()
    }
  }, [outline])
  const onClick = (event: MouseEvent<HTMLButtonElement>): void => {
    const bounds = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - bounds.left) / bounds.width
    const depth = Math.floor((event.clientY - bounds.top) / lineOf(outline))
    const moment = outline.startMs + share * (outline.endMs - outline.startMs)
    const nodesAtMoment = outline.nodes.filter(({ span }) => span.startMs <= moment && span.endMs >= moment)
    const node = nodesAtMoment.toSorted((a, b) => Math.abs(a.depth - depth) - Math.abs(b.depth - depth))[0]
    if (node !== undefined) onSelect(node.span.id)
  }
  return (
    <button
      type="button"
      className={styles['map']}
      aria-label="Overview of the trace: click to select the span that ran at that time"
      onClick={onClick}
    >
      <canvas ref={canvas} style={{ height: heightPx }} />
    </button>
  )
}
