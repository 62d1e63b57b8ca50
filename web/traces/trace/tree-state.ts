// The folded spans and the selected span of the tree, as pure transitions. The selected span is always visible: selecting it
// unfolds its ancestors, and folding an ancestor moves the selection to that ancestor.
import { unfoldedTo, type Outline } from './outline.ts'

export interface TreeState {
  readonly folded: ReadonlySet<string>
  readonly selected: string
}

export const selectSpan = (outline: Outline, { folded }: TreeState, spanId: string): TreeState => ({
  folded: unfoldedTo(outline, folded, spanId),
  selected: spanId,
})

function isBelow({ nodes, indexById }: Outline, spanId: string, ancestorId: string): boolean {
  const ancestor = indexById.get(ancestorId)
  const index = indexById.get(spanId)
  if (ancestor === undefined || index === undefined) return false
  return index > ancestor && index <= ancestor + (nodes[ancestor]?.below ?? 0)
}

/** Replaces the folded spans; the selection moves up to the nearest visible span. */
export function foldSpans(outline: Outline, { selected }: TreeState, folded: ReadonlySet<string>): TreeState {
  let visible = selected
  for (const id of folded) if (isBelow(outline, visible, id)) visible = id
  return { folded, selected: visible }
}

export function toggleFold(outline: Outline, state: TreeState, spanId: string): TreeState {
  const folded = new Set(state.folded)
  if (!folded.delete(spanId)) folded.add(spanId)
  return foldSpans(outline, state, folded)
}
