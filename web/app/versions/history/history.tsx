// web/app/versions/history: the history of an artifact as a graph of revisions.
// graph-layout.ts computes rows, lanes and lines without React.
//
// The graph over all variants with a commit beside each node. One row is under the cursor (j, k, arrow keys); Enter opens it.
// Only the rows on the screen are rendered.
import { memo, useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { Failure } from '../../failure.tsx'
import { useKeyNames } from '../../session.tsx'
import { ago, exactTime } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useVirtualRows } from '../../../ui/table/use-virtual-rows.ts'
import {
  edgesBetween,
  graphLayout,
  type GraphEdge,
  type GraphNode,
  type GraphRevision,
  type GraphVariant,
} from './graph-layout.ts'
import { namingOf, type VersionNaming } from '../naming/version-name.ts'
import styles from './history.module.css'

const rowPx = 44
const laneColours = 6

/** The width of a lane in pixels: the more lanes, the narrower. */
const laneWidth = (lanes: number): number => Math.max(5, Math.min(14, 150 / lanes))

interface Geometry {
  readonly lanePx: number
  readonly widthPx: number
}

/** Lines are positioned relative to a block of rows: scrolling moves them together and renders only new ones. */
const originRows = 1000

const x = ({ lanePx }: Geometry, lane: number): number => 12 + lane * lanePx
const y = (row: number, origin: number): number => (row - origin) * rowPx + rowPx / 2

/** The line runs down its lane and bends near the other end. */
function pathOf({ kind, from, to }: GraphEdge, { geometry, origin }: Position): string {
  const [x1, y1, x2, y2] = [
    x(geometry, from.lane),
    y(from.row, origin),
    x(geometry, to.lane),
    y(to.row, origin),
  ]
  if (x1 === x2) return `M${x1} ${y1}V${y2}`
  const bend = Math.min(rowPx, Math.abs(y2 - y1)) * 0.8 * Math.sign(y2 - y1 || 1)
  return kind === 'merge'
    ? `M${x1} ${y1}C${x1} ${y1 + bend / 2} ${x2} ${y1 + bend / 2} ${x2} ${y1 + bend}V${y2}`
    : `M${x1} ${y1}V${y2 - bend}C${x1} ${y2 - bend / 2} ${x2} ${y2 - bend / 2} ${x2} ${y2}`
}

interface Position {
  readonly geometry: Geometry
  readonly origin: number
}

const Line = memo(function Line({ edge, geometry, origin }: Position & { edge: GraphEdge }) {
  return (
    <path
      d={pathOf(edge, { geometry, origin })}
      data-kind={edge.kind}
      data-lane={(edge.kind === 'merge' ? edge.to.lane : edge.from.lane) % laneColours}
    />
  )
})

const Dot = memo(function Dot({ node, geometry, origin }: Position & { node: GraphNode }) {
  const { revision, row, lane } = node
  return (
    <circle
      cx={x(geometry, lane)}
      cy={y(row, origin)}
      r={revision.merged_revision_id === undefined ? 4 : 5}
      data-lane={lane % laneColours}
      data-merge={revision.merged_revision_id !== undefined}
      data-archived={revision.deleted_at !== undefined}
    />
  )
})

function Lines({
  edges,
  nodes,
  window,
  geometry,
}: {
  edges: readonly GraphEdge[]
  nodes: readonly GraphNode[]
  window: { readonly first: number; readonly end: number }
  geometry: Geometry
}) {
  const { first, end } = window
  const origin = first - (first % originRows)
  return (
    <svg
      className={styles['lines']}
      width={geometry.widthPx}
      height={rowPx}
      style={{ transform: `translateY(${(origin - first) * rowPx}px)` }}
      aria-hidden="true"
      focusable="false"
    >
      {edgesBetween(edges, window).map((edge) => (
        <Line
          key={`${edge.kind} ${edge.from.row} ${edge.from.lane} ${edge.to.row} ${edge.to.lane}`}
          edge={edge}
          geometry={geometry}
          origin={origin}
        />
      ))}
      {nodes.slice(first, end).map((node) => (
        <Dot key={node.revision.id} node={node} geometry={geometry} origin={origin} />
      ))}
    </svg>
  )
}

export interface HistoryFlag {
  readonly environment: string
  readonly isGuarded: boolean
}

const noFlags: readonly HistoryFlag[] = []

