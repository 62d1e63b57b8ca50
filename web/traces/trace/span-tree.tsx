// The tree of a trace with its waterfall: one flattened list, of which only the rows on the screen are drawn.
import { useId, useLayoutEffect, useMemo, type CSSProperties, type KeyboardEvent } from 'react'
import { useLocalStorage } from '../../ui/browser/local-storage.ts'
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts'
import { visibleRows, type Outline } from './outline.ts'
import { stepsIn, timeTicks } from './time-axis.ts'
import { useWidth } from '../../ui/browser/use-width.ts'
import { TreeHead } from './tree-head.tsx'
import { TreeRow } from './tree-row.tsx'
import { useAnchor } from './use-anchor.ts'
import styles from './span-tree.module.css'

const rowPx = 28

export interface SpanTreeProps {
  readonly outline: Outline
  readonly folded: ReadonlySet<string>
  readonly onToggled: (spanId: string) => void
  readonly selected: string
  readonly onSelected: (spanId: string) => void
  /** The selected span was clicked, or Enter was pressed on it. */
  readonly onOpened?: (() => void) | undefined
  /** Undefined: the critical path is not shown. */
  readonly critical: ReadonlySet<string> | undefined
  readonly matches: ReadonlySet<string>
}

/** Keys of the tree, as in any tree view. */
function useTreeKeys(
  { outline, folded, onToggled, onSelected, onOpened }: SpanTreeProps,
  rows: readonly number[],
  at: number,
) {
  const select = (row: number): void => {
    const node = outline.nodes[rows[Math.min(rows.length - 1, Math.max(0, row))] ?? -1]
    if (node !== undefined) onSelected(node.span.id)
  }
  return (event: KeyboardEvent): void => {
    const node = outline.nodes[rows[at] ?? -1]
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15 }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (step !== undefined) select(at + step)
    else if (event.key === 'Home') select(0)
    else if (event.key === 'End') select(rows.length - 1)
    else if (event.key === 'Enter' && onOpened !== undefined) onOpened()
    else if (node !== undefined && event.key === 'ArrowLeft') {
      if (node.below > 0 && !folded.has(node.span.id)) onToggled(node.span.id)
      else onSelected(outline.nodes[node.parent]?.span.id ?? node.span.id)
    } else if (node !== undefined && event.key === 'ArrowRight') {
      if (folded.has(node.span.id)) onToggled(node.span.id)
      else if (node.below > 0) select(at + 1)
    } else return
    event.preventDefault()
  }
}

export function SpanTree(props: SpanTreeProps) {
  const { outline, folded, selected, critical, matches } = props
  const rows = useMemo(() => visibleRows(outline, folded), [outline, folded])
  const ids = useMemo(() => rows.map((index) => outline.nodes[index]?.span.id ?? ''), [rows, outline])
  const { scroller, window, height, show } = useVirtualRows(rows.length, rowPx)
  const id = useId()
  const [nameWidthPx, setNameWidthPx] = useLocalStorage<number | undefined>('trace.name-width', undefined)
  const isPriced = useMemo(
    () => outline.nodes.some(({ span }) => span.tokens !== undefined || span.cost !== undefined),
    [outline],
  )
  const lengthMs = outline.endMs - outline.startMs
  const [axis, axisPx] = useWidth()
  const ticks = useMemo(() => timeTicks(lengthMs, stepsIn(axisPx)), [lengthMs, axisPx])
  const at = useMemo(() => rows.indexOf(outline.indexById.get(selected) ?? -1), [rows, outline, selected])
  // Before the anchor is taken: the selected row is in view then.
  useLayoutEffect(() => {
    if (at >= 0) show(at)
    // Only when another span is selected: folding and new spans must not scroll.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selected])
  useAnchor(scroller, { ids, selectedAt: at, rowPx }, outline)
  const onKeyDown = useTreeKeys(props, rows, at)
  const sizes = {
    '--tick': ticks.length < 2 ? '100%' : `${((ticks[1] ?? 0) / lengthMs) * 100}%`,
    ...(nameWidthPx === undefined ? {} : { '--name': `${nameWidthPx}px` }),
  } as CSSProperties
  return (
    <div className={styles['frame']} data-priced={isPriced} style={sizes}>
      <TreeHead
        axis={axis}
        ticks={ticks}
        lengthMs={lengthMs}
        nameWidthPx={nameWidthPx}
        onNameWidth={setNameWidthPx}
      />
      <div
        ref={scroller}
        className={styles['tree']}
        role="tree"
        aria-label="Spans"
        tabIndex={0}
        aria-activedescendant={at >= window.first && at < window.end ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height }} className={styles['body']}>
          <div
            role="presentation"
            style={{ transform: `translateY(${window.top}px)` }}
            className={styles['rows']}
          >
            {rows.slice(window.first, window.end).map((index, offset) => {
              const node = outline.nodes[index]
              if (node === undefined) return undefined
              const { id: spanId } = node.span
              return (
                <TreeRow
                  key={spanId}
                  node={node}
                  outline={outline}
                  id={`${id}-${window.first + offset}`}
                  isSelected={spanId === selected}
                  isFolded={folded.has(spanId)}
                  isMatch={matches.has(spanId)}
                  isCritical={critical?.has(spanId)}
                  onSelected={props.onSelected}
                  onOpened={props.onOpened}
                  onToggled={props.onToggled}
                />
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}
