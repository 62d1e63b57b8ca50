// The tree of a trace with its waterfall: the head with the time axis, the lines of the axis, and the rows above them.
import { useMemo, type CSSProperties } from 'react'
import { useLocalStorage } from '../../ui/browser/use-local-storage.ts'
import { useWidth } from '../../ui/browser/use-width.ts'
import { stepsIn, timeTicks } from './time-axis.ts'
import { TreeHead } from './tree-head.tsx'
import { TreeRows, type TreeRowsProps } from './tree-rows.tsx'
import styles from './span-tree.module.css'

export function SpanTree(props: Omit<TreeRowsProps, 'isPriced'>) {
  const { outline } = props
  const [nameWidthPx, setNameWidthPx] = useLocalStorage<number | undefined>('trace.name-width', undefined)
  const isPriced = useMemo(
    () => outline.nodes.some(({ span }) => span.tokens !== undefined || span.cost !== undefined),
    [outline],
  )
  const lengthMs = outline.endMs - outline.startMs
  const [axis, axisPx] = useWidth()
  const ticks = useMemo(() => timeTicks(lengthMs, stepsIn(axisPx)), [lengthMs, axisPx])
  const tick = ticks.length < 2 ? '100%' : `${((ticks[1] ?? 0) / lengthMs) * 100}%`
  return (
    <div
      className={styles['frame']}
      data-priced={isPriced}
      style={nameWidthPx === undefined ? undefined : ({ '--name': `${nameWidthPx}px` } as CSSProperties)}
    >
      <TreeHead
        axis={axis}
        ticks={ticks}
        lengthMs={lengthMs}
        isPriced={isPriced}
        nameWidthPx={nameWidthPx}
        onNameWidth={setNameWidthPx}
      />
      <div className={styles['view']}>
        <div className={styles['lines']}>
          <span style={{ backgroundSize: `${tick} 100%` }} />
        </div>
        <TreeRows {...props} isPriced={isPriced} />
      </div>
    </div>
  )
}