/** Memoized: while scrolling, most rows do not render again. */
const CommitRow = memo(function CommitRow({
  node,
  id,
  variants,
  naming,
  flags,
  names,
  isSelected,
  isCursor,
  indentPx,
  onSelect,
}: {
  node: GraphNode
  id: string
  variants: ReadonlyMap<string, GraphVariant>
  naming: VersionNaming
  flags: readonly HistoryFlag[]
  names: ReadonlyMap<string, string>
  isSelected: boolean
  isCursor: boolean
  indentPx: number
  onSelect: (revision: GraphRevision) => void
}) {
  const { revision, isHead, forks } = node
  const variant = variants.get(revision.variant_id)
  const heads = [...(isHead && variant !== undefined ? [variant] : []), ...forks]
  return (
    // The list handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      data-cursor={isCursor}
      className={styles['row']}
      style={{ paddingLeft: indentPx, height: rowPx }}
      onClick={() => onSelect(revision)}
    >
      <div className={styles['line']}>
        <b>{naming({ version: revision.version, variant: variant?.slug })}</b>
        <span className={styles['message']}>{revision.message ?? <i>no message</i>}</span>
      </div>
      <div className={styles['line']}>
        {heads.map(({ id: variantId, name, slug }) => (
          <span key={variantId} className={styles['branch']} title={slug}>
            <Icon name="branch" size={10} /> {name ?? slug}
          </span>
        ))}
        {flags.map(({ environment, isGuarded }) => (
          <span
            key={environment}
            className={styles['flag']}
            title={`Deployed to ${environment}${isGuarded ? ' (guarded)' : ''}`}
          >
            <Icon name={isGuarded ? 'key' : 'flag'} size={10} /> {environment}
          </span>
        ))}
        {revision.deleted_at !== undefined && <span className={styles['archived']}>archived</span>}
        <span className={styles['who']}>
          {names.get(revision.author) ?? 'unknown'},{' '}
          <time title={exactTime(revision.date)}>{ago(revision.date)}</time>
        </span>
      </div>
    </div>
  )
})

export function History({
  graph,
  olderFailure,
  flags,
  selectedId,
  onSelect,
}: {
  graph: { readonly variants: readonly GraphVariant[]; readonly revisions: readonly GraphRevision[] }
  /** Present if the older revisions failed to load. */
  olderFailure: { readonly error: unknown; readonly retry: () => void } | undefined
  /** Environments by the id of their deployed revision. */
  flags: ReadonlyMap<string, readonly HistoryFlag[]>
  /** The id of the selected revision. */
  selectedId: string | undefined
  onSelect: (revision: GraphRevision) => void
}) {
  const layout = useMemo(() => graphLayout(graph), [graph])
  const { nodes, edges, lanes } = layout
  const variants = useMemo(() => new Map(graph.variants.map((one) => [one.id, one])), [graph])
  const naming = useMemo(
    () => namingOf(graph.variants.map(({ id, slug, name }) => ({ id, slug, name, artifactId: '' }))),
    [graph],
  )
  const names = useKeyNames()
  const id = useId()
  const { scroller, window, height, show } = useVirtualRows(nodes.length, rowPx)
  const selectedIndex = useMemo(
    () => nodes.findIndex(({ revision }) => revision.id === selectedId),
    [nodes, selectedId],
  )
  const [movedCursor, setMovedCursor] = useState<number>()
  const [cursorOrigin, setCursorOrigin] = useState(selectedIndex)
  if (cursorOrigin !== selectedIndex) {
    setCursorOrigin(selectedIndex)
    setMovedCursor(undefined)
  }
  const cursor = movedCursor ?? selectedIndex
  useEffect(() => {
    if (selectedIndex >= 0) show(selectedIndex)
  }, [selectedIndex, show])
  const geometry = useMemo((): Geometry => {
    const lanePx = laneWidth(lanes)
    return { lanePx, widthPx: 20 + lanes * lanePx }
  }, [lanes])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 12, PageUp: -12 }[event.key]
    const edgeIndex = { Home: 0, End: nodes.length - 1 }[event.key]
    if (step !== undefined || edgeIndex !== undefined) {
      event.preventDefault()
      const next = Math.min(nodes.length - 1, Math.max(0, edgeIndex ?? cursor + (step ?? 0)))
      setMovedCursor(next)
      show(next)
    } else if (event.key === 'Enter') {
      const node = nodes[cursor]
      if (node !== undefined) onSelect(node.revision)
    }
  }
  return (
    <>
      <div
        ref={scroller}
        className={styles['history']}
        role="listbox"
        tabIndex={0}
        aria-label="History"
        aria-activedescendant={cursor >= window.first && cursor < window.end ? `${id}-${cursor}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className={styles['body']} style={{ height }}>
          <div
            role="presentation"
            className={styles['window']}
            style={{ transform: `translateY(${window.top}px)` }}
          >
            <Lines edges={edges} nodes={nodes} window={window} geometry={geometry} />
            {nodes.slice(window.first, window.end).map((node) => (
              <CommitRow
                key={node.revision.id}
                node={node}
                id={`${id}-${node.row}`}
                variants={variants}
                naming={naming}
                flags={flags.get(node.revision.id) ?? noFlags}
                names={names}
                isSelected={node.revision.id === selectedId}
                isCursor={node.row === cursor}
                indentPx={geometry.widthPx}
                onSelect={onSelect}
              />
            ))}
          </div>
        </div>
      </div>
      {olderFailure !== undefined && <Failure {...olderFailure} />}
    </>
  )
}
