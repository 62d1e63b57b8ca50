// The tree of a trace with its waterfall: one flattened list, of which only the rows on the screen are drawn.
import { memo, useEffect, useId, useMemo, type KeyboardEvent } from 'react'
import { KindIcon, kindOf } from '../../app/span-kind.tsx'
import { duration, money, shortCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWindow } from '../../ui/use-window.ts'
import { visibleRows, type Node, type Outline } from './outline.ts'
import styles from './span-tree.module.css'

const rowPx = 28

export interface SpanTreeProps {
  readonly outline: Outline
  readonly folded: ReadonlySet<string>
  readonly onFolded: (folded: ReadonlySet<string>) => void
  readonly selected: string
  readonly onSelected: (spanId: string) => void
  /** Spans that were waited for; undefined: they are not marked. */
  readonly critical: ReadonlySet<string> | undefined
  readonly found: ReadonlySet<string>
}

function Bar({ node, outline, isCritical }: { node: Node; outline: Outline; isCritical: boolean }) {
  const whole = Math.max(0.001, outline.endMs - outline.startMs)
  const left = ((node.span.startMs - outline.startMs) / whole) * 100
  const width = ((node.span.endMs - node.span.startMs) / whole) * 100
  return (
    <span className={styles['lane']}>
      <i
        data-failed={node.span.failed}
        data-critical={isCritical}
        style={{
          left: `${Math.min(left, 99.5)}%`,
          width: `max(3px, ${Math.min(width, 100 - left)}%)`,
          background: `var(${node.span.failed ? '--bad' : kindOf(node.span.type).token})`,
        }}
      />
    </span>
  )
}

/** Drawn anew only when something about it changes: while scrolling, most rows stay. */
const Row = memo(function Row(props: SpanTreeProps & { node: Node; id: string }) {
  const { node, id, outline, folded, onFolded, selected, onSelected, critical, found } = props
  const { span } = node
  const isFolded = folded.has(span.id)
  const toggled = (): void => {
    const next = new Set(folded)
    if (!next.delete(span.id)) next.add(span.id)
    onFolded(next)
  }
  return (
    // The tree takes the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="treeitem"
      aria-level={node.depth + 1}
      aria-selected={span.id === selected}
      aria-expanded={node.below > 0 ? !isFolded : undefined}
      className={styles['row']}
      data-found={found.has(span.id)}
      data-aside={critical !== undefined && !critical.has(span.id)}
      onClick={() => onSelected(span.id)}
    >
      <span className={styles['name']} style={{ paddingLeft: Math.min(node.depth, 24) * 14 + 6 }}>
        {node.below > 0 ? (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={styles['fold']}
            onClick={(event) => {
              event.stopPropagation()
              toggled()
            }}
          >
            <Icon name={isFolded ? 'right' : 'down'} size={10} />
          </button>
        ) : (
          <span className={styles['fold']} />
        )}
        <KindIcon type={span.type} />
        <span className={styles['text']}>{span.name}</span>
        {span.failed && (
          <span className={styles['failed']}>
            <Icon name="alert" size={12} label="failed" />
          </span>
        )}
        {isFolded && <small>+{node.below}</small>}
      </span>
      <Bar node={node} outline={outline} isCritical={critical?.has(span.id) ?? false} />
      <span className={styles['number']}>{duration(span.endMs - span.startMs)}</span>
      <span className={styles['number']} data-wide="true">
        {span.tokens === undefined ? '' : shortCount(span.tokens)}
      </span>
      <span className={styles['number']} data-wide="true">
        {span.cost === undefined ? '' : money(span.cost)}
      </span>
    </div>
  )
})

export function SpanTree(props: SpanTreeProps) {
  const { outline, folded, onFolded, selected, onSelected } = props
  const rows = useMemo(() => visibleRows(outline, folded), [outline, folded])
  const { scroller, window, height, show } = useWindow(rows.length, rowPx, 26)
  const id = useId()
  const priced = useMemo(
    () => outline.nodes.some(({ span }) => span.tokens !== undefined || span.cost !== undefined),
    [outline],
  )
  const at = useMemo(() => rows.indexOf(outline.indexById.get(selected) ?? -1), [rows, outline, selected])
  useEffect(() => {
    if (at >= 0) show(at)
    // Only when another span is selected: folding must not scroll.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selected])

  const select = (row: number): void => {
    const node = outline.nodes[rows[Math.min(rows.length - 1, Math.max(0, row))] ?? -1]
    if (node !== undefined) onSelected(node.span.id)
  }
  const keyPressed = (event: KeyboardEvent): void => {
    const node = outline.nodes[rows[at] ?? -1]
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15 }[event.key]
    if (step !== undefined) select(at + step)
    else if (event.key === 'Home') select(0)
    else if (event.key === 'End') select(rows.length - 1)
    else if (node !== undefined && event.key === 'ArrowLeft') {
      if (node.below > 0 && !folded.has(node.span.id)) onFolded(new Set([...folded, node.span.id]))
      else if (node.parent >= 0) onSelected(outline.nodes[node.parent]?.span.id ?? selected)
    } else if (node !== undefined && event.key === 'ArrowRight') {
      if (folded.has(node.span.id)) onFolded(new Set([...folded].filter((one) => one !== node.span.id)))
      else if (node.below > 0) select(at + 1)
    } else return
    event.preventDefault()
  }
  return (
    <div
      ref={scroller}
      className={styles['tree']}
      data-priced={priced}
      role="tree"
      aria-label="Spans"
      tabIndex={0}
      aria-activedescendant={at >= window.first && at < window.end ? `${id}-${at}` : undefined}
      onKeyDown={keyPressed}
    >
      <div className={styles['head']} role="presentation">
        <span>Span</span>
        <span>{duration(outline.endMs - outline.startMs)}</span>
        <span>Duration</span>
        <span data-wide="true">Tokens</span>
        <span data-wide="true">Cost</span>
      </div>
      <div role="presentation" style={{ height }} className={styles['body']}>
        <div
          role="presentation"
          style={{ transform: `translateY(${window.top}px)` }}
          className={styles['rows']}
        >
          {rows.slice(window.first, window.end).map((index, offset) => {
            const node = outline.nodes[index]
            if (node === undefined) return undefined
            return <Row key={node.span.id} {...props} node={node} id={`${id}-${window.first + offset}`} />
          })}
        </div>
      </div>
    </div>
  )
}
