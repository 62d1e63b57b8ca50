// One row of the tree: a span's name, its bar in the waterfall, and its numbers.
import { memo } from 'react'
import { KindIcon, kindOf } from '../../app/spans/span-kind.tsx'
import { duration, money, shortCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Node, Outline } from './outline.ts'
import styles from './span-tree.module.css'

/** Deeper levels are not indented further, and no indent takes more than 38% of the column, so that names stay readable. */
export const indentMax = 12
const indentPx = 14

function Bar({ node, outline, isCritical }: { node: Node; outline: Outline; isCritical: boolean }) {
  const totalMs = Math.max(0.001, outline.endMs - outline.startMs)
  const left = ((node.span.startMs - outline.startMs) / totalMs) * 100
  const width = ((node.span.endMs - node.span.startMs) / totalMs) * 100
  return (
    <span className={styles['lane']}>
      <i
        data-critical={isCritical || undefined}
        data-missing={node.span.isPlaceholder}
        style={{
          left: `${Math.min(left, 99.5)}%`,
          width: `max(3px, ${Math.min(width, 100 - left)}%)`,
          color: `var(${node.span.hasFailed ? '--bad' : kindOf(node.span.type).token})`,
        }}
      />
    </span>
  )
}

function Name({
  node,
  isFolded,
  onToggle,
}: {
  node: Node
  isFolded: boolean
  onToggle: (id: string) => void
}) {
  const { span, depth } = node
  return (
    <span
      className={styles['name']}
      style={{ paddingLeft: `min(${Math.min(depth, indentMax) * indentPx + 6}px, 38%)` }}
    >
      {node.descendantCount > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={styles['fold']}
          onClick={(event) => {
            event.stopPropagation()
            onToggle(span.id)
          }}
        >
          <Icon name={isFolded ? 'right' : 'down'} size={10} />
        </button>
      ) : (
        <span className={styles['fold']} />
      )}
      {depth > indentMax && (
        <small className={styles['level']} title={`Level ${depth + 1}`}>
          {depth + 1}
        </small>
      )}
      <KindIcon type={span.type} />
      <span className={styles['text']} data-missing={span.isPlaceholder} title={span.name}>
        {span.name}
      </span>
      {span.hasFailed && (
        <span className={styles['failed']}>
          <Icon name="alert" size={12} label="failed" />
        </span>
      )}
      {isFolded && <small>+{node.descendantCount}</small>}
    </span>
  )
}

export interface RowHandlers {
  readonly onSelect: (spanId: string) => void
  readonly onToggle: (spanId: string) => void
  /** Called after a click on a span, and when Enter is pressed on the selected one. */
  readonly onOpen?: (() => void) | undefined
}

interface TreeRowProps {
  readonly node: Node
  readonly outline: Outline
  /** The prefix of the ids of rows; the position of the row follows. */
  readonly rowIdPrefix: string
  /** Position among the visible rows. */
  readonly rowIndex: number
  readonly isSelected: boolean
  readonly isFolded: boolean
  readonly isMatch: boolean
  /** Whether the span is on the critical path; undefined: the path is not shown. */
  readonly isCritical: boolean | undefined
  /** Whether any span of the trace has tokens or a cost. */
  readonly isPriced: boolean
  readonly handlers: RowHandlers
}

/** Memoized: while scrolling, most rows stay the same. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { node, outline, rowIdPrefix, rowIndex, isSelected, isFolded, isMatch, isCritical, isPriced } = props
  const { onSelect, onToggle, onOpen } = props.handlers
  const { span } = node
  return (
    // The tree handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={`${rowIdPrefix}-${rowIndex}`}
      role="treeitem"
      aria-level={node.depth + 1}
      aria-selected={isSelected}
      aria-expanded={node.descendantCount > 0 ? !isFolded : undefined}
      className={styles['row']}
      data-match={isMatch || undefined}
      data-aside={isCritical === false || undefined}
      onClick={() => {
        onSelect(span.id)
        onOpen?.()
      }}
    >
      <Name node={node} isFolded={isFolded} onToggle={onToggle} />
      <Bar node={node} outline={outline} isCritical={isCritical === true} />
      <span className={styles['number']}>
        {span.isPlaceholder ? '' : duration(span.endMs - span.startMs)}
      </span>
      {isPriced && (
        <>
          <span className={styles['number']} data-wide="true">
            {span.tokens === undefined ? '' : shortCount(span.tokens)}
          </span>
          <span className={styles['number']} data-wide="true">
            {span.cost === undefined ? '' : money(span.cost)}
          </span>
        </>
      )}
    </div>
  )
})
