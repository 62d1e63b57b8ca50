// The waterfalls of two traces, span by span, with the differences in time, tokens and cost. Some spans are in one trace only.
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { KindIcon, kindOf } from '../../app/spans/span-kind.tsx'
import { duration, money, shortCount } from '../../ui/format.ts'
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts'
import { alignOutlines, difference, type AlignedRow } from './align.ts'
import type { Node, Outline } from './outline.ts'
import styles from './compared-tree.module.css'

const rowPx = 32
const indentMax = 12

const lengthOf = ({ span }: Node): number => span.endMs - span.startMs

function Bar({ node, outline, lengthMs }: { node: Node | undefined; outline: Outline; lengthMs: number }) {
  if (node === undefined) return undefined
  const left = ((node.span.startMs - outline.startMs) / lengthMs) * 100
  return (
    <i
      style={{
        left: `${Math.min(left, 99)}%`,
        width: `max(2px, ${Math.min((lengthOf(node) / lengthMs) * 100, 100 - left)}%)`,
        background: `var(${node.span.hasFailed ? '--bad' : kindOf(node.span.type).token})`,
      }}
    />
  )
}

function Cells({
  row,
  outline,
  other,
  lengthMs,
}: {
  row: AlignedRow
  outline: Outline
  other: Outline
  lengthMs: number
}) {
  const { own, other: theirs, depth } = row
  const node = own ?? theirs
  if (node === undefined) return undefined
  const durations = difference(own && lengthOf(own), theirs && lengthOf(theirs), duration)
  return (
    <>
      <span className={styles['name']} style={{ paddingLeft: Math.min(depth, indentMax) * 12 }}>
        <KindIcon type={node.span.type} />
        <span title={node.span.name}>{node.span.name}</span>
        {own === undefined && <small>other only</small>}
        {theirs === undefined && <small>this only</small>}
      </span>
      <span className={styles['lanes']}>
        <span>
          <Bar node={own} outline={outline} lengthMs={lengthMs} />
        </span>
        <span data-other="true">
          <Bar node={theirs} outline={other} lengthMs={lengthMs} />
        </span>
      </span>
      <span className={styles['number']} data-worse={durations.startsWith('+')}>
        {durations}
      </span>
      <span className={styles['number']}>
        {difference(own?.span.tokens, theirs?.span.tokens, shortCount)}
      </span>
      <span className={styles['number']}>{difference(own?.span.cost, theirs?.span.cost, money)}</span>
    </>
  )
}

export function ComparedTree({
  outline,
  other,
  selectedId,
  onSelect,
  otherLink,
}: {
  outline: Outline
  other: Outline
  selectedId: string
  onSelect: (spanId: string) => void
  /** The page of the other trace, for spans that only it has. */
  otherLink: { readonly project: string; readonly traceId: string }
}) {
  const rows = useMemo(() => alignOutlines(outline, other), [outline, other])
  const { scroller, window, height } = useVirtualRows(rows.length, rowPx)
  const lengthMs = Math.max(0.001, outline.endMs - outline.startMs, other.endMs - other.startMs)
  const cells = { outline, other, lengthMs }
  return (
    <div className={styles['frame']}>
      <div className={styles['head']} aria-hidden="true">
        <span>Span</span>
        <span>This above, other below</span>
        <span>Duration</span>
        <span>Tokens</span>
        <span>Cost</span>
      </div>
      <section
        ref={scroller}
        className={styles['scroller']}
        tabIndex={0}
        aria-label="Both traces, span by span"
      >
        <div style={{ height }}>
          <ul style={{ transform: `translateY(${window.top}px)` }}>
            {rows.slice(window.first, window.end).map((row) => {
              const { own, other: theirs } = row
              const id = own?.span.id
              return (
                <li key={id ?? `other ${theirs?.span.id}`}>
                  {id !== undefined ? (
                    <button
                      type="button"
                      className={styles['row']}
                      aria-pressed={id === selectedId}
                      data-alone={theirs === undefined}
                      onClick={() => onSelect(id)}
                    >
                      <Cells row={row} {...cells} />
                    </button>
                  ) : (
                    <Link
                      to="/p/$project/traces/$traceId"
                      params={otherLink}
                      search={{ span: theirs?.span.id ?? '' }}
                      className={styles['row']}
                      data-alone="true"
                    >
                      <Cells row={row} {...cells} />
                    </Link>
                  )}
                </li>
              )
            })}
          </ul>
        </div>
      </section>
    </div>
  )
}
