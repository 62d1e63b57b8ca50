// The selected span and the folded spans. The selection is in the URL, so that a link opens it; the folded spans are not.
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { TraceView } from '../../app/trace-list/url-state.ts'
import { firstFolded, firstSelected } from './first-span.ts'
import { unfoldedTo, type Outline } from './outline.ts'
import { foldSpans, selectSpan, toggleFold, type TreeState } from './tree-state.ts'

export interface Selection extends TreeState {
  readonly select: (spanId: string) => void
  readonly toggle: (spanId: string) => void
  readonly fold: (folded: ReadonlySet<string>) => void
}

/** Both are chosen when the first spans of the trace are there, and stay when more arrive. */
export function useSelection({
  outline,
  view,
  onSelected,
}: {
  readonly outline: Outline
  readonly view: TraceView
  readonly onSelected: (spanId: string) => void
}): Selection {
  const [first] = useState(() => firstSelected(outline, view.filter))
  const requestedId = view.span ?? first
  const selectedId = outline.indexById.has(requestedId) ? requestedId : firstSelected(outline, view.filter)
  const [foldedIds, setFoldedIds] = useState(() => unfoldedTo(outline, firstFolded(outline), selectedId))
  const latest = useRef({ outline, state: { foldedIds, selectedId }, onSelected })
  useLayoutEffect(() => {
    latest.current = { outline, state: { foldedIds, selectedId }, onSelected }
  })
  const change = useCallback((next: (outline: Outline, state: TreeState) => TreeState): void => {
    const { outline: own, state, onSelected: notify } = latest.current
    const nextState = next(own, state)
    setFoldedIds(nextState.foldedIds)
    if (nextState.selectedId !== state.selectedId) notify(nextState.selectedId)
  }, [])
  return {
    foldedIds,
    selectedId,
    select: useCallback((id: string) => change((own, state) => selectSpan(own, state, id)), [change]),
    toggle: useCallback((id: string) => change((own, state) => toggleFold(own, state, id)), [change]),
    fold: useCallback(
      (next: ReadonlySet<string>) => change((own, state) => foldSpans(own, state, next)),
      [change],
    ),
  }
}
