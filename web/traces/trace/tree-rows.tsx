// The rows of the tree that are on the screen. Scrolling renders only this component.
import { useId, useLayoutEffect, useMemo, type KeyboardEvent } from 'react'
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts'
import { visibleRows, type Outline } from './outline.ts'
import { TreeRow, type RowHandlers } from './tree-row.tsx'
import { useAnchor } from './use-anchor.ts'
import styles from './span-tree.module.css'

const rowPx = 28

export interface TreeRowsProps extends RowHandlers {
  /** The id of the tree, which receives the focus. */
  readonly treeId: string
  readonly outline: Outline
  readonly foldedIds: ReadonlySet<string>
  readonly selectedId: string
  /** The spans on the critical path; undefined: the path is not shown. */
  readonly criticalIds: ReadonlySet<string> | undefined
  readonly matches: ReadonlySet<string>
  /** Whether any span has tokens or a cost. */
  readonly isPriced: boolean
}

/** Keys of the tree, as in any tree view. */
function useTreeKeys(
  { outline, foldedIds, onToggle, onSelect, onOpen }: TreeRowsProps,
  { rows, selectedRow }: { readonly rows: readonly number[]; readonly selectedRow: number },
) {
  const select = (row: number): void => {
    const node = outline.nodes[rows[Math.min(rows.length - 1, Math.max(0, row))] ?? -1]
    if (node !== undefined) onSelect(node.span.id)
  }
  return (event: KeyboardEvent): void => {
    const node = outline.nodes[rows[selectedRow] ?? -1]
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15 }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (step !== undefined) select(selectedRow + step)
    else if (event.key === 'Home') select(0)
    else if (event.key === 'End') select(rows.length - 1)
    else if (event.key === 'Enter' && onOpen !== undefined) onOpen()
    else if (node !== undefined && event.key === 'ArrowLeft') {
      if (node.descendantCount > 0 && !foldedIds.has(node.span.id)) onToggle(node.span.id)
      else onSelect(outline.nodes[node.parent]?.span.id ?? node.span.id)
    } else if (node !== undefined && event.key === 'ArrowRight') {
      if (foldedIds.has(node.span.id)) onToggle(node.span.id)
      else if (node.descendantCount > 0) select(selectedRow + 1)
    } else return
    event.preventDefault()
  }
}

export function TreeRows(props: TreeRowsProps) {
  const { treeId, outline, foldedIds, selectedId, criticalIds, matches } = props
  const { onSelect, onToggle, onOpen } = props
  const handlers = useMemo(() => ({ onSelect, onToggle, onOpen }), [onSelect, onToggle, onOpen])
  const rows = useMemo(() => visibleRows(outline, foldedIds), [outline, foldedIds])
  const { scroller, window, height, show, scrollPosition } = useVirtualRows(rows.length, rowPx)
  const id = useId()
  const selectedRow = useMemo(
    () => rows.indexOf(outline.indexById.get(selectedId) ?? -1),
    [rows, outline, selectedId],
  )
  // Runs before the anchor is taken, so that the selected row is in view.
  useLayoutEffect(() => {
    if (selectedRow >= 0) show(selectedRow)
    // Only a new selection scrolls; folding and new spans must not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedId])
  useAnchor(scroller, { outline, rows, selectedRow, place: { ...scrollPosition, rowPx } })
  const onKeyDown = useTreeKeys(props, { rows, selectedRow })
  return (
    <div
      ref={scroller}
      id={treeId}
      className={styles['tree']}
      role="tree"
      aria-label="Spans"
      tabIndex={0}
      aria-activedescendant={
        selectedRow >= window.first && selectedRow < window.end ? `${id}-${selectedRow}` : undefined
      }
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height }} className={styles['body']}>
        <div
          role="presentation"
          style={{ transform: `translateY(${window.top}px)` }}
          className={styles['rows']}
        >
          <div role="presentation" className={styles['columns']}>
            {rows.slice(window.first, window.end).map((index, offset) => {
              const node = outline.nodes[index]
              if (node === undefined) return undefined
              const { id: spanId } = node.span
              return (
                <TreeRow
                  key={spanId}
                  node={node}
                  outline={outline}
                  rowIdPrefix={id}
                  rowIndex={window.first + offset}
                  isSelected={spanId === selectedId}
                  isFolded={foldedIds.has(spanId)}
                  isMatch={matches.has(spanId)}
                  isCritical={criticalIds?.has(spanId)}
                  isPriced={props.isPriced}
                  handlers={handlers}
                />
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}
