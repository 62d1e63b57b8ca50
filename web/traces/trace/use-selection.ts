// The selected span and the folded spans. The selection is in the URL, so that a link opens it; the folded spans are not.
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { TraceView } from '../../app/trace-list/url-state.ts'
import { initialFolds, initialSelection } from './first-span.ts'
import { unfoldAncestors, type Outline } from './outline.ts'
import { foldSpans, selectSpan, toggleFold, type TreeState } from './tree-state.ts'

export interface Selection extends TreeState {
  readonly select: (spanId: string) => void
  readonly toggle: (spanId: string) => void
  readonly fold: (foldedIds: ReadonlySet<string>) => void
}

/** Selection and folds are initialized from the first spans of the trace. More spans do not change them. */
export function useSelection({
  outline,
  view,
  onSelect,
}: {
  readonly outline: Outline
  readonly view: TraceView
  readonly onSelect: (spanId: string) => void
}): Selection {
  const [initialId] = useState(() => initialSelection(outline, view.filter))
  const requestedId = view.span ?? initialId
  const selectedId = outline.indexById.has(requestedId) ? requestedId : initialSelection(outline, view.filter)
  const [foldedIds, setFoldedIds] = useState(() =>
    unfoldAncestors(outline, initialFolds(outline), selectedId),
  )
  const latestInput = useRef({ outline, state: { foldedIds, selectedId }, onSelect })
  useLayoutEffect(() => {
    latestInput.current = { outline, state: { foldedIds, selectedId }, onSelect }
  })
  const change = useCallback((next: (outline: Outline, state: TreeState) => TreeState): void => {
    const { outline: currentOutline, state, onSelect: notify } = latestInput.current
    const nextState = next(currentOutline, state)
    setFoldedIds(nextState.foldedIds)
    if (nextState.selectedId !== state.selectedId) notify(nextState.selectedId)
  }, [])
  return {
    foldedIds,
    selectedId,
    select: useCallback(
      (id: string) => change((currentOutline, state) => selectSpan(currentOutline, state, id)),
      [change],
    ),
    toggle: useCallback(
      (id: string) => change((currentOutline, state) => toggleFold(currentOutline, state, id)),
      [change],
    ),
    fold: useCallback(
      (next: ReadonlySet<string>) =>
        change((currentOutline, state) => foldSpans(currentOutline, state, next)),
      [change],
    ),
  }
}
