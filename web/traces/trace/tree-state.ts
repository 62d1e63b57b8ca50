// The folded spans and the selected span of the tree, as pure transitions. The selected span is always visible: selecting it
// unfolds its ancestors, and folding an ancestor moves the selection to that ancestor.
import { unfoldAncestors, type Outline } from './outline.ts'

export interface TreeState {
  readonly foldedIds: ReadonlySet<string>
  readonly selectedId: string
}

export const selectSpan = (outline: Outline, { foldedIds }: TreeState, spanId: string): TreeState => ({
  foldedIds: unfoldAncestors(outline, foldedIds, spanId),
  selectedId: spanId,
})

function isBelow({ nodes, indexById }: Outline, spanId: string, ancestorId: string): boolean {
  const ancestor = indexById.get(ancestorId)
  const index = indexById.get(spanId)
  if (ancestor === undefined || index === undefined) return false
  return index > ancestor && index <= ancestor + (nodes[ancestor]?.descendantCount ?? 0)
}

/** Replaces the folded spans; the selection moves up to the nearest visible span. */
export function foldSpans(
  outline: Outline,
  { selectedId }: TreeState,
  foldedIds: ReadonlySet<string>,
): TreeState {
  let visibleId = selectedId
  for (const id of foldedIds) if (isBelow(outline, visibleId, id)) visibleId = id
  return { foldedIds, selectedId: visibleId }
}

export function toggleFold(outline: Outline, state: TreeState, spanId: string): TreeState {
  const foldedIds = new Set(state.foldedIds)
  if (!foldedIds.delete(spanId)) foldedIds.add(spanId)
  return foldSpans(outline, state, foldedIds)
}
