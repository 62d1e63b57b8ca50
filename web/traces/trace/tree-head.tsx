// The head of the tree: names of the columns, the edge that resizes them, and the time axis.
import type { Ref } from 'react'
import { duration } from '../../ui/format.ts'
import { NameWidth } from './name-width.tsx'
import styles from './span-tree.module.css'

/** Labels that begin beyond this share of the axis would be cut. */
const labelEndMax = 0.9

export function TreeHead({
  axis,
  ticks,
  lengthMs,
  isPriced,
  nameWidthPx,
  onNameWidth,
}: {
  /** Measures the axis. */
  axis: Ref<HTMLSpanElement>
  /** Milliseconds since the start of the trace. */
  ticks: readonly number[]
  lengthMs: number
  /** Whether any span has tokens or a cost. */
  isPriced: boolean
  nameWidthPx: number | undefined
  onNameWidth: (px: number | undefined) => void
}) {
  return (
    <div className={styles['head']}>
      <span className={styles['spanHead']}>
        Span
        <NameWidth widthPx={nameWidthPx} onWidth={onNameWidth} />
      </span>
      <span ref={axis} className={styles['axis']} title={`${duration(lengthMs)} in all`}>
        {ticks
          .filter((tick) => tick <= lengthMs * labelEndMax)
          .map((tick) => (
            <i key={tick} style={{ left: `${(tick / lengthMs) * 100}%` }}>
              {tick === 0 ? '0' : duration(tick)}
            </i>
          ))}
      </span>
      <span>Duration</span>
      {isPriced && <span data-wide="true">Tokens</span>}
      {isPriced && <span data-wide="true">Cost</span>}
    </div>
  )
}
